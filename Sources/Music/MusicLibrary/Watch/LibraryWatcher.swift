internal import Glibc
internal import Realtime

/// Watches the library's folders, and brings the library up to date with what changes in them.
///
/// Its caller drives it: `scan` once, then `next` again and again, all on one thread at a time. A
/// change is in the library within two seconds while the caller waits in `next`. Where the system
/// has no watches left, and on network file systems, the folders are scanned at intervals.
package final class LibraryWatcher {
    private let library: MediaLibrary
    private var watches: FolderWatches?
    private var roots: [String] = []
    /// What is not in the library yet.
    private var pending = FolderWatches.Changes()
    /// When the first and the last of the pending changes came.
    private var firstChange: Double?
    private var lastChange = 0.0
    private var retryAt = 0.0
    private var rootsCheckedAt = 0.0
    private var scannedAt = 0.0
    private var hasNetworkFolders = false

    /// An English message when changes are found at intervals only; nil while folders are watched.
    package private(set) var notice: String?

    /// Seconds without a change before the library is brought up to date.
    private static let quietSeconds = 0.2
    /// Longest that a change waits for others, in seconds.
    private static let gatheringSecondsMax = 0.8
    /// Seconds between two looks for folders that come and go.
    private let rootCheckSeconds: Double
    /// Seconds between two tries while another process scans.
    private static let retrySeconds = 0.5
    /// Seconds between two scans of folders without watches.
    private static let intervalSeconds = 60.0
    private static let pollSecondsMax = 3600.0

    /// - Parameter rootCheckSeconds: Seconds between two looks for folders that were added to the
    ///   library, or that come back with their disk; a waiting caller wakes as often.
    package init(
        _ library: MediaLibrary, rootCheckSeconds: Double = 1
    ) throws(LibraryError) {
        self.library = library
        self.rootCheckSeconds = rootCheckSeconds
        watches = FolderWatches()
        roots = try library.folders()
    }

    deinit { watches?.close() }

    /// The descriptor that becomes readable when something changes, for a poll of the caller's; nil
    /// where nothing can be watched. `next` must also be called every `rootCheckSeconds`.
    package var descriptor: Int32? { watches?.descriptor }

    /// Such as `12 folders`.
    package var description: String {
        let count = watches?.count ?? 0
        return "\(count) folder\(count == 1 ? "" : "s")"
    }

    /// Scans all folders, and watches each from before it is listed.
    ///
    /// - Throws: `busy` when another process scans this library.
    package func scan(
        _ report: @escaping (ScanProgress) -> Bool = { _ in true }
    ) throws(LibraryError) -> ScanProgress {
        roots = try library.folders()
        hasNetworkFolders = roots.contains(where: isOnNetwork)
        // What is missing now may be back before the next look.
        knownRoots = presentRoots
        let scanner = try makeScanner()
        pending = FolderWatches.Changes()
        firstChange = nil
        let progress: ScanProgress
        do throws(LibraryError) { progress = try scanner.scan(report) } catch {
            scanEverythingLater()
            throw error
        }
        if progress.isCancelled { scanEverythingLater() }
        scannedAt = monotonicSeconds()
        updateNotice()
        return progress
    }

    /// Waits for changes, and brings the library up to date.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: Longest wait; a scan that has begun is finished.
    ///   - report: As for a scan; false stops it, and the rest is scanned next time.
    /// - Returns: What was found; nil when there was nothing to look at in that time.
    package func next(
        timeoutSeconds: Double, _ report: @escaping (ScanProgress) -> Bool = { _ in true }
    ) throws(LibraryError) -> ScanProgress? {
        let end = monotonicSeconds() + min(max(timeoutSeconds, 0), Self.pollSecondsMax)
        while true {
            try checkRoots()
            gather()
            let now = monotonicSeconds()
            if let due = dueTime, due <= now {
                do throws(LibraryError) { return try update(report) } catch {
                    guard case .busy = error else { throw error }
                    retryAt = monotonicSeconds() + Self.retrySeconds
                }
            }
            guard now < end else { return nil }
            let wake = min(end, max(dueTime ?? end, now), rootsCheckedAt + rootCheckSeconds)
            wait(seconds: wake - now)
        }
    }

    // MARK: Events

    /// When the library must be brought up to date; nil while nothing has changed.
    private var dueTime: Double? {
        var due: Double?
        if let firstChange, !pending.isEmpty {
            due = min(lastChange + Self.quietSeconds, firstChange + Self.gatheringSecondsMax)
        }
        if notice != nil { due = min(due ?? .infinity, scannedAt + Self.intervalSeconds) }
        return due.map { max($0, retryAt) }
    }

    private func gather() {
        guard let changes = watches?.changes(), !changes.isEmpty else { return }
        pending.add(changes)
        pending.bound()
        noteChange()
    }

    private func noteChange() {
        lastChange = monotonicSeconds()
        firstChange = firstChange ?? lastChange
    }

    private func scanEverythingLater() {
        pending.hasOverflowed = true
        noteChange()
    }

    /// Looks for folders that were added to the library, and for those that come back or go with
    /// their disk: nothing above them is watched.
    private func checkRoots() throws(LibraryError) {
        let now = monotonicSeconds()
        guard now - rootsCheckedAt >= rootCheckSeconds else { return }
        rootsCheckedAt = now
        let folders = try library.folders()
        if folders != roots {
            roots = folders
            scanEverythingLater()
        }
        let there = presentRoots
        if let known = knownRoots, known != there { scanEverythingLater() }
        knownRoots = there
    }
    private var knownRoots: Set<FileName>?

    private var presentRoots: Set<FileName> {
        Set(roots.filter { FileStatus($0)?.isFolder == true }.map { FileName($0) })
    }

    private func update(
        _ report: @escaping (ScanProgress) -> Bool
    ) throws(LibraryError) -> ScanProgress {
        guard !pending.hasOverflowed, !pending.isEmpty else { return try scan(report) }
        let scanner = try makeScanner()
        let changes = pending
        pending = FolderWatches.Changes()
        firstChange = nil
        let progress: ScanProgress
        do throws(LibraryError) {
            progress = try scanner.scan(
                folders: changes.folders.sorted().map(\.text),
                trees: changes.trees.sorted().map(\.text), report)
        } catch {
            pending.add(changes)
            noteChange()
            throw error
        }
        if progress.isCancelled {
            pending.add(changes)
            noteChange()
        }
        // A root that was seen to leave is looked at when it is back.
        knownRoots?.subtract(changes.trees)
        updateNotice()
        return progress
    }

    private func makeScanner() throws(LibraryError) -> LibraryScanner {
        let scanner = try LibraryScanner(library)
        scanner.willList = { [weak self] path in self?.watches?.add(path) }
        return scanner
    }

    private func updateNotice() {
        let interval = "looks every \(Int(Self.intervalSeconds)) s"
        notice =
            if watches == nil {
                "the system has no more inotify instances (fs.inotify.max_user_instances): "
                    + interval
            } else if watches?.isAtLimit == true {
                "the system has no more inotify watches (fs.inotify.max_user_watches): " + interval
            } else if hasNetworkFolders {
                "some folders are on a network file system, which tells no changes: " + interval
            } else { nil }
    }

    private func wait(seconds: Double) {
        let most = rootCheckSeconds * 1000
        let milliseconds = Int32(min(max(seconds * 1000, 0), most).rounded(.up))
        guard let descriptor = watches?.descriptor else {
            poll(nil, 0, milliseconds)
            return
        }
        // While changes gather, more events need not wake it.
        if firstChange != nil {
            poll(nil, 0, min(milliseconds, 50))
            return
        }
        var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&events, 1, milliseconds)
    }
}

/// Whether a folder is on a file system that other machines change unnoticed.
///
/// Source: proc(5), `/proc/self/mountinfo`.
private func isOnNetwork(_ path: String) -> Bool {
    let types: Set<Substring> = [
        "nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.rclone", "ceph", "afs", "davfs",
    ]
    guard let bytes = FileContents.read("/proc/self/mountinfo", byteCountMax: 1 << 22) else {
        return false
    }
    var nearest = (point: "", isRemote: false)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count > 6, let hyphen = words.firstIndex(of: "-"), hyphen + 1 < words.count
        else { continue }
        // A blank is written as an octal number.
        let point = words[4].split(separator: "\\040", omittingEmptySubsequences: false)
            .joined(separator: " ")
        let isAbove = path == point || path.hasPrefix(point == "/" ? "/" : point + "/")
        if isAbove, point.utf8.count >= nearest.point.utf8.count {
            nearest = (point, types.contains(words[hyphen + 1]))
        }
    }
    return nearest.isRemote
}
