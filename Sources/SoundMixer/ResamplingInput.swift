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

    /// Resamples the first `frameCount` frames into `outputCount` frames, adding them.
    ///
    /// - Parameter position: The first output frame's position after the filter's middle, in units
    ///   of `1 / ratio.denominator`.
    @_noLocks @_noAllocation
    func addFiltered(
        to output: UnsafeMutablePointer<Float>, outputCount: Int, frameCount: Int,
        by filter: ResamplingFilter, _ ratio: RateRatio, position: Int
    ) {
        let isMono = separateChannels(frameCount)
        var polyphase = sori_polyphase(
            weights: filter.weights, tap_count: filter.tapCount, phase: position,
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

    /// - Returns: Whether both channels are identical, bit for bit.
    @_noLocks @_noAllocation
    private func separateChannels(_ frameCount: Int) -> Bool {
        var differences = SIMD4<UInt32>(repeating: 0)
        let wholeCount = frameCount & ~3
        var frame = 0
        while frame < wholeCount {
            let four = UnsafeRawPointer(frames + 2 &* frame).loadUnaligned(as: SIMD8<Float>.self)
            let (leftFour, rightFour) = (four.evenHalf, four.oddHalf)
            UnsafeMutableRawPointer(left + frame).storeBytes(of: leftFour, as: SIMD4<Float>.self)
            UnsafeMutableRawPointer(right + frame).storeBytes(of: rightFour, as: SIMD4<Float>.self)
            differences |=
                unsafeBitCast(leftFour, to: SIMD4<UInt32>.self)
                ^ unsafeBitCast(rightFour, to: SIMD4<UInt32>.self)
            frame &+= 4
        }
        var difference = differences[0] | differences[1] | differences[2] | differences[3]
        while frame < frameCount {
            left[frame] = frames[2 &* frame]
            right[frame] = frames[2 &* frame &+ 1]
            difference |= left[frame].bitPattern ^ right[frame].bitPattern
            frame &+= 1
        }
        return difference == 0
    }
}
