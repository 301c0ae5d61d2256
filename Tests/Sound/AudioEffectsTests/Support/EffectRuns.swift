import AudioEffects
import AudioModel
import Foundation

/// Channels of samples for a test.
typealias Channels = [[Float]]

/// Calls a body with pointers to all channels.
func withPointers<Result>(
    _ channels: inout Channels, from frame: Int = 0, _ body: (PlanarSamples) -> Result
) -> Result {
    let frameCount = channels.first?.count ?? 0
    let memory = channels.map { channel in
        let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(frameCount, 1))
        copy.initialize(from: channel, count: frameCount)
        return copy
    }
    defer { for pointer in memory { pointer.deallocate() } }
    let shifted = memory.map { $0 + frame }
    let result = shifted.withUnsafeBufferPointer { pointers in
        withoutNil(pointers.baseAddress, body)
    }
    for (index, pointer) in memory.enumerated() {
        channels[index] = Array(UnsafeBufferPointer(start: pointer, count: frameCount))
    }
    return result
}

private func withoutNil<Value, Result>(_ value: Value?, _ body: (Value) -> Result) -> Result {
    guard let value else { fatalError("a test without channels") }
    return body(value)
}

extension Effect {
    /// Prepares for the input's channels and processes it in blocks of one size.
    func output(
        of input: Channels, sampleRate: Double = 44100, blockFrames: Int = 512
    ) -> Channels {
        prepare(sampleRate: sampleRate, channelCount: input.count, maximumFrameCount: 4096)
        return continued(input) { _ in blockFrames }
    }

    /// Processes the input in blocks.
    ///
    /// - Parameter blockFrames: The size of the block that begins at a frame.
    func continued(_ input: Channels, blockFrames: (Int) -> Int) -> Channels {
        var samples = input
        let frameCount = input[0].count
        var frame = 0
        let memory = samples.map { channel in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(frameCount, 1))
            copy.initialize(from: channel, count: frameCount)
            return copy
        }
        while frame < frameCount {
            let count = min(max(blockFrames(frame), 1), frameCount - frame)
            let pointers = memory.map { $0 + frame }
            pointers.withUnsafeBufferPointer { buffer in
                if let first = buffer.baseAddress { process(first, frameCount: count) }
            }
            frame += count
        }
        for (index, pointer) in memory.enumerated() {
            samples[index] = Array(UnsafeBufferPointer(start: pointer, count: frameCount))
            pointer.deallocate()
        }
        return samples
    }
}

extension TimeEffect {
    /// Makes output frames of the input, which is followed by silence.
    ///
    /// - Parameter consumed: The number of input frames that have been appended; raised.
    func output(
        of input: Channels, frameCount: Int, consumed: inout Int, blockFrames: (Int) -> Int
    ) -> Channels {
        var output = Channels(repeating: [], count: input.count)
        while output[0].count < frameCount {
            let count = min(max(blockFrames(output[0].count), 1), frameCount - output[0].count)
            while true {
                let needed = neededInputFrames(for: count)
                if needed == 0 { break }
                let start = consumed
                var piece = input.map { channel in
                    (start..<start + needed).map { $0 < channel.count ? channel[$0] : 0 }
                }
                consumed += needed
                withPointers(&piece) { append($0, frameCount: needed) }
            }
            var block = Channels(
                repeating: [Float](repeating: .nan, count: count), count: input.count)
            withPointers(&block) { read($0, frameCount: count) }
            for channel in output.indices { output[channel] += block[channel] }
        }
        return output
    }

    func output(of input: Channels, frameCount: Int, blockFrames: Int = 512) -> Channels {
        var consumed = 0
        return output(of: input, frameCount: frameCount, consumed: &consumed) { _ in blockFrames }
    }
}

/// Signals for tests.
enum Signal {
    static func impulse(frameCount: Int, at frame: Int = 0) -> [Float] {
        var samples = [Float](repeating: 0, count: frameCount)
        samples[frame] = 1
        return samples
    }

    static func sine(
        _ frequency: Double, amplitude: Double = 0.5, frameCount: Int, sampleRate: Double = 44100
    ) -> [Float] {
        (0..<frameCount).map {
            Float(amplitude * sin(2 * Double.pi * frequency * Double($0) / sampleRate))
        }
    }

    static func noise(frameCount: Int, seed: UInt64, amplitude: Float = 0.5) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<frameCount).map { _ in
            Float.random(in: -amplitude...amplitude, using: &generator)
        }
    }
}

extension [Float] {
    var bits: [UInt32] { map(\.bitPattern) }

    var isFinite: Bool { allSatisfy { $0.isFinite } }

    var peak: Float { map(\.magnitude).max() ?? 0 }

    var rootMeanSquare: Double {
        (reduce(0) { $0 + Double($1) * Double($1) } / Double(Swift.max(count, 1))).squareRoot()
    }

    /// The discrete-time Fourier transform at one frequency: real and imaginary part.
    func transform(at frequency: Double, sampleRate: Double) -> SIMD2<Double> {
        var sum = SIMD2<Double>(0, 0)
        let step = -2 * Double.pi * frequency / sampleRate
        for (frame, sample) in enumerated() where sample != 0 {
            sum += Double(sample) * SIMD2(cos(step * Double(frame)), sin(step * Double(frame)))
        }
        return sum
    }
}

extension SIMD2<Double> {
    var length: Double { (x * x + y * y).squareRoot() }
}
