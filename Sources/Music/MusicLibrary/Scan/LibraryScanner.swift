internal import AudioCodecs
internal import AudioFormats
internal import Glibc
internal import Realtime
internal import Pictures

/// Brings the library up to date with the files in its folders.
///
/// Everything that was read is committed in short transactions, and unchanged files are told by their
/// status alone: a scan that was stopped or killed goes on where it was. A scanner belongs to one
/// thread, and has a connection of its own.
package final class LibraryScanner {
    let location: LibraryLocation
    let database: Database
    var pictures: PictureStore
    var progress = ScanProgress()
    var store: SongStore
    /// Called with each folder before it is listed.
    var willList: (String) -> Void = { _ in }
    private let lockDescriptor: Int32
    private var report: (ScanProgress) -> Bool = { _ in true }
    private var reportedAt = 0.0
    private var committedAt = 0.0
    private var writesInTransaction = 0
    /// Folders of this scan by device and inode, because links may lead in circles.
    private var visited: Set<FolderIdentity> = []

    /// Songs with files that were gone in this scan; some turn up elsewhere.
    private var hidden: Set<UInt64> = []

    private struct FolderIdentity: Hashable {
        var device: UInt64
        var inode: Int64
    }

    private static let writesPerTransaction = 500
    private static let secondsPerTransaction = 0.5
    private static let secondsPerReport = 0.1
    private static let depthMax = 128
    private static let unreadableMax = 100

    /// - Throws: `busy` when another process scans this library.
    package init(_ library: MediaLibrary) throws(LibraryError) {
        location = library.location
        let lock = open(location.scanLock, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard lock >= 0 else {
            throw LibraryError.cannotOpen(
                path: location.scanLock, message: FileContents.message(errno))
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw LibraryError.busy(path: location.database)
        }
        lockDescriptor = lock
        do throws(LibraryError) {
            database = try Database(path: location.database)
            try Schema.prepare(database, cacheKilobytes: 8192)
        } catch {
            close(lock)
            throw error
        }
        pictures = PictureStore(folder: location.artwork)
        store = SongStore(database)
    }

    deinit {
        // A child process that is about to be started has a copy of the descriptor for a moment.
        flock(lockDescriptor, LOCK_UN)
        close(lockDescriptor)
    }

    /// Scans all folders of the library.
    ///
    /// - Parameter report: Called some times a second with the progress; false stops the scan.
    package func scan(
        _ report: @escaping (ScanProgress) -> Bool = { _ in true }
    ) throws(LibraryError) -> ScanProgress {
        try run(isWhole: true, report) { () throws(LibraryError) in
            let roots = try database.roots()
            try hideForeignTrees(roots)
            for path in roots where !roots.contains(where: { path.hasPrefix($0 + "/") }) {
                if FileStatus(path)?.isFolder == true {
                    try scanTree(path, parent: nil, depth: 0)
                } else {
                    // Perhaps a disk that is not mounted: its songs come back with it.
                    try noteUnreadable(path)
                    try hideTree(path)
                }
            }
        }
    }

    /// Scans some folders: each with its files, and with its subfolders if these are new.
    ///
    /// - Parameter trees: Folders of which all subfolders are scanned too.
    package func scan(
        folders: [String], trees: [String] = [],
        _ report: @escaping (ScanProgress) -> Bool = { _ in true }
    ) throws(LibraryError) -> ScanProgress {
        try run(report) { () throws(LibraryError) in
            for (path, isTree) in trees.map({ ($0, true) }) + folders.map({ ($0, false) }) {
                guard FileStatus(path)?.isFolder == true else {
                    try hideTree(path)
                    continue
                }
                let known = try folderID(at: path)
                let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
                let parent = try database.number(
                    "SELECT parent FROM folder WHERE path = ?", .text(path))
                var parentID = parent
                if parentID == nil { parentID = try folderID(at: above) }
                try scanTree(
                    path, parent: parentID, depth: 0, enteringKnown: isTree || known == nil)
            }
        }
    }

    func folderID(at path: String) throws(LibraryError) -> Int64? {
        try database.number("SELECT id FROM folder WHERE path = ?", .text(path))
    }

    private func run(
        isWhole: Bool = false, _ report: @escaping (ScanProgress) -> Bool,
        _ body: () throws(LibraryError) -> Void
    ) throws(LibraryError) -> ScanProgress {
        self.report = report
        progress = ScanProgress()
        visited = []
        hidden = []
        do throws(LibraryError) {
            try body()
            try resolvePlaylists()
            try commit()
            if isWhole, !progress.isCancelled {
                try database.run(
                    "INSERT OR REPLACE INTO meta(key, value) VALUES('scanned', ?)",
                    .real(secondsNow()))
            }
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            writesInTransaction = 0
            // They remember what the database does not have after all.
            pictures = PictureStore(folder: location.artwork)
            store = SongStore(database)
            MediaLibrary.suspect(error, location)
            throw error
        }
        return progress
    }

    // MARK: Transactions

    /// Runs statements in the present transaction, and begins one if necessary.
    func write<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        if writesInTransaction == 0 {
            try database.execute("BEGIN IMMEDIATE")
            committedAt = monotonicSeconds()
        }
        writesInTransaction += 1
        return try body()
    }

    private func commitIfDue() throws(LibraryError) {
        guard writesInTransaction > 0,
            writesInTransaction >= Self.writesPerTransaction
                || monotonicSeconds() - committedAt > Self.secondsPerTransaction
        else { return }
        try commit()
    }

    private func commit() throws(LibraryError) {
        guard writesInTransaction > 0 else { return }
        for picture in pictures.added {
            try database.run(
                "INSERT OR IGNORE INTO picture(hash, type, byteCount, width, height) "
                    + "VALUES(?, ?, ?, ?, ?)",
                .id(picture.hash), .text(picture.header.type), .integer(picture.byteCount),
                .optional(picture.header.size?.width), .optional(picture.header.size?.height))
        }
        try database.countChange()
        try database.execute("COMMIT")
        pictures.removeAdded()
        writesInTransaction = 0
    }

    /// - Returns: Whether to go on.
    func goesOn() throws(LibraryError) -> Bool {
        try commitIfDue()
        guard !progress.isCancelled else { return false }
        let now = monotonicSeconds()
        guard now - reportedAt >= Self.secondsPerReport else { return true }
        reportedAt = now
        progress.isCancelled = !report(progress)
        return !progress.isCancelled
    }

    // MARK: Folders

    private func scanTree(
        _ root: String, parent: Int64?, depth: Int, enteringKnown: Bool = true
    ) throws(LibraryError) {
        // The folders that remain, each with its parent; the last is next.
        var rest = [(path: root, parent: parent, depth: depth)]
        while let next = rest.popLast() {
            guard try goesOn() else { return }
            guard let status = FileStatus(next.path),
                visited.insert(.init(device: status.device, inode: status.inode)).inserted
            else { continue }
            willList(next.path)
            guard let listing = FolderListing(next.path) else {
                let isGone = errno == ENOENT || errno == ENOTDIR
                isGone ? try hideTree(next.path) : try noteUnreadable(next.path)
                continue
            }
            let folder = try folderID(next.path, parent: next.parent)
            progress.folder = next.path
            progress.unnamable += listing.unnamableCount
            try scanFiles(of: listing, in: next.path, folder)
            try scanPlaylists(of: listing, in: next.path, folder)
            try hideMissingFolders(of: listing, in: next.path, folder)
            guard next.depth < Self.depthMax, !progress.isCancelled else { continue }
            for name in listing.folders.reversed() {
                let path = next.path + "/" + name
                if !enteringKnown, try folderID(at: path) != nil { continue }
                rest.append((path, folder, next.depth + 1))
            }
        }
    }

    private func folderID(_ path: String, parent: Int64?) throws(LibraryError) -> Int64 {
        if let known = try folderID(at: path) {
            // One of the library's folders may have come to lie inside another.
            let above = try database.number(
                "SELECT parent FROM folder WHERE id = ?", .integer(known))
            guard above != parent else { return known }
            try write { () throws(LibraryError) in
                try database.run(
                    "UPDATE folder SET parent = ? WHERE id = ?", .optional(parent),
                    .integer(known))
            }
            return known
        }
        return try write { () throws(LibraryError) in
            try database.run(
                "INSERT INTO folder(path, parent) VALUES(?, ?)", .text(path), .optional(parent))
            return try database.number("SELECT last_insert_rowid()") ?? 0
        }
    }

    private func noteUnreadable(_ path: String) throws(LibraryError) {
        guard progress.unreadableFolders.count < Self.unreadableMax else { return }
        progress.unreadableFolders.append("\(path): \(FileContents.message(errno))")
    }

    // MARK: Files

    private func scanFiles(
        of listing: FolderListing, in path: String, _ folder: Int64
    ) throws(LibraryError) {
        var known = try store.knownFiles(in: folder)
        var failures = try store.failures(in: folder)
        let numbers = NumberedName.numbers(of: listing.songs)
        var cover: UInt64??
        // Songs that have got another name in this folder.
        var moved: Set<UInt64> = []
        for name in listing.songs {
            guard try goesOn() else { return }
            guard let status = FileStatus(path + "/" + name), status.isRegular else { continue }
            progress.files += 1
            let row = known.removeValue(forKey: FileName(name))
            if let row, row.isUnchanged(status) {
                if !row.isPresent {
                    try write { () throws(LibraryError) in try store.show(row.id) }
                    progress.updated += 1
                }
                continue
            }
            let failure = failures.removeValue(forKey: FileName(name))
            if failure?.isUnchanged(status) == true {
                progress.failed += 1
                continue
            }
            progress.read += 1
            let place = SongStore.Place(
                folder: folder, folderPath: path, name: name, status: status)
            let read = Result { () throws(FormatError) in
                try SongFile(
                    path: path + "/" + name, name: name, among: numbers, pictures: &pictures)
            }
            if let failure = pictures.failure { throw failure }
            switch read {
            case .success(var song):
                if song.picture == nil {
                    if cover == nil {
                        cover = .some(self.cover(listing.cover.map { path + "/" + $0 }))
                        if let failure = pictures.failure { throw failure }
                    }
                    song.picture = cover ?? nil
                }
                if let id = try save(song, at: place, row) { moved.insert(id) }
            case .failure(let error): try noteFailure(error, at: place, row)
            }
        }
        for row in known.values where row.isPresent && !moved.contains(row.id) {
            try write { () throws(LibraryError) in try store.hide(row.id) }
            progress.removed += 1
            hidden.insert(row.id)
        }
        let playlists = Set(listing.playlists.map { FileName($0) })
        for name in failures.keys where !playlists.contains(name) {
            try write { () throws(LibraryError) in
                try store.forgetFailure(name.text, in: folder)
            }
        }
    }

    /// Stores the picture of a folder.
    private func cover(_ path: String?) -> UInt64? {
        guard let path, let bytes = try? FileBytes(path: path) else { return nil }
        return pictures.store(0..<bytes.byteCount, of: bytes)
    }

    /// - Returns: The identifier of a song that was found under another name.
    private func save(
        _ song: SongFile, at place: SongStore.Place, _ row: SongStore.KnownFile?
    ) throws(LibraryError) -> UInt64? {
        let outcome = try write { () throws(LibraryError) in
            try store.save(song, at: place, replacing: row)
        }
        switch outcome {
        case .added: progress.added += 1
        case .updated: progress.updated += 1
        case .moved(let id):
            progress.moved += 1
            if hidden.remove(id) != nil { progress.removed -= 1 }
            return id
        }
        return nil
    }

    private func noteFailure(
        _ error: FormatError, at place: SongStore.Place, _ row: SongStore.KnownFile?
    ) throws(LibraryError) {
        progress.failed += 1
        try write { () throws(LibraryError) in
            if let row, row.isPresent {
                try store.hide(row.id)
                progress.removed += 1
            }
            let isOfReading =
                switch error.reason {
                case .cannotOpen, .cannotRead, .replaced: true
                default: false
                }
            try store.saveFailure(error.description, at: place, isLasting: !isOfReading)
        }
    }
}
