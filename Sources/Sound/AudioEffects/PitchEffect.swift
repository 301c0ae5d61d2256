/// A change of pitch that keeps the speed, as an effect in place: a time pitch behind a delay from
/// which it looks ahead.
///
/// Real time as `TimePitchEffect`.
///
/// Ownership: one thread at a time, which prepares, processes or resets, owns the delay; the time
/// pitch guards itself.
package final class PitchEffect: Effect, Bypassable, @unchecked Sendable {
    /// What changes the pitch, at the rate 1.
    package let timePitch: TimePitchEffect

    private var channelCount = 0
    private var delayFrames = 0
    /// The delayed frames of all channels, each a ring of `capacity` frames.
    private var memory = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    private var capacity = 0
    private var firstFrame = 0
    private var frameCount = 0
    /// The channels from a frame of the rings on.
    private var offsets = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)

    /// More than the time pitch looks ahead at any pitch, in seconds.
    private static let delaySeconds = 0.2
    /// The number of frames of silence that stand for those that are missing.
    private static let silenceFrames = 256

    /// - Parameter pitch: The first change of pitch in cents.
    package init(pitch: Float = 1) { timePitch = TimePitchEffect(pitch: pitch) }

    deinit {
        memory.deallocate()
        offsets.deallocate()
    }

    package var isBypassed: Bool {
        get { timePitch.isBypassed }
        set { timePitch.isBypassed = newValue }
    }

    package var latencyFrames: Int { delayFrames }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        timePitch.prepare(
            sampleRate: sampleRate, channelCount: channelCount,
            maximumFrameCount: maximumFrameCount)
        self.channelCount = channelCount
        delayFrames = Int(Self.delaySeconds * sampleRate.asSampleRate)
        capacity = 2 * delayFrames + maximumFrameCount + Self.silenceFrames
        memory.deallocate()
        memory = .allocate(capacity: max(channelCount * capacity, 1))
        memory.initialize(repeating: 0, count: max(channelCount * capacity, 1))
        offsets.deallocate()
        offsets = .allocate(capacity: max(channelCount, 1))
        offsets.initialize(repeating: memory, count: max(channelCount, 1))
        reset()
    }

    package func process(_ samples: PlanarSamples, frameCount count: Int) {
        guard channelCount > 0, count <= capacity else { return }
        write(samples, count)
        // Each turn appends some frames, and no speed of 1 needs more than a few pieces.
        for _ in 0..<Self.turnsMax {
            let needed = timePitch.neededInputFrames(for: count)
            guard needed > 0 else { break }
            append(needed)
        }
        timePitch.read(samples, frameCount: count)
    }

    private static let turnsMax = 1 << 12

    private func write(_ samples: PlanarSamples, _ count: Int) {
        // What there is no room for any more is dropped.
        let surplus = max(frameCount + count - capacity, 0)
        firstFrame = (firstFrame + surplus) % capacity
        frameCount -= surplus
        let start = (firstFrame + frameCount) % capacity
        for channel in 0..<channelCount {
            let ring = memory + channel * capacity
            var slot = start
            for frame in 0..<count {
                ring[slot] = samples[channel][frame]
                slot += 1
                if slot == capacity { slot = 0 }
            }
        }
        frameCount += count
    }

    /// Appends at most `needed` of the delayed frames, or silence where there are none.
    private func append(_ needed: Int) {
        if frameCount == 0 {
            firstFrame = 0
            for channel in 0..<channelCount {
                (memory + channel * capacity).update(repeating: 0, count: Self.silenceFrames)
            }
            frameCount = Self.silenceFrames
        }
        let count = min(needed, frameCount, capacity - firstFrame)
        for channel in 0..<channelCount {
            offsets[channel] = memory + channel * capacity + firstFrame
        }
        timePitch.append(offsets, frameCount: count)
        firstFrame = (firstFrame + count) % capacity
        frameCount -= count
    }

    package func reset() {
        timePitch.reset()
        memory.update(repeating: 0, count: channelCount * capacity)
        firstFrame = 0
        frameCount = delayFrames
    }
}
