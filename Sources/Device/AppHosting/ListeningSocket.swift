import CLinuxShim
import DeviceConnections
import Foundation
import Glibc
import Synchronization

/// A socket in the file system that accepts connections of this user's processes.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    let path: String
    /// The locked file that says that a service listens; `nil` for a socket without one.
    private let lock: Int32?
    private let isClosed = Atomic(false)

    /// Makes the socket of a service; one that a killed service has left is replaced.
    ///
    /// - Parameter path: Its folder is made, for this user alone.
    init(ofService path: String) throws(AppSocketError) {
        // It appears under its name when it can be connected to.
        let early = path + ".new"
        guard let address = socketAddress(early) else { throw .pathTooLong(path) }
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notMade(path, errno: EACCES)
        }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .notMade(path, errno: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(lock)
            throw .inUse(path)
        }
        unlink(early)
        let descriptor = makeSocket(at: address, pendingMax: 64)
        guard descriptor >= 0, rename(early, path) == 0 else {
            let number = errno
            if descriptor >= 0 { Glibc.close(descriptor) }
            Glibc.close(lock)
            throw .notMade(path, errno: number)
        }
        self.descriptor = descriptor
        self.path = path
        self.lock = lock
    }

    /// Makes a socket that one program is told of.
    ///
    /// - Parameter path: In a folder that nothing else uses.
    init(ofProgram path: String) throws(AppSocketError) {
        guard let address = socketAddress(path) else { throw .pathTooLong(path) }
        descriptor = makeSocket(at: address, pendingMax: 4)
        guard descriptor >= 0 else { throw .notMade(path, errno: errno) }
        self.path = path
        lock = nil
    }

    deinit {
        close()
    }

    /// Whether a service listens at a path.
    static func isInUse(_ path: String) -> Bool {
        let lock = open(path + ".lock", O_RDWR | O_CLOEXEC)
        guard lock >= 0 else { return false }
        defer { Glibc.close(lock) }
        // A shared lock: another that asks meanwhile is no service.
        return flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Removes the socket, so that another service can make it. No other function may run then or
    /// later.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        unlink(path)
        Glibc.close(descriptor)
        if let lock { Glibc.close(lock) }
    }

    /// Accepts the next connection; `nil` when none is pending. Does not block.
    func accept() -> MessageSocket? {
        let accepted = sori_accept(descriptor)
        return accepted < 0 ? nil : MessageSocket(accepted)
    }
}

/// Makes a non-blocking socket that listens, for this user alone.
///
/// - Returns: A negative number when it cannot be made; `errno` says why.
private func makeSocket(at address: sockaddr_un, pendingMax: Int32) -> Int32 {
    let descriptor = socket(
        AF_UNIX,
        Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return descriptor }
    guard bindForThisUser(descriptor, to: address), listen(descriptor, pendingMax) == 0 else {
        let number = errno
        close(descriptor)
        errno = number
        return -1
    }
    return descriptor
}
