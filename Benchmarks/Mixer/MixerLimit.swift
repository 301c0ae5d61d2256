import CMixerLimits

/// Hand-written kernels on the same amount of samples as a `MixerRun`.
final class MixerLimit {
    private static let soundCount = MixerBench.sourceCount
    private static let soundFrames = MixSource.frameCount
    private static let tapCount = 48
    private static let phaseCount = 192
    private static let channelFrames = 1024

    private let work: MixWork
    private let voiceCount: Int
    /// All sounds, one after the other.
    private let sounds: UnsafeMutablePointer<Float>
    private let voices: UnsafeMutablePointer<UnsafePointer<Float>?>
    private let gains: UnsafeMutablePointer<Float>
    private let steps: UnsafeMutablePointer<Float>
    private let weights: UnsafeMutablePointer<Float>
    private let channels: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    private var frame = 0

    init(_ work: MixWork, voiceCount: Int) {
        self.work = work
        self.voiceCount = voiceCount
        let paddedCount = (voiceCount + 7) / 8 * 8
        sounds = Self.memory(2 * Self.soundCount * Self.soundFrames, 0.1)
        voices = .allocate(capacity: paddedCount)
        voices.initialize(repeating: nil, count: paddedCount)
        gains = Self.memory(2 * paddedCount, 0.4)
        steps = Self.memory(2 * paddedCount, 1e-5)
        weights = Self.memory(Self.tapCount * (Self.phaseCount + 1), 0.01)
        channels = Self.memory(2 * Self.channelFrames, 0.1)
        output = Self.memory(2 * MixSource.blockFrames, 0)
    }

    deinit {
        for memory in [sounds, gains, steps, weights, channels, output] { memory.deallocate() }
        voices.deallocate()
    }

    func render() {
        let frameCount = MixSource.blockFrames
        output.update(repeating: 0, count: 2 * frameCount)
        let right = channels + Self.channelFrames
        switch work {
        case .steady: add(frameCount)
        case .ramp:
            place(frameCount)
            sori_limit_ramp(voices, gains, steps, voiceCount, output, frameCount)
        case .converted, .stream:
            if voiceCount > 1 { add(frameCount * 147 / 160 + 1) }
            sori_limit_filter(weights, channels, right, output, frameCount)
        case .ownRates:
            for _ in 0..<voiceCount {
                sori_limit_blended(
                    weights, Self.phaseCount, 0.7, channels, right, output, frameCount)
            }
        }
    }

    private func add(_ frameCount: Int) {
        place(frameCount)
        sori_limit_steady(voices, gains, voiceCount, output, frameCount)
    }

    /// Moves all voices on by a block.
    private func place(_ frameCount: Int) {
        if frame + frameCount > Self.soundFrames { frame = 0 }
        for index in 0..<voiceCount {
            let sound = sounds + 2 * (index % Self.soundCount) * Self.soundFrames
            voices[index] = UnsafePointer(sound + 2 * frame)
        }
        frame += frameCount
    }

    private static func memory(_ count: Int, _ value: Float) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }
}
