import AudioCodecs
import AudioFormats
package import CommandLineTool
import Glibc
import MediaPlaylists
import MusicLibrary

/// The sounds that the operands of `sori play` mean: files, folders and playlists.
package struct PlayListPaths {
    package private(set) var paths: [String] = []
    /// What is wrong with operands, in order.
    package private(set) var errors: [ProgramError] = []

    /// Limit of the sounds of one command.
    package static let pathsMax = 100_000
    /// Limit of folders within folders.
    private static let depthMax = 32

    package init(_ operands: [String]) {
        for operand in operands { add(operand) }
    }

    private mutating func add(_ path: String) {
        var status = stat()
        guard path != "-", WebAddress(path) == nil, stat(path, &status) == 0 else {
            return append(path)
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            let count = paths.count
            guard access(path, R_OK | X_OK) == 0 else {
                errors.append(
                    ProgramError(
                        .badInput, "cannot be read: \(String(cString: strerror(errno)))",
                        in: path, advice: "check the folder's permissions"))
                return
            }
            addFolder(path, depth: 0)
            if paths.count == count {
                errors.append(
                    ProgramError(
                        .badInput, "there is no sound file in this folder", in: path,
                        advice: "name a file or another folder"))
            }
        } else if let format = PlaylistFile.Format(fileName: path) {
            addPlaylist(path, format)
        } else {
            append(path)
        }
    }

    private mutating func append(_ path: String) {
        if paths.count < Self.pathsMax { paths.append(path) }
    }

    /// Adds the sound files of a folder and of those in it, in natural order. Links to folders are
    /// not followed.
    private mutating func addFolder(_ path: String, depth: Int) {
        guard depth < Self.depthMax,
            let entries = SoundFolderEntry.all(in: path, countMax: Self.pathsMax)
        else { return }
        for entry in entries {
            if entry.isFolder {
                addFolder(entry.path, depth: depth + 1)
            } else {
                append(entry.path)
            }
        }
    }

    private mutating func addPlaylist(_ path: String, _ format: PlaylistFile.Format) {
        do throws(ProgramError) {
            let bytes = try readFile(path, byteCountMax: PlaylistFile.Limits.byteCountMax)
            guard MediaPlaylistKind(head: bytes, mimeType: nil, url: path) != .hls else {
                return append(WebAddress(localPlaylist: absolutePath(path)).text)
            }
            let list: PlaylistFile
            do throws(PlaylistFileError) {
                list = try PlaylistFile(bytes, format: format)
            } catch {
                throw ProgramError(.badInput, "\(error)", in: path, advice: "name another file")
            }
            let folder = absolutePath(folder(of: path))
            for entry in list.entries { add(entry, in: folder, of: path) }
            if list.entries.isEmpty {
                throw ProgramError(
                    .badInput, "the playlist is empty", in: path, advice: "name another file")
            }
        } catch {
            errors.append(error)
        }
    }

    private mutating func add(
        _ entry: PlaylistFile.Entry, in folder: String, of playlist: String
    ) {
        let locations = [entry.location] + entry.alternatives
        let candidates = locations.flatMap { PlaylistLocation.paths($0, in: folder) }
        if let there = candidates.first(where: { access($0, F_OK) == 0 }) { return append(there) }
        if let address = locations.first(where: { WebAddress($0) != nil }) {
            return append(address)
        }
        guard let first = candidates.first else {
            errors.append(
                ProgramError(
                    .badInput, "'\(entry.location)' is not on this machine", in: playlist,
                    advice: "save it to a file first"))
            return
        }
        append(first)
    }
}

/// Whether a name has the extension of a sound file.
func isSoundName(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return soundEndings.contains(name[name.index(after: dot)...].lowercased())
}

private let soundEndings = Set(ContainerKind.allCases.flatMap(\.extensions) + ["opus", "oga"])

/// The order of names in which numbers count as numbers: `2` is before `10`.
package enum NaturalOrder {
    package static func precedes(_ left: String, _ right: String) -> Bool {
        let (first, second) = (parts(left), parts(right))
        for (one, other) in zip(first, second) where one != other {
            if one.isNumber, other.isNumber {
                // Without leading zeros the longer number is the greater one.
                let (a, b) = (one.significant, other.significant)
                if a.count != b.count { return a.count < b.count }
                if a != b { return a < b }
                return one.text.count < other.text.count
            }
            return one.text < other.text
        }
        return first.count == second.count ? left < right : first.count < second.count
    }

    private struct Part: Equatable {
        var text: String
        var isNumber: Bool
        var significant: Substring { text.drop { $0 == "0" } }
    }

    private static func parts(_ name: String) -> [Part] {
        var parts: [Part] = []
        for character in name.lowercased() {
            let isDigit = character.isASCII && character.isNumber
            if let last = parts.last, last.isNumber == isDigit {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append(Part(text: String(character), isNumber: isDigit))
            }
        }
        return parts
    }
}
