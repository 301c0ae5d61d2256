import AudioModel
import CSoundMixer
import Testing

@Suite("The kernels of samples")
struct SampleKernelTests {
    private static let counts = [0, 1, 2, 7, 8, 9, 15, 16, 17, 64, 101]

    @Test("decode 16-bit integers at any address", arguments: ["baseline", "avx2"])
    func integers(kernels name: String) throws {
        // Not this processor's.
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        var random = SeededGenerator(seed: 1)
        for count in Self.counts {
            for offset in 0..<3 {
                var bytes = (0..<(2 * count + offset)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                if count > 0 { bytes.replaceSubrange(offset..<(offset + 2), with: [0x00, 0x80]) }
                for isSwapped in [false, true] {
                    let expected = (0..<count).map { index in
                        let (first, second) = (
                            bytes[offset + 2 * index], bytes[offset + 2 * index + 1]
                        )
                        let (low, high) = isSwapped ? (second, first) : (first, second)
                        return Float(Int16(bitPattern: UInt16(high) << 8 | UInt16(low))) / 32_768
                    }
                    var samples = [Float](repeating: 9, count: count + 1)
                    bytes.withUnsafeBytes { bytes in
                        // The empty ones have no address.
                        guard let start = bytes.baseAddress else { return }
                        kernels.decode_int16(start + offset, &samples, count, isSwapped ? 1 : 0)
                    }
                    #expect(samples.dropLast() == expected[...] && samples.last == 9)
                }
            }
        }
    }

    @Test(
        "decode 32-bit floats at any address, those that are not finite as silence",
        arguments: ["baseline", "avx2"])
    func floats(kernels name: String) throws {
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        let odd: [Float] = [
            .nan, .signalingNaN, .infinity, -.infinity, -0, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude,
        ]
        for count in Self.counts {
            for offset in 0..<3 {
                var numbers = noise(count, seed: 4)
                for index in numbers.indices where index % 3 == 0 {
                    numbers[index] = odd[index / 3 % odd.count]
                }
                for isSwapped in [false, true] {
                    let bytes =
                        [UInt8](repeating: 9, count: offset)
                        + numbers.flatMap { number in
                            let bits = isSwapped ? number.bitPattern.byteSwapped : number.bitPattern
                            return withUnsafeBytes(of: bits, Array.init)
                        }
                    var samples = [Float](repeating: 9, count: count + 1)
                    bytes.withUnsafeBytes { bytes in
                        guard let start = bytes.baseAddress else { return }
                        kernels.decode_float32(start + offset, &samples, count, isSwapped ? 1 : 0)
                    }
                    let expected = numbers.map { $0.isFinite ? $0 : 0 } + [9]
                    #expect(samples.map(\.bitPattern) == expected.map(\.bitPattern))
                }
            }
        }
    }

    @Test("add samples one by one", arguments: ["baseline", "avx2"])
    func sums(kernels name: String) throws {
        guard let kernels = sori_kernels_named(name)?.pointee else { return }
        for count in Self.counts {
            let samples = noise(count, seed: 2)
            let before = noise(count, seed: 3) + [9]
            var sum = before
            kernels.add_samples(&sum, samples, count)
            #expect(sum == zip(before, samples + [0]).map { $0 + $1 })
        }
    }
}
