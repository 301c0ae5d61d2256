import CommandLineTool
import Glibc
import MusicLibrary

/// A folder, or a file that is named as a sound, in a folder that a command reads.
struct SoundFolderEntry {
    /// The name as it is shown: bytes that are no UTF-8 are escaped.
    let name: String
    let path: String
    let isFolder: Bool

    /// The sounds and folders of a folder in natural order. Hidden ones are left out, and links to
    /// folders.
    ///
    /// - Returns: `nil` if the folder cannot be read; `errno` has the reason.
    static func all(in path: String, countMax: Int) -> [SoundFolderEntry]? {
        guard let folder = opendir(path) else { return nil }
        var entries: [SoundFolderEntry] = []
        let start = path.hasSuffix("/") ? path : path + "/"
        while let entry = readdir(folder), entries.count < countMax {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard bytes.first != UInt8(ascii: ".") else { continue }
            if let entry = Self.entry(bytes, in: start) { entries.append(entry) }
        }
        closedir(folder)
        return entries.sorted { NaturalOrder.precedes($0.name, $1.name) }
    }

    private static func entry(_ bytes: [UInt8], in start: String) -> SoundFolderEntry? {
        let name = String(validating: bytes, as: UTF8.self)
        let shown = name ?? ByteNames.escaped(bytes)
        var status = stat()
        if let name {
            guard lstat(start + name, &status) == 0 else { return nil }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            guard isFolder || isSoundName(name) else { return nil }
            return SoundFolderEntry(name: name, path: start + name, isFolder: isFolder)
        }
        let isSound = isSoundName(shown)
        var isFolder = false
        let path = ByteNames.path(of: bytes, in: String(start.dropLast())) { mode in
            isFolder = mode & S_IFMT == S_IFDIR
            return isFolder || isSound
        }
        return path.map { SoundFolderEntry(name: shown, path: $0, isFolder: isFolder) }
    }
}
