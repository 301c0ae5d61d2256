import DesktopEntries
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
        guard id > 0, let text = processFile("stat", of: id),
            let startTime = ProcessIdentity.startTime(inStat: text)
        else { return nil }
        self.init(id: id, startTime: startTime)
    }

    /// Whether this process still exists.
    public var isRunning: Bool { ProcessIdentity(running: id) == self }

    /// Field 22. The name in field 2 may contain anything, spaces and parentheses too.
    package static func startTime(inStat text: String) -> UInt64? {
        guard let nameEnd = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: nameEnd)...].split(separator: " ")
        guard fields.count > 19 else { return nil }
        return UInt64(fields[19])
    }
}

/// What `/proc` says about a process.
package struct ProcessFacts: Sendable, Equatable {
    package var identity: ProcessIdentity
    package var userID: UInt32
    package var executableName: String?
    /// The name by which it was started, where the kernel confirms that.
    package var commandName: String?
    /// The text of `/proc/PID/cgroup`.
    package var controlGroups: String?
    /// The file that the process runs.
    package var executableFile: FileIdentity?

    package init?(_ id: Int32) {
        guard let identity = ProcessIdentity(running: id) else { return nil }
        self.identity = identity
        var status = stat()
        guard stat("/proc/\(id)", &status) == 0 else { return nil }
        userID = status.st_uid
        executableName = DesktopEntries.executableName(of: id)
        commandName = DesktopEntries.commandName(of: id)
        controlGroups = processFile("cgroup", of: id)
        executableFile = FileIdentity(path: "/proc/\(id)/exe")
        // All of it is of one process only if that is still there.
        guard identity.isRunning else { return nil }
    }
}

/// A file, whatever its path.
package struct FileIdentity: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64

    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
