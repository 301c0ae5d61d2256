public import AudioCodecs
import AudioModel

/// Appends to an existing file: the header is kept, except for the sizes and counts in it.
struct FileAppender: ContainerMuxer {
    let dataBytesMax: Int64
    let isPadded: Bool

    private let container: any AppendableContainer
    private let layout: ChunkLayout?
    private let format: StreamFormat
    /// The file from its start to the first packet.
    private var head: [UInt8]
    /// The chunks of the header; the last is the audio's.
    private var chunks: [FileChunk]
    /// Bytes of the audio chunk before the first packet.
    private(set) var bytesBeforeAudio: Int64

    private enum Limits {
        static let headBytesMax: Int64 = 1 << 24
        static let tailBytesMax: Int64 = 1 << 26
    }

    /// Reads the header of an existing file.
    ///
    /// - Throws: `badField` when such files cannot be modified; `tooLarge` when there is too much
    ///   data around the audio.
    init(_ reader: AudioFileReader) throws(FormatError) {
        format = reader.format
        guard let container = reader.containerKind.appendable, !format.isVariableBitRate else {
            throw FormatError(.badField("file type"))
        }
        self.container = container
        layout = container.chunkLayout
        let fresh = try reader.containerKind.writing(format)
        dataBytesMax = fresh.dataBytesMax
        isPadded = fresh.isPadded
        guard reader.dataOffset <= Limits.headBytesMax else { throw FormatError(.tooLarge("head")) }
        head = try reader.source.bytes(Int(reader.dataOffset), at: 0)
        chunks = []
        bytesBeforeAudio = 0
        guard let layout else { return }
        let found = reader.contents.metadata.chunks
        guard let audio = found.firstIndex(where: { $0.id == layout.audioID }) else {
            throw FormatError(.missing("audio"))
        }
        chunks = Array(found[...audio])
        bytesBeforeAudio = reader.dataOffset - chunks[audio].start
        guard bytesBeforeAudio >= layout.audioPrefixByteCount,
            chunks[audio].start <= reader.dataOffset
        else { throw FormatError(.endsEarly("audio")) }
        try container.prepare(&head, chunks)
    }

    // MARK: Heads

    func head(_ context: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        guard let inserted = inserted(context) else { return nil }
        var patched = self
        let byteCount = context.totals.byteCount
        let whole = Int64(head.count + inserted.count) + byteCount + context.behindByteCount
        for chunk in chunks {
            let range = Int(chunk.start)..<Int(chunk.start + chunk.byteCount)
            guard range.upperBound <= head.count, chunk.id != layout?.audioID else { continue }
            var bytes = Array(head[range])
            container.putCounts(into: &bytes, of: chunk.id, format, context, fileByteCount: whole)
            patched.head.replaceSubrange(range, with: bytes)
        }
        var start = 0
        if let audio = chunks.last, let layout {
            let end = Int(audio.start) - layout.headerByteCount
            patched.head.insert(contentsOf: inserted, at: end)
            start = Int(audio.start) + inserted.count
        }
        container.putSizes(
            into: &patched.head, audioStart: start, audioByteCount: bytesBeforeAudio + byteCount,
            fileByteCount: whole)
        return patched.head
    }

    /// New chunks to insert before the audio chunk, with a filler for the remaining room; nil when
    /// they do not fit.
    private func inserted(_ context: MuxerHeaderContext) -> [UInt8]? {
        guard let layout else { return context.early.isEmpty ? [] : nil }
        let filler = context.filler(
            after: head.count + context.early.count, headerByteCount: layout.headerByteCount
        ) { layout.encode(layout.fillerID, Array(repeating: 0, count: $0)) }
        return filler.map { context.early + $0 }
    }

    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {
        guard let layout else { return }
        for index in chunks.indices.dropLast() {
            let chunk = chunks[index]
            let start = Int(chunk.start)
            guard start <= head.count, !Self.structure.contains(chunk.id),
                fits(chunk.id, head[start..<min(start + 4, head.count)])
            else { continue }
            head.put(layout.fillerID.rawValue, at: start - layout.headerByteCount)
            chunks[index].id = layout.fillerID
        }
    }

    /// Chunks that are required to read a file.
    static let structure = ContainerRegistry.formats.reduce(into: Set<FourCC>()) { ids, format in
        ids.formUnion(format.appendable?.chunkLayout?.structure ?? [])
    }

    // MARK: Tails

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        guard layout != nil else { return [] }
        var counted = properties
        let context = MuxerHeaderContext(totals: totals, properties: properties, isFinal: true)
        for index in counted.chunks.indices {
            container.putCounts(
                into: &counted.chunks[index].bytes, of: counted.chunks[index].id, format, context,
                fileByteCount: 0)
        }
        // The tail of a new file, except for a packet table that exists already.
        let hasTable =
            chunks.contains { $0.id == "pakt" } || counted.chunks.contains { $0.id == "pakt" }
        if hasTable {
            counted.primingFrames = 0
            counted.remainderFrames = 0
        }
        return try container.kind.writing(format).tail(totals, counted, dataOffset: dataOffset)
    }

    /// The chunks after the audio.
    static func tailChunks(
        of reader: AudioFileReader
    ) throws(FormatError) -> [(id: FourCC, bytes: [UInt8])] {
        var chunks: [(id: FourCC, bytes: [UInt8])] = []
        var left = Limits.tailBytesMax
        for chunk in reader.contents.metadata.chunks where chunk.start > reader.dataOffset {
            left -= chunk.byteCount
            guard left >= 0 else { throw FormatError(.tooLarge("tail")) }
            let bytes = try reader.source.bytes(Int(chunk.byteCount), at: chunk.start)
            chunks.append((chunk.id, bytes))
        }
        return chunks
    }
}

extension AudioFileWriter {
    /// Continues an existing file with fixed-size packets, which can be overwritten and appended
    /// to.
    ///
    /// - Parameters:
    ///   - reader: A reader of the file; not to be used afterwards.
    ///   - sink: The same file.
    /// - Throws: `badField` when such files cannot be modified, `tooLarge`, or an error of the
    ///   source.
    public convenience init(
        continuing reader: AudioFileReader, in sink: any ByteSink
    ) throws(FormatError) {
        let container = try FileAppender(reader)
        var totals = MuxerTotals()
        totals.packetCount = try reader.packetCount()
        totals.byteCount = totals.packetCount * Int64(reader.format.bytesPerPacket)
        self.init(
            sink, kind: reader.containerKind, format: reader.format, container: container,
            totals: totals, dataOffset: reader.dataOffset)
        properties.magicCookie = reader.magicCookie
        properties.channelLayout = reader.contents.metadata.channelLayout
        properties.primingFrames = reader.primingFrames
        properties.remainderFrames = try reader.remainderFrames()
        properties.chunks = try FileAppender.tailChunks(of: reader)
    }
}

extension [UInt8] {
    /// Overwrites bytes with a big-endian number; does nothing when it does not fit.
    mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(number)
        guard offset >= 0, offset + bytes.count <= count else { return }
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}

extension ByteSource {
    /// Reads exactly `count` bytes.
    ///
    /// - Throws: `endsEarly` when there are fewer.
    func bytes(_ count: Int, at offset: Int64) throws(FormatError) -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { room, filled throws(FormatError) in
            let wanted = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(room)[..<count])
            guard try read(into: wanted, at: offset) == count else {
                throw FormatError(.endsEarly("file"), offset: offset)
            }
            filled = count
        }
    }
}
