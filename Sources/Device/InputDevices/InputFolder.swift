import Glibc

/// The folder of input devices, and its inotify watch. One thread.
///
/// Source: inotify(7). A device's file exists before its permissions are set, which is reported as a
/// change of attributes.
struct InputFolder {
    /// What has happened in the folder.
    struct Changes {
        /// Files that have come, and files with other permissions than before.
        var changed: [String] = []
        var removed: [String] = []
        /// Whether everything must be looked at.
        var isRescanNeeded = false
    }

    /// The greatest number of devices that are looked at.
    static let filesMax = 1_024

    let path: String
    let descriptor: Int32
    private var watch: Int32?
    /// The watch of the folder above, while the folder does not exist.
    private var parentWatch: Int32?
    /// Whether the system had a watch for the folder, or for the one above it.
    private(set) var isWatched = false

    init(_ path: String) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        update()
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Whether a file's name is that of an event device.
    static func isEventDevice(_ name: String) -> Bool {
        guard name.hasPrefix("event") else { return false }
        let digits = name.utf8.dropFirst(5)
        return (1...6).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The names of the event devices, in the order of their numbers.
    func files() -> [String] {
        guard let entries = opendir(path) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while names.count < Self.filesMax, let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Self.isEventDevice(name) { names.append(name) }
        }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Watches the folder, or the one above it until there is one.
    private mutating func update() {
        guard descriptor >= 0 else { return }
        addWatch()
        if watch == nil, parentWatch == nil {
            let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            let mask = UInt32(IN_CREATE | IN_MOVED_TO) | UInt32(IN_ONLYDIR)
            let added = inotify_add_watch(descriptor, parent.isEmpty ? "/" : parent, mask)
            if added >= 0 { parentWatch = added }
            // It may have come meanwhile.
            addWatch()
        }
        if watch != nil, let parentWatch {
            inotify_rm_watch(descriptor, parentWatch)
            self.parentWatch = nil
        }
        isWatched = watch != nil || parentWatch != nil
    }

    private mutating func addWatch() {
        guard watch == nil else { return }
        let mask =
            UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
            | UInt32(IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
        let added = inotify_add_watch(descriptor, path, mask)
        if added >= 0 { watch = added }
    }

    /// Reads what has happened, a bounded part of it.
    mutating func changes() -> Changes {
        var changes = Changes()
        guard descriptor >= 0 else { return changes }
        let readsMax = 8
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            guard let base = buffer.baseAddress else { return }
            for _ in 0..<readsMax {
                let count = read(descriptor, base, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                let headByteCount = MemoryLayout<inotify_event>.size
                while offset + headByteCount <= count {
                    let event = buffer.loadUnaligned(
                        fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + headByteCount
                    let end = min(start + Int(event.len), count)
                    let name = buffer[start..<end].prefix { $0 != 0 }
                    take(event, String(decoding: name, as: UTF8.self), &changes)
                    offset = end
                }
            }
        }
        return changes
    }

    private mutating func take(_ event: inotify_event, _ name: String, _ changes: inout Changes) {
        func has(_ bits: some BinaryInteger) -> Bool {
            event.mask & UInt32(truncatingIfNeeded: bits) != 0
        }
        if has(IN_Q_OVERFLOW) {
            changes.isRescanNeeded = true
        } else if event.wd == watch {
            if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_IGNORED) {
                if !has(IN_IGNORED) { inotify_rm_watch(descriptor, event.wd) }
                watch = nil
                update()
                changes.isRescanNeeded = true
            } else if Self.isEventDevice(name) {
                if has(IN_DELETE) || has(IN_MOVED_FROM) {
                    changes.removed.append(name)
                } else {
                    changes.changed.append(name)
                }
            }
        } else if event.wd == parentWatch, path.hasSuffix("/" + name) {
            update()
            changes.isRescanNeeded = true
        }
    }
}
