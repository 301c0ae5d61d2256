import SoundClient
import Synchronization

/// What a player has to tell its app: to an observer, or a completion.
enum MediaReport: Sendable {
    case player(MediaPlayerEvent)
    case item(MediaItem, MediaItemEvent)
    case call(@Sendable () -> Void)

    /// Whether a report of an app's call comes before the call returns.
    var isImmediate: Bool {
        switch self {
        case .player(.rateChanged), .item, .call: false
        case .player: true
        }
    }
}

/// Tells an app on its main thread what happens, in order. Any thread.
///
/// The reports that wait keep neither their player nor its lock.
final class MediaDeliveries: Sendable {
    private let environment: any AppEnvironment
    private let waiting = Mutex<[MediaReport]>([])
    private let deliver: @Sendable (MediaReport) -> Void

    /// - Parameter deliver: Tells the app one of them, without a lock.
    init(
        _ environment: any AppEnvironment, deliver: @escaping @Sendable (MediaReport) -> Void
    ) {
        self.environment = environment
        self.deliver = deliver
    }

    /// Adds reports. With a player's lock held, so that their order is that of what they tell.
    func add(_ reports: [MediaReport]) {
        guard !reports.isEmpty else { return }
        let isFirst = waiting.withLock { waiting in
            defer { waiting += reports }
            return waiting.isEmpty
        }
        guard isFirst else { return }
        environment.onMain { [self] in deliverAll() }
    }

    private func deliverAll() {
        var isLast = false
        while !isLast {
            let (report, last) = waiting.withLock { waiting in
                (waiting.removeFirst(), waiting.count == 0)
            }
            isLast = last
            deliver(report)
        }
    }
}
