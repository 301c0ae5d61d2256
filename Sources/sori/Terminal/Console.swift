import Simulation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where text goes.
package protocol TextSink: AnyObject {
    func write(_ text: String)
    /// Whether something could not be written, other than because nobody reads any more.
    var hasFailed: Bool { get }
    /// Whether nobody reads any more: what takes long to write need not be.
    var isClosed: Bool { get }
}

extension TextSink {
    package var isClosed: Bool { false }
}

/// What a command talks through.
package struct Console {
    package var output: any TextSink
    package var errors: any TextSink
    /// Whether colours are wanted on `output`.
    package var isColored: Bool

    package init(output: any TextSink, errors: any TextSink, isColored: Bool) {
        self.output = output
        self.errors = errors
        self.isColored = isColored
    }

    package func print(_ text: String) { output.write(text) }
    package func warn(_ line: String) { errors.write(line + "\n") }

    /// The process's own streams.
    package static func standard() -> Console {
        Console(
            output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
            isColored: wantsColor(
                isTerminal: isatty(STDOUT_FILENO) == 1, environment: environmentValue))
    }
}

/// Colour stands only on a terminal that can show it, and not where the user wants none.
///
/// Source: no-color.org: `NO_COLOR`, when set and not empty.
package func wantsColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
}

func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// A reader that goes away ends its pipe, not the program: what the exit code says stays true.
func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// A file that must not become larger is an error of the one who writes it, as a full disk is.
func ignoreFileSizeLimits() {
    signal(SIGXFSZ, SIG_IGN)
}

/// Writes to a file descriptor, and falls silent when the reader has gone.
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

/// - Returns: Zero, or the error's number.
func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        if count > 0 {
            written += count
        } else if errno == EAGAIN {
            // Somebody else made the stream non-blocking; wait for room.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&ready, 1, -1)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}
