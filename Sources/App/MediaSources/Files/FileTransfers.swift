import Glibc
package import HTTPTransfers
package import SoundClient
import Synchronization

/// Transfers of local files, by their `file:` addresses: a playlist of HTTP Live Streaming on this
/// machine, and its segments. Addresses of servers that a playlist names go to the app's network.
package final class FileTransfers: TransferService {
    private let network: (any TransferService)?
    private let queue: any WorkQueue

    /// The files of the machine; the app gives the network and a queue on which files are read.
    package init(for app: AppSound) {
        network = app.networkAccess.service
        queue = app.environment.makeWorkQueue(label: "sori.media.local")
    }

    package func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let path = localPath(ofAddress: request.url)
        if path == nil, let network { return network.start(request, receive) }
        let transfer = FileTransfer(path, request, queue, receive)
        transfer.goOn()
        return transfer
    }
}

/// A file, or a part of one, that is read piece by piece.
private final class FileTransfer: Transfer {
    private struct State {
        var isPaused = false
        var isOver = false
    }

    private let path: String?
    private let request: TransferRequest
    private let queue: any WorkQueue
    private let receive: @Sendable (TransferEvent) -> Void
    private let state = Mutex(State())
    /// Used by blocks of the queue only, one after the other.
    private let file = Mutex(OpenFile())

    private struct OpenFile {
        var descriptor: Int32 = -1
        var next: off_t = 0
        var end: off_t = 0
    }

    private static let pieceByteCount = 64 << 10

    init(
        _ path: String?, _ request: TransferRequest, _ queue: any WorkQueue,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.path = path
        self.request = request
        self.queue = queue
        self.receive = receive
    }

    deinit {
        file.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
    }

    func pause() { state.withLock { $0.isPaused = true } }

    func resume() {
        let wasPaused = state.withLock { state in
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { goOn() }
    }

    func cancel() { state.withLock { $0.isOver = true } }

    private var mayGoOn: Bool { state.withLock { !$0.isOver && !$0.isPaused } }

    /// Sends the next piece, and those behind it, until it is paused.
    func goOn() {
        queue.async { [self] in
            guard mayGoOn else { return }
            if file.withLock({ $0.descriptor }) < 0 {
                guard open() else { return }
            } else {
                send()
            }
            goOn()
        }
    }

    private func tell(_ event: TransferEvent) {
        if !state.withLock({ $0.isOver }) { receive(event) }
    }

    private func fail(_ kind: TransferFailure.Kind, _ reason: String) {
        tell(.failed(TransferFailure(kind, "\(reason) (\(request.url)).")))
        cancel()
    }

    /// Opens the file, and tells how long it is.
    private func open() -> Bool {
        guard let path else {
            fail(.notConnected, "There is no network")
            return false
        }
        // A FIFO would wait for a writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let error = errno
            if descriptor >= 0 { close(descriptor) }
            fail(
                error == EACCES ? .noPermission : .noSuchFile, String(cString: strerror(error)))
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            fail(.noSuchFile, "It is no file")
            return false
        }
        let (first, last) = (request.firstByte ?? 0, request.lastByte ?? .max)
        let isPart = request.firstByte != nil
        let end = last < status.st_size - 1 ? off_t(last) + 1 : status.st_size
        file.withLock { file in
            (file.descriptor, file.next) = (descriptor, min(off_t(first), status.st_size))
            file.end = max(end, file.next)
        }
        var response = TransferResponse(
            url: request.url, status: isPart ? 206 : 200,
            headers: [TransferHeader("Accept-Ranges", "bytes")])
        if isPart {
            response.headers.append(
                TransferHeader(
                    "Content-Range", "bytes \(first)-\(max(end - 1, 0))/\(status.st_size)"))
        } else {
            response.headers.append(TransferHeader("Content-Length", "\(status.st_size)"))
        }
        tell(.response(response))
        return true
    }

    private func send() {
        let piece = file.withLock { file -> [UInt8]? in
            let wanted = min(Int(file.end - file.next), Self.pieceByteCount)
            guard wanted > 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: wanted)
            let count = pread(file.descriptor, &bytes, wanted, file.next)
            // The end of a file that has become shorter is no end of what was stated.
            guard count > 0 else { return nil }
            file.next += off_t(count)
            return Array(bytes.prefix(count))
        }
        switch piece {
        case nil: fail(.connectionLost, "The file cannot be read")
        case .some(let bytes) where bytes.isEmpty:
            tell(.finished)
            cancel()
        case .some(let bytes): tell(.bytes(bytes))
        }
    }
}
