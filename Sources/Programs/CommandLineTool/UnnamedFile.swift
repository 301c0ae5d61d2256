import CoreFoundation
import Glibc

/// A temporary file without a name, which is gone when the value and all that have opened it are.
package final class UnnamedFile: Sendable {
    package let descriptor: Int32
    /// A path that leads to the file as long as the value lives.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Linux's `O_TMPFILE`.
    private static let temporary: Int32 = 0o20_200_000

    /// - Throws: `deviceMissing` when no folder for temporary files takes one.
    package init() throws(ProgramError) {
        let folders = Self.folders(environmentValue)
        var number: Int32 = ENOENT
        for folder in folders {
            let made = Self.make(in: folder)
            if made >= 0 {
                descriptor = made
                return
            }
            number = errno
        }
        throw ProgramError(
            .deviceMissing, "cannot make a temporary file: \(String(cString: strerror(number)))",
            in: folders.first ?? "/tmp", advice: "set TMPDIR to a folder with room")
    }

    deinit {
        close(descriptor)
    }

    /// The folders for large temporary files, the first that takes one counts.
    ///
    /// Source: file-hierarchy(7): `/var/tmp` is for larger files; `/tmp` can be memory.
    package static func folders(_ environment: (String) -> String?) -> [String] {
        [environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }, "/var/tmp", "/tmp"]
            .compactMap { $0 }
    }

    private static func make(in folder: String) -> Int32 {
        let made = open(folder, temporary | O_RDWR | O_CLOEXEC, 0o600)
        guard made < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
            return made
        }
        // A file system that has no files without names.
        var template = Array("\(folder)/.sori-XXXXXX".utf8CString)
        let named = mkstemp(&template)
        if named >= 0 {
            _ = fcntl(named, F_SETFD, FD_CLOEXEC)
            unlink(template)
        }
        return named
    }
}
