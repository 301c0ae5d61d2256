import AudioModel
import Realtime

/// One app's voices, mixed to interleaved stereo at the output's rate.
///
/// Control methods may be called from one thread at a time (the owner serialises them); `render`
/// is called by the render thread, or by anyone who plays its part, one call at a time.
public final class Mixer: @unchecked Sendable {
    public let outputRate: Double
    public let voicesMax: Int

    public static let voicesMaxDefault = 1024

    public init(outputRate: Double, voicesMax: Int = Mixer.voicesMaxDefault) {
        self.outputRate = outputRate
        self.voicesMax = voicesMax
    }

    /// One voice of one mixer; never reused while anyone could still hold it.
    public struct VoiceID: Hashable, Sendable {
        public var rawValue: UInt64
    }

    /// The gains that multiply a voice, each with a ramp of its own.
    public enum GainStage: Int, CaseIterable, Sendable {
        case app
        case session
        case duck
    }

    /// Adds a voice; it sounds from the first frame of the next `render`, with these gains at once
    /// (a sound's own beginning is no click).
    ///
    /// - Returns: `nil` when `voicesMax` voices exist or the command queue is full.
    public func addVoice(
        _ source: VoiceSource, app: Float, session: Float, duck: Float, isHeld: Bool = false
    ) -> VoiceID? {
        nil
    }

    /// Moves one gain to `gain` over `ramp`. A later call for the same stage takes over from where
    /// the ramp is.
    public func setGain(_ voice: VoiceID, _ stage: GainStage, to gain: Float, ramp: HostInterval) {}

    /// Balance: −1 left … 1 right. Full scale stays full scale on the near side.
    public func setPan(_ voice: VoiceID, to pan: Float, ramp: HostInterval) {}

    /// Fades out within `fadeDuration` and keeps the position.
    public func hold(_ voice: VoiceID) {}
    /// Fades in within `fadeDuration` from the kept position.
    public func resume(_ voice: VoiceID) {}
    /// Fades out within `fadeDuration`, then ends.
    public func stop(_ voice: VoiceID) {}
    /// Ends at once, within one frame: what a killed process sounds like.
    public func cut(_ voice: VoiceID) {}

    public static let fadeDuration = HostInterval.milliseconds(10)

    public enum Event: Hashable, Sendable {
        /// The sound came to its end by itself.
        case ended(VoiceID)
        /// It was stopped or cut, and the render thread has let go of it.
        case stopped(VoiceID)
    }

    /// Whether `collectEvents` would return something. Any thread; real-time safe.
    public var hasEvents: Bool {
        @_noLocks @_noAllocation get { false }
    }

    /// Takes what has happened since the last call, in order, and frees what the render thread is
    /// done with. Control side.
    public func collectEvents() -> [Event] { [] }

    /// What one voice did in the most recent `render` call.
    public struct Meter: Hashable, Sendable {
        /// Largest absolute sample of the source that was consumed.
        public var sourcePeak: Float
        /// Largest absolute sample after all gains, before resampling.
        public var outputPeak: Float
        /// Frames of the source consumed since the voice was added, loops included.
        public var framesPlayed: Int
        /// Frames in which a feed had nothing (they were silence).
        public var framesShort: Int
    }

    public func meter(of voice: VoiceID) -> Meter? { nil }

    /// Writes the next `frameCount` frames, overwriting `output`.
    ///
    /// - Parameter output: `frameCount × 2` interleaved samples.
    ///
    /// Real time: no allocation, no locks; any `frameCount`.
    @_noLocks @_noAllocation
    public func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) {}
}
