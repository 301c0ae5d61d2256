public import AudioCodecs

extension ContainerKind {
    /// Recognises a file by its first bytes, regardless of its name.
    ///
    /// Reads at most two short ranges, because an ID3 tag can come first.
    ///
    /// - Returns: nil for an unknown format.
    /// - Throws: `empty`, or the source's error.
    public static func recognise(_ source: any ByteSource) throws(FormatError) -> ContainerKind? {
        var reader = ByteReader(source)
        return try locate(&reader)?.kind
    }

    /// Recognises a file, and finds the end of a leading ID3 tag.
    ///
    /// - Parameter reader: Keeps the bytes that it reads, for the parser. Stands at the start of
    ///   the file afterwards.
    static func locate(
        _ reader: inout ByteReader
    ) throws(FormatError) -> (kind: ContainerKind, start: Int64)? {
        guard reader.source.byteCount > 0 else { throw FormatError(.empty) }
        defer { reader.enter("file header", at: 0, end: reader.source.byteCount) }
        let head = try firstBytes(in: &reader, at: 0)
        let start = id3ByteCount(head)
        let kind = ContainerRegistry.recognise(
            FileHead(bytes: start > 0 ? try firstBytes(in: &reader, at: start) : head))
        // Tags are most common in MP3, where padding can also hide the first frame.
        return (kind ?? (start > 0 ? .mp3 : nil)).map { ($0, start) }
    }

    static func id3ByteCount(_ head: [UInt8]) -> Int64 {
        guard head.starts(with: "ID3".utf8), head.count >= 10 else { return 0 }
        // The tag's size is a syncsafe integer: seven bits per byte.
        let tagByteCount = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
        let footerByteCount: Int64 = head[5] & 0x10 == 0 ? 0 : 10
        return 10 + tagByteCount + footerByteCount
    }

    private static func firstBytes(
        in reader: inout ByteReader, at offset: Int64
    ) throws(FormatError) -> [UInt8] {
        reader.enter("file header", at: offset, end: reader.source.byteCount)
        return try reader.readBytes(Int(min(reader.bytesLeft, 64)))
    }
}
