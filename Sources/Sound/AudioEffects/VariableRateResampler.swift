/// A change of speed for one input of a spatial mixer; the rate comes with each block.
///
/// The rate glides to a new one in 10 ms. At rate 1 the sound passes unchanged, to the bit.
///
/// Ownership: one thread at a time, the one that renders; the control side only makes and frees it.
package final class VariableRateResampler: @unchecked Sendable {
    /// The valid rates.
    package static let rateRange: ClosedRange<Float> = 0.5...2

    private let state: UnsafeMutablePointer<VarispeedState>

    package init(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        state = .allocate(capacity: 1)
        state.initialize(
            to: VarispeedState(
                sampleRate: sampleRate, channelCount: channelCount,
                maximumFrameCount: maximumFrameCount))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// Whether the next frames are the input's, unchanged.
    package var isExact: Bool {
        @_noLocks @_noAllocation get { state.pointee.isExact }
    }

    /// Begins to glide to a rate; one out of range is limited, and NaN is 1. The first one jumps.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func move(to rate: Float) {
        let bounded = rate > 0.5 ? (rate < 2 ? rate : 2) : (rate <= 0.5 ? 0.5 : 1)
        state.pointee.update(rate: Double(bounded))
    }

    /// Returns the number of input frames that the next output frames still need.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func neededInputFrames(for outputFrameCount: Int) -> Int {
        state.pointee.neededInputFrames(for: outputFrameCount)
    }

    /// Appends input frames.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func append(_ input: PlanarSamples, frameCount: Int) {
        state.pointee.append(input, frameCount: frameCount)
    }

    /// Reads output frames, after the input frames that they need.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func read(_ output: PlanarSamples, frameCount: Int) {
        state.pointee.read(output, frameCount: frameCount)
    }
}
