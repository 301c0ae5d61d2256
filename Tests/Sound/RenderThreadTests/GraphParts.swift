import AudioEffects
import AudioGraph
import AudioModel
import Synchronization

/// A source of samples that all have one value.
///
/// Ownership: the control side writes the number of channels while nothing renders.
final class ConstantSource: GraphSource, @unchecked Sendable {
    private let value: Float
    private var channelCount = 0

    init(_ value: Float) { self.value = value }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        for channel in 0..<channelCount {
            for frame in 0..<frameCount { output[channel][frame] = value }
        }
        return false
    }

    func reset() {}
}

/// A sink or a tap that counts frames.
final class CountingReceiver: GraphSink, GraphTap {
    private let frameCount = Atomic(0)

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {}

    func receive(_ input: PlanarSamples, frameCount: Int, at time: RenderTime) {
        self.frameCount.add(frameCount, ordering: .relaxed)
    }

    func receive(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {
        self.frameCount.add(frameCount, ordering: .relaxed)
    }
}

/// Noise that stays where it is, a channel after the other.
///
/// Ownership: `init` writes the samples and `deinit` frees them; nothing else changes them.
final class NoiseMemory: @unchecked Sendable {
    let channelCount: Int
    private let frameCount: Int
    private let samples: UnsafeMutablePointer<Float>

    init(channelCount: Int, frameCount: Int) {
        self.channelCount = channelCount
        self.frameCount = frameCount
        var generator = SeededGenerator(seed: 7)
        samples = .allocate(capacity: channelCount * frameCount)
        for index in 0..<channelCount * frameCount {
            (samples + index).initialize(to: .random(in: -0.5...0.5, using: &generator))
        }
    }

    deinit { samples.deallocate() }

    var playerBuffer: PlayerBuffer {
        PlayerBuffer(
            channels: (0..<channelCount).map { UnsafeRawPointer(samples + $0 * frameCount) },
            sampleType: .float32, stride: 1, frameCount: frameCount, owner: self)
    }
}

/// A file of a constant sample.
struct NoiseFile: PlayerFile {
    let frameCount: Int

    func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame: Int
    ) -> (any PlayerFileReader)? {
        Reader(channelCount: channelCount, framesLeft: frameCount - firstFrame)
    }

    private final class Reader: PlayerFileReader {
        private let channelCount: Int
        private var framesLeft: Int

        init(channelCount: Int, framesLeft: Int) {
            self.channelCount = channelCount
            self.framesLeft = framesLeft
        }

        func read(_ output: PlanarSamples, frameCount: Int) -> Int {
            let count = max(min(frameCount, framesLeft), 0)
            framesLeft -= count
            for channel in 0..<channelCount {
                for frame in 0..<count { output[channel][frame] = 0.3 }
            }
            return count
        }
    }
}

/// An effect of any kind, with all of its parameters.
enum EffectOfAnyKind {
    case equalizer(Equalizer)
    case delay(DelayEffect)
    case reverb(Reverb)
    case distortion(Distortion)
    case varispeed(Varispeed)
    case timePitch(TimePitchEffect)
    case filter(FilterEffect)
    case limiter(PeakLimiter)
    case dynamics(DynamicsProcessor)
    case sampleDelay(SampleDelay)

    enum Kind: CaseIterable {
        case equalizer, delay, reverb, distortion, varispeed, timePitch
        case filter, limiter, dynamics, sampleDelay
    }

    init(_ kind: Kind) {
        switch kind {
        case .equalizer: self = .equalizer(Equalizer(bandCount: 4))
        case .delay: self = .delay(DelayEffect())
        case .reverb: self = .reverb(Reverb())
        case .distortion: self = .distortion(Distortion())
        case .varispeed: self = .varispeed(Varispeed())
        case .timePitch:
            let pitch = TimePitchEffect()
            (pitch.rate, pitch.pitch) = (1.3, 300)
            self = .timePitch(pitch)
        case .filter: self = .filter(FilterEffect(.lowPass))
        case .limiter: self = .limiter(PeakLimiter())
        case .dynamics: self = .dynamics(DynamicsProcessor())
        case .sampleDelay: self = .sampleDelay(SampleDelay())
        }
    }

    var node: GraphNode.Kind {
        switch self {
        case .equalizer(let effect): .effect(effect)
        case .delay(let effect): .effect(effect)
        case .reverb(let effect): .effect(effect)
        case .distortion(let effect): .effect(effect)
        case .varispeed(let effect): .timeEffect(effect)
        case .timePitch(let effect): .timeEffect(effect)
        case .filter(let effect): .effect(effect)
        case .limiter(let effect): .effect(effect)
        case .dynamics(let effect): .effect(effect)
        case .sampleDelay(let effect): .effect(effect)
        }
    }

    /// Sets the parameters to random values, except those of a time pitch: its engine allocates when
    /// they change.
    func change(using generator: inout SeededGenerator) {
        func number(_ range: ClosedRange<Float>) -> Float {
            Float.random(in: range, using: &generator)
        }
        let isBypassed = Int.random(in: 0..<4, using: &generator) == 0
        switch self {
        case .equalizer(let equalizer):
            equalizer.isBypassed = isBypassed
            equalizer.globalGain = number(-12...3)
            for band in equalizer.bands {
                let type = FilterType.allCases.randomElement(using: &generator) ?? .parametric
                let (frequency, gain) = (number(30...15_000), number(-12...6))
                band.change {
                    ($0.type, $0.frequency, $0.gain, $0.isBypassed) = (type, frequency, gain, false)
                }
            }
        case .delay(let delay):
            delay.isBypassed = isBypassed
            delay.delayTime = Double(number(0...2))
            delay.feedback = number(-90...90)
            delay.lowPassCutoff = number(100...15_000)
            delay.wetDryMix = number(0...100)
        case .reverb(let reverb):
            reverb.isBypassed = isBypassed
            reverb.preset = ReverbPreset.allCases.randomElement(using: &generator) ?? .plate
            reverb.wetDryMix = number(0...100)
            reverb.decayAtZero = number(0.1...3)
            reverb.randomize = number(1...5)
        case .distortion(let distortion):
            distortion.isBypassed = isBypassed
            distortion.preset =
                DistortionPreset.allCases.randomElement(using: &generator) ?? .multiEcho1
            distortion.preGain = number(-20...0)
            distortion.wetDryMix = number(0...100)
            distortion[.delay] = number(0.1...500)
            distortion[.ringModulatorMix] = number(0...100)
        case .varispeed(let varispeed):
            varispeed.isBypassed = isBypassed
            varispeed.rate = number(0.25...4)
        case .timePitch: break
        case .filter(let filter):
            filter.isBypassed = isBypassed
            (filter.frequency, filter.resonance) = (number(30...15_000), number(-20...20))
        case .limiter(let limiter):
            limiter.isBypassed = isBypassed
            (limiter.attackTime, limiter.preGain) = (number(0.001...0.03), number(-10...20))
        case .dynamics(let processor):
            processor.isBypassed = isBypassed
            (processor.threshold, processor.headroom) = (number(-40...0), number(0.1...20))
        case .sampleDelay(let delay):
            delay.isBypassed = isBypassed
            delay.frameCount = Int(number(0...2000))
        }
    }
}
