internal import Glibc

/// What the system says of a file, after links.
struct FileStatus: Equatable {
    var size: Int64
    /// Time of the last change, in nanoseconds since 1970.
    var modified: Int64
    var inode: Int64
    var device: UInt64
    var isFolder: Bool
    var isRegular: Bool

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        inode = Int64(bitPattern: UInt64(status.st_ino))
        device = UInt64(status.st_dev)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}

/// Small files, read and written as a whole.
enum FileContents {
    /// - Returns: nil when the file cannot be read or is larger.
    static func read(_ path: String, byteCountMax: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int64(status.st_size) <= Int64(byteCountMax)
        else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= byteCountMax {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count > 0 {
                bytes += piece[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                return nil
            }
        }
        return nil
    }

    /// Replaces a file: a reader finds the old contents or all of the new.
    ///
    /// - Returns: Zero, or an `errno` value.
    static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
        let part = "\(path).\(getpid()).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return errno }
        var written = 0
        var failure: Int32 = 0
        bytes.withUnsafeBytes { bytes in
            while written < bytes.count, failure == 0 {
                let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                if count >= 0 { written += count } else if errno != EINTR { failure = errno }
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(part, path) != 0 { failure = errno }
        if failure != 0 { unlink(part) }
        return failure
    }

    /// Makes a folder with those above it.
    ///
    /// - Returns: Zero, or an `errno` value.
    static func makeFolders(_ path: String) -> Int32 {
        guard FileStatus(path)?.isFolder != true else { return 0 }
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return 0 }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            return errno
        }
        let failure = makeFolders(String(path[..<slash]))
        guard failure == 0 else { return failure }
        return mkdir(path, 0o777) == 0 || errno == EEXIST ? 0 : errno
    }

    static func message(_ number: Int32) -> String { String(cString: strerror(number)) }
}
