import AudioCodecs
import AudioModel

/// Writes FLAC files: the metadata blocks before the frames.
///
/// The counts and checksums of the first block are written when the file is completed. Until then
/// they are unknown, and the file can be read to its end.
///
/// Source: RFC 9639, 8, "File-level Metadata".
struct FLACMuxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private let format: StreamFormat

    init(_ format: StreamFormat) throws(FormatError) {
        guard format.id == .flac, format.bytesPerPacket == 0, (1...8).contains(format.channelCount),
            format.sampleRate == format.sampleRate.rounded(),
            format.sampleRate <= FLACStreamInfo.sampleRateMax
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        self.format = format
    }

    private enum Block: UInt8 {
        case streamInformation = 0
        case comments = 4
        case picture = 6
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        let properties = context.properties
        var blocks: [(Block, [UInt8])] = [
            (.streamInformation, information(context)),
            (.comments, VorbisComments.bytes(properties)),
        ]
        for picture in properties.pictures where VorbisComments.canHold(picture) {
            blocks.append((.picture, VorbisComments.picture(picture)))
        }
        var head = Array("fLaC".utf8)
        for (index, (block, bytes)) in blocks.enumerated() {
            guard bytes.count < 1 << 24 else { throw FormatError(.tooLarge("metadata block")) }
            let isLast = index == blocks.count - 1
            head.appendBigEndian(
                UInt32(isLast ? 1 : 0) << 31 | UInt32(block.rawValue) << 24 | UInt32(bytes.count))
            head += bytes
        }
        return head
    }

    /// The stream information block: the encoder's, with the number of frames that are written.
    private func information(_ context: MuxerHeaderContext) -> [UInt8] {
        let given = context.properties.magicCookie.flatMap { FLACStreamInfo($0) }
        var bytes = given?.bytes ?? Self.information(of: format)
        let count = context.isFinal ? context.totals.frameCount(format, context.properties) : 0
        // Five bits of the depth precede the 36 bits of the count.
        bytes[13] = bytes[13] & 0xF0 | UInt8(count >> 32 & 0xF)
        for index in 0..<4 { bytes[14 + index] = UInt8(count >> (24 - 8 * Int64(index)) & 0xFF) }
        // The checksum is that of the samples that the encoder has counted.
        if given?.frameCount ?? 0 != count {
            for index in 18..<FLACStreamInfo.byteCount { bytes[index] = 0 }
        }
        return bytes
    }

    /// A block of which only the format is known.
    private static func information(of format: StreamFormat) -> [UInt8] {
        // The range of block sizes is that of the format's streamable subset.
        let (smallest, largest): (UInt64, UInt64) =
            format.framesPerPacket > 0
            ? (UInt64(format.framesPerPacket), UInt64(format.framesPerPacket)) : (16, 65_535)
        let depths: [UInt32: UInt64] = [1: 16, 2: 20, 3: 24, 4: 32]
        let bits = depths[format.flags.rawValue] ?? 16
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(clamping: smallest))
        bytes.appendBigEndian(UInt16(clamping: largest))
        // The sizes of the smallest and the largest frame are unknown.
        bytes += [UInt8](repeating: 0, count: 6)
        bytes.appendBigEndian(
            UInt64(format.sampleRate) << 44 | UInt64(format.channelCount - 1) << 41
                | (bits - 1) << 36)
        return bytes + [UInt8](repeating: 0, count: 16)
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] { [] }
}
