internal import Glibc

/// The inotify watches of folders.
///
/// Source: inotify(7). Watches are not recursive: each folder has one.
struct FolderWatches {
    /// What has happened in the folders since the last look.
    struct Changes {
        /// Folders with files that have come, changed or gone.
        var folders: Set<FileName> = []
        /// Folders that have come, with everything below them.
        var trees: Set<FileName> = []
        /// Whether events were lost, so that everything must be looked at.
        var hasOverflowed = false

        var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !hasOverflowed }

        mutating func add(_ other: Changes) {
            folders.formUnion(other.folders)
            trees.formUnion(other.trees)
            hasOverflowed = hasOverflowed || other.hasOverflowed
        }

        /// Keeps the memory bounded: beyond some folders, everything is looked at.
        mutating func bound() {
            let foldersMax = 10_000
            guard folders.count + trees.count > foldersMax else { return }
            folders = []
            trees = []
            hasOverflowed = true
        }
    }

    let descriptor: Int32
    private var paths: [Int32: String] = [:]
    private var watches: [FileName: Int32] = [:]
    /// Whether the system has no more watches for this user.
    private(set) var isAtLimit = false

    /// - Returns: nil when the system has no more instances for this user.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    func close() { _ = Glibc.close(descriptor) }

    var count: Int { paths.count }

    private static let mask =
        UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF
                | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    /// Watches a folder. To lose nothing, it is watched first and listed afterwards.
    mutating func add(_ path: String) {
        let watch = inotify_add_watch(descriptor, path, Self.mask)
        guard watch >= 0 else {
            if errno == ENOSPC || errno == ENOMEM { isAtLimit = true }
            return
        }
        let name = FileName(path)
        if let old = paths[watch].map({ FileName($0) }), old != name { watches[old] = nil }
        if let old = watches[name], old != watch { paths[old] = nil }
        paths[watch] = path
        watches[name] = watch
    }

    /// Forgets a folder that was moved away or removed, and all below it.
    private mutating func removeTree(_ path: String) {
        let tree = FileName(path)
        for (watched, watch) in watches
        where watched == tree || watched.text.utf8.starts(with: (path + "/").utf8) {
            inotify_rm_watch(descriptor, watch)
            watches[watched] = nil
            paths[watch] = nil
        }
    }

    /// Reads the events that are waiting.
    mutating func changes() -> Changes {
        let readsMax = 256
        var changes = Changes()
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            for _ in 0..<readsMax {
                let count = read(descriptor, buffer.baseAddress!, buffer.count)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    return
                }
                var offset = 0
                let headByteCount = MemoryLayout<inotify_event>.size
                while offset + headByteCount <= count {
                    let event = buffer.loadUnaligned(
                        fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + headByteCount
                    let end = min(start + Int(event.len), count)
                    let name = buffer[start..<end].prefix { $0 != 0 }
                    take(event, String(validating: name, as: UTF8.self), &changes)
                    offset = end
                }
                changes.bound()
            }
        }
        return changes
    }

    private mutating func take(_ event: inotify_event, _ name: String?, _ changes: inout Changes) {
        func has(_ bits: some BinaryInteger) -> Bool {
            event.mask & UInt32(truncatingIfNeeded: bits) != 0
        }
        if has(IN_Q_OVERFLOW) {
            changes.hasOverflowed = true
            return
        }
        guard let folder = paths[event.wd] else { return }
        if has(IN_IGNORED) {
            paths[event.wd] = nil
            if watches[FileName(folder)] == event.wd { watches[FileName(folder)] = nil }
            return
        }
        if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
            // A root has no folder above it that would say so; another may be in its place.
            changes.trees.insert(FileName(folder))
            if !has(IN_DELETE_SELF) { removeTree(folder) }
            return
        }
        guard let name, !name.isEmpty, !name.hasPrefix(".") else { return }
        let path = folder + "/" + name
        if has(IN_ISDIR) {
            if has(IN_MOVED_FROM) || has(IN_DELETE) { removeTree(path) }
            if has(IN_CREATE) || has(IN_MOVED_TO) { changes.trees.insert(FileName(path)) }
            changes.folders.insert(FileName(folder))
        } else if has(IN_CREATE) {
            // A file that is being written is looked at when it is closed; a link is never closed.
            var status = stat()
            guard lstat(path, &status) == 0,
                status.st_nlink > 1 || status.st_mode & S_IFMT == S_IFLNK
            else { return }
            changes.folders.insert(FileName(folder))
            if FileStatus(path)?.isFolder == true { changes.trees.insert(FileName(path)) }
        } else if FolderListing.concerns(name) || has(IN_DELETE) || has(IN_MOVED_FROM) {
            changes.folders.insert(FileName(folder))
        }
    }
}
