import Foundation
import Glibc

/// Reads what a program has appended to its log file since the last look. One thread.
///
/// The file is emptied when it grows too large.
struct OutputLogReader {
    private let path: String
    private let descriptor: Int32
    private let bytesMax: Int
    /// Offset up to which the file has been read.
    private var place = 0
    /// An incomplete line at the end.
    private var rest: [UInt8] = []

    /// Most lines reported per look.
    static let linesMax = 2
    /// Most bytes read per look; only the last ones of a larger output.
    private static let readMax = 16_384
    /// Text of the Swift runtime before it ends a program.
    private static let lastWords = "Fatal error"

    /// - Parameter bytesMax: Largest size of the file; a larger one is emptied.
    init(path: String, bytesMax: Int) {
        self.path = path
        self.bytesMax = bytesMax
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    func end() {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the new output.
    ///
    /// - Parameter isOver: Whether the program has exited, so that an incomplete line counts.
    mutating func look(isOver: Bool = false) -> Look {
        var look = Look()
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return look }
        let size = Int(status.st_size)
        // The file was truncated from outside.
        if size < place { place = 0 }
        if size - place > Self.readMax {
            look.isCut = true
            rest = []
            place = size - Self.readMax
        }
        var bytes = [UInt8](repeating: 0, count: size - place)
        let count = pread(descriptor, &bytes, bytes.count, off_t(place))
        if count > 0 {
            place += count
            take(bytes[..<count], into: &look)
        }
        if isOver, !rest.isEmpty { add(rest, to: &look) }
        if size > bytesMax, ftruncate(descriptor, 0) == 0 { (place, look.wasEmptied) = (0, true) }
        return look
    }

    /// - Parameter bytes: The first line may be incomplete.
    private mutating func take(_ bytes: ArraySlice<UInt8>, into look: inout Look) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if rest.count < Self.readMax { rest.append(byte) }
                continue
            }
            add(rest, to: &look)
            rest = []
        }
    }

    private func add(_ line: [UInt8], to look: inout Look) {
        let text = String(decoding: line, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        // Only a backtrace follows.
        if look.lines.contains(where: { $0.contains(Self.lastWords) }) { return }
        if look.lines.count == Self.linesMax {
            look.lines.removeFirst()
            look.isCut = true
        }
        look.lines.append(String(text.prefix(ProgramInformation.textMax)))
    }

    struct Look {
        /// The last lines, cut to `ProgramInformation.textMax` characters.
        var lines: [String] = []
        /// Whether there were more lines or bytes.
        var isCut = false
        var wasEmptied = false
    }
}
