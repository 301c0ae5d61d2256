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
    /// Why the last picture could not be written; songs without theirs would not be read again.
    private(set) var failure: LibraryError?

    private static let byteCountMax: Int64 = 1 << 26
    private static let pieceByteCount = 1 << 16
    /// Most bytes before the size of a JPEG file, behind its Exif data and colour profiles.
    private static let headByteCountMax: Int64 = 1 << 20
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
        guard isRead, let header = header(of: range, in: source, head) else { return nil }
        let value = hash.value
        if known.contains(value) { return value }
        let path = Self.path(of: value, in: folder)
        if FileStatus(path)?.size != byteCount {
            guard let number = copy(range, of: source, to: path) else { return nil }
            guard number == 0 else {
                failure =
                    [ENOSPC, EDQUOT].contains(number)
                    ? .full(path: folder)
                    : .cannotOpen(path: path, message: FileContents.message(number))
                return nil
            }
        }
        if known.count >= Self.knownMax { known = [] }
        known.insert(value)
        added.append(Picture(hash: value, byteCount: byteCount, header: header))
        return value
    }

    /// - Parameter head: The picture's first piece.
    private func header(
        of range: Range<Int64>, in source: any ByteSource, _ head: [UInt8]
    ) -> PictureHeader? {
        guard let header = PictureHeader(head) else { return nil }
        guard header.size == nil, range.count > head.count else { return header }
        let end = min(range.upperBound, range.lowerBound + Self.headByteCountMax)
        var longHead: [UInt8] = []
        let isRead = visit(range.lowerBound..<end, of: source) { piece in
            longHead += piece
            return true
        }
        return isRead ? PictureHeader(longHead) : header
    }

    /// Copies a picture to a file.
    ///
    /// - Returns: Zero, or an `errno` value of writing; nil when the source cannot be read.
    private func copy(_ range: Range<Int64>, of source: any ByteSource, to path: String) -> Int32? {
        let part = "\(path).\(getpid()).part"
        let number = FileContents.makeFolders(String(path.prefix(path.count - 17)))
        guard number == 0 else { return number }
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return errno }
        var failure: Int32 = 0
        let isRead = visit(range, of: source) { piece in
            var done = 0
            while done < piece.count {
                let count = write(descriptor, piece.baseAddress! + done, piece.count - done)
                if count >= 0 {
                    done += count
                } else if errno != EINTR {
                    failure = errno
                    return false
                }
            }
            return true
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if isRead, failure == 0, rename(part, path) != 0 { failure = errno }
        if !isRead || failure != 0 { unlink(part) }
        return isRead || failure != 0 ? failure : nil
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
