import AudioModel
package import MediaSources
import Playback
package import SoundClient
import Synchronization

/// Plays a queue of media items: the core of `AVPlayer` and `AVQueuePlayer`.
///
/// A player is one stream of the app's session, and activates it when it starts. Items are decoded
/// ahead on a work queue; the next one is loaded while one plays, and joins without a gap. Any
/// thread: one lock guards a player and is not held in handlers. It may be held during a request to
/// the server; a thread that waits for it never holds a lock of the server or a device.
///
/// What a call of the app's changes is reported on its thread before the call returns: `rate` and
/// `timeControlStatus` for each call that sets the rate, also where nothing changes. All else is
/// reported on the main thread, in order, and only where a value differs from the last report.
package final class MediaItemPlayer: Sendable {
    let app: AppSound
    let host: PlaybackHost
    let state = Mutex(State())
    let queue: any WorkQueue
    let deliveries: MediaDeliveries
    private let observer: MediaObserver
    private let isPumpScheduled = Atomic(false)

    /// Creates a player of an app without items.
    package init(_ app: AppSound) {
        self.app = app
        host = PlaybackHost.of(app)
        queue = host.nextQueue()
        let observer = MediaObserver()
        self.observer = observer
        deliveries = MediaDeliveries(app.environment) { observer.tell($0) }
        observer.follow(self)
        host.add(self, on: queue)
    }

    deinit {
        // No other thread has a reference any more.
        host.remove(ObjectIdentifier(self))
        let (stream, entries, calls) = state.withLock { state in
            (state.stream, state.entries.map(\.item), state.prerolls)
        }
        if let stream { try? app.stopStream(stream) }
        var reports = calls.map { completion in MediaReport.call { completion(false) } }
        for item in entries { reports += item.leave() }
        deliveries.add(reports)
    }

    /// The observer of what happens to the player.
    package func setObserver(_ observer: (@Sendable (MediaPlayerEvent) -> Void)?) {
        self.observer.set(observer)
    }

    // MARK: State

    /// Unknown until an item is ready; failed when the media services were reset, for good.
    package var status: MediaStatus { state.withLock { $0.status } }
    package var failure: MediaFailure? { state.withLock { $0.failure } }
    /// Whether the player plays.
    package var timeControlStatus: TimeControlStatus {
        state.withLock { $0.timeControlStatus }
    }
    /// Why the player waits; `nil` unless it does.
    package var waitingReason: MediaWaitingReason? { state.withLock { $0.waitingReason } }
    /// The number of the app's stream that the player plays; `nil` without one.
    package var streamNumber: Int? { state.withLock { $0.stream } }
    /// The threads of the player's app.
    package var environment: any AppEnvironment { app.environment }

    // MARK: Items

    /// The items that are played, the current one first.
    package var items: [MediaItem] { state.withLock { $0.entries.map(\.item) } }
    package var currentItem: MediaItem? { state.withLock { $0.current?.item } }

    // MARK: Time

    /// The position in the current item; zero without one.
    package var currentTime: MediaTime {
        state.withLock { state in
            state.current.map { time(of: $0, in: state) } ?? .zero
        }
    }

    /// The position in an item.
    func time(of item: MediaItem) -> MediaTime {
        state.withLock { state in
            if let current = state.current, current.item === item {
                return time(of: current, in: state)
            }
            return item.state.withLock { $0.position }
        }
    }

    private func time(of entry: MediaEntry, in state: State) -> MediaTime {
        let frame = state.isAtEnd ? nil : state.run?.itemFrame
        return entry.item.state.withLock { item in
            frame.map { item.time(ofFrame: $0) } ?? item.position
        }
    }

    // MARK: Changes

    /// Makes a change that the app has called for, and reports it.
    func call<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, reports, garbage) = state.withLock { state in
            followDevice(&state)
            let value = body(&state)
            let reports = state.takeReports()
            for report in reports.now { state.reported.note(report, state) }
            deliveries.add(reports.later)
            return (value, reports.now, state.takeGarbage())
        }
        for case .player(let event) in reports { observer.tellNow(event) }
        withExtendedLifetime(garbage) {}
        return value
    }

    /// Makes a change that the app has not called for; it is reported on the main thread.
    func react(_ body: (inout State) -> Void) {
        let garbage = state.withLock { state in
            followDevice(&state)
            body(&state)
            deliveries.add(state.reports)
            state.reports = []
            return state.takeGarbage()
        }
        withExtendedLifetime(garbage) {}
    }

    /// Follows what the device has played before a change.
    private func followDevice(_ state: inout State) {
        follow(&state)
        deliveries.add(state.reports)
        state.reports = []
    }

    /// Whether what an event names differs from its last report. On the main thread.
    func isNews(_ event: MediaPlayerEvent) -> Bool {
        state.withLock { state in
            let former = state.reported
            state.reported.note(.player(event), state)
            return event.isNotification || former != state.reported
        }
    }

    // MARK: Work

    /// Schedules the next look at what is played, unless it is scheduled already. With the lock held
    /// or not.
    func schedulePump() {
        guard !isPumpScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [weak self] in
            guard let self else { return }
            isPumpScheduled.store(false, ordering: .releasing)
            react { self.pump(&$0) }
        }
    }

    /// Runs a block on the player's work queue.
    func onWork(_ body: @escaping @Sendable (MediaItemPlayer) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }
}

/// Tells the app of a player's events, as long as the player is there.
private final class MediaObserver: Sendable {
    private struct State {
        weak var player: MediaItemPlayer?
        var observer: (@Sendable (MediaPlayerEvent) -> Void)?
    }

    private let state = Mutex(State())

    func follow(_ player: MediaItemPlayer) { state.withLock { $0.player = player } }

    func set(_ observer: (@Sendable (MediaPlayerEvent) -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    /// Tells what has just been called for.
    func tellNow(_ event: MediaPlayerEvent) {
        state.withLock { $0.observer }?(event)
    }

    /// Tells a report. On the main thread.
    func tell(_ report: MediaReport) {
        switch report {
        case .player(let event):
            let (player, observer) = state.withLock { ($0.player, $0.observer) }
            guard let player, player.isNews(event) else { return }
            observer?(event)
        case .item(let item, let event): item.state.withLock { $0.observer }?(event)
        case .call(let call): call()
        }
    }
}
