package import DBus
import Dispatch
import MediaControls
package import Playback
import Realtime
import Synchronization

/// The system's music player, in the service's process. Any thread.
///
/// Commands are sent to the service, which the bus starts when it is not there; they never wait.
/// What the service is doing is known from its signals. When the service ends, the player is paused
/// for its clients, until a command starts the service again.
package final class MusicServiceClient: MusicControl {
    /// The time for the bus to start the service.
    package static let startSecondsMax = 25.0

    private let connection: DBusConnection
    private let mirror: MusicServiceMirror
    private let subscriptions: [DBusSubscription?]

    /// Connects, and starts the service.
    package convenience init(on address: DBusAddress = .session) {
        self.init(on: address, startsService: true)
    }

    /// - Parameter startsService: Otherwise the first command does.
    package init(on address: DBusAddress = .session, startsService: Bool) {
        let connection = DBusConnection(to: address)
        let mirror = MusicServiceMirror(of: connection)
        self.connection = connection
        self.mirror = mirror
        let rule = DBusMatchRule(
            sender: MusicServiceNames.busName, path: MusicServiceNames.path,
            interface: MusicServiceNames.interface)
        subscriptions = [
            connection.subscribe(to: rule) { mirror.receive($0) },
            connection.watchOwner(of: MusicServiceNames.busName) { mirror.ownerChanged($0) },
        ]
        if startsService { mirror.synchronize() }
    }

    deinit { connection.close() }

    /// Whether the system's music player is there, or the bus can start it.
    ///
    /// - Parameter timeoutSeconds: The longest time for which the call blocks.
    package static func isAvailable(
        on address: DBusAddress = .session, timeoutSeconds: Double = 0.5
    ) -> Bool {
        guard DBusConnection.isSupported, address.mayExist else { return false }
        let connection = DBusConnection(to: address)
        defer { connection.close() }
        let deadline = monotonicSeconds() + timeoutSeconds
        func names(_ member: String) -> [String] {
            let call = DBusMethodCall(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: member)
            let rest = max(deadline - monotonicSeconds(), 0.001)
            let values = try? connection.callAndWait(call, timeoutSeconds: rest)
            return values?.first?.elements?.compactMap(\.text) ?? []
        }
        return names("ListNames").contains(MusicServiceNames.busName)
            || names("ListActivatableNames").contains(MusicServiceNames.busName)
    }

    /// Starts the service if it is not there, and blocks until its state is known here.
    package func waitUntilReady(
        timeoutSeconds: Double = startSecondsMax
    ) throws(DBusError) {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<DBusError?>(nil)
        mirror.synchronize(timeoutSeconds: timeoutSeconds) { error in
            result.withLock { $0 = error }
            done.signal()
        }
        done.wait()
        if let error = result.withLock({ $0 }) { throw error }
    }

    /// Blocks until the service has carried out all commands that were sent before.
    package func waitUntilDone(timeoutSeconds: Double = startSecondsMax) throws(DBusError) {
        try waitUntilReady(timeoutSeconds: timeoutSeconds)
        if let error = mirror.takeError() { throw error }
    }

    // MARK: State

    package var snapshot: MusicPlayerSnapshot { mirror.snapshot }

    package var items: [MusicItem] { mirror.items }

    /// Whether the service is there, and its state known.
    package var isConnected: Bool { mirror.isSynchronized }

    /// The volume of the player's sound, from 0 to 1.
    package var volume: Double { mirror.volume }

    package func setVolume(_ volume: Double) {
        let call = DBusMethodCall(
            to: MusicServiceNames.busName, path: MusicServiceNames.path,
            interface: DBusNames.properties, member: "Set",
            arguments: [
                .string(MusicServiceNames.interface), .string("Volume"),
                .variant(.double(volume.isNaN ? 0 : min(max(volume, 0), 1))),
            ])
        mirror.send(call)
    }

    package func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int {
        mirror.addObserver(observer)
    }

    package func removeObserver(_ number: Int) { mirror.removeObserver(number) }

    /// Calls the function whenever anything has changed, events included; on a queue of the client's.
    package func setChangeHandler(_ handler: (@Sendable () -> Void)?) {
        mirror.setChangeHandler(handler)
    }

    // MARK: Queue

    package func setQueue(_ items: [MusicItem]) { send("SetQueue", items) }

    package func setQueue(_ items: [MusicItem], startingWith id: UInt64) {
        send("SetQueueFrom", items, .uint64(id))
    }

    package func prepend(_ items: [MusicItem]) { send("Prepend", items) }

    package func append(_ items: [MusicItem]) { send("Append", items) }

    package func insert(_ items: [MusicItem], atPlace place: Int) {
        send("Insert", items, .uint32(UInt32(clamping: place)))
    }

    package func remove(atPlaces places: [Int]) {
        let numbers = places.compactMap(UInt32.init(exactly:)).map { DBusValue.uint32($0) }
        send("Remove", [.array(.uint32, numbers)])
    }

    package func move(toPlace place: Int) {
        if let place = UInt32(exactly: place) { send("MoveToPlace", [.uint32(place)]) }
    }

    package func move(toItem id: UInt64) { send("MoveToItem", [.uint64(id)]) }

    // MARK: Transport

    package func prepare(completion: @escaping @Sendable (Bool) -> Void) {
        mirror.send(call("Prepare")) { result in
            completion((try? result.get())?.first?.bool ?? false)
        }
    }

    package func play() { send("Play") }
    package func pause() { send("Pause") }
    package func stop() { send("Stop") }
    package func halt() { send("Halt") }
    package func skipToNext() { send("SkipToNext") }
    package func skipToPrevious() { send("SkipToPrevious") }
    package func seek(to seconds: Double) {
        send("Seek", [.double(seconds.isNaN ? 0 : min(max(seconds, 0), 1e9))])
    }
    package func beginSeeking(forward: Bool) { send("BeginSeeking", [.boolean(forward)]) }
    package func endSeeking() { send("EndSeeking") }

    package func setRate(_ rate: Double) {
        if rate.isFinite { send("SetRate", [.double(rate)]) }
    }

    package func setRepeatMode(_ mode: RepeatMode) {
        send("SetRepeatMode", [.uint32(UInt32(mode.rawValue))])
    }

    package func setShuffleMode(_ mode: ShuffleMode) {
        send("SetShuffleMode", [.uint32(UInt32(mode.rawValue))])
    }

    // MARK: Calls

    private func call(_ member: String, _ arguments: [DBusValue] = []) -> DBusMethodCall {
        musicServiceCall(member, arguments)
    }

    private func send(_ member: String, _ arguments: [DBusValue] = []) {
        mirror.send(call(member, arguments))
    }

    /// Sends items, in several messages when they are many.
    private func send(_ member: String, _ items: [MusicItem], _ more: DBusValue...) {
        var rest = items[...]
        repeat {
            let part = rest.prefix(MusicServiceLimits.itemsPerMessageMax)
            rest = rest.dropFirst(part.count)
            send(
                member,
                [.array(itemType, part.map(\.busValue)), .boolean(!rest.isEmpty)] + more)
        } while !rest.isEmpty
    }
}

func musicServiceCall(_ member: String, _ arguments: [DBusValue] = []) -> DBusMethodCall {
    DBusMethodCall(
        to: MusicServiceNames.busName, path: MusicServiceNames.path,
        interface: MusicServiceNames.interface, member: member, arguments: arguments)
}
