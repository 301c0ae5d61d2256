public import AudioModel

/// How a sample of linear PCM, µ-law or A-law is stored.
struct PCMSampleCoding: Hashable, Sendable {
    enum Number: Hashable, Sendable {
        case float32
        case float64
        case integer
        case uLaw
        case aLaw
    }

    let number: Number
    /// Bytes per sample: 1…8; integers 1…4.
    let byteCount: Int
    let isBigEndian: Bool
    let isSigned: Bool
    /// Bits of an integer; at most its bytes'.
    let bitCount: Int
    /// Position of an integer's lowest bit in its bytes.
    let shift: Int
    /// Fractional bits of a fixed-point number: full scale is two to this power. Integers have all
    /// bits but the sign here.
    let fractionBitCount: Int

    /// Derives the sample's storage from a format.
    ///
    /// - Returns: nil for codings other than PCM, and for unsupported widths.
    init?(_ format: StreamFormat) {
        guard format.channelCount > 0 else { return nil }
        if format.id == .uLaw || format.id == .aLaw {
            self.init(format.id == .uLaw ? .uLaw : .aLaw, byteCount: 1)
            return
        }
        let isInterleaved = !format.flags.contains(.nonInterleaved)
        let samplesPerFrame = isInterleaved ? format.channelCount : 1
        guard format.id == .linearPCM, format.bytesPerFrame % samplesPerFrame == 0 else {
            return nil
        }
        let byteCount = Int(format.bytesPerFrame / samplesPerFrame)
        let isBigEndian = format.flags.contains(.bigEndian)
        if format.flags.contains(.float) {
            guard byteCount == 4 || byteCount == 8 else { return nil }
            self.init(
                byteCount == 4 ? .float32 : .float64, byteCount: byteCount,
                isBigEndian: isBigEndian)
            return
        }
        guard (1...4).contains(byteCount) else { return nil }
        let room = byteCount * 8
        // All bits are valid when the file does not state their number.
        let bits = format.bitsPerChannel == 0 ? room : Int(format.bitsPerChannel)
        guard (1...room).contains(bits) else { return nil }
        let fraction = Int(format.flags.rawValue >> 7 & 0x3F)
        guard fraction < bits else { return nil }
        self.init(
            .integer, byteCount: byteCount, isBigEndian: isBigEndian,
            isSigned: format.flags.contains(.signedInteger), bitCount: bits,
            shift: format.flags.contains(.alignedHigh) ? room - bits : 0,
            fractionBitCount: fraction > 0 ? fraction : bits - 1)
    }

    private init(
        _ number: Number, byteCount: Int, isBigEndian: Bool = false, isSigned: Bool = true,
        bitCount: Int = 0, shift: Int = 0, fractionBitCount: Int = 0
    ) {
        self.number = number
        self.byteCount = byteCount
        self.isBigEndian = isBigEndian
        self.isSigned = isSigned
        self.bitCount = bitCount
        self.shift = shift
        self.fractionBitCount = fractionBitCount
    }
}

extension StreamFormat {
    /// Valid bits of an integer sample; nil for everything but integer linear PCM.
    public var integerBitCount: Int? {
        guard let coding = PCMSampleCoding(self), coding.number == .integer else { return nil }
        return coding.bitCount
    }
}
