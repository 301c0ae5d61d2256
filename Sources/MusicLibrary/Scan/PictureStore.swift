internal import AudioFormats
internal import Glibc
internal import Pictures

/// The pictures of all files, each stored once, in a file named by its hash.
///
/// Pictures are copied in pieces and never decoded, so that their size in pixels costs nothing.
struct PictureStore {
    private let folder: String
    /// Hashes of stored pictures, to ask the file system once for each.
    private var known: Set<UInt64> = []
    /// Pictures that the database does not have yet.
    private(set) var added: [Picture] = []

    private static let byteCountMax: Int64 = 1 << 26
    private static let pieceByteCount = 1 << 16
    private static let knownMax = 100_000

    struct Picture {
        var hash: UInt64
        var byteCount: Int64
        var header: PictureHeader
    }

    init(folder: String) {
        self.folder = folder
    }

    static func path(of hash: UInt64, in folder: String) -> String {
        let digits = String(hash, radix: 16)
        let name = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(folder)/\(name.prefix(2))/\(name)"
    }

    mutating func removeAdded() { added = [] }

    /// Stores a picture unless it is there.
    ///
    /// - Returns: Its hash; nil for anything that is no picture, is too large, or cannot be stored.
    mutating func store(_ range: Range<Int64>, of source: any ByteSource) -> UInt64? {
        let byteCount = range.upperBound - range.lowerBound
        guard byteCount > 0, byteCount <= Self.byteCountMax else { return nil }
        var hash = ContentHash()
        var head: [UInt8] = []
        let isRead = visit(range, of: source) { piece in
            if head.isEmpty { head = Array(piece) }
            hash.add(piece)
            return true
        }
        guard isRead, let header = PictureHeader(head) else { return nil }
        let value = hash.value
        if known.contains(value) { return value }
        let path = Self.path(of: value, in: folder)
        if FileStatus(path)?.size != byteCount {
            guard copy(range, of: source, to: path) else { return nil }
        }
        if known.count >= Self.knownMax { known = [] }
        known.insert(value)
        added.append(Picture(hash: value, byteCount: byteCount, header: header))
        return value
    }

    private func copy(_ range: Range<Int64>, of source: any ByteSource, to path: String) -> Bool {
        let part = "\(path).\(getpid()).part"
        guard FileContents.makeFolders(String(path.prefix(path.count - 17))) == 0 else {
            return false
        }
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return false }
        var isWritten = visit(range, of: source) { piece in
            var done = 0
            while done < piece.count {
                let count = write(descriptor, piece.baseAddress! + done, piece.count - done)
                if count >= 0 { done += count } else if errno != EINTR { return false }
            }
            return true
        }
        isWritten = close(descriptor) == 0 && isWritten
        guard isWritten, rename(part, path) == 0 else {
            unlink(part)
            return false
        }
        return true
    }

    /// Reads a range in pieces.
    ///
    /// - Returns: Whether all was read, and `body` returned true for each piece.
    private func visit(
        _ range: Range<Int64>, of source: any ByteSource,
        _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        var offset = range.lowerBound
        return withUnsafeTemporaryAllocation(byteCount: Self.pieceByteCount, alignment: 16) {
            buffer in
            while offset < range.upperBound {
                let count = Int(min(Int64(buffer.count), range.upperBound - offset))
                let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                guard (try? source.read(into: piece, at: offset)) == count,
                    body(UnsafeRawBufferPointer(piece))
                else { return false }
                offset += Int64(count)
            }
            return true
        }
    }
}
