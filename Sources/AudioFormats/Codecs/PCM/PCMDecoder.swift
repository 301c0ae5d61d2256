import AudioModel

/// Linear PCM of any width, and µ-law and A-law, to float of full scale ±1.
///
/// Integers are divided by two to the power of their bits less one, so that up to 24 bits nothing
/// is lost. Floats are taken as they are, but for infinities and not-a-number codes, which become
/// silence: they would spread to every sound in the mix.
struct PCMDecoder {
    private enum Sample {
        case unsigned8
        case signed8
        case integer16
        case integer24
        case integer32
        case float32
        case float64
        /// A table of what each byte stands for.
        case law([Float])
    }

    private let sample: Sample
    private let isBigEndian: Bool

    /// - Returns: nil for widths that are not decoded.
    init?(_ format: StreamFormat) {
        if format.id == .uLaw || format.id == .aLaw {
            sample = .law(format.id == .uLaw ? Law.uLawSamples : Law.aLawSamples)
            isBigEndian = false
            return
        }
        guard format.id == .linearPCM, format.channelCount > 0 else { return nil }
        let bytesPerSample = format.bytesPerFrame / format.channelCount
        isBigEndian = format.flags.contains(.bigEndian)
        switch (format.flags.contains(.float), bytesPerSample) {
        case (true, 4): sample = .float32
        case (true, 8): sample = .float64
        case (false, 1): sample = format.flags.contains(.signedInteger) ? .signed8 : .unsigned8
        // Wider unsigned samples exist in no file.
        case (false, _) where !format.flags.contains(.signedInteger): return nil
        case (false, 2): sample = .integer16
        case (false, 3): sample = .integer24
        case (false, 4): sample = .integer32
        default: return nil
        }
    }

    /// - Parameters:
    ///   - bytes: `sampleCount` coded samples, at any alignment.
    ///   - samples: Room for `sampleCount` samples.
    func decode(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Float>, sampleCount: Int
    ) {
        switch sample {
        case .unsigned8:
            for index in 0..<sampleCount {
                let byte = bytes.load(fromByteOffset: index, as: UInt8.self)
                samples[index] = Float(Int32(byte) &- 128) * 0x1p-7
            }
        case .signed8:
            for index in 0..<sampleCount {
                samples[index] = Float(bytes.load(fromByteOffset: index, as: Int8.self)) * 0x1p-7
            }
        case .law(let table):
            for index in 0..<sampleCount {
                samples[index] = table[Int(bytes.load(fromByteOffset: index, as: UInt8.self))]
            }
        case .integer16:
            decodeIntegers(bytes, Int16.self, scale: 0x1p-15, into: samples, sampleCount)
        case .integer24:
            decode24(bytes, into: samples, sampleCount)
        case .integer32:
            decodeIntegers(bytes, Int32.self, scale: 0x1p-31, into: samples, sampleCount)
        case .float32:
            decodeFloats(bytes, UInt32.self, into: samples, sampleCount) { Float(bitPattern: $0) }
        case .float64:
            decodeFloats(bytes, UInt64.self, into: samples, sampleCount) {
                Float(Double(bitPattern: $0))
            }
        }
    }

    @inline(__always)
    private func decodeIntegers<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawPointer, _: Number.Type, scale: Float,
        into samples: UnsafeMutablePointer<Float>, _ sampleCount: Int
    ) {
        let stride = MemoryLayout<Number>.size
        if isBigEndian {
            for index in 0..<sampleCount {
                let raw = bytes.loadUnaligned(fromByteOffset: index &* stride, as: Number.self)
                samples[index] = Float(Number(bigEndian: raw)) * scale
            }
        } else {
            for index in 0..<sampleCount {
                let raw = bytes.loadUnaligned(fromByteOffset: index &* stride, as: Number.self)
                samples[index] = Float(Number(littleEndian: raw)) * scale
            }
        }
    }

    private func decode24(
        _ bytes: UnsafeRawPointer, into samples: UnsafeMutablePointer<Float>, _ sampleCount: Int
    ) {
        let highest = isBigEndian ? 0 : 2
        for index in 0..<sampleCount {
            let start = index &* 3
            let high = bytes.load(fromByteOffset: start &+ highest, as: UInt8.self)
            let middle = bytes.load(fromByteOffset: start &+ 1, as: UInt8.self)
            let low = bytes.load(fromByteOffset: start &+ 2 &- highest, as: UInt8.self)
            let word = UInt32(high) << 24 | UInt32(middle) << 16 | UInt32(low) << 8
            samples[index] = Float(Int32(bitPattern: word)) * 0x1p-31
        }
    }

    @inline(__always)
    private func decodeFloats<Bits: FixedWidthInteger>(
        _ bytes: UnsafeRawPointer, _: Bits.Type,
        into samples: UnsafeMutablePointer<Float>, _ sampleCount: Int,
        _ number: (Bits) -> Float
    ) {
        let stride = MemoryLayout<Bits>.size
        for index in 0..<sampleCount {
            let raw = bytes.loadUnaligned(fromByteOffset: index &* stride, as: Bits.self)
            let value = number(isBigEndian ? Bits(bigEndian: raw) : Bits(littleEndian: raw))
            samples[index] = value.isFinite ? value : 0
        }
    }
}
