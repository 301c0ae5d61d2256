package import CommandLineTool
import CoreFoundation
import Glibc

/// A file that is being written under a temporary name in its folder until it is complete, so that
/// a run that fails or is stopped leaves nothing behind, and the former file unchanged. What a killed
/// run has left is removed by the next one in the same folder.
package struct OutputFile {
    /// The path as the user gave it.
    package let path: String
    /// The temporary path.
    package var temporaryPath: String { part.path }
    private let part: PartFile
    private let finalPath: String
    /// Permissions of the file that is replaced; `nil` if there is none.
    private let mode: mode_t?

    /// - Parameters:
    ///   - input: Path of the source, which must not be overwritten; `nil` for none.
    ///   - mayReplace: Whether an existing file may be replaced.
    package init(
        _ path: String, readingFrom input: String?, mayReplace: Bool
    ) throws(ProgramError) {
        self.path = path
        try checkFolder(ofFile: path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        mode = isThere ? found.st_mode & 0o777 : nil
        if isThere {
            if let input, isSameFile(input, path) {
                throw ProgramError(
                    .wrongUse, "is the file that is read", in: path, advice: "name another")
            }
            guard found.st_mode & S_IFMT == S_IFREG else {
                throw ProgramError(
                    .wrongUse, "is not a regular file", in: path, advice: "name a file")
            }
            guard mayReplace else {
                throw ProgramError(
                    .wrongUse, "is there already", in: path, advice: "write --force to replace it")
            }
        }
        // A link's target is replaced, not the link.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        finalPath = resolved.map { String(cString: $0) } ?? path
        part = try PartFile(for: finalPath)
    }

    /// Moves the file to its path.
    package func finish() throws(ProgramError) {
        if let mode { chmod(temporaryPath, mode) }
        guard rename(temporaryPath, finalPath) == 0 else {
            let number = errno
            discard()
            throw cannotWrite(path, number)
        }
    }

    package func discard() {
        unlink(temporaryPath)
    }
}
