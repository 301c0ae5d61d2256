internal import Glibc

/// The name or the path of a file, equal to another of the same bytes alone: strings are equal in any
/// Unicode normalisation, and a folder may have files of names that differ in nothing else.
struct FileName: Hashable, Comparable {
    var text: String

    init(_ text: String) { self.text = text }

    static func == (left: FileName, right: FileName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: FileName, right: FileName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The contents of a folder, as far as they concern the library.
struct FolderListing {
    var folders: [String] = []
    /// Names of files of sound.
    var songs: [String] = []
    /// Names of files of playlists.
    var playlists: [String] = []
    /// The name of the folder's own picture.
    var cover: String?
    /// Number of sound files with names that are not UTF-8, which cannot be named here.
    var unnamableCount = 0

    private static let entriesMax = 1_000_000
    private static let coverNames = ["cover", "folder", "front", "album"]
    private static let coverExtensions: Set<String> = ["jpg", "jpeg", "png", "webp"]

    /// Lists a folder; hidden files and folders are left out.
    ///
    /// - Returns: nil when the folder cannot be read; `errno` says why.
    init?(_ path: String) {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        var coverRank = Int.max
        var count = 0
        while count < Self.entriesMax {
            errno = 0
            guard let entry = readdir(stream) else {
                // What could not be listed is not gone.
                if errno != 0 { return nil }
                break
            }
            count += 1
            let first = UInt8(bitPattern: entry.pointee.d_name.0)
            guard first != UInt8(ascii: ".") else { continue }
            guard let name = Self.name(entry) else {
                unnamableCount += 1
                continue
            }
            let type = Int32(entry.pointee.d_type)
            if type == Int32(DT_DIR) {
                folders.append(name)
                continue
            }
            let ending = nameExtension(name)
            let isSong = SongFile.extensions.contains(ending)
            if type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) {
                guard let status = FileStatus(path + "/" + name) else { continue }
                if status.isFolder {
                    folders.append(name)
                    continue
                }
                guard status.isRegular else { continue }
            } else if type != Int32(DT_REG) {
                continue
            }
            if isSong {
                songs.append(name)
            } else if PlaylistFile.Format(rawValue: ending) != nil {
                playlists.append(name)
            } else if Self.coverExtensions.contains(ending) {
                let base = name.dropLast(ending.count + 1).lowercased()
                if let rank = Self.coverNames.firstIndex(of: base), rank < coverRank {
                    (cover, coverRank) = (name, rank)
                }
            }
        }
        // The order of a folder's entries is arbitrary.
        folders.sort()
        songs.sort()
        playlists.sort()
    }

    /// Whether a file of this name would be listed.
    static func concerns(_ name: String) -> Bool {
        let ending = nameExtension(name)
        return SongFile.extensions.contains(ending)
            || PlaylistFile.Format(rawValue: ending) != nil || coverExtensions.contains(ending)
    }

    private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String? {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return String(
            validatingCString: UnsafeRawPointer(entry).advanced(by: offset)
                .assumingMemoryBound(to: CChar.self))
    }
}
