import CoreFoundation
import Glibc

/// A file under a temporary name, `.NAME.PID.part`, in the folder of the file that it becomes.
///
/// It is locked as long as the value lives: a lock ends with its process, however that ends. Files
/// with such names that no process holds are removed when the next one is made in their folder.
package final class PartFile: Sendable {
    /// Path of the temporary file.
    package let path: String
    private let descriptor: Int32

    /// Limit of the characters of NAME, as file systems limit names.
    private static let nameCharactersMax = 100
    private static let ending = ".part"

    /// Creates the file, locked, and removes what killed processes have left in its folder.
    ///
    /// - Parameters:
    ///   - finalPath: Path of the file that it becomes, for messages.
    ///   - folder: The folder of that file.
    ///   - name: The name of that file, or a text for a name that is not UTF-8.
    package init(
        for finalPath: String, in folder: String, name: String
    ) throws(ProgramError) {
        Self.removeAbandoned(in: folder)
        let name = name.prefix(Self.nameCharactersMax)
        path = "\(folder)/.\(name).\(getpid())\(Self.ending)"
        descriptor = try Self.openLocked(path, for: finalPath)
    }

    deinit {
        close(descriptor)
    }

    private static func openLocked(
        _ path: String, for finalPath: String
    ) throws(ProgramError) -> Int32 {
        // Another process can take the file for an abandoned one until it is locked.
        let attemptsMax = 10
        for _ in 0..<attemptsMax {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw cannotWrite(finalPath, errno) }
            let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            // A file system without locks has the file all the same.
            if !isHeld, isSame(descriptor, path) { return descriptor }
            close(descriptor)
        }
        throw cannotWrite(finalPath, EBUSY)
    }

    /// Removes the user's files of this kind that no process holds; those that cannot be removed
    /// stay.
    package static func removeAbandoned(in folder: String) {
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        var paths: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(validatingCString: $0)
                }
            }
            if let name, isName(name) { paths.append("\(folder)/\(name)") }
        }
        for path in paths { removeAbandoned(path) }
    }

    private static func removeAbandoned(_ path: String) {
        // A FIFO of that name must not keep this process.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_nlink == 1,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0, isSame(descriptor, path)
        else { return }
        unlink(path)
    }

    /// Whether a file's name is one that `init` gives.
    package static func isName(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(ending) else { return false }
        let middle = name.dropFirst().dropLast(ending.count)
        guard let dot = middle.lastIndex(of: "."), dot != middle.startIndex else { return false }
        let number = middle[middle.index(after: dot)...]
        let digitsMax = 10
        return (1...digitsMax).contains(number.utf8.count) && number.first != "0"
            && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && middle[..<dot].count <= nameCharactersMax
    }

    /// Whether the path still leads to the open file.
    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && lstat(path, &found) == 0
            && held.st_dev == found.st_dev && held.st_ino == found.st_ino
    }
}
