import CoreFoundation
import Glibc

/// Paths of sounds that can be read only once, from beginning to end.
package enum StreamPath {
    /// Whether a path means standard input, a FIFO, a socket or a character device.
    package static func isStream(_ path: String) -> Bool {
        if path == "-" { return true }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    /// The path of a source as messages name it.
    package static func name(of path: String) -> String {
        path == "-" ? "standard input" : path
    }

    /// The path of an output as messages name it.
    package static func outputName(of path: String) -> String {
        path == "-" ? "standard output" : path
    }

    /// The path of the file that standard input is; `nil` for a pipe or a terminal, and when some of
    /// the file has been read.
    package static var inputFile: String? {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
        else { return nil }
        return "/proc/self/fd/\(STDIN_FILENO)"
    }

    /// Refuses standard input where it is a terminal, which sends no sound.
    package static func checkSound(_ path: String) throws(ProgramError) {
        guard path == "-", isatty(STDIN_FILENO) == 1 else { return }
        throw ProgramError(
            .wrongUse, "is a terminal, which sends no sound", in: name(of: path),
            advice: "name a file, or send one: cat song.flac | sori …")
    }
}
