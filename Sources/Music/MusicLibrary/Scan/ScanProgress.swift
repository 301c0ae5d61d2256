/// How far a scan has come, and what it has found.
package struct ScanProgress: Equatable, Sendable {
    /// Files of sound that were looked at.
    package var files = 0
    /// Files that were read, because they are new or have changed.
    package var read = 0
    package var added = 0
    package var updated = 0
    /// Songs with files that were found under another name.
    package var moved = 0
    /// Songs with files that are gone.
    package var removed = 0
    /// Playlists of files that are new, have changed, or are gone.
    package var changedPlaylists = 0
    /// Files that are no sound or no playlist, or are damaged.
    package var failed = 0
    /// Files with names that are not UTF-8.
    package var unnamable = 0
    /// The folder that is being scanned.
    package var folder = ""
    /// Folders that cannot be read, with the system's message; at most some.
    package var unreadableFolders: [String] = []
    /// Whether the scan was stopped before its end; the next goes on from there.
    package var isCancelled = false

    /// Whether the library has changed.
    package var hasChanges: Bool {
        added + updated + moved + removed + changedPlaylists > 0
    }
}
