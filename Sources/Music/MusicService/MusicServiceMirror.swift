import DBus
import Dispatch
import MediaControls
import Playback
import Realtime
import Synchronization

/// What a client knows of the service, from its signals. Any thread.
///
/// Events are delivered in order; one that says that the queue has changed waits until the items
/// have been read again.
final class MusicServiceMirror: Sendable {
    private struct State {
        var snapshot = ServiceSnapshot()
        var items: [MusicItem] = []
        /// The revision of `items`; 0 for none.
        var itemsRevision: UInt64 = 0
        var isSynchronized = false
        /// Counts the attempts to synchronise, so that answers to an earlier one are ignored.
        var attempt = 0
        var waiters: [@Sendable (DBusError?) -> Void] = []
        /// Events that have not been delivered, with the revision of the queue that they need.
        var pending: [(event: MusicPlayerEvent, revision: UInt64)] = []
        var isReading = false
        var error: DBusError?
        var observers = MusicPlayerObservers()
        var changeHandler: (@Sendable () -> Void)?
    }

    /// More events than this are not kept for a client; it learns the state alone.
    private static let pendingMax = 1000

    private let state = Mutex(State())
    /// Delivers events.
    private let deliveries = DispatchQueue(label: "sori.music.client")
    private let connection: WeakConnection

    init(of connection: DBusConnection) {
        self.connection = WeakConnection(connection)
    }

    // MARK: Reading

    var snapshot: MusicPlayerSnapshot {
        state.withLock { state in
            var snapshot = state.snapshot.player
            snapshot.seconds = state.snapshot.seconds(at: monotonicSeconds())
            return snapshot
        }
    }

    var items: [MusicItem] { state.withLock { $0.items } }
    var volume: Double { state.withLock { $0.snapshot.volume } }
    var isSynchronized: Bool { state.withLock { $0.isSynchronized } }

    func takeError() -> DBusError? {
        state.withLock { state in
            defer { state.error = nil }
            return state.error
        }
    }

    func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int {
        state.withLock { $0.observers.add(observer) }
    }

    func removeObserver(_ number: Int) { state.withLock { $0.observers.remove(number) } }

    func setChangeHandler(_ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.changeHandler = handler }
    }

    // MARK: Calls

    /// Sends a call; its error is kept for `takeError`.
    func send(_ call: DBusMethodCall, completion: @escaping DBusCompletion = { _ in }) {
        guard let connection = connection.object else {
            return completion(.failure(DBusError(.disconnected, "the connection is closed")))
        }
        connection.call(call, timeoutSeconds: MusicServiceClient.startSecondsMax) { [weak self] in
            if case .failure(let error) = $0 { self?.state.withLock { $0.error = error } }
            completion($0)
        }
    }

    // MARK: Synchronising

    /// Asks for the whole state, and with it starts the service.
    func synchronize(
        timeoutSeconds: Double = MusicServiceClient.startSecondsMax,
        completion: (@Sendable (DBusError?) -> Void)? = nil
    ) {
        let attempt = state.withLock { state in
            state.attempt += 1
            if let completion { state.waiters.append(completion) }
            return state.attempt
        }
        guard let connection = connection.object else {
            return finish(attempt, DBusError(.disconnected, "the connection is closed"))
        }
        connection.call(musicServiceCall("Attach"), timeoutSeconds: timeoutSeconds) { _ in }
        connection.call(
            musicServiceCall("GetSnapshot"), timeoutSeconds: timeoutSeconds
        ) { [weak self] result in
            guard let self else { return }
            do throws(DBusError) {
                guard let snapshot = try result.get().first.flatMap(ServiceSnapshot.init) else {
                    throw DBusError(.failed, "the service has another version")
                }
                readItems(snapshot.queueRevision) { [weak self] error in
                    if error == nil { self?.take(snapshot, attempt) }
                    self?.finish(attempt, error)
                }
            } catch {
                finish(attempt, error)
            }
        }
    }

    /// Takes over a state that may differ in anything, and reports what differs.
    private func take(_ snapshot: ServiceSnapshot, _ attempt: Int) {
        state.withLock { state in
            guard !state.isSynchronized else {
                // A signal may have told more already.
                if snapshot.time >= state.snapshot.time { state.snapshot = snapshot }
                return
            }
            guard attempt == state.attempt else { return }
            let before = state.snapshot.player
            state.snapshot = snapshot
            state.isSynchronized = true
            let now = snapshot.player
            var events: [MusicPlayerEvent] = []
            if before.itemCount != now.itemCount || now.itemCount > 0 {
                events.append(.queueChanged)
            }
            if before.item != now.item { events.append(.itemChanged(now.item)) }
            if before.state != now.state { events.append(.stateChanged(now.state)) }
            if before.isPrepared != now.isPrepared { events.append(.preparedChanged) }
            deliver(events, &state)
        }
    }

    private func finish(_ attempt: Int, _ error: DBusError?) {
        let waiters = state.withLock { state -> [@Sendable (DBusError?) -> Void] in
            // A later attempt answers for this one.
            guard attempt == state.attempt else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter(error) }
    }

    func ownerChanged(_ owner: String?) {
        guard owner == nil else { return synchronize() }
        state.withLock { state in
            guard state.isSynchronized else { return }
            state.isSynchronized = false
            state.itemsRevision = 0
            state.pending = []
            state.snapshot.player.seconds = state.snapshot.seconds(at: monotonicSeconds())
            var events: [MusicPlayerEvent] = []
            if state.snapshot.player.state.isUnderWay {
                state.snapshot.player.state = .paused
                events.append(.stateChanged(.paused))
            }
            if state.snapshot.player.isPrepared {
                state.snapshot.player.isPrepared = false
                events.append(.preparedChanged)
            }
            deliver(events, &state)
        }
    }

    // MARK: Signals

    /// On the thread of the bus.
    func receive(_ signal: DBusSignal) {
        guard let snapshot = signal.arguments.last.flatMap(ServiceSnapshot.init) else { return }
        let event = signal.member == "Event" ? MusicPlayerEvent(signal.arguments) : nil
        let reads = state.withLock { state -> UInt64? in
            // What comes before the first answer is part of it.
            guard state.isSynchronized else { return nil }
            state.snapshot = snapshot
            if let event { state.pending.append((event, snapshot.queueRevision)) }
            if state.pending.count > Self.pendingMax { state.pending.removeFirst() }
            return deliverPending(&state)
        }
        if let reads { readAgain(reads) }
    }

    /// Delivers the events that happened to a queue which is known here. With the lock held.
    ///
    /// - Returns: The revision of the queue to read before the rest is delivered.
    private func deliverPending(_ state: inout State) -> UInt64? {
        var events: [MusicPlayerEvent] = []
        while let first = state.pending.first, first.revision <= state.itemsRevision {
            events.append(state.pending.removeFirst().event)
        }
        deliver(events, &state)
        guard !state.isReading, state.itemsRevision < state.snapshot.queueRevision else {
            return nil
        }
        state.isReading = true
        return state.snapshot.queueRevision
    }

    /// With the lock held.
    private func deliver(_ events: [MusicPlayerEvent], _ state: inout State) {
        let observers = state.observers.all
        let handler = state.changeHandler
        deliveries.async {
            for event in events {
                for observer in observers { observer(event) }
            }
            handler?()
        }
    }

    // MARK: Items

    private func readAgain(_ revision: UInt64) {
        readItems(revision) { [weak self] error in
            guard let self else { return }
            let next = state.withLock { state -> UInt64? in
                state.isReading = false
                guard error == nil else { return nil }
                return deliverPending(&state)
            }
            if let next { readAgain(next) }
        }
    }

    /// Reads all items, piece by piece; again from the first when they change meanwhile.
    private func readItems(
        _ revision: UInt64, _ found: [MusicItem] = [],
        completion: @escaping @Sendable (DBusError?) -> Void
    ) {
        guard let connection = connection.object else {
            return completion(DBusError(.disconnected, "the connection is closed"))
        }
        let countMax = MusicServiceLimits.itemsPerMessageMax
        connection.call(
            musicServiceCall(
                "GetItems", [.uint32(UInt32(found.count)), .uint32(UInt32(countMax))]),
            timeoutSeconds: MusicServiceClient.startSecondsMax
        ) { [weak self] result in
            guard let self else { return }
            do throws(DBusError) {
                let values = try result.get()
                guard values.count == 2, case .uint64(let present) = values[0],
                    let part = MusicItem.list(values[1])
                else { throw DBusError(.failed, "the service has another version") }
                if present != revision, !found.isEmpty {
                    return readItems(present, completion: completion)
                }
                let all = found + part
                if part.count == countMax, all.count < 2 * MusicServiceLimits.itemsMax {
                    return readItems(present, all, completion: completion)
                }
                state.withLock { state in
                    guard present >= state.itemsRevision else { return }
                    state.items = all
                    state.itemsRevision = present
                }
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }
}

/// A connection that its owner closes.
private final class WeakConnection: Sendable {
    private let reference: Mutex<Weak>

    private struct Weak {
        weak var object: DBusConnection?
    }

    init(_ object: DBusConnection) { reference = Mutex(Weak(object: object)) }

    var object: DBusConnection? { reference.withLock { $0.object } }
}
