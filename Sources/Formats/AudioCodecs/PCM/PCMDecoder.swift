public import AudioModel
import CSoundMixer

/// Decodes linear PCM of any width, µ-law and A-law to float of full scale ±1.
///
/// Integers are divided by two to the power of their bits less one; `Float` represents up to 24
/// bits exactly, `Double` all. Floats are copied, except that infinities and NaN become silence:
/// they would spread to every sound in the mix.
public struct PCMDecoder: Sendable {
    private let coding: PCMSampleCoding
    /// Left shift that moves an integer's bits to the top of 32.
    private let liftToTop: UInt32
    /// XOR mask that converts an unsigned integer to a signed one.
    private let turnOver: UInt32
    /// Factor, a power of two, that scales an integer at the top of 32 bits to ±1.
    private let scale: Double
    /// Decoded samples of the G.711 codes.
    private let lawSamples: [Float]

    /// Bytes per sample.
    public var bytesPerSample: Int { coding.byteCount }

    /// Whether the samples are whole 16-bit integers with a sign.
    public var storesInt16: Bool {
        coding.number == .integer && coding.byteCount == 2 && coding.bitCount == 16
            && coding.isSigned && coding.fractionBitCount == 15
    }

    /// Whether the samples' bytes are not in the processor's order.
    private var isSwapped: Bool { coding.isBigEndian != (Int(bigEndian: 1) == 1) }

    /// Brings 16-bit integers, as they are stored, into the processor's order of bytes.
    ///
    /// - Precondition: `storesInt16`.
    public func orderBytes(of samples: UnsafeMutableBufferPointer<Int16>) {
        guard isSwapped else { return }
        for index in samples.indices { samples[index] = samples[index].byteSwapped }
    }

    /// Creates a decoder.
    ///
    /// - Returns: nil for codings other than PCM, and for unsupported widths.
    public init?(_ format: StreamFormat) {
        guard let coding = PCMSampleCoding(format) else { return nil }
        self.coding = coding
        liftToTop = UInt32(max(32 - coding.bitCount - coding.shift, 0))
        turnOver = coding.isSigned ? 0 : 1 << 31
        scale = Double(
            sign: .plus, exponent: -31 + coding.bitCount - 1 - coding.fractionBitCount,
            significand: 1)
        switch coding.number {
        case .uLaw: lawSamples = G711.uLawSamples
        case .aLaw: lawSamples = G711.aLawSamples
        default: lawSamples = []
        }
    }

    /// Decodes samples to `Float`.
    ///
    /// - Parameters:
    ///   - bytes: `sampleCount` consecutive coded samples, at any alignment.
    ///   - samples: Room for `sampleCount` samples, `stride` apart.
    ///   - stride: Number of interleaved channels in `samples`, to fill one of them.
    public func decode(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Float>, stride: Int = 1,
        sampleCount: Int
    ) {
        if stride == 1, storesInt16 {
            sori_decode_int16(bytes, samples, sampleCount, isSwapped ? 1 : 0)
        } else if stride == 1, coding.number == .float32 {
            sori_decode_float32(bytes, samples, sampleCount, isSwapped ? 1 : 0)
        } else if stride == 1 {
            // Specialised for a constant stride of one, which runs several times faster.
            decodeAll(bytes, into: samples, stride: 1, sampleCount)
        } else {
            decodeAll(bytes, into: samples, stride: stride, sampleCount)
        }
    }

    /// Decodes samples to `Double`, without loss for 32-bit integers and 64-bit floats.
    public func decode(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Double>, stride: Int = 1,
        sampleCount: Int
    ) {
        decodeAll(bytes, into: samples, stride: stride, sampleCount)
    }

    @inline(__always)
    private func decodeAll<Sample: BinaryFloatingPoint>(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Sample>, stride: Int,
        _ sampleCount: Int
    ) {
        switch coding.number {
        case .uLaw, .aLaw:
            for index in 0..<sampleCount {
                let byte = bytes.load(fromByteOffset: index, as: UInt8.self)
                samples[index &* stride] = Sample(lawSamples[Int(byte)])
            }
        case .float32:
            decodeFloats(bytes, UInt32.self, into: samples, stride: stride, sampleCount) {
                Sample(Float(bitPattern: $0))
            }
        case .float64:
            decodeFloats(bytes, UInt64.self, into: samples, stride: stride, sampleCount) {
                Sample(Double(bitPattern: $0))
            }
        case .integer:
            decodeIntegers(bytes, into: samples, stride: stride, sampleCount)
        }
    }

    @inline(__always)
    private func decodeIntegers<Sample: BinaryFloatingPoint>(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Sample>, stride: Int,
        _ sampleCount: Int
    ) {
        let (liftToTop, turnOver, scale) = (liftToTop, turnOver, Sample(scale))
        func decode(_ load: (Int) -> UInt32) {
            for index in 0..<sampleCount {
                let word = load(index) &<< liftToTop ^ turnOver
                samples[index &* stride] = Sample(Int32(bitPattern: word)) * scale
            }
        }
        switch (coding.byteCount, coding.isBigEndian) {
        case (1, _):
            decode { UInt32(bytes.load(fromByteOffset: $0, as: UInt8.self)) }
        case (2, false):
            decode {
                let raw = bytes.loadUnaligned(fromByteOffset: $0 &* 2, as: UInt16.self)
                return UInt32(UInt16(littleEndian: raw))
            }
        case (2, true):
            decode {
                let raw = bytes.loadUnaligned(fromByteOffset: $0 &* 2, as: UInt16.self)
                return UInt32(UInt16(bigEndian: raw))
            }
        case (3, let isBigEndian):
            let highest = isBigEndian ? 0 : 2
            decode { index in
                let start = index &* 3
                let high = bytes.load(fromByteOffset: start &+ highest, as: UInt8.self)
                let middle = bytes.load(fromByteOffset: start &+ 1, as: UInt8.self)
                let low = bytes.load(fromByteOffset: start &+ 2 &- highest, as: UInt8.self)
                return UInt32(high) << 16 | UInt32(middle) << 8 | UInt32(low)
            }
        case (_, false):
            decode {
                let raw = bytes.loadUnaligned(fromByteOffset: $0 &* 4, as: UInt32.self)
                return UInt32(littleEndian: raw)
            }
        case (_, true):
            decode {
                let raw = bytes.loadUnaligned(fromByteOffset: $0 &* 4, as: UInt32.self)
                return UInt32(bigEndian: raw)
            }
        }
    }

    @inline(__always)
    private func decodeFloats<Bits: FixedWidthInteger, Sample: BinaryFloatingPoint>(
        _ bytes: UnsafeRawPointer, _: Bits.Type, into samples: UnsafeMutablePointer<Sample>,
        stride: Int, _ sampleCount: Int, _ number: (Bits) -> Sample
    ) {
        let size = MemoryLayout<Bits>.size
        for index in 0..<sampleCount {
            let raw = bytes.loadUnaligned(fromByteOffset: index &* size, as: Bits.self)
            let value = number(coding.isBigEndian ? Bits(bigEndian: raw) : Bits(littleEndian: raw))
            samples[index &* stride] = value.isFinite ? value : 0
        }
    }
}
