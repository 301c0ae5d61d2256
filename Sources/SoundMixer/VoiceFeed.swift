import AudioModel
import Realtime

/// A bounded pipe of interleaved float frames from one control-side writer to the render thread.
public final class VoiceFeed: @unchecked Sendable {
    public let channelCount: Int
    public let sampleRate: Double

    /// - Parameters:
    ///   - channelCount: 1 or 2.
    ///   - capacityFrames: How much may wait; at least two device blocks.
    public init(channelCount: Int, sampleRate: Double, capacityFrames: Int) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
    }

    /// Frames that `write` would take now.
    public var freeFrames: Int { 0 }

    /// Appends frames, as many as fit. Writer's thread only.
    ///
    /// - Returns: Frames taken.
    public func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int { 0 }

    /// Says that no more comes: the voice ends when what was written has been played.
    public func finish() {}
}
