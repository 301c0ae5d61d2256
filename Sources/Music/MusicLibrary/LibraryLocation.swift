internal import Glibc

/// Where the library keeps its files, and where music is by default.
package struct LibraryLocation: Equatable, Sendable {
    /// The folder of the database and the pictures.
    package var folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// The database; SQLite keeps two more files beside it while it is open.
    package var database: String { folder + "/library.sqlite" }
    /// The folder of the pictures, which are named by their hash.
    package var artwork: String { folder + "/artwork" }
    /// Locked by the process that scans.
    var scanLock: String { folder + "/scan.lock" }
    /// There while a process has found the database damaged.
    var suspicion: String { database + ".suspect" }
    /// A damaged database that was set aside.
    package var damaged: String { database + ".damaged" }

    /// `sori` in the user's data folder.
    ///
    /// Source: XDG Base Directory Specification 0.8, `XDG_DATA_HOME`.
    package static func standard(_ environment: (String) -> String?) -> LibraryLocation {
        LibraryLocation(
            folder: baseFolder("XDG_DATA_HOME", ".local/share", environment) + "/sori")
    }

    /// The user's folder of music; nil when it is switched off or missing.
    ///
    /// Source: xdg-user-dirs, user-dirs.dirs(5).
    package static func musicFolder(_ environment: (String) -> String?) -> String? {
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        let path = baseFolder("XDG_CONFIG_HOME", ".config", environment) + "/user-dirs.dirs"
        let stated = FileContents.read(path, byteCountMax: 1 << 16).flatMap {
            musicFolder(stated: String(decoding: $0, as: UTF8.self), home: home)
        }
        let folder = stated ?? home + "/Music"
        // A folder that is the home folder is switched off.
        guard withoutFinalSlashes(folder) != withoutFinalSlashes(home) else { return nil }
        return FileStatus(folder)?.isFolder == true ? withoutFinalSlashes(folder) : nil
    }

    private static func baseFolder(
        _ name: String, _ usual: String, _ environment: (String) -> String?
    ) -> String {
        // A relative path is invalid and ignored.
        if let folder = environment(name), folder.hasPrefix("/") {
            return withoutFinalSlashes(folder)
        }
        return (environment("HOME") ?? "/tmp") + "/" + usual
    }

    /// The value of `XDG_MUSIC_DIR`, which is a shell string that may begin with `$HOME`.
    private static func musicFolder(stated text: String, home: String) -> String? {
        var found: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("XDG_MUSIC_DIR=\"") else { continue }
            var value = ""
            var isEscaped = false
            for character in line.dropFirst("XDG_MUSIC_DIR=\"".count) {
                if isEscaped {
                    value.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    break
                } else {
                    value.append(character)
                }
            }
            if value == "$HOME" || value.hasPrefix("$HOME/") {
                found = home + value.dropFirst("$HOME".count)
            } else if value.hasPrefix("/") {
                found = value
            }
        }
        return found
    }
}

/// A path without slashes at its end.
func withoutFinalSlashes(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
}
