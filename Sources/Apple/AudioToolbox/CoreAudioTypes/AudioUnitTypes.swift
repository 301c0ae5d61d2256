/// A number of frames of audio units.
public typealias AUAudioFrameCount = UInt32
