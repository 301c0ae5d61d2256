import AudioCodecs
import AudioModel

/// The size of a frame as its header states it, for kinds of files that end with a cut frame when
/// their end is missing.
enum StatedFrameSize {
    /// The size in bytes.
    ///
    /// - Parameter bytes: From the frame's first byte on; may be less than the frame.
    /// - Returns: nil when it is no frame header, or states no size.
    static func byteCount(_ bytes: [UInt8], in kind: ContainerKind, _ format: FormatID) -> Int? {
        switch kind {
        case .ac3: ac3(bytes)
        case .mp1, .mp2: mpegAudio(bytes)
        case .amr: adaptiveMultiRate(bytes, isWide: format == .wideAdaptiveMultiRate)
        default: nil
        }
    }

    /// Source: ETSI TS 102 366, 4.4.1.4, "frmsizecod", and E.1.3.1.3, "frmsiz".
    private static func ac3(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 6, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
        if bytes[5] >> 3 > 10 {
            return ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) * 2
        }
        let kilobits = [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
        ]
        let code = Int(bytes[4] & 0x3F)
        guard code / 2 < kilobits.count else { return nil }
        let bits = kilobits[code / 2]
        switch bytes[4] >> 6 {
        case 0: return bits * 4
        case 1: return (bits * 96_000 / 44_100 + (code & 1)) * 2
        case 2: return bits * 6
        default: return nil
        }
    }

    /// A frame of MPEG layer 1 or 2.
    ///
    /// Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3.
    private static func mpegAudio(_ bytes: [UInt8]) -> Int? {
        let headByteCount = 4
        guard bytes.first == 0xFF else { return nil }
        guard bytes.count >= headByteCount else { return headByteCount }
        let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
        let (bitRateIndex, rateIndex) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
        // Version 3 is MPEG-1. Layer 3 has the number 1, and version 1 is reserved.
        guard bytes[1] & 0xE0 == 0xE0, version != 1, layer > 1, rateIndex < 3,
            (1...14).contains(bitRateIndex)
        else { return nil }
        let isVersion1 = version == 3
        let rate = [44_100, 48_000, 32_000][rateIndex] >> (isVersion1 ? 0 : version == 2 ? 1 : 2)
        let padding = Int(bytes[2] >> 1 & 1)
        if layer == 3 {
            let lowRates = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
            let kilobits = isVersion1 ? 32 * bitRateIndex : lowRates[bitRateIndex - 1]
            return (12_000 * kilobits / rate + padding) * 4
        }
        let rates =
            isVersion1
            ? [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
            : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        return 144_000 * rates[bitRateIndex - 1] / rate + padding
    }

    /// A frame of AMR with its type before it.
    ///
    /// Source: RFC 4867, 5.3, "AMR and AMR-WB storage format"; 3GPP TS 26.101 and 26.201, annex A.
    private static func adaptiveMultiRate(_ bytes: [UInt8], isWide: Bool) -> Int? {
        guard let head = bytes.first, head & 0x83 == 0 else { return nil }
        let sizes =
            isWide ? [17, 23, 32, 36, 40, 46, 50, 58, 60, 5] : [12, 13, 15, 17, 19, 20, 26, 31, 5]
        let type = Int(head >> 3 & 0xF)
        if type < sizes.count { return 1 + sizes[type] }
        // Lost speech, and no data.
        return type == 15 || isWide && type == 14 ? 1 : nil
    }
}
