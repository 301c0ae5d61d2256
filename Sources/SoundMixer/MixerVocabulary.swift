extension Mixer {
    /// One voice of one mixer; never reused while anyone could still hold it.
    public struct VoiceID: Hashable, Sendable {
        public var rawValue: UInt64

        static let slotMask = 1 << 20 - 1
        var slot: Int { Int(rawValue & UInt64(Self.slotMask)) }

        init(serial: UInt64, slot: Int) {
            rawValue = serial << 20 | UInt64(slot)
        }
    }

    /// The gains that multiply a voice, each with a ramp of its own.
    public enum GainStage: Int, CaseIterable, Sendable, BitwiseCopyable {
        case app
        case session
        case duck
    }

    /// What became of a voice.
    public enum Event: Hashable, Sendable {
        /// The sound came to its end by itself, and its last frame has been rendered.
        case ended(VoiceID)
        /// It was stopped or cut, and the render thread has let go of it.
        case stopped(VoiceID)
    }

    /// What one voice did in the most recent `render` call.
    public struct Meter: Hashable, Sendable, BitwiseCopyable {
        /// Largest absolute sample of the source that was consumed.
        public var sourcePeak: Float
        /// Largest absolute sample after all gains, before resampling.
        public var outputPeak: Float
        /// Frames of the source consumed since the voice was added, loops included.
        public var framesPlayed: Int
        /// Frames in which a feed had nothing (they were silence).
        public var framesShort: Int

        @_noLocks @_noAllocation
        public init(
            sourcePeak: Float, outputPeak: Float, framesPlayed: Int, framesShort: Int
        ) {
            self.sourcePeak = sourcePeak
            self.outputPeak = outputPeak
            self.framesPlayed = framesPlayed
            self.framesShort = framesShort
        }

        /// A voice that has not been rendered yet.
        static let zero = Meter(sourcePeak: 0, outputPeak: 0, framesPlayed: 0, framesShort: 0)
    }
}
