import Glibc
import Synchronization
import Terminal

/// Files with names that are no UTF-8, and so no strings.
///
/// Such a file is held open, without reading it, and goes by the path of its descriptor; what a
/// command prints shows its name, with the bytes that are no text escaped: `caf<E9>.wav`.
package enum ByteNames {
    /// The names as they are shown, by descriptor.
    private static let names = Mutex<[Int32: String]>([:])
    private static let folder = "/proc/self/fd/"
    /// Linux's `O_PATH`: the descriptor leads to the file, which is not opened.
    private static let leadsOnly: Int32 = 0o10_000_000

    /// Whether the command line names such files.
    package static var areHeld: Bool { names.withLock { !$0.isEmpty } }

    /// A path that leads to a file or folder; the end of the path need not exist if it is UTF-8.
    ///
    /// - Parameter name: The name's bytes, which are not UTF-8.
    /// - Returns: `nil` if there is no such file, or no descriptor for it.
    package static func path(of name: [UInt8]) -> String? {
        guard let slash = name.lastIndex(of: UInt8(ascii: "/")), slash > 0,
            let last = String(validating: name[(slash + 1)...], as: UTF8.self), !last.isEmpty
        else { return held(name) }
        return held(Array(name[..<slash])).map { $0 + "/" + last }
    }

    private static func held(_ name: [UInt8]) -> String? {
        let descriptor = (name + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                open($0.assumingMemoryBound(to: CChar.self), leadsOnly | O_CLOEXEC)
            } ?? -1
        }
        guard descriptor >= 0 else { return nil }
        names.withLock { $0[descriptor] = escaped(name) }
        return folder + String(descriptor)
    }

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
        let names = names.withLock { $0 }
        guard !names.isEmpty else { return text }
        let pieces = text.split(separator: folder, omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
            let digits = piece.prefix { $0.isASCII && $0.isNumber }
            if let name = Int32(digits).flatMap({ names[$0] }) {
                result += name + piece.dropFirst(digits.count)
            } else {
                result += folder + piece
            }
        }
    }

    /// The console, which shows names instead of paths of descriptors.
    package static func showing(_ console: Console) -> Console {
        guard areHeld else { return console }
        return Console(
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
