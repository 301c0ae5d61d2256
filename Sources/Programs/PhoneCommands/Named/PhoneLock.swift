import Glibc

/// The lock of a named phone that runs. It ends with its process, however that ends.
package final class PhoneLock {
    private let descriptor: Int32

    /// Linux's `F_OFD_GETLK` and `F_OFD_SETLK`: locks of an open file, not of a process. A question
    /// takes no lock, so that it disturbs no phone that is just being switched on.
    private static let ask: Int32 = 36
    private static let take: Int32 = 37

    /// Whether a phone runs, and as which process.
    package enum Holder: Equatable, Sendable {
        case none
        /// The process is `nil` while the phone is just being switched on.
        case process(Int32?)
    }

    package enum Refusal: Error, Equatable {
        case held(by: Int32?)
        case notMade(errno: Int32)
    }

    /// Takes the lock of a phone, in its folder.
    package init(in folder: String) throws(Refusal) {
        let path = Self.path(in: folder)
        // A phone that is deleted meanwhile has its lock in no folder.
        for _ in 0..<Self.attemptsMax {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .notMade(errno: errno) }
            var wanted = Self.whole
            let isHeld =
                fcntl(descriptor, Self.take, &wanted) != 0 && (errno == EAGAIN || errno == EACCES)
            guard !isHeld else {
                defer { close(descriptor) }
                throw .held(by: Self.process(in: descriptor))
            }
            // A file system without locks has the file all the same.
            if Self.isSame(descriptor, path) {
                self.descriptor = descriptor
                note()
                return
            }
            close(descriptor)
        }
        throw .notMade(errno: EBUSY)
    }

    private static let attemptsMax = 10

    deinit {
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// The holder of a phone's lock, in its folder.
    package static func holder(in folder: String) -> Holder {
        let descriptor = open(path(in: folder), O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return .none }
        defer { close(descriptor) }
        var wanted = whole
        guard fcntl(descriptor, ask, &wanted) == 0, wanted.l_type != Int16(F_UNLCK) else {
            return .none
        }
        return .process(process(in: descriptor))
    }

    private static func path(in folder: String) -> String { folder + "/lock" }

    private static var whole: Glibc.flock {
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// Writes this process's number for those that ask.
    private func note() {
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }

    private static func process(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
            .flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether the path still leads to the open file.
    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && lstat(path, &found) == 0
            && held.st_dev == found.st_dev && held.st_ino == found.st_ino
    }
}
