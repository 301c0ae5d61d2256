import Glibc

/// A process, told from a later one with the same number by when it was started.
public struct ProcessIdentity: Sendable, Hashable {
    public var id: Int32
    /// Clock ticks from the machine's start to the process's (`/proc/PID/stat`).
    public var startTime: UInt64

    public init(id: Int32, startTime: UInt64) {
        self.id = id
        self.startTime = startTime
    }

    /// The process that has this number now.
    public init?(running id: Int32) {
        guard id > 0, let text = readProcessFile(id, "stat"),
            let startTime = ProcessIdentity.startTime(inStat: text)
        else { return nil }
        self.init(id: id, startTime: startTime)
    }

    /// Whether this process still exists.
    public var isRunning: Bool { ProcessIdentity(running: id) == self }

    /// Field 22. The name in field 2 may contain anything, spaces and parentheses too.
    static func startTime(inStat text: String) -> UInt64? {
        guard let nameEnd = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: nameEnd)...].split(separator: " ")
        guard fields.count > 19 else { return nil }
        return UInt64(fields[19])
    }
}

/// What `/proc` says about a process.
struct ProcessFacts: Sendable, Equatable {
    var identity: ProcessIdentity
    var userID: UInt32
    var executableName: String?
    /// The text of `/proc/PID/cgroup`.
    var controlGroups: String?
    /// The file that the process runs.
    var executableFile: FileIdentity?

    init?(_ id: Int32) {
        guard let identity = ProcessIdentity(running: id) else { return nil }
        self.identity = identity
        var status = stat()
        guard stat("/proc/\(id)", &status) == 0 else { return nil }
        userID = status.st_uid
        executableName = ProcessFacts.executableName(of: id)
        controlGroups = readProcessFile(id, "cgroup")
        executableFile = FileIdentity(path: "/proc/\(id)/exe")
        // All of it is of one process only if that is still there.
        guard identity.isRunning else { return nil }
    }

    private static func executableName(of id: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/\(id)/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        var path = String(decoding: bytes.prefix(count), as: UTF8.self)
        if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
        return path.split(separator: "/").last.map(String.init)
    }
}

/// A file, whatever its path.
struct FileIdentity: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The first 16 KB of a file in `/proc/PID`.
private func readProcessFile(_ id: Int32, _ name: String) -> String? {
    readFile("/proc/\(id)/\(name)", byteCountMax: 16_384)
}

/// The beginning of a file.
func readFile(_ path: String, byteCountMax: Int) -> String? {
    // Opening a FIFO must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: byteCountMax)
    var count = 0
    while count < bytes.count {
        let added = bytes[count...].withUnsafeMutableBytes {
            read(descriptor, $0.baseAddress, $0.count)
        }
        guard added >= 0 else { return nil }
        if added == 0 { break }
        count += added
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}
