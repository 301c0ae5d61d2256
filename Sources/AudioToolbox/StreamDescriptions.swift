import AudioModel
import CoreAudioTypes

extension StreamFormat {
    /// What an app describes, with whatever fields it has filled in.
    init(describedBy description: AudioStreamBasicDescription) {
        self.init(
            sampleRate: description.mSampleRate,
            id: FormatID(rawValue: FourCC(rawValue: description.mFormatID)),
            flags: FormatFlags(rawValue: description.mFormatFlags),
            bytesPerPacket: description.mBytesPerPacket,
            framesPerPacket: description.mFramesPerPacket,
            bytesPerFrame: description.mBytesPerFrame,
            channelCount: description.mChannelsPerFrame,
            bitsPerChannel: description.mBitsPerChannel)
    }
}
