import CSoundMixer
package import SoundMixer

/// Resamples a stream of frames in blocks of any size.
///
/// Each output frame is computed from its exact position between the input frames: there is no
/// drift, and the partition into blocks changes no bit.
package final class StreamResampler {
    /// What the filter takes to precede the first input frame and to follow the last.
    package enum Edges: Sendable {
        case silence
        /// The input, reflected at its first and its last frame in time and in value: for sound
        /// that other sound precedes and follows. With silence it would ring there, which clicks.
        case reflected
    }

    /// The largest number of frames of one `append` or `read`.
    package static let blockFrames = 1024

    private let ratio: RateRatio
    private let channelCount: Int
    private let shared: SharedResamplingFilter
    private let method: PrimeMethod
    private let edges: Edges
    private var filter: ResamplingFilter { shared.filter }

    /// The input frames from the first one that the next output frame needs, one channel after the
    /// other.
    private let frames: UnsafeMutablePointer<Float>
    /// The output of two channels, interleaved.
    private let pair: UnsafeMutablePointer<Float>
    private let capacity: Int
    private var frameCount = 0
    /// The number of input frames to skip before the first of `frames`.
    private var skipCount = 0
    /// The position of the next output frame after the first of `frames`, in units of `1 /
    /// ratio.denominator`.
    private var position = 0
    private var isEnded = false
    /// Whether the frames before the first input frame are still silent.
    private var needsLeadingFrames = false

    /// The number of input frames that the filter needs before an output frame's position;
    /// `trailingFrames` after it.
    package var leadingFrames: Int { filter.tapCount / 2 - 1 }
    package var trailingFrames: Int { filter.tapCount / 2 }

    package init(
        _ ratio: RateRatio, channelCount: Int, quality: RateConversionQuality,
        method: PrimeMethod, edges: Edges = .silence
    ) {
        self.edges = edges
        self.ratio = ratio
        self.channelCount = channelCount
        self.method = method
        shared = RateConversionFilters.filter(ratio, quality)
        capacity = 2 * shared.filter.tapCount + 2 * Self.blockFrames
        frames = .allocate(capacity: capacity * channelCount)
        pair = .allocate(capacity: 2 * Self.blockFrames)
        reset()
    }

    deinit {
        frames.deallocate()
        pair.deallocate()
    }

    package func reset() {
        frames.initialize(repeating: 0, count: capacity * channelCount)
        switch method {
        case .pre: frameCount = 0
        case .normal: frameCount = leadingFrames
        case .none: frameCount = leadingFrames + trailingFrames
        }
        skipCount = 0
        position = 0
        isEnded = false
        needsLeadingFrames = edges == .reflected && method == .normal
    }

    /// The number of frames that `append` accepts now; never zero when `readyCount` is.
    package var room: Int { skipCount + capacity - frameCount }

    /// The number of frames that `read` can return now.
    package var readyCount: Int {
        guard frameCount >= filter.tapCount, skipCount == 0 else { return 0 }
        let last = (frameCount - filter.tapCount + 1) * ratio.denominator - 1 - position
        return last / ratio.numerator + 1
    }

    /// Returns the number of input frames needed before `outputCount` frames are ready.
    package func neededCount(for outputCount: Int) -> Int {
        let last = position + (outputCount - 1) * ratio.numerator
        return max(last / ratio.denominator + filter.tapCount - frameCount + skipCount, 0)
    }

    /// - Parameter input: `count` interleaved frames, at most `room`.
    package func append(_ input: UnsafePointer<Float>, count: Int) {
        let skipped = min(skipCount, count)
        skipCount -= skipped
        let kept = count - skipped
        for channel in 0..<channelCount {
            let target = frames + channel * capacity + frameCount
            let source = input + skipped * channelCount + channel
            for frame in 0..<kept { target[frame] = source[frame &* channelCount] }
        }
        frameCount += kept
    }

    /// - Parameter channels: `count` frames of each channel, at most `room`.
    package func append(
        planes channels: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int
    ) {
        let skipped = min(skipCount, count)
        skipCount -= skipped
        let kept = count - skipped
        for channel in 0..<channelCount {
            (frames + channel * capacity + frameCount)
                .update(from: channels[channel] + skipped, count: kept)
        }
        frameCount += kept
    }

    /// Ends the input: appends the frames that the last input frame needs.
    package func end() {
        guard !isEnded else { return }
        isEnded = true
        guard method != .none else { return }
        // Frames that are still to be skipped are not padded.
        let count = max(trailingFrames - skipCount, 0)
        skipCount = max(skipCount - trailingFrames, 0)
        let first = needsLeadingFrames ? leadingFrames : 0
        for channel in 0..<channelCount {
            let all = frames + channel * capacity
            guard edges == .reflected, frameCount > first else {
                (all + frameCount).update(repeating: 0, count: count)
                continue
            }
            let last = all[frameCount - 1]
            for frame in 0..<count {
                all[frameCount + frame] = 2 * last - all[max(frameCount - 2 - frame, first)]
            }
        }
        frameCount += count
    }

    /// Reflects the first input frames before the input.
    private func addLeadingFrames() {
        needsLeadingFrames = false
        guard frameCount > leadingFrames else { return }
        for channel in 0..<channelCount {
            let all = frames + channel * capacity
            for frame in 1..<max(leadingFrames + 1, 1) {
                let source = min(leadingFrames + frame, frameCount - 1)
                all[leadingFrames - frame] = 2 * all[leadingFrames] - all[source]
            }
        }
    }

    /// - Parameters:
    ///   - output: Room for `count` interleaved frames.
    ///   - count: At most `readyCount` and `blockFrames`.
    package func read(into output: UnsafeMutablePointer<Float>, count: Int) {
        read(count) { channel, isPair in
            let target = output + channel
            for frame in 0..<count { target[frame &* channelCount] = pair[2 &* frame] }
            guard isPair else { return }
            for frame in 0..<count { target[frame &* channelCount &+ 1] = pair[2 &* frame &+ 1] }
        }
    }

    /// - Parameters:
    ///   - channels: Room for `count` frames of each channel after `offset`.
    ///   - count: At most `readyCount` and `blockFrames`.
    package func read(
        intoPlanes channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int, count: Int
    ) {
        read(count) { channel, isPair in
            let first = channels[channel] + offset
            for frame in 0..<count { first[frame] = pair[2 &* frame] }
            guard isPair else { return }
            let second = channels[channel + 1] + offset
            for frame in 0..<count { second[frame] = pair[2 &* frame &+ 1] }
        }
    }

    /// Filters the next frames.
    ///
    /// - Parameter store: Copies one or two channels from `pair`.
    @inline(__always)
    private func read(_ count: Int, store: (_ channel: Int, _ isPair: Bool) -> Void) {
        if needsLeadingFrames { addLeadingFrames() }
        var filter = sori_polyphase(
            weights: filter.weights, tap_count: filter.tapCount, phase: position,
            phase_count: ratio.denominator, whole_step: ratio.numerator / ratio.denominator,
            part_step: ratio.numerator % ratio.denominator)
        for channel in stride(from: 0, to: channelCount, by: 2) {
            let isPair = channel + 1 < channelCount
            pair.update(repeating: 0, count: 2 * count)
            let first = frames + channel * capacity
            let second = isPair ? UnsafePointer(first + capacity) : nil
            if self.filter.isExact {
                sori_add_filtered(pair, count, &filter, first, second)
            } else {
                sori_add_blended(
                    pair, count, &filter, self.filter.phasesPerPart(of: ratio), first, second)
            }
            store(channel, isPair)
        }
        let end = position + count * ratio.numerator
        position = end % ratio.denominator
        drop(end / ratio.denominator)
    }

    private func drop(_ count: Int) {
        let dropped = min(count, frameCount)
        skipCount += count - dropped
        frameCount -= dropped
        guard dropped > 0 else { return }
        for channel in 0..<channelCount {
            let start = frames + channel * capacity
            start.update(from: start + dropped, count: frameCount)
        }
    }
}
