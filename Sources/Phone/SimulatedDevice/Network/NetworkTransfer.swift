import AudioModel
import HTTPTransfers
import SoundClient
import Synchronization

/// A transfer of a simulated network.
final class NetworkTransfer: Transfer {
    /// What becomes of a transfer; the network holds it under its lock.
    struct Progress {
        var address: NetworkAddress
        var redirectCount = 0
        /// The number of the request in the log.
        var logIndex: Int?
        /// The body and how it is sent, once the head has been sent.
        var body: ResponseBody?
        var resource: ServedResource?
        /// The position in the resource of the next byte.
        var position: Int64 = 0
        /// Bytes of the body that were sent.
        var sentCount: Int64 = 0
        /// Whether the head tells the length of the body.
        var statesLength = true
        var isPaused = false
        /// The time before which the server sends nothing.
        var heldUntil = HostTime.zero
        /// The places of the resource at which the server has waited.
        var stallsPassed = 0
        /// The time of the last sign of life.
        var lastActivity: HostTime
    }

    let request: TransferRequest
    let number: Int
    private let network: SimulatedNetwork
    private let environment: any AppEnvironment
    private let receive: Mutex<(@Sendable (TransferEvent) -> Void)?>

    init(
        _ request: TransferRequest, number: Int, on network: SimulatedNetwork,
        _ environment: any AppEnvironment, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.request = request
        self.number = number
        self.network = network
        self.environment = environment
        self.receive = Mutex(receive)
    }

    func pause() { network.setPaused(true, self) }

    func resume() { network.setPaused(false, self) }

    func cancel() {
        let dropped = receive.withLock { receive in
            defer { receive = nil }
            return receive
        }
        withExtendedLifetime(dropped) { network.forget(self) }
    }

    /// Delivers events on the app's queue, in order.
    func deliver(_ events: [TransferEvent]) {
        environment.onQueue { [self] in
            for event in events {
                let isLast = event.isEnd
                let receive = receive.withLock { receive in
                    defer { if isLast { receive = nil } }
                    return receive
                }
                receive?(event)
            }
        }
    }
}

extension TransferEvent {
    var isEnd: Bool {
        switch self {
        case .finished, .failed: true
        case .redirected, .response, .bytes: false
        }
    }
}
