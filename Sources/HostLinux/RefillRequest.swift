import Dispatch
import Synchronization

/// Calls clients' `attend` on a thread that may block, at most one call waiting at a time.
final class RefillRequest: Sendable {
    private let queue: DispatchQueue
    private let isWaiting = Atomic(false)

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Any thread but a real-time one.
    func request(_ attend: @escaping @Sendable () -> Void) {
        guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in
            // Lowered first: what is reported while `attend` runs deserves another call.
            isWaiting.store(false, ordering: .releasing)
            attend()
        }
    }
}
