import CSoundMixer

/// Filters the buses of several mixers, which are rendered in turn, once a source rate instead of
/// once a mixer.
///
/// Resampling is linear: buses of one ratio, with the next output frame at the same position, are
/// summed, and the sum is filtered. The result differs from separate filters by rounding only.
///
/// Ownership: the thread that renders the mixers; the caller frees the memory.
package struct SharedResampling {
    /// The sum of buses; valid as long as the mixers of the last of them.
    private struct Sum {
        let input = ResamplingInput(capacity: SharedResampling.inputFramesMax)
        var filter: ResamplingFilter?
        var ratio = RateRatio(from: 1, to: 1)
        var position = 0
        var frameCount = 0
    }

    private let sums: UnsafeMutablePointer<Sum>
    private var sumCount = 0

    /// The largest block in output frames.
    package static let blockFramesMax = RenderState.blockFramesMax
    private static let sumsMax = 16
    /// Enough for a block of a source of twice the output's rate, and its filter.
    private static let inputFramesMax = 1_154

    package init() {
        sums = .allocate(capacity: Self.sumsMax)
        for index in 0..<Self.sumsMax { (sums + index).initialize(to: Sum()) }
    }

    package func deallocate() {
        for index in 0..<Self.sumsMax { sums[index].input.deallocate() }
        sums.deinitialize(count: Self.sumsMax)
        sums.deallocate()
    }

    /// Adds a bus's frames to the sum of those that are filtered like it.
    ///
    /// - Parameter frameCount: The number of frames that the present block needs.
    /// - Returns: Whether there was room; otherwise the bus filters by itself.
    @_noLocks @_noAllocation
    mutating func add(
        _ frames: UnsafePointer<Float>, frameCount: Int, filter: ResamplingFilter,
        _ ratio: RateRatio, position: Int
    ) -> Bool {
        for index in 0..<sumCount where isLike(index, ratio, position: position) {
            sori_add_samples(sums[index].input.frames, frames, 2 &* frameCount)
            return true
        }
        guard sumCount < Self.sumsMax, frameCount <= Self.inputFramesMax else { return false }
        let sum = sums + sumCount
        sum.pointee.filter = filter
        sum.pointee.ratio = ratio
        sum.pointee.position = position
        sum.pointee.frameCount = frameCount
        copyFrames(frames, to: sum.pointee.input.frames, frameCount: frameCount)
        sumCount &+= 1
        return true
    }

    /// Whether the buses of a sum are filtered by a ratio from a position on.
    @_noLocks @_noAllocation
    private func isLike(_ index: Int, _ ratio: RateRatio, position: Int) -> Bool {
        let sum = sums + index
        // Field by field: the comparison of whole ratios may allocate in a debug build.
        return sum.pointee.position == position
            && sum.pointee.ratio.numerator == ratio.numerator
            && sum.pointee.ratio.denominator == ratio.denominator
    }

    /// Adds to `output` what all buses of this block sound like.
    ///
    /// - Parameter frameCount: The frames of the block, the same for all mixers.
    @_noLocks @_noAllocation
    package mutating func finish(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        for index in 0..<sumCount {
            let sum = sums + index
            guard let filter = sum.pointee.filter else { continue }
            sum.pointee.input.addFiltered(
                to: output, outputCount: frameCount, frameCount: sum.pointee.frameCount, by: filter,
                sum.pointee.ratio, position: sum.pointee.position)
        }
        sumCount = 0
    }
}
