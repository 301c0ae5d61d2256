import AudioCodecs
import AudioModel

/// Writes NeXT/Sun `.au` sound files.
///
/// Source: as for `AUContainer`.
struct AUMuxer: ContainerMuxer {
    /// All bits set means "up to the end of the file".
    let dataBytesMax = Int64(UInt32.max) - 1

    private let format: StreamFormat
    private let encoding: UInt32

    init(_ format: StreamFormat) throws(FormatError) {
        guard let encoding = Self.encoding(of: format),
            format.sampleRate == format.sampleRate.rounded(.towardZero)
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        self.format = format
        self.encoding = encoding
    }

    private static func encoding(of format: StreamFormat) -> UInt32? {
        switch format.id {
        case .uLaw: return 1
        case .aLaw: return 27
        case .linearPCM: break
        default: return nil
        }
        let isByte = format.bitsPerChannel == 8
        guard format.isPackedLinear, !format.isUnsigned, isByte || format.flags.contains(.bigEndian)
        else { return nil }
        switch (format.bitsPerChannel, format.flags.contains(.float)) {
        case (8, false): return 2
        case (16, false): return 3
        case (24, false): return 4
        case (32, false): return 5
        case (32, true): return 6
        case (64, true): return 7
        default: return nil
        }
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        // A zero-terminated text of at least four bytes.
        let words = context.properties.tags.first { $0.key == "comments" }?.value ?? ""
        var text = Array(words.utf8.prefix(Int(ContainerLimits.tagBytesMax) - 8)) + [0]
        while text.count % 4 != 0 { text.append(0) }
        var head: [UInt8] = []
        head.append(".snd" as FourCC)
        let headByteCount = 24 + text.count
        if let dataOffset = context.dataOffset {
            let free = Int(dataOffset) - headByteCount
            guard free >= 0 else { return nil }
            text += [UInt8](repeating: 0, count: free)
        }
        head.appendBigEndian(UInt32(24 + text.count))
        head.appendBigEndian(context.isFinal ? UInt32(clamping: context.totals.byteCount) : .max)
        head.appendBigEndian(encoding)
        head.appendBigEndian(UInt32(format.sampleRate))
        head.appendBigEndian(format.channelCount)
        return head + text
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] { [] }
}
