import AudioCodecs
import Glibc
import Synchronization

/// The bytes of a pipe: of standard input or a FIFO. Any thread.
final class PipeReader: ByteStream {
    private let descriptor: Int32
    private let isCancelled: @Sendable () -> Bool
    private let isEnded = Mutex(false)

    /// How often a reader that waits looks for an end that was asked for.
    private static let pollMilliseconds: Int32 = 100

    /// - Parameters:
    ///   - path: The path of a FIFO, or `-` for standard input.
    ///   - isCancelled: Returns whether to give up.
    /// - Throws: `cannotOpen`.
    init(path: String, isCancelled: @escaping @Sendable () -> Bool) throws(FormatError) {
        self.isCancelled = isCancelled
        // A FIFO that nothing writes to yet must not keep this thread from a cancellation.
        descriptor =
            path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FormatError(.cannotOpen(errno: errno)) }
    }

    deinit {
        close(descriptor)
    }

    /// Ends the wait of a reader.
    func end() { isEnded.withLock { $0 = true } }

    /// Whether an end was asked for.
    var hasToEnd: Bool { isEnded.withLock { $0 } || isCancelled() }

    /// Waits for bytes and copies them.
    ///
    /// - Returns: Zero at the end, and when one was asked for.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        while !hasToEnd {
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, Self.pollMilliseconds) > 0 else { continue }
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else {
                throw FormatError(.cannotRead(errno: errno))
            }
        }
        return 0
    }
}
