import Glibc
import Terminal

/// A destination of text.
package protocol TextSink: AnyObject {
    func write(_ text: String)
    /// Whether a write failed for another reason than a closed pipe.
    var hasFailed: Bool { get }
    /// Whether the reader has closed the pipe, so that long output need not be made.
    var isClosed: Bool { get }
}

extension TextSink {
    package var isClosed: Bool { false }
}

/// The streams that a command writes to.
package struct Console {
    package var output: any TextSink
    package var errors: any TextSink
    /// Whether `output` takes colours.
    package var isColored: Bool

    package init(output: any TextSink, errors: any TextSink, isColored: Bool) {
        self.output = output
        self.errors = errors
        self.isColored = isColored
    }

    package func print(_ text: String) { output.write(text) }
    package func warn(_ line: String) { errors.write(line + "\n") }

    /// Reports an error of a program.
    package func report(_ error: ProgramError, of program: String = "sori") -> ExitCode {
        for line in error.details { warn(printable(line)) }
        warn(printable(error.message(of: program)))
        return error.code
    }

    /// Shows the progress, on a terminal only; the next line overwrites it.
    package func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        errors.write("\r\u{1B}[K" + text.prefix(max(RawTerminal.width(STDERR_FILENO) - 1, 0)))
    }

    /// The process's standard streams.
    package static func standard() -> Console {
        Console(
            output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
            isColored: wantsColor(
                isTerminal: isatty(STDOUT_FILENO) == 1, environment: environmentValue))
    }
}

/// Whether to use colour: only on a terminal that can show it, and unless the user forbids it.
///
/// Source: no-color.org: `NO_COLOR`, when set and not empty.
package func wantsColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
}

package func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Ignores SIGPIPE: a reader that closes its pipe must not end the program or change its exit code.
package func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// Ignores SIGXFSZ: a write beyond the file size limit fails with an error, as on a full disk.
package func ignoreFileSizeLimits() {
    signal(SIGXFSZ, SIG_IGN)
}

/// Writes to a file descriptor, and stops writing when the reader has closed the pipe.
final class DescriptorSink: TextSink {
    private let descriptor: Int32
    private(set) var isClosed = false
    private(set) var hasFailed = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func write(_ text: String) {
        guard !isClosed else { return }
        var text = text
        let number = text.withUTF8 { writeAll($0, to: descriptor) }
        guard number != 0 else { return }
        isClosed = true
        hasFailed = number != EPIPE
    }
}
