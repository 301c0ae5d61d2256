// Types that many of Apple's audio classes share.

/// A position in a stream or file, in frames; negative before its start.
public typealias AVAudioFramePosition = Int64
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of packets.
public typealias AVAudioPacketCount = UInt32
/// The index of a node's bus.
public typealias AVAudioNodeBus = Int
/// A position in a sequence of music, in beats.
public typealias AVMusicTimeStamp = Double
/// A block that a node calls when an operation has ended.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// The quality of an encoder or a sample-rate converter; higher is slower.
public enum AVAudioQuality: Int, Sendable {
    /// The lowest quality.
    case min = 0
    /// A low quality.
    case low = 0x20
    /// The quality between low and high.
    case medium = 0x40
    /// A high quality.
    case high = 0x60
    /// The highest quality.
    case max = 0x7F
}

/// A point in space, in metres: x to the right, y up, z towards the listener.
public struct AVAudio3DPoint: Sendable {
    /// Distance to the right, in metres.
    public var x: Float
    /// Distance up, in metres.
    public var y: Float
    /// Distance back, in metres.
    public var z: Float

    /// Makes the point (0, 0, 0).
    public init() {
        self.init(x: 0, y: 0, z: 0)
    }

    /// Makes a point from its coordinates in metres.
    public init(x: Float, y: Float, z: Float) {
        (self.x, self.y, self.z) = (x, y, z)
    }
}

/// A direction in space, with the axes of a point.
public typealias AVAudio3DVector = AVAudio3DPoint

/// A listener's orientation as two orthogonal vectors.
public struct AVAudio3DVectorOrientation: Sendable {
    /// The direction that the listener faces.
    public var forward: AVAudio3DVector
    /// The direction to the top of the listener's head.
    public var up: AVAudio3DVector

    /// Makes an orientation of two zero vectors.
    public init() {
        self.init(forward: AVAudio3DVector(), up: AVAudio3DVector())
    }

    /// Makes an orientation from its vectors.
    public init(forward: AVAudio3DVector, up: AVAudio3DVector) {
        (self.forward, self.up) = (forward, up)
    }
}

/// A listener's orientation as three angles in degrees.
public struct AVAudio3DAngularOrientation: Sendable {
    /// Rotation about the vertical axis, in degrees; positive to the right.
    public var yaw: Float
    /// Rotation about the horizontal axis, in degrees; positive upwards.
    public var pitch: Float
    /// Rotation about the axis of sight, in degrees; positive clockwise.
    public var roll: Float

    /// Makes an orientation straight ahead.
    public init() {
        self.init(yaw: 0, pitch: 0, roll: 0)
    }

    /// Makes an orientation from its angles in degrees.
    public init(yaw: Float, pitch: Float, roll: Float) {
        (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
    }
}

/// Makes a point from its coordinates in metres.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// Makes a vector from its coordinates.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
    AVAudio3DVector(x: x, y: y, z: z)
}

/// Makes an orientation from two vectors.
public func AVAudioMake3DVectorOrientation(
    _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation {
    AVAudio3DVectorOrientation(forward: forward, up: up)
}

/// Makes an orientation from three angles in degrees.
public func AVAudioMake3DAngularOrientation(
    _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation {
    AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}
