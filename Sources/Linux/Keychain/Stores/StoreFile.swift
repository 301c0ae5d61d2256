import Foundation
import Glibc

/// The steps in which a file of items is replaced. A test can let each fail, or end the process
/// there.
package enum StoreFileStep: Int32, CaseIterable, Sendable {
    case makeFolder
    case lock
    case read
    case setAside
    case createNew
    case write
    case synchronize
    case rename
    case synchronizeFolder
    case done
}

/// A file that only its user can read, which is replaced as a whole. One thread at a time.
///
/// The file is at each moment the old or the new one, whatever happens: a new file is written
/// beside it, synchronised and renamed. A lock file keeps other processes out meanwhile.
struct StoreFile {
    let path: String
    /// Called before each step; a result other than 0 is the error number with which it fails.
    let fault: @Sendable (StoreFileStep) -> Int32

    /// Most bytes of a file.
    static let bytesMax = 256 << 20

    private var folder: String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
    private var newPath: String { path + ".new" }

    /// Runs `body` while no other process changes the file.
    func locked<Value>(
        _ body: () throws(KeychainError) -> Value
    ) throws(KeychainError) -> Value {
        try makeFolder()
        try step(.lock)
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.error(errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw .notAvailable } }
        return try body()
    }

    /// The bytes of the file; `nil` when there is none.
    ///
    /// - Throws: `notAvailable` for a file that another user owns or that others may use, and for
    ///   what is no file.
    func read() throws(KeychainError) -> Data? {
        try step(.read)
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .notAvailable
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
            status.st_size <= Self.bytesMax
        else { throw .notAvailable }
        try checkFolder()
        var bytes = Data(count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let size = bytes.count - count
            let done = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress! + count, size)
            }
            if done < 0, errno == EINTR { continue }
            guard done >= 0 else { throw .inputOutput }
            // A file that became shorter meanwhile is damaged, and found to be.
            guard done > 0 else { break }
            count += done
        }
        return bytes.prefix(count)
    }

    /// Replaces the file, which is locked.
    func replace(with bytes: Data) throws(KeychainError) {
        guard bytes.count <= Self.bytesMax else { throw .diskFull }
        try step(.createNew)
        // A process that was killed has left it.
        unlink(newPath)
        let file = open(newPath, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.error(errno) }
        do throws(KeychainError) {
            defer { close(file) }
            // The mask of the process may have taken rights of the user's own.
            guard fchmod(file, 0o600) == 0 else { throw .inputOutput }
            try write(bytes, to: file)
            try step(.synchronize)
            guard fsync(file) == 0 else { throw Self.error(errno) }
            try step(.rename)
            guard rename(newPath, path) == 0 else { throw Self.error(errno) }
        } catch {
            unlink(newPath)
            throw error
        }
        // The file is the new one from here on: what follows makes it last.
        _ = fault(.synchronizeFolder)
        synchronizeFolder()
        _ = fault(.done)
    }

    /// Gives a damaged file, which is locked, a name of its own.
    ///
    /// - Returns: That name.
    func setAside() throws(KeychainError) -> String {
        try step(.setAside)
        for number in 1...10_000 {
            let name = "\(path).damaged-\(number)"
            // No file is overwritten.
            if link(path, name) == 0 {
                guard unlink(path) == 0 else { throw Self.error(errno) }
                synchronizeFolder()
                return name
            }
            guard errno == EEXIST else { throw Self.error(errno) }
        }
        throw .notAvailable
    }

    // MARK: Pieces

    private func step(_ step: StoreFileStep) throws(KeychainError) {
        let number = fault(step)
        if number != 0 { throw Self.error(number) }
    }

    private static func error(_ number: Int32) -> KeychainError {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        case EACCES, EPERM, EROFS, ELOOP, ENOTDIR, ENOENT, EISDIR: .notAvailable
        default: .inputOutput
        }
    }

    private func write(_ bytes: Data, to file: Int32) throws(KeychainError) {
        var count = 0
        while count < bytes.count {
            try step(.write)
            // In pieces, so that a large file can fail in the middle as well.
            let size = min(bytes.count - count, 1 << 20)
            let done = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + count, size) }
            if done < 0, errno == EINTR { continue }
            guard done > 0 else { throw Self.error(done < 0 ? errno : EIO) }
            count += done
        }
    }

    private func synchronizeFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func makeFolder() throws(KeychainError) {
        try step(.makeFolder)
        if access(folder, F_OK) != 0 {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                // Another process may have made it.
                guard access(folder, F_OK) == 0 else {
                    throw (error as NSError).code == CocoaError.fileWriteOutOfSpace.rawValue
                        ? .diskFull : .notAvailable
                }
            }
        }
        try checkFolder()
    }

    /// A user that may change the folder of a file may put another file there.
    private func checkFolder() throws(KeychainError) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), status.st_mode & 0o022 == 0
        else { throw .notAvailable }
    }
}
