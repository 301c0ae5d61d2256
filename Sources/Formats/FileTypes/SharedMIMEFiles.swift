#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension SharedMIMEDatabase {
    /// The most bytes of a file that is read; larger files are not.
    package static let fileByteCountMax = 4 << 20
    /// The most folders that are looked at.
    package static let folderCountMax = 16

    /// Reads the database of the machine and its user, as it is now.
    ///
    /// - Parameter environment: Looks up `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME`.
    package static func ofMachine(
        _ environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> SharedMIMEDatabase {
        SharedMIMEDatabase(folders(environment).map(files))
    }

    /// The folders that can have a database, the most important first.
    ///
    /// Source: freedesktop.org's XDG Base Directory Specification; paths that are not absolute are
    /// ignored.
    package static func folders(_ environment: (String) -> String?) -> [String] {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
        let others = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let all = [home].compactMap { $0 } + others.split(separator: ":").map(String.init)
        return Array(all.filter { $0.hasPrefix("/") }.prefix(folderCountMax)).map { $0 + "/mime" }
    }

    private static func files(_ folder: String) -> Files {
        Files(
            globs: bytes(folder + "/globs2"), aliases: bytes(folder + "/aliases"),
            subclasses: bytes(folder + "/subclasses"))
    }

    /// The bytes of a regular file; `nil` for one that is missing, too large or cannot be read.
    private static func bytes(_ path: String) -> [UInt8]? {
        // Non-blocking, because opening a pipe without a writer would block indefinitely.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= fileByteCountMax
        else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= fileByteCountMax else { return nil }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }
}
