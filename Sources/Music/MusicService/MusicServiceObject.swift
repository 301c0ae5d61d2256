import DBus
import Dispatch
import MediaControls
import Playback
import Realtime
import Synchronization

/// The player as an object on the message bus. Any thread.
///
/// Calls act on the player on a queue of their own: the thread of the bus never waits for a file.
final class MusicServiceObject: Sendable {
    private struct State {
        var sent = ServiceSnapshot()
        var hasSent = false
        var queueRevision: UInt64 = 1
        var commandCount = 0
        /// The last item that was open, with its duration.
        var known: (item: MusicItem, seconds: Double)?
        /// Items of queues that arrive in several messages, with their senders, oldest first.
        var unfinished: [(sender: String, items: [MusicItem])] = []
        /// Connections of clients, and the subscriptions that tell when they go.
        var clients: [String: DBusSubscription] = [:]
    }

    /// A position that is further from the expected one than this has jumped.
    private static let jumpSeconds = 0.2

    let control: any MusicControl
    private let volume: ServiceVolume
    private let connection: DBusConnection
    private let state = Mutex(State())
    private let commands = DispatchQueue(label: "sori.music.commands")
    private let publishing = DispatchQueue(label: "sori.music.publishing")
    /// Called on a serial queue after each change, with the event if there is one.
    private let changed: @Sendable (ServiceSnapshot, MusicPlayerEvent?) -> Void
    private let observer = Mutex<Int?>(nil)

    init(
        _ control: any MusicControl, _ volume: ServiceVolume, on connection: DBusConnection,
        changed: @escaping @Sendable (ServiceSnapshot, MusicPlayerEvent?) -> Void
    ) {
        self.control = control
        self.volume = volume
        self.connection = connection
        self.changed = changed
    }

    /// Exports the object, and follows the player.
    func start() {
        let number = control.addObserver { [weak self] event in self?.publish(event) }
        observer.withLock { $0 = number }
        connection.export([interface], at: MusicServiceNames.path)
        publish(nil)
    }

    func close() {
        if let number = observer.withLock({ $0 }) { control.removeObserver(number) }
        state.withLock { $0.clients = [:] }
        // What has been asked for is done, and what has happened is published.
        commands.sync {}
        publishing.sync {}
    }

    /// Whether a client is connected.
    var hasClients: Bool { state.withLock { !$0.clients.isEmpty } }

    /// Runs a block among the commands of clients.
    func perform(_ body: @escaping @Sendable (MusicServiceObject) -> Void) {
        commands.async { [self] in
            body(self)
            publish(nil)
        }
    }

    // MARK: What is published

    /// The present snapshot.
    var snapshot: ServiceSnapshot {
        var snapshot = ServiceSnapshot()
        snapshot.queueRevision = state.withLock { $0.queueRevision }
        snapshot.player = control.snapshot
        // A player that has moved while it is paused opens the file again only to play it.
        let item = snapshot.player.item
        state.withLock { state in
            if let item, let duration = snapshot.player.duration {
                state.known = (item, duration)
            } else if let known = state.known, known.item == item {
                snapshot.player.duration = known.seconds
            }
        }
        snapshot.time = monotonicSeconds()
        snapshot.volume = volume.current
        return snapshot
    }

    /// Publishes an event, or what has changed without one.
    func publish(_ event: MusicPlayerEvent?) {
        publishing.async { [self] in
            if case .queueChanged? = event { state.withLock { $0.queueRevision += 1 } }
            let snapshot = snapshot
            let isNew = state.withLock { state in
                let expected = state.sent.seconds(at: snapshot.time)
                let hasJumped = abs(snapshot.player.seconds - expected) > Self.jumpSeconds
                let isNew =
                    !state.hasSent || hasJumped || state.sent.lasting != snapshot.lasting
                if isNew || event != nil {
                    state.sent = snapshot
                    state.hasSent = true
                }
                return isNew
            }
            if let event {
                emit("Event", event.busValues + [snapshot.busValue])
            } else if isNew {
                emit("SnapshotChanged", [snapshot.busValue])
            }
            changed(snapshot, event)
        }
    }

    private func emit(_ member: String, _ arguments: [DBusValue]) {
        connection.emit(
            DBusSignal(
                path: MusicServiceNames.path, interface: MusicServiceNames.interface,
                member: member, arguments: arguments))
    }

    // MARK: Calls

    /// A method that runs among the commands.
    func method(
        _ name: String, access: DBusAccess, _ inputs: [DBusArgument] = [],
        outputs: [DBusArgument] = [],
        body:
            @escaping @Sendable (MusicServiceObject, DBusReceivedCall) throws(DBusError) ->
            [DBusValue]
    ) -> DBusMethod {
        DBusMethod(deferred: name, access: access, inputs: inputs, outputs: outputs) {
            [weak self] call, reply in
            guard let self, begin() else {
                return reply(
                    .failure(DBusError(.limitsExceeded, "the player has too much to do")))
            }
            commands.async { [self] in
                defer { end() }
                do throws(DBusError) {
                    let values = try body(self, call)
                    publish(nil)
                    reply(.success(values))
                } catch {
                    reply(.failure(error))
                }
            }
        }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard state.commandCount < MusicServiceLimits.commandsMax else { return false }
            state.commandCount += 1
            return true
        }
    }

    private func end() { state.withLock { $0.commandCount -= 1 } }

    func prepare(_ reply: @escaping DBusCompletion) {
        commands.async { [self] in
            control.prepare { [weak self] isReady in
                self?.publish(nil)
                reply(.success([.boolean(isReady)]))
            }
        }
    }

    func setVolume(_ value: Double) {
        commands.async { [self] in
            volume.write(value)
            publish(nil)
        }
    }

    /// Takes the items of a call; the last call of several gets all of them.
    ///
    /// - Returns: `nil` while there are more to come.
    func takeItems(_ call: DBusReceivedCall) throws(DBusError) -> [MusicItem]? {
        guard let items = MusicItem.list(call.arguments[0]),
            items.count <= MusicServiceLimits.itemsPerMessageMax
        else { throw DBusError(.invalidArguments, "the items are too many, or none") }
        let isLast = call.arguments[1].bool != true
        let total = state.withLock { state -> [MusicItem]? in
            var all = items
            if let index = state.unfinished.firstIndex(where: { $0.sender == call.sender }) {
                all = state.unfinished.remove(at: index).items + items
            }
            guard all.count <= MusicServiceLimits.itemsMax else { return nil }
            if !isLast {
                state.unfinished.append((call.sender, all))
                if state.unfinished.count > MusicServiceLimits.unfinishedQueuesMax {
                    state.unfinished.removeFirst()
                }
            }
            return all
        }
        guard let total else { throw Self.tooMany }
        return isLast ? total : nil
    }

    /// Adds items to the queue, if it has room.
    func add(
        _ call: DBusReceivedCall, _ body: ([MusicItem]) -> Void
    ) throws(DBusError) -> [DBusValue] {
        guard let items = try takeItems(call) else { return [] }
        guard control.snapshot.itemCount + items.count <= MusicServiceLimits.itemsMax else {
            throw Self.tooMany
        }
        body(items)
        return []
    }

    private static let tooMany = DBusError(
        .limitsExceeded, "a queue has \(MusicServiceLimits.itemsMax) items at most")

    /// Some of the items in the playing order.
    func items(from first: Int, count: Int) -> [DBusValue] {
        let revision = state.withLock { $0.queueRevision }
        let items = control.items
        let first = min(first, items.count)
        let count = min(count, MusicServiceLimits.itemsPerMessageMax, items.count - first)
        return [
            .uint64(revision),
            .array(itemType, items[first..<first + count].map(\.busValue)),
        ]
    }

    /// Counts a client until its connection to the bus ends.
    func attach(_ sender: String) throws(DBusError) {
        guard state.withLock({ $0.clients.count < MusicServiceLimits.clientsMax }) else {
            throw DBusError(.limitsExceeded, "the player has too many clients")
        }
        let watch = connection.watchOwner(of: sender) { [weak self] owner in
            guard owner == nil, let self else { return }
            // Released without the lock.
            let gone = state.withLock { state in
                state.unfinished.removeAll { $0.sender == sender }
                return state.clients.removeValue(forKey: sender)
            }
            withExtendedLifetime(gone) {}
            publish(nil)
        }
        guard let watch else { throw DBusError(.invalidArguments, "the caller has no name") }
        state.withLock { $0.clients[sender] = watch }
    }
}

/// The volume of the player's sound.
struct ServiceVolume: Sendable {
    var read: @Sendable () -> Double
    var write: @Sendable (Double) -> Void
    var current: Double { read() }
}
