import DBus
import Glibc

/// The file that keeps the picture which a player shows, for desktops to read. One thread at a time.
///
/// There is one file a player: the next picture replaces it, under another name, because desktops
/// keep pictures by their addresses.
final class ArtworkFile {
    /// A larger picture is not shown.
    static let bytesMax = 33_554_432
    private static let leftoversMax = 1000

    private let folder: String
    private let prefix: String
    private var path: String?
    private var shown: [UInt8] = []

    /// - Parameters:
    ///   - folder: Made when there is the first picture.
    ///   - number: Tells this process's players apart.
    init(folder: String, number: Int) {
        self.folder = folder
        prefix = "\(getpid())-\(number)-"
    }

    deinit { remove() }

    /// The folder for the user's players: below `XDG_RUNTIME_DIR`, or otherwise the cache.
    ///
    /// Source: XDG Base Directory Specification 0.8.
    static func standardFolder(_ environment: (String) -> String?) -> String {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let base =
            absolute("XDG_RUNTIME_DIR") ?? absolute("XDG_CACHE_HOME")
            ?? absolute("HOME").map { $0 + "/.cache" } ?? "/tmp/sori-\(getuid())"
        return base + "/sori/artwork"
    }

    /// Writes a picture in the place of the one before.
    ///
    /// - Returns: The file's path; `nil` when it cannot be written.
    func show(_ bytes: [UInt8]) -> String? {
        if let path, shown == bytes { return path }
        remove()
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax, makeFolders() else { return nil }
        removeLeftovers()
        let hash = MPRIS.hexadecimal(MPRIS.hash(of: bytes), digits: 16)
        let new = "\(folder)/\(prefix)\(hash)\(Self.ending(of: bytes))"
        guard write(bytes, to: new) else { return nil }
        path = new
        shown = bytes
        return new
    }

    func remove() {
        if let path { unlink(path) }
        path = nil
        shown = []
    }

    private func makeFolders() -> Bool {
        var path = ""
        for element in folder.split(separator: "/") {
            path += "/" + element
            mkdir(path, 0o700)
        }
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid()
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        // A name of someone else's is not followed, nor written to.
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isClosed = close(file) == 0
        if written == bytes.count, isClosed { return true }
        unlink(path)
        return false
    }

    /// Removes the files of players that were killed.
    private func removeLeftovers() {
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        for _ in 0..<Self.leftoversMax {
            guard let entry = readdir(entries) else { return }
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let owner = name.split(separator: "-").first.flatMap({ pid_t($0) }), owner > 0,
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }

    private static func ending(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ".png" }
        if bytes.starts(with: [0xFF, 0xD8]) { return ".jpg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return ".gif" }
        if bytes.starts(with: Array("RIFF".utf8)) { return ".webp" }
        return ""
    }
}

/// The address of a file, with the bytes escaped that an address cannot have.
///
/// Source: RFC 3986, "Path".
package func fileURL(ofPath path: String) -> String {
    var url = "file://"
    for byte in path.utf8 {
        let scalar = Unicode.Scalar(byte)
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~", "!", "$", "&", "'", "(", ")",
            "*", "+", ",", ";", "=", ":", "@":
            url.unicodeScalars.append(scalar)
        default: url += "%" + MPRIS.hexadecimal(UInt64(byte), digits: 2).uppercased()
        }
    }
    return url
}

/// The path of a file's address; `nil` for another address, and for a path with a NUL.
package func filePath(ofURL url: String) -> String? {
    guard url.lowercased().hasPrefix("file://") else { return nil }
    var rest = url.utf8.dropFirst("file://".utf8.count)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.popFirst(), let low = rest.popFirst(),
            let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
    }
    guard !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
}
