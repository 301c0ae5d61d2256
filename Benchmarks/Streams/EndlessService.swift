import Dispatch
import HTTPTransfers
import Synchronization

/// A server that sends the same bytes again and again, as fast as they are taken.
final class EndlessService: TransferService {
    private let piece: [UInt8]
    private let queue = DispatchQueue(label: "bench.server")

    init(_ piece: [UInt8]) {
        self.piece = piece
    }

    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let transfer = EndlessTransfer(piece, queue, receive)
        let url = request.url
        queue.async {
            receive(
                .response(
                    TransferResponse(
                        url: url, status: 200,
                        headers: [
                            TransferHeader("Content-Type", "audio/mpeg"),
                            TransferHeader("icy-name", "Endless"),
                        ])))
        }
        transfer.resume()
        return transfer
    }
}

private final class EndlessTransfer: Transfer {
    private struct State {
        var isPaused = true
        var isCancelled = false
    }

    private let piece: [UInt8]
    private let queue: DispatchQueue
    private let receive: @Sendable (TransferEvent) -> Void
    private let state = Mutex(State())

    init(
        _ piece: [UInt8], _ queue: DispatchQueue,
        _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.piece = piece
        self.queue = queue
        self.receive = receive
    }

    func pause() { state.withLock { $0.isPaused = true } }
    func cancel() { state.withLock { $0.isCancelled = true } }

    func resume() {
        let begins = state.withLock { state in
            defer { state.isPaused = false }
            return state.isPaused
        }
        if begins { queue.async { [weak self] in self?.send() } }
    }

    private func send() {
        let isWanted = state.withLock { !$0.isPaused && !$0.isCancelled }
        guard isWanted else { return }
        receive(.bytes(piece))
        queue.async { [weak self] in self?.send() }
    }
}
