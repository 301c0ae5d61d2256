import Glibc
import Synchronization

/// The desktop files of a machine: the apps that are installed. Any thread.
///
/// A query looks at the modification times of the folders, and of the file that answers it, and reads
/// all files again when one has changed.
///
/// Source: Desktop Entry Specification 1.5; XDG Base Directory Specification.
public final class DesktopFiles: Sendable {
    /// Limits of what is read; the rest is ignored.
    package static let fileBytesMax = 256 << 10
    static let filesMax = 10_000
    static let foldersMax = 256
    static let depthMax = 4
    static let rootsMax = 64

    private let roots: [String]
    private let parser: DesktopEntryParser
    private let state = Mutex(State())

    private struct State {
        var index = DesktopEntryIndex([])
        var folders: [String: FileStamp] = [:]
        var files: [String: (path: String, stamp: FileStamp)] = [:]
        var isRead = false
    }

    /// - Parameters:
    ///   - folders: Those with desktop files; the first that has an ID counts.
    ///   - locale: The language of the names, as in `LANG`.
    public init(folders: [String], locale: String = "") {
        roots = Array(folders.prefix(Self.rootsMax))
        parser = DesktopEntryParser(locale: locale)
    }

    /// The `applications` folders of `XDG_DATA_HOME` and `XDG_DATA_DIRS`.
    public convenience init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
        let others = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let folders = [home].compactMap(\.self) + others.split(separator: ":").map(String.init)
        self.init(
            folders: folders.filter { $0.first == "/" }.map { $0 + "/applications" },
            locale: value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "")
    }

    /// The app of a window: its ID on Wayland, its class on X11.
    ///
    /// The ID is compared as it is, then in lower case, then with `StartupWMClass`, then with the
    /// base name of the program in `Exec`.
    public func entry(appID: String) -> DesktopEntry? {
        find { $0.entry(appID: appID) }
    }

    /// The app of a program.
    ///
    /// - Parameter executable: A path, or the name of a program.
    public func entry(executable: String) -> DesktopEntry? {
        find { $0.entry(executable: executable) }
    }

    private func find(_ query: (DesktopEntryIndex) -> DesktopEntry?) -> DesktopEntry? {
        state.withLock { state in
            let isFresh = state.isRead && state.folders.allSatisfy { $1.isCurrent(of: $0) }
            if !isFresh { read(&state) }
            guard let found = query(state.index) else { return nil }
            guard isFresh, let file = state.files[found.id], !file.stamp.isCurrent(of: file.path)
            else { return found }
            read(&state)
            return query(state.index)
        }
    }

    // MARK: Reading

    private func read(_ state: inout State) {
        state = State()
        state.isRead = true
        var entries: [DesktopEntry] = []
        var known: Set<String> = []
        for root in roots {
            list(root, prefix: "", depth: 0, &state) { id, path, state in
                guard known.count < Self.filesMax, !known.contains(id) else { return }
                let stamp = FileStamp(of: path)
                guard let bytes = Self.bytes(of: path) else { return }
                known.insert(id)
                guard case .app(let entry) = parser.parse(bytes, id: id) else { return }
                state.files[id] = (path, stamp)
                entries.append(entry)
            }
        }
        state.index = DesktopEntryIndex(entries)
    }

    /// Lists the desktop files below a folder. The folders of a path are part of the ID.
    private func list(
        _ folder: String, prefix: String, depth: Int, _ state: inout State,
        _ found: (_ id: String, _ path: String, _ state: inout State) -> Void
    ) {
        guard depth <= Self.depthMax, state.folders.count < Self.foldersMax else { return }
        state.folders[folder] = FileStamp(of: folder)
        let suffix = ".desktop"
        for name in fileNames(in: folder).sorted() {
            let path = folder + "/" + name
            if name.hasSuffix(suffix) {
                found(prefix + String(name.dropLast(suffix.count)), path, &state)
            } else if FileStamp.isFolder(path) {
                list(path, prefix: prefix + name + "-", depth: depth + 1, &state, found)
            }
        }
    }

    /// The bytes of a regular file that is not too long.
    static func bytes(of path: String) -> [UInt8]? {
        // A named pipe without a writer must not block.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= fileBytesMax
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress! + count, $0.count - count)
            }
            guard part > 0 else { break }
            count += part
        }
        return Array(bytes.prefix(count))
    }
}

/// The names of the files in a folder.
package func fileNames(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < DesktopFiles.filesMax, let item = readdir(stream) {
        let name = withUnsafePointer(to: &item.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                String(validatingCString: $0)
            }
        }
        if let name, name.first != "." { names.append(name) }
    }
    return names
}

/// The state of a file or folder at a time, to see whether it has changed since.
struct FileStamp {
    private struct Status: Equatable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private let status: Status?
    /// Whether it changed so short a time before that another change may have the same time.
    private let isRecent: Bool

    init(of path: String) {
        status = Status(path)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let secondsMin = 2
        isRecent = status.map { now.tv_sec - $0.seconds < secondsMin } ?? false
    }

    func isCurrent(of path: String) -> Bool { !isRecent && Status(path) == status }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
