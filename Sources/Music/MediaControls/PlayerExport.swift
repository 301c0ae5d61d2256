import DBus
import Dispatch
import Glibc
import Synchronization

/// The state of an exported player: what it shows, and the commands that wait for it. Any thread.
///
/// The thread of the bus reads what the player has last handed over, and never calls the player.
final class PlayerExport: Sendable {
    private struct State {
        var info: MediaPlayerInfo
        /// When `info` was handed over.
        var time: Double
        var hasJumped = false
        /// The artwork that `artURL` is for.
        var artwork: MediaArtwork?
        var artURL: String?
        var announcedRoot: [MPRISProperty] = []
        var announced: [MPRISProperty] = []
        /// The track list that was announced, and the present track in it.
        var announcedTracks: [String]?
        var announcedTrack: MediaTrack?
        var isScheduled = false
        var isClosed = false
        var commandCount = 0
    }

    /// The greatest number of commands that wait for the player.
    static let commandsMax = 64
    /// The shortest time between two announcements.
    static let announcementInterval = DispatchTimeInterval.milliseconds(20)
    /// A position that is further from the expected one than this has jumped.
    static let jumpSeconds = 0.2

    private let state: Mutex<State>
    private let artworkFile: Mutex<ArtworkFile>
    private let connection = Mutex<DBusConnection?>(nil)
    private let trackMetadata: @Sendable (String) -> MediaTrack?
    private let handler: @Sendable (MediaControlCommand) -> Void
    private let now: @Sendable () -> Double
    /// Runs the handler.
    private let commands = DispatchQueue(label: "sori.mpris.commands")
    /// Writes artwork and announces changes.
    private let announcements = DispatchQueue(label: "sori.mpris.announcements")

    init(
        _ info: MediaPlayerInfo, artworkFile: sending ArtworkFile,
        now: @escaping @Sendable () -> Double,
        trackMetadata: @escaping @Sendable (String) -> MediaTrack?,
        handler: @escaping @Sendable (MediaControlCommand) -> Void
    ) {
        var first = State(info: info, time: now())
        first.announcedRoot = MPRIS.rootProperties(of: info)
        first.announced = MPRIS.playerProperties(of: info, artURL: nil)
        first.announcedTracks = MPRIS.trackIDs(of: info)
        first.announcedTrack = info.track
        state = Mutex(first)
        self.artworkFile = Mutex(artworkFile)
        self.now = now
        self.trackMetadata = trackMetadata
        self.handler = handler
    }

    func attach(_ connection: DBusConnection) {
        self.connection.withLock { $0 = connection }
        export(on: connection)
        state.withLock { schedule(&$0) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        let connection = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        connection?.close()
        announcements.sync { artworkFile.withLock { $0.remove() } }
    }

    // MARK: What is shown

    func update(_ info: MediaPlayerInfo) {
        let time = now()
        state.withLock { state in
            let isSame = state.info.track?.id == info.track?.id
            let expected = isSame ? state.info.position(after: time - state.time) : 0
            if info.track != nil, abs(info.position(after: 0) - expected) > Self.jumpSeconds {
                state.hasJumped = true
            }
            state.info = info
            state.time = time
            schedule(&state)
        }
    }

    var info: MediaPlayerInfo { state.withLock { $0.info } }

    /// The present position in seconds.
    var position: Double { state.withLock { position($0) } }

    private func position(_ state: State) -> Double {
        state.info.position(after: now() - state.time)
    }

    /// The value of a property that is announced; for the thread of the bus.
    func value(_ name: String, isRoot: Bool) -> DBusValue? {
        let properties = state.withLock { state in
            isRoot ? MPRIS.rootProperties(of: state.info) : playerProperties(state)
        }
        return properties.first { $0.name == name }?.value
    }

    private func playerProperties(_ state: State) -> [MPRISProperty] {
        let isReady = state.info.track?.artwork == state.artwork
        return MPRIS.playerProperties(of: state.info, artURL: isReady ? state.artURL : nil)
    }

    // MARK: Announcements

    /// With the lock held.
    private func schedule(_ state: inout State) {
        guard !state.isScheduled, !state.isClosed else { return }
        state.isScheduled = true
        announcements.async { [weak self] in self?.announce() }
    }

    /// On the queue of announcements.
    private func announce() {
        let artwork = state.withLock { $0.info.track?.artwork }
        let isNew = state.withLock { $0.artwork != artwork }
        let url = isNew ? self.url(of: artwork) : nil
        let changes = state.withLock { state in
            if isNew {
                state.artwork = artwork
                state.artURL = url
            }
            let root = MPRIS.rootProperties(of: state.info)
            let player = playerProperties(state)
            let isOtherShape =
                root.map(\.name) != state.announcedRoot.map(\.name)
                || player.map(\.name) != state.announced.map(\.name)
            let tracks = TrackListChange(
                from: state.announcedTracks, state.announcedTrack, to: state.info)
            defer {
                state.announcedTracks = MPRIS.trackIDs(of: state.info)
                state.announcedTrack = state.info.track
                state.announcedRoot = root
                state.announced = player
                state.hasJumped = false
            }
            return (
                root: MPRIS.changes(from: state.announcedRoot, to: root),
                player: MPRIS.changes(from: state.announced, to: player),
                seeked: state.hasJumped ? position(state) : nil,
                isOtherShape: isOtherShape || tracks.isOtherShape, tracks: tracks
            )
        }
        if let connection = connection.withLock({ $0 }) {
            if changes.isOtherShape { export(on: connection) }
            emit(changes.root, of: MPRIS.rootInterface, on: connection)
            emit(changes.player, of: MPRIS.playerInterface, on: connection)
            emit(changes.tracks, on: connection)
            if let seeked = changes.seeked {
                connection.emit(
                    DBusSignal(
                        path: MPRIS.path, interface: MPRIS.playerInterface, member: "Seeked",
                        arguments: [.int64(MPRIS.microseconds(seeked))]))
            }
        }
        // What changes from now on waits for the interval to pass.
        announcements.asyncAfter(deadline: .now() + Self.announcementInterval) { [weak self] in
            self?.announceRest()
        }
    }

    private func announceRest() {
        let hasMore = state.withLock { state in
            state.isScheduled = false
            let isChanged =
                state.hasJumped || state.announcedTracks != MPRIS.trackIDs(of: state.info)
                || state.announcedTrack != state.info.track
                || state.info.track?.artwork != state.artwork
                || !MPRIS.changes(from: state.announced, to: playerProperties(state)).isEmpty
                || !MPRIS.changes(
                    from: state.announcedRoot, to: MPRIS.rootProperties(of: state.info)
                ).isEmpty
            guard isChanged, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        if hasMore { announce() }
    }

    private func emit(
        _ changes: [MPRISProperty], of interface: String, on connection: DBusConnection
    ) {
        guard !changes.isEmpty else { return }
        connection.emit(
            DBusSignal(
                path: MPRIS.path, interface: DBusNames.properties,
                member: "PropertiesChanged",
                arguments: [
                    .string(interface), .properties(changes.map { ($0.name, $0.value) }),
                    .strings([]),
                ]))
    }

    /// The metadata of tracks of the track list, by their paths; others are left out. It may wait for
    /// the player's library.
    func metadata(ofTracks paths: [String]) -> [DBusValue] {
        let (info, artURL) = state.withLock { state in
            (state.info, state.info.track?.artwork == state.artwork ? state.artURL : nil)
        }
        let ids = MPRIS.trackIDs(of: info) ?? []
        let known = Dictionary(ids.map { (MPRIS.trackPath(for: $0), $0) }) { first, _ in first }
        return paths.prefix(MPRIS.tracksMax).compactMap { path in
            guard let id = known[path] else { return nil }
            if let track = info.track, track.id == id {
                return .properties(MPRIS.metadata(of: track, artURL: artURL))
            }
            guard var track = trackMetadata(id) else { return nil }
            track.id = id
            return .properties(MPRIS.metadata(of: track, artURL: track.artwork?.url))
        }
    }

    private func url(of artwork: MediaArtwork?) -> String? {
        artworkFile.withLock { file in
            guard case .bytes(let bytes) = artwork else {
                file.remove()
                return artwork?.url
            }
            return file.show(bytes).map { fileURL(ofPath: $0) }
        }
    }

    private func export(on connection: DBusConnection) {
        let info = self.info
        var interfaces = [rootInterface(of: info), playerInterface(of: info)]
        if info.trackIDs != nil { interfaces.append(trackListInterface) }
        connection.export(interfaces, at: MPRIS.path)
    }

    // MARK: Commands

    /// Runs a command on a queue of the player's own.
    ///
    /// - Parameter done: Called when the player has returned from it, or with why it was refused.
    func perform(
        _ command: MediaControlCommand, done: @escaping @Sendable (DBusError?) -> Void = { _ in }
    ) {
        run({ $0.handler(command) }, done: done)
    }

    /// Runs a block among the commands.
    ///
    /// - Parameter done: Called when it has returned, or with why it was refused.
    func run(
        _ body: @escaping @Sendable (PlayerExport) -> Void,
        done: @escaping @Sendable (DBusError?) -> Void
    ) {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.commandCount < Self.commandsMax else { return false }
            state.commandCount += 1
            return true
        }
        guard isTaken else {
            return done(DBusError(.limitsExceeded, "the player has too much to do"))
        }
        commands.async { [self] in
            body(self)
            state.withLock { $0.commandCount -= 1 }
            done(nil)
        }
    }
}
