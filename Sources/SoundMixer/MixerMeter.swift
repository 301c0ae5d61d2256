extension Mixer {
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
