package import CommandLineTool
import CoreFoundation
import Glibc
import Terminal

/// A file that is being written under a temporary name in its folder until it is complete, so that
/// a run that fails or is stopped leaves nothing behind, and the former file unchanged. What a killed
/// run has left is removed by the next one in the same folder.
///
/// Standard output gets the bytes when they are complete, because most types of sound files state at
/// their beginning how long they are.
package struct OutputFile {
    /// The path as the user gave it; `-` for standard output.
    package let path: String
    /// The temporary path.
    package var temporaryPath: String {
        switch target {
        case .file(let part, _, _): part.path
        case .standardOutput(let file): file.path
        }
    }

    private let target: Target

    private enum Target {
        /// The file becomes the one at a path, with the permissions of one that it replaces.
        case file(PartFile, path: [UInt8], mode: mode_t?)
        case standardOutput(UnnamedFile)
    }

    private static let pieceByteCount = 1 << 16

    /// - Parameters:
    ///   - input: Path of the source, which must not be overwritten; `nil` for none.
    ///   - mayReplace: Whether an existing file may be replaced.
    package init(
        _ path: String, readingFrom input: String?, mayReplace: Bool
    ) throws(ProgramError) {
        self.path = path
        guard path != "-" else {
            target = .standardOutput(try UnnamedFile())
            return
        }
        try checkFolder(ofFile: path)
        var found = stat()
        let isThere = stat(path, &found) == 0
        let mode = isThere ? found.st_mode & 0o777 : nil
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
        if let (folder, name) = ByteNames.newFile(at: path) ?? ByteNames.existingFile(at: path) {
            target = .file(
                try PartFile(for: path, in: folder, name: ByteNames.escaped(name)),
                path: Array(folder.utf8) + [UInt8(ascii: "/")] + name, mode: mode)
            return
        }
        // A link's target is replaced, not the link.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let finalPath = resolved.map { String(cString: $0) } ?? path
        target = .file(
            try PartFile(
                for: finalPath, in: CommandLineTool.folder(of: finalPath),
                name: fileName(of: finalPath)),
            path: Array(finalPath.utf8), mode: mode)
    }

    /// Moves the file to its path, or writes it to standard output. A reader that closes the pipe has
    /// what it wanted.
    package func finish() throws(ProgramError) {
        switch target {
        case .file(let part, let finalPath, let mode):
            if let mode { chmod(part.path, mode) }
            let isRenamed = (finalPath + [0]).withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) { rename(part.path, $0.baseAddress!) == 0 }
            }
            guard isRenamed else {
                let number = errno
                discard()
                throw cannotWrite(path, number)
            }
        case .standardOutput(let file): try copy(file)
        }
    }

    private func copy(_ file: UnnamedFile) throws(ProgramError) {
        var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
        var offset: off_t = 0
        while true {
            let count = pread(file.descriptor, &piece, piece.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw cannotWrite(path, errno) }
            guard count > 0 else { return }
            let number = piece[..<count].withUnsafeBufferPointer {
                writeAll($0, to: STDOUT_FILENO)
            }
            guard number != EPIPE else { return }
            guard number == 0 else { throw cannotWrite(path, number) }
            offset += off_t(count)
        }
    }

    package func discard() {
        if case .file(let part, _, _) = target { unlink(part.path) }
    }
}
