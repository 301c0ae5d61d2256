import AudioCodecs
import AudioModel

/// The header of an ADTS frame: seven bytes, or nine with a checksum.
///
/// Source: ISO/IEC 13818-7, 6.2, "Audio Data Transport Stream".
struct ADTSHeader: SelfFramedHeader {
    static let byteCount = 7

    let frameByteCount: Int64
    let skippedByteCount: Int64
    /// Frames per packet of the core; SBR, which the header does not signal, doubles them.
    var framesPerPacket: Int64 = 1024
    /// MPEG-4 audio object type; 2 is AAC LC.
    let objectType: UInt8
    let rateIndex: Int
    /// Zero when a program configuration in the packets defines the channels.
    let channelConfiguration: UInt8
    /// Raw data blocks in the frame; nearly always one.
    let blockCount: Int

    init?(_ bytes: UInt64) {
        func field(_ shift: UInt64, _ bits: UInt64) -> Int {
            Int(bytes >> shift & ((1 << bits) - 1))
        }
        // A 12-bit sync word, and a layer that is always zero.
        guard field(44, 12) == 0xFFF, field(41, 2) == 0 else { return nil }
        skippedByteCount = field(40, 1) == 1 ? 7 : 9
        objectType = UInt8(field(38, 2) + 1)
        rateIndex = field(34, 4)
        channelConfiguration = UInt8(field(30, 3))
        frameByteCount = Int64(field(13, 13))
        blockCount = field(0, 2) + 1
        guard rateIndex < AudioSpecificConfiguration.sampleRates.count,
            frameByteCount >= skippedByteCount
        else { return nil }
    }

    func follows(_ first: ADTSHeader) -> Bool {
        rateIndex == first.rateIndex && channelConfiguration == first.channelConfiguration
            && objectType == first.objectType
    }

    /// The `AudioSpecificConfig` for raw packets.
    ///
    /// Source: ISO/IEC 14496-3, 1.6.2.1, "AudioSpecificConfig".
    var specificConfiguration: [UInt8] {
        let bits =
            UInt16(objectType) << 11 | UInt16(rateIndex) << 7
            | UInt16(channelConfiguration) << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }
}
