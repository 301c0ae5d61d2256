package import AudioModel
import Glibc

/// Generates the samples of a sound that is not held in memory, in order from the start.
package protocol SampleGenerator {
    var channelCount: Int { get }
    /// Frames per second.
    var sampleRate: Double { get }

    /// Writes the next frames, interleaved.
    ///
    /// - Returns: Frames written; fewer than `frameCount` only at the end.
    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int
}

/// The sounds of the scenario language: 48 kHz mono, peak 0.25.
enum GeneratedSound {
    static let sampleRate = 48_000.0
    static let peak = 0.25
    /// Frames of the ramp at either end of a tone: 5 ms.
    static let rampFrames = 240

    static func frameCount(seconds: Double) -> Int { Int((seconds * sampleRate).rounded()) }
}

/// A sine with a linear ramp at either end.
struct ToneGenerator: SampleGenerator {
    let channelCount = 1
    let sampleRate = GeneratedSound.sampleRate

    private let frameCount: Int?
    private var frame = 0
    private let radiansPerFrame: Double
    /// Frames are computed several at a time, each from the two before it in its lane.
    private static let laneCount = 8
    /// Twice the cosine of the phase of `laneCount` frames.
    private let doubledCosine: Double
    /// The phase is computed again for each chunk, so that rounding errors do not add up.
    private static let chunkFrames = 4_096

    /// - Parameter frameCount: Length; `nil` for a tone without end.
    init(hertz: Double, frameCount: Int?) {
        self.frameCount = frameCount
        radiansPerFrame = 2 * Double.pi * hertz / GeneratedSound.sampleRate
        doubledCosine = 2 * cos(Double(Self.laneCount) * radiansPerFrame)
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount asked: Int) -> Int
    {
        let count = min(asked, frameCount.map { max($0 - frame, 0) } ?? asked)
        for first in stride(from: 0, to: count, by: Self.chunkFrames) {
            writeChunk(
                to: samples + first, frame: frame + first, min(count - first, Self.chunkFrames))
        }
        applyRamps(to: samples, count: count)
        frame += count
        return count
    }

    /// - Parameter frame: The chunk's first frame.
    private func writeChunk(to samples: UnsafeMutablePointer<Float>, frame: Int, _ count: Int) {
        var last = lanes(from: frame - Self.laneCount)
        var sine = lanes(from: frame)
        let wholeCount = count & ~(Self.laneCount - 1)
        for index in stride(from: 0, to: wholeCount, by: Self.laneCount) {
            UnsafeMutableRawPointer(samples + index)
                .storeBytes(of: SIMD8<Float>(sine), as: SIMD8<Float>.self)
            (last, sine) = (sine, sine * doubledCosine - last)
        }
        for index in wholeCount..<count { samples[index] = Float(sine[index - wholeCount]) }
    }

    private func lanes(from frame: Int) -> SIMD8<Double> {
        var sine = SIMD8<Double>()
        for lane in 0..<Self.laneCount {
            let phase = (Double(frame + lane) * radiansPerFrame)
                .truncatingRemainder(dividingBy: 2 * .pi)
            sine[lane] = GeneratedSound.peak * sin(phase)
        }
        return sine
    }

    private func applyRamps(to samples: UnsafeMutablePointer<Float>, count: Int) {
        let ramp = GeneratedSound.rampFrames
        if frame < ramp {
            for index in 0..<min(count, ramp - frame) {
                samples[index] *= Float(frame + index) / Float(ramp)
            }
        }
        guard let frameCount, frame + count > frameCount - ramp else { return }
        for index in max(0, frameCount - ramp - frame)..<max(count, 0) {
            samples[index] *= max(0, Float(frameCount - 1 - frame - index) / Float(ramp))
        }
    }
}

/// White noise, the same for the same seed.
struct NoiseGenerator: SampleGenerator {
    let channelCount = 1
    let sampleRate = GeneratedSound.sampleRate

    private let frameCount: Int?
    private var frame = 0
    private var state: UInt64

    init(seed: String, frameCount: Int?) {
        self.frameCount = frameCount
        // Hashed, so that similar names give unrelated noises.
        state = FNV1aHash(seed.utf8).value
        if state == 0 { state = 1 }
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount asked: Int) -> Int
    {
        let count = min(asked, frameCount.map { max($0 - frame, 0) } ?? asked)
        for index in 0..<count {
            // xorshift64*.
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            let bits = Int32(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 32)
            samples[index] = Float(bits) * Float(GeneratedSound.peak / 2_147_483_648)
        }
        frame += count
        return count
    }
}

struct SilenceGenerator: SampleGenerator {
    let channelCount = 1
    let sampleRate = GeneratedSound.sampleRate

    private let frameCount: Int
    private var frame = 0

    init(frameCount: Int) {
        self.frameCount = frameCount
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount asked: Int) -> Int
    {
        let count = min(asked, frameCount - frame)
        samples.update(repeating: 0, count: max(count, 0))
        frame += max(count, 0)
        return max(count, 0)
    }
}

/// The frames of a sound in memory.
struct BufferGenerator: SampleGenerator {
    let buffer: SoundBuffer
    private var frame = 0

    var channelCount: Int { buffer.channelCount }
    var sampleRate: Double { buffer.sampleRate }

    init(_ buffer: SoundBuffer) {
        self.buffer = buffer
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        let count = min(frameCount, buffer.frameCount - frame)
        guard count > 0 else { return 0 }
        samples.update(from: buffer.samples + frame * channelCount, count: count * channelCount)
        frame += count
        return count
    }
}

extension SoundBuffer {
    /// A sine at the scenario language's level, 48 kHz mono, faded in over 5 ms.
    ///
    /// - Parameter isWhole: Whether it is faded out too, for a sound that does not loop.
    package static func tone(hertz: Double, seconds: Double, isWhole: Bool = false) -> SoundBuffer {
        let frameCount = GeneratedSound.frameCount(seconds: seconds)
        var generator = ToneGenerator(hertz: hertz, frameCount: isWhole ? frameCount : nil)
        return SoundBuffer(
            frameCount: frameCount, channelCount: 1, sampleRate: GeneratedSound.sampleRate
        ) { samples in
            if let start = samples.baseAddress {
                _ = generator.generate(into: start, frameCount: frameCount)
            }
        }
    }
}
