import AudioCodecs
import AudioModel
import ChannelLayouts

/// Writes WAVE files: RIFF and its 64-bit forms RF64 and BW64, which have a chunk of 64-bit sizes.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0, "Waveform Audio File
/// Format"; `WAVEFORMATEXTENSIBLE` in Microsoft's multimedia documentation; EBU Tech 3306 and
/// ITU-R BS.2088 for the 64-bit forms.
struct WAVMuxer: ContainerMuxer {
    let dataBytesMax: Int64
    let isPadded = true

    private let format: StreamFormat
    private let tag: UInt16
    /// `RIFF`, `RF64` or `BW64`.
    private let form: FourCC

    init(_ format: StreamFormat, form: FourCC) throws(FormatError) {
        self.format = format
        self.form = form
        // Sizes have 32 bits, and one includes the preceding chunks.
        dataBytesMax =
            form == "RIFF" ? Int64(UInt32.max) - 1 << 20 : ContainerLimits.fileBytesMax - 1 << 20
        guard let tag = Self.tag(of: format) else {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
        self.tag = tag
    }

    private static func tag(of format: StreamFormat) -> UInt16? {
        switch format.id {
        case .uLaw: return 7
        case .aLaw: return 6
        case .linearPCM: break
        default: return nil
        }
        let isByte = format.bitsPerChannel <= 8
        guard format.isPackedLinear, isByte || !format.flags.contains(.bigEndian) else {
            return nil
        }
        if format.flags.contains(.float) { return 3 }
        // 8-bit samples are unsigned, wider ones signed.
        return format.isUnsigned == isByte ? 1 : nil
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        let totals = context.totals
        let isLong = form != "RIFF"
        var chunks: [UInt8] = []
        chunks.appendChunk("fmt ", formatChunk(context.properties.channelLayout), .littleEndian)
        if tag != 1 {
            // Required for every format except integer PCM.
            var count: [UInt8] = []
            count.appendLittleEndian(UInt32(clamping: totals.packetCount))
            chunks.appendChunk("fact", count, .littleEndian)
        }
        chunks += context.early
        let outerByteCount = 12 + (isLong ? 8 + Self.longSizesByteCount : 0)
        let dataHeaderByteCount = 8
        let filler = context.filler(
            after: outerByteCount + chunks.count + dataHeaderByteCount, headerByteCount: 8
        ) {
            var filler: [UInt8] = []
            filler.appendChunk("FLLR", Array(repeating: 0, count: $0), .littleEndian)
            return filler
        }
        guard let filler else { return nil }
        chunks += filler
        let whole =
            Int64(outerByteCount - 8 + chunks.count + dataHeaderByteCount) + totals.byteCount
            + context.behindByteCount
        let hasShortSizes = context.isFinal && !isLong
        var file: [UInt8] = []
        file.append(form)
        file.appendLittleEndian(hasShortSizes ? UInt32(clamping: whole) : .max)
        file.append("WAVE" as FourCC)
        if isLong { file.appendChunk("ds64", longSizes(context, whole: whole), .littleEndian) }
        file += chunks
        file.append("data" as FourCC)
        file.appendLittleEndian(hasShortSizes ? UInt32(clamping: totals.byteCount) : .max)
        return file
    }

    private static let longSizesByteCount = 28

    /// The `ds64` chunk. Zero sizes mean that the audio extends to the end of the file.
    private func longSizes(_ context: MuxerHeaderContext, whole: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        for size in [whole, context.totals.byteCount, context.totals.packetCount] {
            bytes.appendLittleEndian(context.isFinal ? size : 0)
        }
        bytes.appendLittleEndian(UInt32(0))  // Table of other chunks' sizes: empty.
        return bytes
    }

    private func formatChunk(_ layout: ChannelLayout?) -> [UInt8] {
        let loudspeakers = layout?.waveMask
        let containerBits = format.bytesPerFrame / format.channelCount * 8
        let isExtensible =
            loudspeakers != nil || format.channelCount > 2 || containerBits != format.bitsPerChannel
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(isExtensible ? 0xFFFE : tag)
        bytes.appendLittleEndian(UInt16(format.channelCount))
        bytes.appendLittleEndian(UInt32(format.sampleRate.rounded()))
        let bytesPerSecond = format.sampleRate.rounded() * Double(format.bytesPerFrame)
        bytes.appendLittleEndian(UInt32(min(bytesPerSecond, Double(UInt32.max))))
        bytes.appendLittleEndian(UInt16(format.bytesPerFrame))
        bytes.appendLittleEndian(UInt16(containerBits))
        guard isExtensible else {
            if tag != 1 { bytes.appendLittleEndian(UInt16(0)) }
            return bytes
        }
        bytes.appendLittleEndian(UInt16(22))
        bytes.appendLittleEndian(UInt16(format.bitsPerChannel))
        bytes.appendLittleEndian(loudspeakers ?? 0)
        bytes.appendLittleEndian(tag)
        return bytes + WAVFormatChunk.identifierTail
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        var tail: [UInt8] = []
        let texts = properties.tags(datedBy: "recorded date").withPairs().compactMap { tag in
            TagTable.riffID(of: tag.key).map { (id: $0, value: tag.value) }
        }
        if !texts.isEmpty {
            var list = Array("INFO".utf8)
            for (id, value) in texts {
                list.appendChunk(id, Array(value.utf8) + [0], .littleEndian)
            }
            tail.appendChunk("LIST", list, .littleEndian)
        }
        // Where the list cannot have all, there is an ID3 tag with all, unless the app set its own:
        // many programs read one or the other.
        let hasTag = properties.chunks.contains { $0.id == "id3 " || $0.id == "ID3 " }
        if !hasTag,
            properties.needsID3(besides: { TagTable.riffID(of: $0) != nil || $0 == "year" }),
            let tag = ID3Writer.bytes(properties.tags(datedBy: "recorded date"), properties)
        {
            tail.appendChunk("id3 ", tag, .littleEndian)
        }
        // FFmpeg numbers the chapters of the ID3 tag from zero on, and takes points of the same number
        // for the same chapters.
        let points = properties.markers(atRate: format.sampleRate, chaptersFrom: 0)
        for (id, bytes) in WAVMarkers.chunks(points) {
            tail.appendChunk(id, bytes, .littleEndian)
        }
        for (id, bytes) in properties.chunks { tail.appendChunk(id, bytes, .littleEndian) }
        return tail
    }
}
