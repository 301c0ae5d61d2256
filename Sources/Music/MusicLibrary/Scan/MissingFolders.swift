/// What a scan does about folders that are gone: their contents are hidden until they return.
extension LibraryScanner {
    func hideMissingFolders(
        of listing: FolderListing, in path: String, _ folder: Int64
    ) throws(LibraryError) {
        let names = Set(listing.folders.map { FileName($0) })
        let rows = try database.query(
            "SELECT path FROM folder WHERE parent = ?", .integer(folder))
        var missing: [String] = []
        while try rows.step() {
            let child = rows.text(0)
            let name = String(decoding: child.utf8.dropFirst(path.utf8.count + 1), as: UTF8.self)
            if !names.contains(FileName(name)) { missing.append(child) }
        }
        for child in missing { try hideTree(child) }
    }

    func hideTree(_ path: String) throws(LibraryError) {
        guard let id = try folderID(at: path) else { return }
        let count = try database.number(
            Self.subfolders + "SELECT count(*) " + Self.present, .integer(id))
        let lists = try database.number(
            Self.subfolders
                + "SELECT count(*) FROM playlist WHERE present = 1 AND folder IN sub",
            .integer(id))
        guard let count, let lists, count + lists > 0 else { return }
        try write { () throws(LibraryError) in
            for table in ["item", "playlist"] {
                try database.run(
                    Self.subfolders
                        + "UPDATE \(table) SET present = 0 WHERE present = 1 AND folder IN sub",
                    .integer(id))
            }
        }
        progress.removed += Int(count)
        progress.changedPlaylists += Int(lists)
    }

    private static let subfolders = """
        WITH RECURSIVE sub(id) AS (
            SELECT ?1 UNION SELECT folder.id FROM folder JOIN sub ON folder.parent = sub.id)

        """
    private static let present = "FROM item WHERE present = 1 AND folder IN sub"

    /// Hides what is in folders that the library no longer has.
    func hideForeignTrees(_ roots: [String]) throws(LibraryError) {
        let rows = try database.query("SELECT path FROM folder WHERE parent IS NULL")
        var foreign: [String] = []
        while try rows.step() {
            let path = rows.text(0)
            let isOwn = roots.contains { path == $0 || path.hasPrefix($0 + "/") }
            if !isOwn { foreign.append(path) }
        }
        for path in foreign { try hideTree(path) }
    }
}
