public import AudioCodecs
import AudioModel

extension AudioFileReader {
    /// Whether the header states the sound that is there, of one sound track alone: a copy of the
    /// bytes is then a complete file.
    public var isComplete: Bool {
        !contents.isRecovered && !contents.isOpenEnded && contents.missingByteCount == 0
            && !contents.metadata.hasOtherTracks
    }
}

/// Copies a file byte by byte, in bounded memory.
///
/// Not thread-safe: used by one thread at a time.
public struct FileCopier {
    private let source: any ByteSource
    private let sink: any ByteSink
    private var offset: Int64 = 0
    private var piece: [UInt8] = []

    private static let pieceByteCountMax: Int64 = 1 << 20

    /// Creates a copier, and the file to which it copies.
    ///
    /// - Throws: `cannotOpen` or `notAFile`.
    public init(from reader: AudioFileReader, to path: String) throws(FormatError) {
        source = reader.source
        sink = try FileSink(path: path, mayReplace: true)
    }

    /// The share of the file that has been copied, from 0 to 1.
    public var share: Double {
        source.byteCount > 0 ? Double(offset) / Double(source.byteCount) : 1
    }

    /// Copies some bytes.
    ///
    /// - Returns: Whether there are more.
    /// - Throws: An error of the source, or `cannotWrite`.
    public mutating func copyMore() throws(FormatError) -> Bool {
        let count = Int(min(Self.pieceByteCountMax, source.byteCount - offset))
        guard count > 0 else { return false }
        try sink.write(try source.bytes(count, at: offset), at: offset)
        offset += Int64(count)
        return offset < source.byteCount
    }
}
