import AudioFormats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file in the making: it stands beside its place under another name until it is whole, so that a
/// run that fails or is stopped leaves nothing behind, and what was there before untouched.
package struct OutputFile {
    /// As the user named it.
    package let path: String
    /// Where it is made.
    package let temporaryPath: String
    private let finalPath: String
    /// Of the file that is replaced.
    private let mode: mode_t?

    /// - Parameters:
    ///   - input: What is read; never written over.
    ///   - mayReplace: Whether a file may stand there.
    package init(
        _ path: String, readingFrom input: String, mayReplace: Bool
    ) throws(ProgramError) {
        self.path = path
        try checkFolder(ofFile: path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        mode = isThere ? found.st_mode & 0o777 : nil
        if isThere {
            var read = stat()
            if stat(input, &read) == 0, read.st_dev == found.st_dev, read.st_ino == found.st_ino {
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
        // What a link points to is replaced, not the link.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        finalPath = resolved.map { String(cString: $0) } ?? path
        let name = finalPath.split(separator: "/").last.map(String.init) ?? finalPath
        temporaryPath = folder(of: finalPath) + "/.\(name.prefix(100)).\(getpid()).part"
    }

    /// Puts the file in its place.
    package func finish() throws(ProgramError) {
        if let mode { chmod(temporaryPath, mode) }
        guard rename(temporaryPath, finalPath) == 0 else {
            let number = errno
            discard()
            throw ProgramError(
                .deviceMissing, "cannot be put in its place: \(String(cString: strerror(number)))",
                in: path, advice: "check the folder")
        }
    }

    package func discard() {
        unlink(temporaryPath)
    }
}
