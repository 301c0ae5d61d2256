import AudioCodecs
import AudioModel

/// Writes Core Audio Format files.
///
/// Source: Apple Core Audio Format Specification 1.0.
struct CAFMuxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private let format: StreamFormat

    init(_ format: StreamFormat) throws(FormatError) {
        self.format = format
        if format.id == .linearPCM {
            guard format.isPackedLinear else {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
            // CAF integers are signed.
            guard !format.isUnsigned else {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
        }
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        let properties = context.properties
        var head = Array("caff".utf8) + [0, 1, 0, 0]
        head.appendCAFChunk("desc", description)
        if let layout = properties.channelLayout { head.appendCAFChunk("chan", layout.bytes) }
        if let cookie = properties.magicCookie { head.appendCAFChunk("kuki", cookie) }
        head += context.early
        let dataHeaderByteCount = 16
        let filler = context.filler(after: head.count + dataHeaderByteCount, headerByteCount: 12) {
            var filler: [UInt8] = []
            filler.appendCAFChunk("free", Array(repeating: 0, count: $0))
            return filler
        }
        guard let filler else { return nil }
        head += filler
        head.append("data" as FourCC)
        // −1 means "up to the end of the file".
        head.appendBigEndian(context.isFinal ? context.totals.byteCount + 4 : -1 as Int64)
        head.appendBigEndian(UInt32(0))  // Edit count.
        return head
    }

    private var description: [UInt8] {
        var bytes: [UInt8] = []
        var flags = format.flags.rawValue
        if format.id == .linearPCM {
            flags = format.flags.contains(.float) ? 1 : 0
            if !format.flags.contains(.bigEndian) { flags |= 2 }
        }
        bytes.appendBigEndian(format.sampleRate.bitPattern)
        bytes.append(format.id.rawValue)
        bytes.appendBigEndian(flags)
        bytes.appendBigEndian(format.bytesPerPacket)
        bytes.appendBigEndian(format.framesPerPacket)
        bytes.appendBigEndian(format.channelCount)
        bytes.appendBigEndian(format.bitsPerChannel)
        return bytes
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        var tail: [UInt8] = []
        let isTrimmed = properties.primingFrames > 0 || properties.remainderFrames > 0
        if format.isVariableBitRate || isTrimmed {
            tail += packetTable(totals, properties)
        }
        return tail + chunks(properties)
    }

    /// The chunks after the audio, except the packet table.
    func chunks(_ properties: WritingProperties) -> [UInt8] {
        var chunks: [UInt8] = []
        if !properties.tags.isEmpty {
            chunks.appendCAFChunk("info", Self.information(properties))
        }
        for (id, bytes) in CAFMarkers.chunks(
            properties.markers(atRate: format.sampleRate), properties.regions)
        {
            chunks.appendCAFChunk(id, bytes)
        }
        for (id, bytes) in properties.chunks { chunks.appendCAFChunk(id, bytes) }
        return chunks
    }

    private static func information(_ properties: WritingProperties) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt32(properties.tags.count))
        for (key, value) in properties.tags { bytes += key.utf8 + [0] + value.utf8 + [0] }
        return bytes
    }

    /// The `pakt` chunk.
    func packetTable(_ totals: MuxerTotals, _ properties: WritingProperties) -> [UInt8] {
        var table: [UInt8] = []
        let isListed = format.isVariableBitRate
        table.appendCAFChunk(
            "pakt",
            packetCounts(totals, properties)
                + (isListed ? entries(totals.packets.entries[...]) : []))
        return table
    }

    /// The header of the packet table.
    ///
    /// The remainder is that of the last packet: a short packet of a lossless coding has none. FFmpeg
    /// from version 9 on drops the stated remainder from whatever the last packet decodes to.
    func packetCounts(_ totals: MuxerTotals, _ properties: WritingProperties) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(totals.packetCount)
        bytes.appendBigEndian(totals.frameCount(format, properties))
        bytes.appendBigEndian(Int32(clamping: properties.primingFrames))
        bytes.appendBigEndian(Int32(clamping: totals.heldRemainder(format, properties)))
        return bytes
    }

    /// The entries of the packet table.
    func entries(_ packets: ArraySlice<(byteCount: UInt32, frameCount: UInt32)>) -> [UInt8] {
        var bytes: [UInt8] = []
        for (byteCount, frameCount) in packets {
            if format.bytesPerPacket == 0 { Self.append(byteCount, to: &bytes) }
            if format.framesPerPacket == 0 { Self.append(frameCount, to: &bytes) }
        }
        return bytes
    }

    /// Appends a variable-length integer: seven bits per byte, most significant first; the top bit
    /// marks continuation.
    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift: UInt32 in [28, 21, 14, 7] where number >> shift != 0 {
            bytes.append(UInt8(number >> shift & 0x7F) | 0x80)
        }
        bytes.append(UInt8(number & 0x7F))
    }
}

extension [UInt8] {
    mutating func appendCAFChunk(_ id: FourCC, _ bytes: [UInt8]) {
        append(id)
        appendBigEndian(Int64(bytes.count))
        self += bytes
    }
}

extension StreamFormat {
    /// Whether samples are interleaved and occupy whole bytes, as in files.
    var isPackedLinear: Bool {
        guard id == .linearPCM, !flags.contains(.nonInterleaved), channelCount > 0,
            framesPerPacket == 1, bytesPerPacket == bytesPerFrame
        else { return false }
        let (bytesPerSample, rest) = bytesPerFrame.quotientAndRemainder(dividingBy: channelCount)
        guard rest == 0, (1...8).contains(bytesPerSample) else { return false }
        if flags.contains(.float) {
            return [32, 64].contains(bitsPerChannel) && bitsPerChannel == bytesPerSample * 8
        }
        return (1...bytesPerSample * 8).contains(bitsPerChannel)
            && (bitsPerChannel + 7) / 8 == bytesPerSample
    }

    /// Whether samples are unsigned integers.
    var isUnsigned: Bool { !flags.contains(.float) && !flags.contains(.signedInteger) }
}
