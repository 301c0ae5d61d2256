extension Mixer {
    /// The levels and progress of one voice in the most recent `render`.
    public struct Meter: Hashable, Sendable, BitwiseCopyable {
        /// The largest absolute source sample consumed.
        public var sourcePeak: Float
        /// The largest absolute sample after all gains, before resampling.
        public var outputPeak: Float
        /// The number of source frames consumed since the voice was added, loops included.
        public var framesPlayed: Int
        /// The number of frames of silence played because a feed was empty.
        public var underrunFrames: Int

        @_noLocks @_noAllocation
        public init(
            sourcePeak: Float, outputPeak: Float, framesPlayed: Int, underrunFrames: Int
        ) {
            self.sourcePeak = sourcePeak
            self.outputPeak = outputPeak
            self.framesPlayed = framesPlayed
            self.underrunFrames = underrunFrames
        }

        /// The meter of a voice that has not been rendered.
        static let zero = Meter(sourcePeak: 0, outputPeak: 0, framesPlayed: 0, underrunFrames: 0)
    }
}
