import CoreFoundation
import Glibc
import Terminal

/// Standard input or a FIFO as a file that can be read anywhere: what comes is kept in a temporary
/// file without a name. A file that is standard input is read itself.
package final class SpooledInput: Sendable {
    /// A path that leads to the file as long as the value lives.
    package let path: String
    private let file: UnnamedFile?

    /// Limit of what is kept, in bytes.
    package static let byteCountMax: Int64 = 1 << 38
    private static let pieceByteCount = 1 << 16
    private static let pollMilliseconds: Int32 = 100

    /// Reads to the end.
    ///
    /// - Parameters:
    ///   - source: `-` for standard input, or the path of a FIFO.
    ///   - isWanted: Returns, for the first bytes, whether the rest is needed.
    ///   - isCancelled: Returns whether to give up.
    /// - Throws: When it cannot be read or kept, and when it was cancelled.
    package init(
        of source: String, isWanted: ([UInt8]) -> Bool, isCancelled: () -> Bool
    ) throws(ProgramError) {
        try StreamPath.checkSound(source)
        let name = StreamPath.name(of: source)
        if source == "-", let input = StreamPath.inputFile {
            path = input
            file = nil
            return
        }
        let descriptor =
            source == "-" ? dup(STDIN_FILENO) : open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ProgramError(
                .badInput, "cannot be opened: \(String(cString: strerror(errno)))", in: name,
                advice: "check the path")
        }
        defer { close(descriptor) }
        let file = try UnnamedFile()
        try Self.copy(descriptor, to: file, name, isWanted, isCancelled)
        path = file.path
        self.file = file
    }

    private static func copy(
        _ descriptor: Int32, to file: UnnamedFile, _ name: String,
        _ isWanted: ([UInt8]) -> Bool, _ isCancelled: () -> Bool
    ) throws(ProgramError) {
        var piece = [UInt8](repeating: 0, count: pieceByteCount)
        var head: [UInt8]? = []
        var byteCount: Int64 = 0
        while true {
            guard !isCancelled() else {
                throw ProgramError(EndSignals.first?.exitCode ?? .stopped, "stopped", in: name)
            }
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, pollMilliseconds) > 0 else { continue }
            let count = read(descriptor, &piece, piece.count)
            guard count != 0 else { return }
            guard count > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw ProgramError(
                    .badInput, "cannot be read: \(String(cString: strerror(errno)))", in: name)
            }
            byteCount += Int64(count)
            let error = piece[..<count].withUnsafeBufferPointer {
                writeAll($0, to: file.descriptor)
            }
            guard error == 0, byteCount <= byteCountMax else {
                throw ProgramError(
                    .deviceMissing,
                    "cannot be kept: \(String(cString: strerror(error == 0 ? EFBIG : error)))",
                    in: name, advice: "set TMPDIR to a folder with room for all of it")
            }
            head? += piece[..<count]
            guard let start = head, start.count >= pieceByteCount else { continue }
            head = nil
            guard isWanted(start) else { return }
        }
    }
}
