package import HTTPTransfers
package import SoundClient
import Synchronization

/// One app's way to a simulated network: its events come on the app's queue. Any thread.
package final class AppNetwork: TransferService {
    private let network: SimulatedNetwork
    private let environment: any AppEnvironment
    /// The app's transfers, while they last.
    private let transfers = Mutex<[WeakTransfer]>([])

    package init(_ network: SimulatedNetwork, for environment: any AppEnvironment) {
        self.network = network
        self.environment = environment
    }

    package func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let transfer = network.start(request, environment, receive)
        transfers.withLock { transfers in
            transfers.removeAll { $0.transfer == nil }
            transfers.append(WeakTransfer(transfer))
        }
        return transfer
    }

    /// Ends all transfers without an event, as the process's end does.
    package func close() {
        let ended = transfers.withLock { transfers in
            defer { transfers = [] }
            return transfers
        }
        for entry in ended { entry.transfer?.cancel() }
    }
}

private struct WeakTransfer: Sendable {
    weak let transfer: NetworkTransfer?

    init(_ transfer: NetworkTransfer) { self.transfer = transfer }
}
