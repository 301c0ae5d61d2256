public import AudioEffects
public import AudioModel

/// A node without inputs, which makes sound: a player, a synthesiser, an app's own block, an input.
///
/// The control side prepares it; one thread at a time renders, without allocation or locks of its
/// own.
public protocol GraphSource: AnyObject, Sendable {
    /// Allocates the state for a format. Not while another thread renders.
    ///
    /// - Parameters:
    ///   - sampleRate: Frames a second.
    ///   - maximumFrameCount: The largest number of frames of one `render`.
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int)

    /// Writes `frameCount` frames to all channels of `output`, silence included.
    ///
    /// - Parameter time: The time of the first frame.
    /// - Returns: Whether all frames are silence.
    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool

    /// Drops what sounds on. Not while another thread renders.
    func reset()
}

/// An effect that is told the time of each block: an app's own.
public protocol TimedEffect: Effect {
    /// Processes frames in place, as `process(_:frameCount:)` does.
    ///
    /// - Parameter time: The time of the first frame.
    func process(_ samples: PlanarSamples, frameCount: Int, at time: RenderTime)
}

/// The time of a block's first frame.
public struct RenderTime: Sendable {
    /// The frame's number at the node's own sample rate.
    public var sampleTime: Int64
    /// The time at which the frame reaches the output device; `nil` in manual rendering.
    public var hostTime: HostTime?
    /// Whether the node's frames pass a conversion of sample rates or a time effect, so that Apple's
    /// source nodes do not get a sample time.
    public var isConverted: Bool

    public init(sampleTime: Int64, hostTime: HostTime?, isConverted: Bool = false) {
        self.sampleTime = sampleTime
        self.hostTime = hostTime
        self.isConverted = isConverted
    }
}
