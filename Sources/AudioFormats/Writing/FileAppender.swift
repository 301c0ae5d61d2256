import AudioModel

/// Appends to an existing file: the header is kept, except for the sizes and counts in it.
struct FileAppender: ContainerMuxer {
    let dataBytesMax: Int64
    let isPadded: Bool

    private let kind: ContainerKind
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
        kind = reader.containerKind
        format = reader.format
        guard Self.isContinued(kind), !format.isVariableBitRate else {
            throw FormatError(.badField("kind of file"))
        }
        let fresh = try kind.writing(format)
        dataBytesMax = fresh.dataBytesMax
        isPadded = fresh.isPadded
        guard reader.dataOffset <= Limits.headBytesMax else { throw FormatError(.tooLarge("head")) }
        head = try reader.source.bytes(Int(reader.dataOffset), at: 0)
        chunks = []
        bytesBeforeAudio = 0
        guard kind != .au else { return }
        let audioID: FourCC = kind == .aiff || kind == .aifc ? "SSND" : "data"
        guard let audio = reader.contents.chunks.firstIndex(where: { $0.id == audioID }) else {
            throw FormatError(.missing("audio"))
        }
        chunks = Array(reader.contents.chunks[...audio])
        bytesBeforeAudio = reader.dataOffset - chunks[audio].start
        // CAF's edit count; AIFF's offset and block size.
        let least: Int64 = kind == .caf ? 4 : audioID == "SSND" ? 8 : 0
        guard bytesBeforeAudio >= least, chunks[audio].start <= reader.dataOffset else {
            throw FormatError(.endsEarly("audio"))
        }
        if kind == .caf { countEdit(at: Int(chunks[audio].start)) }
        let hasLongSizes = chunks.contains { $0.id == "ds64" && $0.byteCount >= 24 }
        guard hasLongSizes || kind == .wav || !Self.isWAVE(kind) else {
            throw FormatError(.missing("ds64 chunk"))
        }
    }

    private static func isWAVE(_ kind: ContainerKind) -> Bool {
        [.wav, .rf64, .bw64].contains(kind)
    }

    /// Containers with contiguous audio and its size in few places.
    private static func isContinued(_ kind: ContainerKind) -> Bool {
        [.caf, .aiff, .aifc, .au].contains(kind) || isWAVE(kind)
    }

    /// Increments CAF's edit count, which invalidates derived chunks such as an overview.
    private mutating func countEdit(at offset: Int) {
        let count = head[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        put(count &+ 1, at: offset)
    }

    // MARK: Heads

    func head(_ moment: MuxerHeaderContext) throws(FormatError) -> [UInt8]? {
        guard let inserted = inserted(moment) else { return nil }
        var patched = self
        let byteCount = moment.totals.byteCount
        let whole = Int64(head.count + inserted.count) + byteCount + moment.behindByteCount
        if kind == .au {
            patched.put(UInt32(clamping: byteCount), at: 8)
            return patched.head
        }
        for chunk in chunks {
            let range = Int(chunk.start)..<Int(chunk.start + chunk.byteCount)
            guard range.upperBound <= head.count, chunk.id != "data", chunk.id != "SSND" else {
                continue
            }
            var bytes = Array(head[range])
            counted(chunk.id, &bytes, moment, whole: whole)
            patched.head.replaceSubrange(range, with: bytes)
        }
        guard let audio = chunks.last else { return patched.head }
        patched.head.insert(contentsOf: inserted, at: Int(audio.start) - chunkHeaderByteCount)
        let start = Int(audio.start) + inserted.count
        let size = bytesBeforeAudio + byteCount
        switch kind {
        case .caf:
            patched.put(size, at: start - 8)
        case .aiff, .aifc:
            patched.put(UInt32(clamping: whole - 8), at: 4)
            patched.put(UInt32(clamping: size), at: start - 4)
        default:
            let isLong = kind != .wav
            patched.put((isLong ? .max : UInt32(clamping: whole - 8)).byteSwapped, at: 4)
            patched.put((isLong ? .max : UInt32(clamping: size)).byteSwapped, at: start - 4)
        }
        return patched.head
    }

    /// New chunks to insert before the audio chunk, with a filler for the remaining room; nil when
    /// they do not fit.
    private func inserted(_ moment: MuxerHeaderContext) -> [UInt8]? {
        guard !chunks.isEmpty else { return moment.early.isEmpty ? [] : nil }
        let filler = moment.filler(
            after: head.count + moment.early.count, headerByteCount: chunkHeaderByteCount
        ) { byteCount in
            var filler: [UInt8] = []
            if kind == .caf {
                filler.append(fillerID)
                filler.appendBigEndian(Int64(byteCount))
                filler += [UInt8](repeating: 0, count: byteCount)
            } else {
                filler.appendChunk(
                    fillerID, Array(repeating: 0, count: byteCount),
                    Self.isWAVE(kind) ? .littleEndian : .bigEndian)
            }
            return filler
        }
        return filler.map { moment.early + $0 }
    }

    private var chunkHeaderByteCount: Int { kind == .caf ? 12 : 8 }

    private var fillerID: FourCC {
        kind == .caf ? "free" : Self.isWAVE(kind) ? "JUNK" : "FLLR"
    }

    /// Updates the counts in a chunk that has some.
    private func counted(
        _ id: FourCC, _ bytes: inout [UInt8], _ moment: MuxerHeaderContext, whole: Int64
    ) {
        let totals = moment.totals
        switch (id, kind) {
        case ("COMM", .aiff), ("COMM", .aifc):
            bytes.put(UInt32(clamping: totals.packetCount), at: 2)
        case ("fact", _) where Self.isWAVE(kind):
            bytes.put(UInt32(clamping: totals.packetCount).byteSwapped, at: 0)
        case ("ds64", _) where Self.isWAVE(kind):
            bytes.put((whole - 8).byteSwapped, at: 0)
            bytes.put(totals.byteCount.byteSwapped, at: 8)
            bytes.put(totals.packetCount.byteSwapped, at: 16)
        case ("pakt", .caf):
            bytes.put(totals.packetCount, at: 0)
            bytes.put(totals.frameCount(format, moment.properties), at: 8)
            bytes.put(Int32(clamping: moment.properties.primingFrames), at: 16)
            bytes.put(Int32(clamping: moment.properties.remainderFrames), at: 20)
        default: break
        }
    }

    private mutating func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
        head.put(number, at: offset)
    }

    mutating func dropHeadChunks(where fits: (FourCC, ArraySlice<UInt8>) -> Bool) {
        for index in chunks.indices.dropLast() {
            let chunk = chunks[index]
            let start = Int(chunk.start)
            guard start <= head.count, !Self.structure.contains(chunk.id),
                fits(chunk.id, head[start..<min(start + 4, head.count)])
            else { continue }
            put(fillerID.rawValue, at: start - chunkHeaderByteCount)
            chunks[index].id = fillerID
        }
    }

    /// Chunks that are required to read a file.
    static let structure: Set<FourCC> = [
        "caff", "desc", "data", "pakt", "kuki", "chan", "FORM", "AIFF", "AIFC", "FVER", "COMM",
        "SSND", "CHAN", "RIFF", "RF64", "BW64", "WAVE", "fmt ", "fact", "ds64",
    ]

    // MARK: Tails

    func tail(
        _ totals: MuxerTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8] {
        guard kind != .au else { return [] }
        var counted = properties
        let moment = MuxerHeaderContext(totals: totals, properties: properties, isFinal: true)
        for index in counted.chunks.indices {
            self.counted(
                counted.chunks[index].id, &counted.chunks[index].bytes, moment, whole: 0)
        }
        // The tail of a new file, except for a packet table that exists already.
        let hasTable =
            chunks.contains { $0.id == "pakt" } || counted.chunks.contains { $0.id == "pakt" }
        if hasTable {
            counted.primingFrames = 0
            counted.remainderFrames = 0
        }
        return try kind.writing(format).tail(totals, counted, dataOffset: dataOffset)
    }

    /// The chunks after the audio.
    static func tailChunks(
        of reader: AudioFileReader
    ) throws(FormatError) -> [(id: FourCC, bytes: [UInt8])] {
        var chunks: [(id: FourCC, bytes: [UInt8])] = []
        var left = Limits.tailBytesMax
        for chunk in reader.contents.chunks where chunk.start > reader.dataOffset {
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
        totals.packetCount = reader.packetCount
        totals.byteCount = totals.packetCount * Int64(reader.format.bytesPerPacket)
        self.init(
            sink, kind: reader.containerKind, format: reader.format, container: container,
            totals: totals, dataOffset: reader.dataOffset)
        properties.magicCookie = reader.magicCookie
        properties.channelLayout = reader.contents.channelLayout
        properties.primingFrames = reader.primingFrames
        properties.remainderFrames = reader.remainderFrames
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
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Swift.max(count, 1), alignment: 1)
        defer { room.deallocate() }
        let wanted = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
        guard try read(into: wanted, at: offset) == count else {
            throw FormatError(.endsEarly("file"), offset: offset)
        }
        return Array(wanted)
    }
}
