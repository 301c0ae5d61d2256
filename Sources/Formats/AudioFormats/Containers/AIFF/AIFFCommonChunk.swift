import AudioCodecs
import AudioModel

/// The `COMM` chunk: the format of an AIFF or AIFF-C file.
///
/// Source: Apple, Audio Interchange File Format "AIFF" 1.3 and AIFF-C draft 8/26/91, "The Common
/// Chunk"; the compression types after 1991: QuickTime File Format, "Sound Sample Descriptions".
struct AIFFCommonChunk {
    let format: StreamFormat
    /// The chunk's `numSampleFrames`: sample frames, or packets for formats with several frames per
    /// packet.
    let unitCount: Int64

    /// Reads the chunk.
    ///
    /// - Parameter reader: At the start of the chunk's content, limited to it.
    init(reading reader: inout ByteReader, isCompressed: Bool) throws(FormatError) {
        let start = reader.position
        let channelCount: Int16 = try reader.readBigEndian()
        let sampleFrames: UInt32 = try reader.readBigEndian()
        let bits: Int16 = try reader.readBigEndian()
        let rate = ExtendedFloat(
            signAndExponent: try reader.readBigEndian(), mantissa: try reader.readBigEndian()
        ).value
        let compressionType = isCompressed ? try reader.readFourCC() : "NONE"
        guard let channels = UInt32(exactly: channelCount),
            CodingLimits.channels.contains(channels)
        else { throw FormatError(.badField("channel count"), offset: start) }
        guard CodingLimits.sampleRate.contains(rate) else {
            throw FormatError(.badField("sample rate"), offset: start + 8)
        }
        unitCount = Int64(sampleFrames)
        if let format = Self.formatByCompressionType(
            compressionType, sampleRate: rate, channelCount: channels)
        {
            self.format = format
            return
        }
        guard (1...64).contains(bits) else {
            throw FormatError(.badField("number of bits per sample"), offset: start + 6)
        }
        format = StreamFormat(
            linearPCM: rate, channelCount: channels, bits: UInt32(bits),
            bytesPerSample: (UInt32(bits) + 7) / 8, isBigEndian: compressionType != "sowt",
            isSigned: compressionType != "raw ")
    }

    /// The format that the compression type alone determines; nil for integer PCM, which has its
    /// sample size in a field of the chunk.
    private static func formatByCompressionType(
        _ compressionType: FourCC, sampleRate: Double, channelCount: UInt32
    ) -> StreamFormat? {
        func linear(
            _ bits: UInt32, isFloat: Bool = false, isBigEndian: Bool = true
        ) -> StreamFormat {
            StreamFormat(
                linearPCM: sampleRate, channelCount: channelCount, bits: bits,
                bytesPerSample: bits / 8, isFloat: isFloat, isBigEndian: isBigEndian)
        }
        switch compressionType {
        case "NONE", "twos", "sowt", "raw ": return nil
        case "in24": return linear(24)
        case "in32": return linear(32)
        // Little-endian: the four-character code is reversed.
        case "42ni": return linear(24, isBigEndian: false)
        case "23ni": return linear(32, isBigEndian: false)
        case "fl32", "FL32": return linear(32, isFloat: true)
        case "fl64", "FL64": return linear(64, isFloat: true)
        case "ima4": return StreamFormat(appleIMA4: sampleRate, channelCount: channelCount)
        case "ulaw", "ULAW":
            return StreamFormat(law: .uLaw, sampleRate: sampleRate, channelCount: channelCount)
        case "alaw", "ALAW":
            return StreamFormat(law: .aLaw, sampleRate: sampleRate, channelCount: channelCount)
        default:
            let id = compressionType == "GSM " ? .gsm : FormatID(rawValue: compressionType)
            var format = StreamFormat(named: id, sampleRate: sampleRate, channelCount: channelCount)
            switch id {
            case .mace3: format.takePackets(of: 2 * channelCount, frames: 6)
            case .mace6: format.takePackets(of: channelCount, frames: 6)
            case .gsm: format.takePackets(of: 33, frames: 160)
            default: break
            }
            return format
        }
    }
}
