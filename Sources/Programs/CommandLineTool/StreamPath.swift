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
}
