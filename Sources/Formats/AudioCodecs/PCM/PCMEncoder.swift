public import AudioModel

/// Encodes float of full scale ±1 to linear PCM of any width, µ-law or A-law: the inverse of
/// `PCMDecoder`.
///
/// Integers are rounded to the nearest and clamped to their range. Samples decoded from integers of
/// no more bits are restored bit for bit (up to 24 bits from `Float`). Floats are not clamped. NaN
/// and infinities become silence in floats; in integers, infinities are clamped.
///
/// Dither continues from call to call of one encoder. Use one encoder per channel for channels in
/// separate buffers.
public struct PCMEncoder: Sendable {
    private let coding: PCMSampleCoding
    private var dither: PCMDither?
    /// Full scale in quantisation steps: a power of two.
    private let scale: Double
    private let lowest: Double
    private let highest: Double
    private let turnOver: UInt32
    /// Clears the sign bits above an integer that does not fill its bytes.
    private let mask: UInt32

    /// Bytes per sample.
    public var bytesPerSample: Int { coding.byteCount }

    /// Creates an encoder.
    ///
    /// - Parameter dither: Applied to integers only; nil rounds without dither. Use it when the
    ///   samples have more bits than the format.
    /// - Returns: nil for codings other than PCM, and for unsupported widths.
    public init?(_ format: StreamFormat, dither: PCMDither? = nil) {
        guard let coding = PCMSampleCoding(format) else { return nil }
        self.coding = coding
        self.dither = coding.number == .integer ? dither : nil
        scale = Double(sign: .plus, exponent: coding.fractionBitCount, significand: 1)
        lowest = coding.number == .integer ? -Double(1 << (coding.bitCount - 1)) : 0
        highest = -lowest - 1
        turnOver = coding.isSigned || coding.number != .integer ? 0 : 1 << (coding.bitCount - 1)
        // A signed integer below the top of its bytes is sign-extended.
        mask =
            coding.isSigned || coding.bitCount == 32 || coding.number != .integer
            ? .max : 1 << coding.bitCount - 1
    }

    /// Encodes `Float` samples.
    ///
    /// - Parameters:
    ///   - samples: `sampleCount` samples, `stride` apart.
    ///   - stride: Number of interleaved channels in `samples`, to encode one of them.
    ///   - bytes: Room for `sampleCount` consecutive coded samples, at any alignment.
    public mutating func encode(
        _ samples: UnsafePointer<Float>, stride: Int = 1, into bytes: UnsafeMutableRawPointer,
        sampleCount: Int
    ) {
        if stride == 1 {
            encodeAll(samples, stride: 1, into: bytes, sampleCount)
        } else {
            encodeAll(samples, stride: stride, into: bytes, sampleCount)
        }
    }

    /// Encodes `Double` samples, without loss for 32-bit integers and 64-bit floats.
    public mutating func encode(
        _ samples: UnsafePointer<Double>, stride: Int = 1, into bytes: UnsafeMutableRawPointer,
        sampleCount: Int
    ) {
        encodeAll(samples, stride: stride, into: bytes, sampleCount)
    }

    @inline(__always)
    private mutating func encodeAll<Sample: BinaryFloatingPoint>(
        _ samples: UnsafePointer<Sample>, stride: Int, into bytes: UnsafeMutableRawPointer,
        _ sampleCount: Int
    ) {
        switch coding.number {
        case .uLaw, .aLaw:
            let isULaw = coding.number == .uLaw
            for index in 0..<sampleCount {
                let sample = pcm16(Float(samples[index &* stride]))
                let byte = isULaw ? G711.uLawByte(of: sample) : G711.aLawByte(of: sample)
                bytes.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
        case .float32:
            encodeFloats(samples, stride: stride, into: bytes, sampleCount) {
                let number = Float($0)
                return number.isFinite ? number.bitPattern : 0
            }
        case .float64:
            encodeFloats(samples, stride: stride, into: bytes, sampleCount) {
                let number = Double($0)
                return number.isFinite ? number.bitPattern : 0
            }
        case .integer:
            encodeIntegers(samples, stride: stride, into: bytes, sampleCount)
        }
    }

    @inline(__always)
    private func encodeFloats<Bits: FixedWidthInteger, Sample: BinaryFloatingPoint>(
        _ samples: UnsafePointer<Sample>, stride: Int, into bytes: UnsafeMutableRawPointer,
        _ sampleCount: Int, _ bits: (Sample) -> Bits
    ) {
        let size = MemoryLayout<Bits>.size
        for index in 0..<sampleCount {
            let value = bits(samples[index &* stride])
            bytes.storeBytes(
                of: coding.isBigEndian ? value.bigEndian : value.littleEndian,
                toByteOffset: index &* size, as: Bits.self)
        }
    }

    @inline(__always)
    private mutating func encodeIntegers<Sample: BinaryFloatingPoint>(
        _ samples: UnsafePointer<Sample>, stride: Int, into bytes: UnsafeMutableRawPointer,
        _ sampleCount: Int
    ) {
        switch (coding.byteCount, coding.isBigEndian) {
        case (1, _):
            words(samples, stride: stride, sampleCount) { index, word in
                bytes.storeBytes(
                    of: UInt8(truncatingIfNeeded: word), toByteOffset: index, as: UInt8.self)
            }
        case (2, let isBigEndian):
            words(samples, stride: stride, sampleCount) { index, word in
                let value = UInt16(truncatingIfNeeded: word)
                bytes.storeBytes(
                    of: isBigEndian ? value.bigEndian : value.littleEndian,
                    toByteOffset: index &* 2, as: UInt16.self)
            }
        case (3, let isBigEndian):
            let highest = isBigEndian ? 0 : 2
            words(samples, stride: stride, sampleCount) { index, word in
                let start = bytes + index &* 3
                let high = UInt8(truncatingIfNeeded: word >> 16)
                let middle = UInt8(truncatingIfNeeded: word >> 8)
                start.storeBytes(of: high, toByteOffset: highest, as: UInt8.self)
                start.storeBytes(of: middle, toByteOffset: 1, as: UInt8.self)
                start.storeBytes(
                    of: UInt8(truncatingIfNeeded: word), toByteOffset: 2 &- highest,
                    as: UInt8.self)
            }
        case (_, let isBigEndian):
            words(samples, stride: stride, sampleCount) { index, word in
                bytes.storeBytes(
                    of: isBigEndian ? word.bigEndian : word.littleEndian,
                    toByteOffset: index &* 4, as: UInt32.self)
            }
        }
    }

    /// Passes each sample's index and integer bits to `store`.
    @inline(__always)
    private mutating func words<Sample: BinaryFloatingPoint>(
        _ samples: UnsafePointer<Sample>, stride: Int, _ sampleCount: Int,
        _ store: (Int, UInt32) -> Void
    ) {
        let shift = UInt32(coding.shift)
        let (scale, lowest, highest) = (scale, lowest, highest)
        let (turnOver, mask) = (turnOver, mask)
        @inline(__always)
        func word(_ steps: Double) -> UInt32 {
            let number = steps == steps ? steps : 0
            let clamped = min(max(number, lowest), highest)
            // At this magnitude the last bit of a double is one step, so the sum is rounded to
            // whole steps, ties to even.
            let rounded = (clamped + 0x1.8p52).bitPattern
            return ((UInt32(truncatingIfNeeded: rounded) ^ turnOver) & mask) &<< shift
        }
        guard var dither else {
            for index in 0..<sampleCount {
                store(index, word(Double(samples[index &* stride]) * scale))
            }
            return
        }
        for index in 0..<sampleCount {
            store(index, word(Double(samples[index &* stride]) * scale + dither.next()))
        }
        self.dither = dither
    }
}
