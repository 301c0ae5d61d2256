import CoreFoundation
import Glibc
import Terminal

/// Writes a text file into an existing folder.
package func writeFile(_ text: String, to path: String) throws(ProgramError) {
    try checkFolder(ofFile: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw cannotWrite(path, errno) }
    var text = text
    let number = text.withUTF8 { writeAll($0, to: descriptor) }
    let closed = close(descriptor)
    guard number == 0, closed == 0 else { throw cannotWrite(path, number == 0 ? errno : number) }
}

/// Replaces a file's contents atomically: a reader finds the old contents or all of the new, even
/// when the disk is full. Pipes and devices are written to directly.
package func replaceFile(_ text: String, at path: String) throws(ProgramError) {
    try checkFolder(ofFile: path)
    guard let whole = replacedFile(path) else { return try writeFile(text, to: path) }
    let part = "\(whole).\(getpid()).part"
    do throws(ProgramError) {
        try writeFile(text, to: part)
        var status = stat()
        if stat(whole, &status) == 0 { chmod(part, status.st_mode & 0o7777) }
        guard rename(part, whole) == 0 else { throw cannotWrite(path, errno) }
    } catch {
        unlink(part)
        // A folder that takes no new file may have a file that can be written. On a full disk that
        // would lose the old contents.
        guard error.code != .deviceMissing, access(whole, W_OK) == 0 else {
            throw ProgramError(error.code, error.what, in: path, advice: error.advice)
        }
        try writeFile(text, to: path)
    }
}

/// Checks that a file can be written; leaves an existing file unchanged, and creates none.
package func checkWritable(_ path: String) throws(ProgramError) {
    try checkFolder(ofFile: path)
    var status = stat()
    if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw cannotWrite(path, EISDIR) }
        guard access(path, W_OK) == 0 else { throw cannotWrite(path, errno) }
        return
    }
    // A link's missing target must not be created, nor the link removed.
    guard lstat(path, &status) != 0 else { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw cannotWrite(path, errno) }
    close(descriptor)
    unlink(path)
}

/// A file's path, existing or not, without links; `nil` for anything that exists and is no ordinary
/// file.
package func replacedFile(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
        // A link without a target is written through.
        return lstat(path, &status) == 0 ? nil : path
    }
    guard status.st_mode & S_IFMT == S_IFREG, let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    // A file by another name would be replaced if the name's bytes were mended.
    return String(validatingCString: whole)
}

/// Reads a whole file, which may be a pipe or a device.
///
/// - Parameter byteCountMax: Limit of the size; a larger file is refused.
package func readFile(_ path: String, byteCountMax: Int) throws(ProgramError) -> [UInt8] {
    func cannotRead(_ why: String) -> ProgramError {
        ProgramError(.badInput, "cannot be read: \(why)", in: path, advice: "check the path")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotRead(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &piece, piece.count)
        guard count != 0 else { return bytes }
        if count > 0 {
            bytes += piece[..<count]
        } else if errno != EINTR {
            throw cannotRead(String(cString: strerror(errno)))
        }
        guard bytes.count <= byteCountMax else {
            throw cannotRead("it has more than \(byteCountMax) bytes")
        }
    }
}

/// Creates a folder that a command writes, if it is missing. Its parent is never created, because a
/// typing error in a path would leave folders behind.
package func makeFolder(_ path: String) throws(ProgramError) {
    let path = withoutFinalSlashes(path)
    guard try !isFolder(path) else { return }
    try checkFolder(ofFile: path)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw cannotWrite(path, errno) }
}

/// Refuses an output file in a missing folder.
package func checkFolder(ofFile path: String) throws(ProgramError) {
    let folder = ByteNames.newFile(at: path)?.folder ?? folder(of: path)
    guard try !isFolder(folder) else { return }
    throw ProgramError(
        .wrongUse, "there is no such folder", in: folder,
        advice: "make it first, with mkdir -p, or name another")
}

/// - Returns: Whether there is a folder; `false` if nothing is there.
private func isFolder(_ path: String) throws(ProgramError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
        throw ProgramError(.wrongUse, "is not a folder", in: path, advice: "name another")
    }
    return true
}

private func withoutFinalSlashes(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
}

/// The error of a file that cannot be made or written, for the system's `errno`.
package func cannotWrite(_ path: String, _ number: Int32) -> ProgramError {
    guard ByteNames.newFile(at: path) == nil else {
        return ProgramError(
            .wrongUse, "its name is not UTF-8, and only 'sori convert' makes such files", in: path,
            advice: "give it another name")
    }
    // Missing space is no fault of the command line.
    let isFull = [ENOSPC, EDQUOT, EFBIG, EIO].contains(number)
    return ProgramError(
        isFull ? .deviceMissing : .wrongUse, "cannot write: \(String(cString: strerror(number)))",
        in: path,
        advice: isFull ? "make room or write elsewhere" : "check the path and its permissions")
}

/// The folder of a path: `out` for `out/story.wav`, `.` for `story.wav`.
package func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The name without folder: `story.wav` for `out/story.wav`.
package func fileName(of path: String) -> String {
    let path = ByteNames.shown(path)
    return path.split(separator: "/").last.map(String.init) ?? path
}

/// Whether two paths lead to the same file.
package func isSameFile(_ left: String, _ right: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(left, &first) == 0 && stat(right, &second) == 0 && first.st_dev == second.st_dev
        && first.st_ino == second.st_ino
}

/// The name without folder and extension: `story` for `stories/story.scenario`.
package func baseName(of path: String) -> String {
    let name = fileName(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
}

/// The path from a folder to a file; both must be absolute, or relative to the same folder.
package func relativePath(from folder: String, to file: String) -> String {
    let start = normalized(folder)
    let goal = normalized(file)
    var shared = 0
    while shared < start.count, shared < goal.count, start[shared] == goal[shared] { shared += 1 }
    return (Array(repeating: "..", count: start.count - shared) + goal[shared...])
        .joined(separator: "/")
}

private func normalized(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
        if part == "..", let last = parts.last, last != ".." {
            parts.removeLast()
        } else {
            parts.append(part)
        }
    }
    return parts
}

package func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
}

/// Percent-encodes a path for a URL.
package func address(ofPath path: String) -> String {
    path.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }
    }.joined()
}
