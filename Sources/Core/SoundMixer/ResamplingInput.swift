import CSoundMixer

/// Frames of one source rate on their way through a filter.
struct ResamplingInput {
    /// Interleaved frames, starting with the first one that the next output frame needs.
    let frames: UnsafeMutablePointer<Float>
    /// The same frames deinterleaved, refilled for each block.
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>

    /// - Parameter capacity: The largest number of frames.
    init(capacity: Int) {
        frames = .allocate(capacity: 2 * capacity)
        frames.initialize(repeating: 0, count: 2 * capacity)
        left = .allocate(capacity: capacity)
        left.initialize(repeating: 0, count: capacity)
        right = .allocate(capacity: capacity)
        right.initialize(repeating: 0, count: capacity)
    }

    func deallocate() {
        frames.deallocate()
        left.deallocate()
        right.deallocate()
    }

    /// Makes frames silent.
    @inline(__always) @_noLocks @_noAllocation
    func clear(from start: Int, to end: Int) {
        (frames + 2 &* start).update(repeating: 0, count: 2 &* (end &- start))
    }

    /// Resamples the frames of a window into `outputCount` frames, adding them.
    @_noLocks @_noAllocation
    func addFiltered(
        to output: UnsafeMutablePointer<Float>, outputCount: Int, _ window: BusWindow,
        by filter: ResamplingFilter
    ) {
        let ratio = window.ratio
        let isMono = sori_separate_channels(frames, window.neededCount, left, right) == 0
        var polyphase = sori_polyphase(
            weights: filter.weights, tap_count: filter.tapCount, phase: window.position,
            phase_count: ratio.denominator, whole_step: ratio.numerator / ratio.denominator,
            part_step: ratio.numerator % ratio.denominator)
        if filter.isExact {
            sori_add_filtered(output, outputCount, &polyphase, left, isMono ? nil : right)
        } else {
            sori_add_blended(
                output, outputCount, &polyphase, filter.phasesPerPart(of: ratio), left,
                isMono ? nil : right)
        }
    }
}

/// Copies interleaved stereo frames.
@inline(__always) @_noLocks @_noAllocation
func copyFrames(
    _ frames: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, frameCount: Int
) {
    // Copied as bytes: the compiler assumes that `update` may allocate.
    UnsafeMutableRawPointer(target).copyMemory(
        from: frames, byteCount: 2 &* frameCount &* MemoryLayout<Float>.stride)
}
