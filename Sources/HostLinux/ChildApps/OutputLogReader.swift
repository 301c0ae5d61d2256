import Foundation
import Glibc

/// Reads what a program has appended to its log file since the last call. One thread.
///
/// The file is emptied when it grows too large.
struct OutputLogReader {
    private let path: String
    private let descriptor: Int32
    private let bytesMax: Int
    /// Offset up to which the file has been read.
    private var position = 0
    /// An incomplete line at the end.
    private var rest: [UInt8] = []

    /// Most lines reported per call.
    static let linesMax = 2
    /// Most bytes read per call; only the last ones of a larger output.
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
    mutating func read(isOver: Bool = false) -> NewOutput {
        var output = NewOutput()
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return output }
        let size = Int(status.st_size)
        // The file was truncated from outside.
        if size < position { position = 0 }
        if size - position > Self.readMax {
            output.isCut = true
            rest = []
            position = size - Self.readMax
        }
        var bytes = [UInt8](repeating: 0, count: size - position)
        let count = pread(descriptor, &bytes, bytes.count, off_t(position))
        if count > 0 {
            position += count
            take(bytes[..<count], into: &output)
        }
        if isOver, !rest.isEmpty { add(rest, to: &output) }
        if size > bytesMax, ftruncate(descriptor, 0) == 0 {
            (position, output.wasEmptied) = (0, true)
        }
        return output
    }

    /// - Parameter bytes: The first line may be incomplete.
    private mutating func take(_ bytes: ArraySlice<UInt8>, into output: inout NewOutput) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if rest.count < Self.readMax { rest.append(byte) }
                continue
            }
            add(rest, to: &output)
            rest = []
        }
    }

    private func add(_ line: [UInt8], to output: inout NewOutput) {
        let text = String(decoding: line, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        // Only a backtrace follows.
        if output.lines.contains(where: { $0.contains(Self.lastWords) }) { return }
        if output.lines.count == Self.linesMax {
            output.lines.removeFirst()
            output.isCut = true
        }
        output.lines.append(String(text.prefix(ProgramInformation.textMax)))
    }

    struct NewOutput {
        /// The last lines, cut to `ProgramInformation.textMax` characters.
        var lines: [String] = []
        /// Whether there were more lines or bytes.
        var isCut = false
        var wasEmptied = false
    }
}
