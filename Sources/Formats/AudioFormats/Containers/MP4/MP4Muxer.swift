import AudioCodecs
import AudioModel

/// Writes AAC and Apple Lossless in MPEG-4, with the movie box after the packets.
///
/// Source: ISO/IEC 14496-12 and -14; Apple Lossless in the ISO Base Media File Format.
struct MP4Muxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private static let packetsPerChunk = 32

    private let format: StreamFormat
    private let brand: FourCC

    init(_ format: StreamFormat, brand: FourCC) throws(FormatError) {
        guard [.mpeg4AAC, .appleLossless].contains(format.id), format.bytesPerPacket == 0,
            format.framesPerPacket > 0, format.sampleRate == format.sampleRate.rounded()
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        self.format = format
        self.brand = brand
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        guard context.properties.magicCookie != nil else {
            throw FormatError(.missing("magic cookie"))
        }
        var head = fileType() + context.early
        let audioHeaderByteCount = 16
        // MPEG-4 audio is not page-aligned; the free box holds only the reserved bytes.
        var context = context
        context.properties.isPageAligned = false
        let filler = context.filler(
            after: head.count + audioHeaderByteCount, headerByteCount: 8
        ) { box("free", Array(repeating: 0, count: $0)) }
        guard let filler else { return nil }
        head += filler
        // Uses a 64-bit size, because the final size is unknown; until then, up to the end of the
        // file.
        head.appendBigEndian(UInt32(1))
        head.append("mdat" as FourCC)
        head.appendBigEndian(context.isFinal ? context.totals.byteCount + 16 : Int64.max)
        return head
    }

    /// The file type box (`ftyp`); fragmented files have an additional brand.
    func fileType(isFragmented: Bool = false) -> [UInt8] {
        var brands: [UInt8] = []
        brands.append(brand)
        brands.appendBigEndian(UInt32(0))
        brands.append("mp42" as FourCC)
        brands.append("isom" as FourCC)
        if isFragmented { brands.append("iso5" as FourCC) }
        return box("ftyp", brands)
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        var chunks: [MP4PacketChunk] = []
        var offset = dataOffset
        for (index, packet) in totals.packets.entries.enumerated() {
            if index % Self.packetsPerChunk == 0 {
                chunks.append(MP4PacketChunk(offset: offset, packetCount: 0))
            }
            chunks[chunks.count - 1].packetCount += 1
            offset += Int64(packet.byteCount)
        }
        return try tail(totals, properties, chunks: chunks)
    }

    /// The movie box (`moov`).
    ///
    /// - Parameter chunks: The packets' chunks, in order.
    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, chunks: [MP4PacketChunk]
    ) throws(FormatError) -> [UInt8] {
        let validFrames = totals.frameCount(format, properties)
        let edits = box(
            "edts",
            fullBox(
                "elst", version: 1,
                numbers([1]) + longNumbers([validFrames, properties.primingFrames])
                    + numbers([0x10000])))
        return movie(
            playableFrames: validFrames,
            mediaFrames: totals.decodedFrameCount(format) - properties.remainderFrames,
            edits: edits, tables: try tables(totals, properties, chunks),
            extra: userData(properties))
    }

    /// The movie box of a fragmented file, without packets.
    func fragmentedMovie(_ properties: WritingProperties) -> [UInt8] {
        // The duration is unknown until the last fragment.
        let edits = box(
            "edts",
            fullBox(
                "elst", version: 1,
                numbers([1]) + longNumbers([0, properties.primingFrames]) + numbers([0x10000])))
        let tables =
            fullBox("stsd", numbers([1]) + sampleEntry(properties)) + fullBox("stts", numbers([0]))
            + fullBox("stsc", numbers([0])) + fullBox("stsz", numbers([0, 0]))
            + fullBox("stco", numbers([0]))
        let extends = box(
            "mvex",
            fullBox("trex", numbers([1, 1, format.framesPerPacket, 0, Self.syncPacketFlags])))
        return movie(
            playableFrames: 0, mediaFrames: 0,
            edits: properties.primingFrames > 0 ? edits : [], tables: tables,
            extra: extends + userData(properties))
    }

    /// Sample flags of packets that no other packet depends on.
    private static let syncPacketFlags: UInt32 = 0x0200_0000

    private func movie(
        playableFrames: Int64, mediaFrames: Int64, edits: [UInt8], tables: [UInt8],
        extra: [UInt8]
    ) -> [UInt8] {
        let rate = UInt32(clamping: Int64(format.sampleRate))
        let matrix = numbers([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000])
        let movieHeader = fullBox(
            "mvhd", version: 1,
            longNumbers([0, 0]) + numbers([rate]) + longNumbers([playableFrames])
                + numbers([0x10000, 0x0100_0000, 0, 0]) + matrix
                + numbers([0, 0, 0, 0, 0, 0, 2]))
        let trackHeader = fullBox(
            "tkhd", version: 1, flags: 7,
            longNumbers([0, 0]) + numbers([1, 0]) + longNumbers([playableFrames])
                + numbers([0, 0, 0]) + [1, 0, 0, 0] + matrix + numbers([0, 0]))
        let mediaHeader = fullBox(
            "mdhd", version: 1,
            longNumbers([0, 0]) + numbers([rate]) + longNumbers([mediaFrames]) + [0x55, 0xC4, 0, 0])
        let handler = fullBox("hdlr", numbers([0]) + Array("soun".utf8) + numbers([0, 0, 0]) + [0])
        let dataReference = box(
            "dinf", fullBox("dref", numbers([1]) + fullBox("url ", flags: 1, [])))
        let information = box(
            "minf",
            fullBox("smhd", numbers([0])) + dataReference + box("stbl", tables))
        let media = box("mdia", mediaHeader + handler + information)
        let track = box("trak", trackHeader + edits + media)
        return box("moov", movieHeader + track + extra)
    }

    private func tables(
        _ totals: MuxerTotals, _ properties: WritingProperties, _ chunks: [MP4PacketChunk]
    ) throws(FormatError) -> [UInt8] {
        let packetCount = UInt32(clamping: totals.packetCount)
        guard Int64(packetCount) == totals.packetCount else {
            throw FormatError(.tooLarge("number of packets"))
        }
        var sizes = numbers([0, packetCount])
        for packet in totals.packets.entries { sizes.appendBigEndian(packet.byteCount) }
        var offsets: [UInt8] = []
        var runs: [UInt32] = []
        var previousCount: UInt32?
        for (index, chunk) in chunks.enumerated() {
            offsets.appendBigEndian(chunk.offset)
            guard chunk.packetCount != previousCount else { continue }
            previousCount = chunk.packetCount
            runs += [UInt32(index + 1), chunk.packetCount, 1]
        }
        let chunkCount = UInt32(chunks.count)
        let times = times(packetCount, properties)
        return fullBox("stsd", numbers([1]) + sampleEntry(properties))
            + fullBox("stts", numbers(times))
            + fullBox("stsc", numbers([UInt32(runs.count / 3)] + runs))
            + fullBox("stsz", sizes) + fullBox("co64", numbers([chunkCount]) + offsets)
            + (format.id == .mpeg4AAC ? rollGroups(packetCount) : [])
    }

    /// The time-to-sample table. The last packet of a lossless coding lasts as long as its valid frames.
    private func times(_ packetCount: UInt32, _ properties: WritingProperties) -> [UInt32] {
        guard packetCount > 0 else { return [0] }
        let whole = format.framesPerPacket
        guard format.id == .appleLossless, properties.remainderFrames > 0,
            properties.remainderFrames < Int64(whole)
        else { return [1, packetCount, whole] }
        let last = whole - UInt32(properties.remainderFrames)
        guard packetCount == 1 else { return [2, packetCount - 1, whole, 1, last] }
        // A table of one entry of one frame is what uncompressed sound has; FFmpeg takes it for that.
        return [1, 1, last == 1 ? whole : last]
    }

    /// Roll groups: every packet requires decoding the previous one. Also indicates that the edit
    /// list has the priming.
    ///
    /// Source: Apple QuickTime File Format, "Representing Encoder Delay with Track Structures".
    private func rollGroups(_ packetCount: UInt32) -> [UInt8] {
        let roll: [UInt8] = Array("roll".utf8)
        let packetBefore: [UInt8] = [0xFF, 0xFF]
        return fullBox("sgpd", version: 1, roll + numbers([2, 1]) + packetBefore)
            + fullBox("sbgp", roll + numbers(packetCount == 0 ? [0] : [1, packetCount, 1]))
    }

    private func sampleEntry(_ properties: WritingProperties) -> [UInt8] {
        let cookie = properties.magicCookie ?? []
        let isALAC = format.id == .appleLossless
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
        bytes += numbers([0, 0])
        bytes.appendBigEndian(UInt16(format.channelCount))
        bytes.appendBigEndian(UInt16(16))
        bytes += numbers([0])
        // 16.16 fixed point; higher sample rates are only in the magic cookie.
        bytes += numbers([format.sampleRate < 65536 ? UInt32(format.sampleRate) << 16 : 0])
        let content = isALAC ? ALACConfiguration(cookie)?.statedCookie ?? cookie : cookie
        return box(isALAC ? "alac" : "mp4a", bytes + fullBox(isALAC ? "alac" : "esds", content))
    }

    func numbers(_ numbers: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.appendBigEndian(number) }
        return bytes
    }

    func longNumbers(_ numbers: [Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.appendBigEndian(number) }
        return bytes
    }

    func box(_ id: FourCC, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt32(clamping: content.count + 8))
        bytes.append(id)
        return bytes + content
    }

    /// A full box.
    ///
    /// - Parameter flags: The lower 24 bits.
    func fullBox(
        _ id: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ content: [UInt8]
    ) -> [UInt8] {
        box(id, numbers([UInt32(version) << 24 | flags]) + content)
    }
}

/// A chunk of contiguous packets in an MPEG-4 file.
struct MP4PacketChunk {
    var offset: Int64
    var packetCount: UInt32
}
