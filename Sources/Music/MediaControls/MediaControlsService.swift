package import DBus
import Glibc
import Realtime
import Synchronization

/// Shows one media player on the message bus, as `org.mpris.MediaPlayer2.NAME`: desktops, media
/// keys and `playerctl` see what it plays and control it. Any thread.
///
/// Nothing here waits for the bus, and the bus never waits for the player: reads are answered from
/// the last `update`, and commands run one after the other on a queue of the player's own.
package final class MediaControlsService: Sendable {
    private let export: PlayerExport
    private let connection: DBusConnection
    private let names: PlayerName

    private static let count = Atomic(0)

    /// Shows a player, as soon as there is a bus.
    ///
    /// - Parameters:
    ///   - name: Becomes part of the bus name. A further player of that name is called
    ///     `NAME.instancePID`.
    ///   - info: What the player shows at first.
    ///   - artworkFolder: The folder of the files of pictures that are given as bytes; by default in
    ///     the user's runtime folder.
    ///   - trackMetadata: Returns a track of the track list by its identifier, and `nil` for one
    ///     that is no longer there. May read a library; not called on the thread of the bus.
    ///   - now: A clock in seconds that advances while the player plays.
    ///   - access: What sandboxed programs may do with the player; by default nothing but read.
    ///   - nameChanged: Called with the bus name once the bus has granted it, and with `nil` when
    ///     the bus is lost. It must not block.
    ///   - handler: Receives commands, one at a time.
    package init(
        name: String, info: MediaPlayerInfo, on address: DBusAddress = .session,
        artworkFolder: String? = nil, access: DBusAccessPolicy = DBusAccessPolicy(),
        now: @escaping @Sendable () -> Double = monotonicSeconds,
        trackMetadata: @escaping @Sendable (String) -> MediaTrack? = { _ in nil },
        nameChanged: @escaping @Sendable (String?) -> Void = { _ in },
        handler: @escaping @Sendable (MediaControlCommand) -> Void
    ) {
        let folder =
            artworkFolder
            ?? ArtworkFile.standardFolder { getenv($0).map { String(cString: $0) } }
        let number = Self.count.add(1, ordering: .relaxed).newValue
        export = PlayerExport(
            info, artworkFile: ArtworkFile(folder: folder, number: number), now: now,
            trackMetadata: trackMetadata, handler: handler)
        let names = PlayerName(name, changed: nameChanged)
        self.names = names
        connection = DBusConnection(to: address, access: access) { names.connectionChanged($0) }
        export.attach(connection)
        names.attach(connection)
    }

    deinit { close() }

    /// The bus name; `nil` while there is none.
    package var busName: String? { names.current }

    /// Shows something else, and announces what has changed.
    package func update(_ info: MediaPlayerInfo) { export.update(info) }

    /// Removes the player from the bus, and the file of its picture.
    package func close() {
        names.close()
        export.close()
    }
}

/// Requests a player's name: its own, or one with the process's number when another has it.
private final class PlayerName: Sendable {
    private struct State {
        weak var connection: DBusConnection?
        var isConnected = false
        /// The name that the bus has granted last.
        var held: String?
    }

    private static let instancesMax = 16

    private let candidates: [String]
    private let changed: @Sendable (String?) -> Void
    private let state = Mutex(State())

    init(_ name: String, changed: @escaping @Sendable (String?) -> Void) {
        let instances = (1...Self.instancesMax).map {
            $0 == 1 ? "\(getpid())" : "\(getpid())_\($0)"
        }
        candidates =
            [MPRIS.busName(for: name)] + instances.map { MPRIS.busName(for: name, instance: $0) }
        self.changed = changed
    }

    var current: String? { state.withLock { $0.isConnected ? $0.held : nil } }

    func attach(_ connection: DBusConnection) {
        let isConnected = state.withLock { state in
            state.connection = connection
            return state.isConnected
        }
        if isConnected { request(0) }
    }

    func close() { state.withLock { $0.connection = nil } }

    func connectionChanged(_ isConnected: Bool) {
        let (connection, before) = state.withLock { state in
            state.isConnected = isConnected
            defer { if isConnected { state.held = nil } }
            return (state.connection, state.held)
        }
        if isConnected {
            // The connection has asked for the last name again; the player's own comes first.
            if let before, before != candidates[0] { connection?.releaseName(before) }
            request(0)
        } else {
            changed(nil)
        }
    }

    private func request(_ index: Int) {
        guard let connection = state.withLock({ $0.connection }), candidates.indices.contains(index)
        else { return }
        let name = candidates[index]
        connection.requestName(name) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.primaryOwner), .success(.alreadyOwner):
                state.withLock { $0.held = name }
                changed(name)
            case .success:
                state.withLock { $0.connection }?.releaseName(name)
                request(index + 1)
            case .failure: break
            }
        }
    }
}
