import Foundation
import Glibc

/// Reads what a program prints, and keeps it in a log file without control characters. One thread.
///
/// The file is emptied when it grows too large. A program that prints faster than
/// `bytesPerReport` waits, as on a slow terminal.
package struct OutputLog {
    private let reader: Int32
    private let descriptor: Int32
    private let bytesMax: Int
    private var filter = TerminalTextFilter()
    private var size = 0
    private var pending = NewOutput()
    /// The last lines since the report that have something in them, and whether the program's last
    /// words are among them.
    private var lines: [[UInt8]] = []
    private var hasLastWords = false
    private var allowance = OutputLog.bytesPerReport
    /// Whether the program, and all that have its output, have closed it.
    package private(set) var isAtEnd = false

    /// Most lines reported per call.
    package static let linesMax = 2
    /// Most bytes read between two reports.
    package static let bytesPerReport = 1 << 20
    /// Most bytes read at a time, so that the app's messages are not delayed.
    private static let bytesPerRead = 1 << 16
    /// Text of the Swift runtime before it ends a program.
    private static let lastWords = Array("Fatal error".utf8)

    /// - Parameters:
    ///   - reader: Non-blocking descriptor of the program's output; closed by its owner.
    ///   - path: The log file.
    ///   - bytesMax: Largest size of the file; a larger one is emptied.
    package init(reading reader: Int32, path: String, bytesMax: Int) {
        self.reader = reader
        self.bytesMax = bytesMax
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    package func end() {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether reading may go on before the next report.
    package var wantsMore: Bool { !isAtEnd && allowance > 0 }

    /// Reads a part of what is there. Does not block.
    ///
    /// - Returns: Whether there may be more.
    @discardableResult
    package mutating func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let end = max(allowance - Self.bytesPerRead, 0)
        while !isAtEnd, allowance > end {
            let count = Glibc.read(reader, &bytes, min(bytes.count, allowance))
            if count > 0 {
                allowance -= count
                take(bytes[..<count])
            } else if count == 0 || errno != EINTR {
                // A pseudo-terminal that is closed on the other side reports EIO.
                isAtEnd = count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)
                return false
            }
        }
        return wantsMore
    }

    /// The output since the last report.
    ///
    /// - Parameter isOver: Whether the program has exited, so that an incomplete line counts.
    package mutating func report(isOver: Bool = false) -> NewOutput {
        if isOver {
            var last: [[UInt8]] = []
            filter.endLine { last.append($0) }
            keep(last)
        }
        if size > bytesMax, descriptor >= 0, ftruncate(descriptor, 0) == 0 {
            (size, pending.wasEmptied) = (0, true)
        }
        allowance = Self.bytesPerReport
        pending.lines = lines.map { line in
            let text = String(decoding: line, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            return String(text.prefix(ProgramInformation.textMax))
        }
        defer { (pending, lines, hasLastWords) = (NewOutput(), [], false) }
        return pending
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        var lines: [[UInt8]] = []
        filter.take(bytes) { lines.append($0) }
        keep(lines)
    }

    private mutating func keep(_ lines: [[UInt8]]) {
        guard !lines.isEmpty else { return }
        var bytes: [UInt8] = []
        for line in lines {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
            add(line)
        }
        // A full disk costs the log, not the program.
        guard descriptor >= 0 else { return }
        let count = write(descriptor, &bytes, bytes.count)
        if count > 0 { size += count }
    }

    private mutating func add(_ line: [UInt8]) {
        // Only a backtrace follows the last words.
        guard !hasLastWords, line.contains(where: { $0 > 0x20 }) else { return }
        if lines.count == Self.linesMax {
            lines.removeFirst()
            pending.isCut = true
        }
        lines.append(line)
        hasLastWords = line.firstRange(of: Self.lastWords) != nil
    }

    package struct NewOutput {
        /// The last lines, cut to `ProgramInformation.textMax` characters.
        package var lines: [String] = []
        /// Whether there were more lines.
        package var isCut = false
        package var wasEmptied = false
    }
}
