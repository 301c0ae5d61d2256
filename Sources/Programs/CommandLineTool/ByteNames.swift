import CoreFoundation
import Glibc
import Synchronization
import Terminal

/// Files with names that are no UTF-8, and so no strings.
///
/// Such a file is held open, without reading it, and goes by the path of its descriptor; what a
/// command prints shows its name, with the bytes that are no text escaped: `caf<E9>.wav`. The path of
/// a file that is still to be made leads nowhere until `OutputFile` makes it.
package enum ByteNames {
    private struct State {
        /// The names as they are shown, by descriptor.
        var shown: [Int32: String] = [:]
        /// The last parts of the paths of files that are still to be made.
        var new: [String: [UInt8]] = [:]
    }

    private static let state = Mutex(State())
    private static let folder = "/proc/self/fd/"
    /// The folder, which is nowhere, of files that are still to be made.
    private static let newFolder = "/.name-that-is-not-UTF-8/"
    /// Linux's `O_PATH`: the descriptor leads to the file, which is not opened.
    private static let leadsOnly: Int32 = 0o10_000_000

    /// A path that leads to a file or folder, or to a file that is still to be made in a folder.
    ///
    /// - Parameter name: The name's bytes, which are not UTF-8.
    /// - Returns: `nil` if there is no such file nor folder, or no descriptor for it.
    package static func path(of name: [UInt8]) -> String? {
        if let found = held(name) { return found }
        guard let slash = name.lastIndex(of: UInt8(ascii: "/")) else { return new(name, in: ".") }
        let last = Array(name[(slash + 1)...])
        let above = Array(name[..<max(slash, 1)])
        guard !last.isEmpty,
            let folder = String(validating: above, as: UTF8.self) ?? held(above)
        else { return nil }
        return String(validating: last, as: UTF8.self).map { folder + "/" + $0 }
            ?? new(last, in: folder)
    }

    /// A path that leads to what a folder has by a name.
    ///
    /// - Parameters:
    ///   - name: Bytes that are not UTF-8.
    ///   - folder: The folder's path.
    ///   - isWanted: Tells by its type and permissions whether the path is needed. A link to a folder
    ///     is none.
    /// - Returns: `nil` if there is nothing, or no descriptor for it.
    package static func path(
        of name: [UInt8], in folder: String, where isWanted: (UInt32) -> Bool
    ) -> String? {
        let whole = Array(folder.utf8) + [UInt8(ascii: "/")] + name
        var status = stat()
        let isFound = (whole + [0]).withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { lstat($0.baseAddress!, &status) == 0 }
        }
        guard isFound, isWanted(status.st_mode) else { return nil }
        return held(whole, shownIn: shown(folder))
    }

    private static func held(_ name: [UInt8], shownIn shownFolder: String? = nil) -> String? {
        var descriptor = opened(name)
        if descriptor < 0, errno == EMFILE, allowMoreFiles() { descriptor = opened(name) }
        guard descriptor >= 0 else { return nil }
        let slash = shownFolder == nil ? nil : name.lastIndex(of: UInt8(ascii: "/"))
        let last = slash.map { Array(name[($0 + 1)...]) } ?? name
        let text = (shownFolder.map { $0 + "/" } ?? "") + escaped(last)
        state.withLock { $0.shown[descriptor] = text }
        return folder + String(descriptor)
    }

    private static func opened(_ name: [UInt8]) -> Int32 {
        (name + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), leadsOnly | O_CLOEXEC)
            } ?? -1
        }
    }

    /// Raises the limit of open files to what the system allows.
    private static func allowMoreFiles() -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < limit.rlim_max
        else { return false }
        limit.rlim_cur = limit.rlim_max
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }

    // MARK: Files to be made

    private static func new(_ name: [UInt8], in folder: String) -> String? {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let path = folder + newFolder + escaped(name)
        state.withLock { $0.new[path] = name }
        return path
    }

    /// The folder and the name of a file that is still to be made; `nil` for other paths.
    package static func newFile(at path: String) -> (folder: String, name: [UInt8])? {
        guard let name = state.withLock({ $0.new[path] }),
            let place = path.firstRange(of: newFolder)
        else { return nil }
        return (String(path[..<place.lowerBound]), name)
    }

    /// The folder and the name of the file that a path leads to.
    ///
    /// - Returns: `nil` for a file by a name that is UTF-8, and where there is no file.
    package static func existingFile(at path: String) -> (folder: String, name: [UInt8])? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let bytes = (0..<strlen(resolved)).map { UInt8(bitPattern: resolved[$0]) }
        guard String(validating: bytes, as: UTF8.self) == nil,
            let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        else { return nil }
        let above = Array(bytes[..<max(slash, 1)])
        guard let folder = String(validating: above, as: UTF8.self) ?? held(above) else {
            return nil
        }
        return (folder, Array(bytes[(slash + 1)...]))
    }

    // MARK: Showing

    /// The text of a name's bytes, with those that are no UTF-8 as hexadecimal numbers.
    package static func escaped(_ name: [UInt8]) -> String {
        var text = ""
        var rest = name[...]
        while let byte = rest.first {
            let lengths = 1...min(4, rest.count)
            let character = lengths.lazy.compactMap { count in
                String(validating: rest.prefix(count), as: UTF8.self)
            }.first
            if let character {
                text += character
                rest = rest.dropFirst(character.utf8.count)
            } else {
                text += "<" + String(byte, radix: 16, uppercase: true) + ">"
                rest = rest.dropFirst()
            }
        }
        return printable(text)
    }

    /// A text with the names of held files for the paths that lead to them.
    package static func shown(_ text: String) -> String {
        let state = state.withLock { $0 }
        var text = text
        if !state.new.isEmpty {
            text = text.replacing("." + newFolder, with: "").replacing(newFolder, with: "/")
        }
        guard !state.shown.isEmpty else { return text }
        let pieces = text.split(separator: folder, omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
            let digits = piece.prefix { $0.isASCII && $0.isNumber }
            if let name = Int32(digits).flatMap({ state.shown[$0] }) {
                result += name + piece.dropFirst(digits.count)
            } else {
                result += folder + piece
            }
        }
    }

    /// The console, which shows names instead of paths of descriptors.
    package static func showing(_ console: Console) -> Console {
        Console(
            output: NameSink(console.output), errors: NameSink(console.errors),
            isColored: console.isColored)
    }

    private final class NameSink: TextSink {
        private let sink: any TextSink
        init(_ sink: any TextSink) { self.sink = sink }
        func write(_ text: String) { sink.write(ByteNames.shown(text)) }
        var hasFailed: Bool { sink.hasFailed }
        var isClosed: Bool { sink.isClosed }
    }
}
