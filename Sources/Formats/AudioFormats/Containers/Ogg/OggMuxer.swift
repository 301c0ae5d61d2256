import AudioCodecs
import AudioModel

/// Writes Opus in Ogg: the two header packets here, the pages of audio by `OggPageWriter`.
///
/// Source: RFC 7845, "Ogg Encapsulation for the Opus Audio Codec".
struct OggMuxer: ContainerMuxer {
    let dataBytesMax = ContainerLimits.fileBytesMax

    private let format: StreamFormat
    /// One logical bitstream a file: any serial number is unique.
    private static let serial: UInt32 = 0x534F_5249

    init(_ format: StreamFormat) throws(FormatError) {
        guard format.id == .opus, format.bytesPerPacket == 0, format.sampleRate == 48_000,
            (1...255).contains(format.channelCount)
        else { throw FormatError(.unsupportedCoding(format.codingName)) }
        self.format = format
    }

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        try pages(context.properties).flatMap { $0.bytes(serial: Self.serial) }
    }

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        // Without audio, an empty page ends the bitstream.
        var page = OggPage(UInt32(clamping: try pages(properties).count), flags: .end)
        page.position = 0
        return page.bytes(serial: Self.serial)
    }

    /// The pages of the header packets.
    private func pages(_ properties: WritingProperties) throws(FormatError) -> [OggPage] {
        var header = OggPaginator(serial: Self.serial, flags: .beginning)
        header.add(try identification(properties), position: 0)
        header.turn()
        let pictures = properties.pictures.filter(VorbisComments.canHold)
            .map { Base64.text(VorbisComments.picture($0)) }
        let comments = VorbisComments.bytes(properties, pictures: pictures)
        header.add(Array("OpusTags".utf8) + comments, position: 0)
        if header.isPending { header.turn() }
        return header.takePages()
    }

    /// Creates the paginator for the audio.
    func paginator(_ properties: WritingProperties) throws(FormatError) -> OggPaginator {
        OggPaginator(
            serial: Self.serial, sequence: UInt32(clamping: try pages(properties).count))
    }

    /// The identification header: the encoder's with the priming as pre-skip, or one for mono or
    /// stereo.
    private func identification(_ properties: WritingProperties) throws(FormatError) -> [UInt8] {
        let name = Array("OpusHead".utf8)
        let preSkipOffset = 10
        var header: [UInt8]
        if let cookie = properties.magicCookie, cookie.starts(with: name), cookie.count >= 19 {
            header = cookie
        } else {
            guard format.channelCount <= 2 else { throw FormatError(.missing("magic cookie")) }
            // Version 1; no pre-skip; the input's rate; no gain; channel mapping family 0.
            header = name + [1, UInt8(format.channelCount), 0, 0]
            header.appendLittleEndian(UInt32(format.sampleRate))
            header += [0, 0, 0]
        }
        let preSkip = UInt16(clamping: properties.primingFrames)
        header[preSkipOffset] = UInt8(preSkip & 0xFF)
        header[preSkipOffset + 1] = UInt8(preSkip >> 8)
        return header
    }
}

/// Writes pages of an Ogg file, so that it can be read at any time up to the last page.
///
/// The end of the sound is a position on the last page, which is therefore kept until the file is
/// closed.
///
/// Source: RFC 7845, 4, "Granule Position".
struct OggPageWriter {
    private var paginator: OggPaginator
    private let framesPerPacket: Int64
    /// Number of frames in all packets, priming included.
    private var frameCount: Int64 = 0
    /// Frames on the current page.
    private var pendingFrameCount: Int64 = 0
    /// The last page that was written, and its offset.
    private var last: (page: OggPage, offset: Int64)?
    /// End of the last page.
    private var end: Int64

    /// Frames on a page: a second.
    private static let framesMax: Int64 = 48_000

    init(_ paginator: OggPaginator, _ format: StreamFormat, headByteCount: Int) {
        self.paginator = paginator
        framesPerPacket = Int64(format.framesPerPacket)
        end = Int64(headByteCount)
    }

    /// Adds a packet, and writes the pages that are full.
    mutating func append(
        _ packet: UnsafeRawBufferPointer, frameCount count: Int64, to sink: any ByteSink
    ) throws(FormatError) {
        frameCount += framesPerPacket > 0 ? framesPerPacket : count
        pendingFrameCount += framesPerPacket > 0 ? framesPerPacket : count
        paginator.add(packet, position: frameCount)
        if pendingFrameCount >= Self.framesMax, paginator.isPending { paginator.turn() }
        try writePages(to: sink)
    }

    private mutating func writePages(to sink: any ByteSink) throws(FormatError) {
        for page in paginator.takePages() {
            pendingFrameCount = 0
            try write(page, to: sink)
        }
    }

    private mutating func write(_ page: OggPage, to sink: any ByteSink) throws(FormatError) {
        let bytes = page.bytes(serial: paginator.serial)
        do throws(FormatError) { try sink.write(bytes, at: end) } catch {
            // Removes an incompletely written page.
            try? sink.setByteCount(end)
            throw error
        }
        last = (page, end)
        end += Int64(bytes.count)
    }

    /// Writes the pending packets.
    mutating func flush(to sink: any ByteSink) throws(FormatError) {
        if paginator.isPending { paginator.turn() }
        try writePages(to: sink)
    }

    /// Writes the pending packets and marks the end of the sound.
    ///
    /// - Parameter remainder: Frames to be trimmed from the end.
    mutating func seal(remainder: Int64, in sink: any ByteSink) throws(FormatError) {
        try flush(to: sink)
        guard let last else { return }
        var page = last.page
        page.flags.insert(.end)
        // Pages that a full disk did not take are not counted.
        page.position = min(page.position, max(frameCount - max(remainder, 0), 0))
        try sink.write(page.bytes(serial: paginator.serial), at: last.offset)
        self.last = (page, last.offset)
    }
}

extension AudioFileWriter {
    /// Writes the header of an Ogg file.
    ///
    /// - Returns: Size of the header; nil for other files.
    func beginPages() throws(FormatError) -> Int64? {
        guard let container = container as? OggMuxer else { return nil }
        let context = MuxerHeaderContext(totals: totals, properties: properties, isFinal: true)
        guard let head = try container.head(context) else { return nil }
        try sink.write(head, at: 0)
        pages = OggPageWriter(
            try container.paginator(properties), format, headByteCount: head.count)
        return Int64(head.count)
    }

    /// Completes an Ogg file in its current state.
    ///
    /// - Returns: Whether there are pages.
    func updatePages() throws(FormatError) -> Bool {
        guard pages != nil else { return false }
        try pages?.flush(to: sink)
        return true
    }

    /// Marks the end of the sound in an Ogg file, for the last time.
    func sealPages() throws(FormatError) {
        guard pages != nil else { return }
        try pages?.seal(remainder: properties.remainderFrames, in: sink)
        pages = nil
    }
}
