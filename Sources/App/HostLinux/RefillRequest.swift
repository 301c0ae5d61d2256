import Dispatch
import Synchronization

/// Calls a client's `service` on a thread that may block; at most one call is pending.
final class RefillRequest: Sendable {
    private let queue: DispatchQueue
    private let isWaiting = Atomic(false)

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Requests a call. Any thread except a real-time one.
    func request(_ service: @escaping @Sendable () -> Void) {
        guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in
            // Cleared first: a request made while `service` runs needs another call.
            isWaiting.store(false, ordering: .releasing)
            service()
        }
    }
}
