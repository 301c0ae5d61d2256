/// The scan of playlists in the library's folders.
extension LibraryScanner {
    func scanPlaylists(
        of listing: FolderListing, in path: String, _ folder: Int64
    ) throws(LibraryError) {
        let store = PlaylistStore(database)
        var known = try store.knownFiles(in: folder)
        guard !known.isEmpty || !listing.playlists.isEmpty else { return }
        let failures = try self.store.failures(in: folder)
        for name in listing.playlists {
            guard try goesOn() else { return }
            guard let status = FileStatus(path + "/" + name), status.isRegular else { continue }
            let row = known.removeValue(forKey: FileName(name))
            if let row, row.isUnchanged(status) {
                if !row.isPresent {
                    try write { () throws(LibraryError) in try store.show(row.id) }
                    progress.changedPlaylists += 1
                }
                continue
            }
            if failures[FileName(name)]?.isUnchanged(status) == true {
                progress.failed += 1
                continue
            }
            let place = SongStore.Place(
                folder: folder, folderPath: path, name: name, status: status)
            let read = Result { () throws(PlaylistFileError) in
                try Self.playlist(path + "/" + name)
            }
            progress.changedPlaylists += 1
            try write { () throws(LibraryError) in
                switch read {
                case .success(let list):
                    try self.store.forgetFailure(name, in: folder)
                    try store.save(list, at: place, row)
                case .failure(let error):
                    progress.failed += 1
                    if let row, error != .unreadable { try store.remove(row.id) }
                    try self.store.saveFailure(
                        error.description, at: place, isLasting: error != .unreadable)
                }
            }
        }
        for row in known.values {
            try write { () throws(LibraryError) in try store.remove(row.id) }
            progress.changedPlaylists += 1
        }
    }

    /// Finds the items of the playlists' entries, after all files have been looked at.
    func resolvePlaylists() throws(LibraryError) {
        guard !progress.isCancelled else { return }
        let store = PlaylistStore(database)
        let found = try store.foundItems()
        guard !found.isEmpty else { return }
        for entry in found {
            try write { () throws(LibraryError) in try store.save(entry) }
        }
        progress.changedPlaylists = max(progress.changedPlaylists, 1)
    }

    private static func playlist(_ path: String) throws(PlaylistFileError) -> PlaylistFile {
        guard let format = PlaylistFile.Format(fileName: path) else { throw .unreadable }
        let byteCountMax = PlaylistFile.Limits.byteCountMax
        guard let bytes = FileContents.read(path, byteCountMax: byteCountMax) else {
            let size = FileStatus(path)?.size ?? 0
            throw size > Int64(byteCountMax) ? .tooLarge : .unreadable
        }
        return try PlaylistFile(bytes, format: format)
    }
}
