import AudioModel

/// How one sample of linear PCM, µ-law or A-law stands in its bytes.
struct PCMSampleCoding: Hashable, Sendable {
    enum Number: Hashable, Sendable {
        case float32
        case float64
        case integer
        case uLaw
        case aLaw
    }

    let number: Number
    /// 1…8; of integers 1…4.
    let byteCount: Int
    let isBigEndian: Bool
    let isSigned: Bool
    /// Of an integer, at most those of its bytes.
    let bitCount: Int
    /// How far an integer stands above the lowest bit of its bytes.
    let shift: Int
    /// Bits after the point of a fixed-point number: full scale is two to their power. Integers
    /// have all but the sign there.
    let fractionBitCount: Int

    /// - Returns: nil for codings that are no PCM, and for widths that are not known.
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
        // Files that do not say how many bits count have all of them.
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
    /// How many bits of an integer count; nil for everything but integer linear PCM.
    public var integerBitCount: Int? {
        guard let coding = PCMSampleCoding(self), coding.number == .integer else { return nil }
        return coding.bitCount
    }
}
