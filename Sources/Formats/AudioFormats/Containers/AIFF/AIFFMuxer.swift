import AudioCodecs
import AudioModel

/// Writes AIFF and AIFF-C.
///
/// Source: Apple, Audio Interchange File Format "AIFF" 1.3 and AIFF-C draft 8/26/91.
struct AIFFMuxer: ContainerMuxer {
    /// Sizes have 32 bits, and one includes the preceding chunks.
    let dataBytesMax = Int64(UInt32.max) - 1 << 20
    let isPadded = true

    private let format: StreamFormat
    private let isCompressed: Bool
    private let coding: FourCC

    init(_ format: StreamFormat, kind: ContainerKind) throws(FormatError) {
        self.format = format
        isCompressed = kind == .aifc
        guard let coding = Self.coding(of: format), isCompressed || coding == "NONE" else {
            throw FormatError(.unsupportedCoding(format.codingName))
        }
        self.coding = coding
    }

    private static func coding(of format: StreamFormat) -> FourCC? {
        switch format.id {
        case .uLaw: return "ulaw"
        case .aLaw: return "alaw"
        case .appleIMA4: return "ima4"
        case .linearPCM: break
        default: return nil
        }
        guard format.isPackedLinear, !format.isUnsigned else { return nil }
        let isBigEndian = format.flags.contains(.bigEndian)
        if format.flags.contains(.float) {
            guard isBigEndian else { return nil }
            return format.bitsPerChannel == 32 ? "fl32" : "fl64"
        }
        guard format.bitsPerChannel <= 32 else { return nil }
        // Byte order does not apply to single bytes.
        if isBigEndian || format.bitsPerChannel <= 8 { return "NONE" }
        return format.bitsPerChannel == 16 ? "sowt" : nil
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        let totals = context.totals
        var chunks: [UInt8] = []
        if isCompressed { chunks.appendChunk("FVER", [0xA2, 0x80, 0x51, 0x40], .bigEndian) }
        chunks.appendChunk("COMM", common(totals), .bigEndian)
        if isCompressed, let layout = context.properties.channelLayout {
            chunks.appendChunk("CHAN", layout.bytes, .bigEndian)
        }
        chunks += context.early
        let outerByteCount = 12
        let dataHeaderByteCount = 16
        let filler = context.filler(
            after: outerByteCount + chunks.count + dataHeaderByteCount, headerByteCount: 8
        ) {
            var filler: [UInt8] = []
            filler.appendChunk("FLLR", Array(repeating: 0, count: $0), .bigEndian)
            return filler
        }
        guard let filler else { return nil }
        chunks += filler
        let whole =
            Int64(4 + chunks.count + dataHeaderByteCount) + totals.byteCount
            + context.behindByteCount
        var file: [UInt8] = []
        file.append("FORM" as FourCC)
        file.appendBigEndian(UInt32(clamping: whole))
        file.append(isCompressed ? "AIFC" : "AIFF" as FourCC)
        file += chunks
        file.append("SSND" as FourCC)
        // All bits set means "up to the end of the file".
        file.appendBigEndian(context.isFinal ? UInt32(clamping: totals.byteCount + 8) : .max)
        file.appendBigEndian(UInt64(0))  // Offset and block size.
        return file
    }

    private func common(_ totals: MuxerTotals) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(format.channelCount))
        // Number of packets, for codings with several frames per packet.
        bytes.appendBigEndian(UInt32(clamping: totals.packetCount))
        // Bits per decoded sample, for compressed codings.
        bytes.appendBigEndian(UInt16(format.id == .linearPCM ? format.bitsPerChannel : 16))
        let rate = ExtendedFloat.bits(of: format.sampleRate)
        bytes.appendBigEndian(rate.signAndExponent)
        bytes.appendBigEndian(rate.mantissa)
        if isCompressed {
            bytes.append(coding)
            // An empty Pascal string, padded to even length.
            bytes += [0, 0]
        }
        return bytes
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        var tail: [UInt8] = []
        for (key, value) in properties.tags {
            guard let id = TagTable.aiffID(of: key) else { continue }
            tail.appendChunk(id, Array(value.utf8), .bigEndian)
        }
        // Where there are no chunks for all, there is an ID3 tag with all, unless the app set its own.
        let hasTag = properties.chunks.contains { $0.id == "ID3 " }
        if !hasTag, properties.needsID3(besides: { TagTable.aiffID(of: $0) != nil }),
            let tag = ID3Writer.bytes(properties.tags(datedBy: "year"), properties)
        {
            tail.appendChunk("ID3 ", tag, .bigEndian)
        }
        let markers = properties.markers(atRate: format.sampleRate)
        if !markers.markers.isEmpty {
            tail.appendChunk("MARK", AIFFMarkers.bytes(markers), .bigEndian)
        }
        for (id, bytes) in properties.chunks { tail.appendChunk(id, bytes, .bigEndian) }
        return tail
    }
}

extension [UInt8] {
    /// Appends an IFF or RIFF chunk, padded to even length.
    mutating func appendChunk(_ id: FourCC, _ bytes: [UInt8], _ order: ChunkParser.ByteOrder) {
        append(id)
        switch order {
        case .bigEndian: appendBigEndian(UInt32(clamping: bytes.count))
        case .littleEndian: appendLittleEndian(UInt32(clamping: bytes.count))
        }
        self += bytes
        if bytes.count % 2 == 1 { append(0) }
    }
}

extension ExtendedFloat {
    /// Encodes a number.
    ///
    /// - Parameter value: Positive and finite.
    static func bits(of value: Double) -> (signAndExponent: UInt16, mantissa: UInt64) {
        let bias = 16383
        let mantissa = UInt64(value.significand * 0x1p63)
        return (UInt16(clamping: Int(value.exponent) + bias), mantissa)
    }
}
