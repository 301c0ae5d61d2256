package import AudioModel
package import DBus
import DesktopEntries
import Dispatch
import Synchronization

/// The players on the message bus, by the processes that own them. Any thread.
///
/// Source: MPRIS 2.2. A player is paused and never stopped: `Stop` ends some programs.
package final class MPRISPlayers: PlayerRemote {
    private struct Player {
        var owner: String
        /// `nil` until the bus has told.
        var processID: Int32?
        /// The Flatpak that its process runs for: that process is the Flatpak's proxy.
        var flatpak: FlatpakScope?
        /// `nil` until it has told.
        var status: String?
        /// Whether this service has paused it, and its user has not decided otherwise since.
        var isPaused = false
        var changes: DBusSubscription?

        var isPlaying: Bool { status == "Playing" }

        /// Takes what it tells of itself.
        mutating func setStatus(_ new: String) {
            // A change of the track may tell of the old status again before it has paused. One that
            // plays after a pause, or stops after one, does so by its user's wish.
            let isUsersWish =
                new == "Playing" && !isPlaying || new == "Stopped" && status == "Paused"
            if isUsersWish { isPaused = false }
            status = new
        }
    }

    private struct State {
        /// The players, by their owners: one that has many names is one player.
        var players: [String: Player] = [:]
        /// The owners of names.
        var owners: [String: String] = [:]
        var names: DBusSubscription?

        /// Follows a name.
        ///
        /// - Parameter owner: Empty for none.
        /// - Returns: The owner of a player that is gone, and whether there is a new one.
        mutating func setOwner(of name: String, to owner: String) -> (gone: String?, isNew: Bool) {
            var gone: String?
            if let before = owners[name] {
                guard before != owner else { return (nil, false) }
                owners[name] = nil
                if !owners.values.contains(before) {
                    players[before] = nil
                    gone = before
                }
            }
            let isKnown = players[owner] != nil
            guard !owner.isEmpty, owners.count < MPRISPlayers.namesMax,
                isKnown || players.count < MPRISPlayers.playersMax
            else { return (gone, false) }
            owners[name] = owner
            if !isKnown { players[owner] = Player(owner: owner) }
            return (gone, !isKnown)
        }
    }

    private static let prefix = "org.mpris.MediaPlayer2"
    private static let path = "/org/mpris/MediaPlayer2"
    private static let interface = "org.mpris.MediaPlayer2.Player"
    private static let bus = "org.freedesktop.DBus"
    /// It shows the last player again under a name of its own.
    private static let mirror = prefix + ".playerctld"
    /// Most players at a time, and most names of theirs.
    private static let playersMax = 64
    private static let namesMax = 256

    private let connection: DBusConnection
    private let leftPaused: Mutex<[String]>
    private let state = Mutex(State())

    private let paused: PausedPlayers

    /// Follows the players of a bus.
    ///
    /// - Parameter pausedPath: The file of the players that are paused for an interruption. Those
    ///   that an earlier service has left in it play on.
    package init(on connection: DBusConnection, pausedPath: String) {
        self.connection = connection
        paused = PausedPlayers(pausedPath)
        leftPaused = Mutex(PausedPlayers.names(in: pausedPath))
    }

    /// Lets those play on that are paused for an interruption, and will not be told of its
    /// end. The connection must be there.
    package func close() {
        Self.play(paused.all, on: connection)
        paused.removeAll()
        paused.flush()
    }

    /// Begins, and begins again when the bus has returned. On the connection's thread.
    package func begin() {
        state.withLock { ($0.players, $0.owners) = ([:], [:]) }
        // Names on a bus from before are others' on this one.
        paused.removeAll()
        let names = connection.subscribe(
            to: DBusMatchRule(
                sender: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus,
                member: "NameOwnerChanged", argumentNamespace: Self.prefix)
        ) { [weak self] signal in
            let values = signal.arguments.map { $0.text ?? "" }
            if values.count == 3 { self?.ownerChanged(of: values[0], to: values[2]) }
        }
        state.withLock { $0.names = names }
        let leftPaused = leftPaused.withLock { names in
            defer { names = [] }
            return names
        }
        for name in leftPaused { send("Play", to: name) }
        if !leftPaused.isEmpty { paused.removeFile() }
        ask("ListNames", []) { [weak self] values in
            for name in values.first?.elements?.compactMap(\.text) ?? [] {
                self?.found(name)
            }
        }
    }

    // MARK: The bus

    private func found(_ name: String) {
        guard name.hasPrefix(Self.prefix + ".") else { return }
        ask("GetNameOwner", [.string(name)]) { [weak self] values in
            self?.ownerChanged(of: name, to: values.first?.text ?? "")
        }
    }

    private func ownerChanged(of name: String, to owner: String) {
        guard name.hasPrefix(Self.prefix + "."), name != Self.mirror else { return }
        let (gone, isNew) = state.withLock { $0.setOwner(of: name, to: owner) }
        if let gone { paused.remove(gone) }
        guard isNew else { return }
        let changes = connection.subscribe(
            to: DBusMatchRule(
                sender: owner, path: Self.path, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged", argument: Self.interface),
            limits: .properties
        ) { [weak self] signal in
            guard signal.arguments.count > 1,
                let status = signal.arguments[1].members?["PlaybackStatus"]
            else { return }
            self?.setStatus(status, of: owner)
        }
        state.withLock { $0.players[owner]?.changes = changes }
        ask("GetConnectionUnixProcessID", [.string(owner)]) { [weak self] values in
            let process = values.first?.integer.flatMap { Int32(exactly: $0) }
            let flatpak = process.flatMap(FlatpakScope.init(process:))
            self?.state.withLock { state in
                state.players[owner]?.processID = process
                state.players[owner]?.flatpak = flatpak
            }
        }
        connection.call(
            DBusMethodCall(
                to: owner, path: Self.path, interface: "org.freedesktop.DBus.Properties",
                member: "Get", arguments: [.string(Self.interface), .string("PlaybackStatus")])
        ) { [weak self] result in
            if case .success(let values) = result, let status = values.first {
                self?.setStatus(status, of: owner)
            }
        }
    }

    private func setStatus(_ status: DBusValue, of owner: String) {
        let isPaused = state.withLock { state in
            guard state.players[owner] != nil else { return true }
            state.players[owner]?.setStatus(status.unwrapped.text ?? "")
            return state.players[owner]?.isPaused == true
        }
        if !isPaused { paused.remove(owner) }
    }

    private func ask(
        _ member: String, _ arguments: [DBusValue],
        _ take: @escaping @Sendable ([DBusValue]) -> Void
    ) {
        connection.call(
            DBusMethodCall(
                to: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: member,
                arguments: arguments)
        ) { result in
            if case .success(let values) = result { take(values) }
        }
    }

    // MARK: Players

    /// The players of a process: its own, or those of the process that has started it, or of its
    /// Flatpak.
    ///
    /// What a player says of itself, such as a desktop entry, counts for nothing: it would let one
    /// program have another's player paused.
    private func players(of process: Int32) -> [Player] {
        let known = state.withLock { Array($0.players.values) }
        // The ancestry is read from files, for each program that a call silences.
        guard known.contains(where: { $0.processID != nil }) else { return [] }
        for ancestor in processAncestry(of: process) {
            let found = known.filter { $0.processID == ancestor }
            if !found.isEmpty { return found }
        }
        let scopes = Set(known.compactMap(\.flatpak))
        guard !scopes.isEmpty,
            let scope = FlatpakScope(process: process)?.match(among: scopes)
        else { return [] }
        return known.filter { $0.flatpak == scope }
    }

    /// The players of a process that this service has paused; they are taken as not paused by it.
    private func takePaused(of process: Int32) -> [Player] {
        let owners = players(of: process).map(\.owner)
        let taken = state.withLock { state in
            owners.compactMap { owner -> Player? in
                guard let player = state.players[owner], player.isPaused else { return nil }
                state.players[owner]?.isPaused = false
                return player
            }
        }
        for player in taken { paused.remove(player.owner) }
        return taken
    }

    package func pause(process: Int32, isInterruption: Bool) -> Bool {
        let playing = players(of: process).filter(\.isPlaying)
        for player in playing {
            if isInterruption {
                state.withLock { $0.players[player.owner]?.isPaused = true }
                paused.insert(player.owner)
            }
            send("Pause", to: player.owner)
        }
        return !playing.isEmpty
    }

    package func play(process: Int32) -> Bool {
        let paused = takePaused(of: process)
        for player in paused { send("Play", to: player.owner) }
        return !paused.isEmpty
    }

    package func interruptionEnded(process: Int32) {
        _ = takePaused(of: process)
    }

    package func perform(_ command: RemoteCommand, process: Int32) {
        let member: String
        switch command {
        case .play: member = "Play"
        case .pause, .stop: member = "Pause"
        case .togglePlayPause: member = "PlayPause"
        case .nextTrack: member = "Next"
        case .previousTrack: member = "Previous"
        default: return
        }
        for player in players(of: process) { send(member, to: player.owner) }
    }

    private func send(_ member: String, to owner: String) {
        connection.call(Self.call(member, to: owner)) { _ in }
    }

    /// Lets players play on, and waits until all have answered, or a second for those that do not.
    ///
    /// - Parameter owners: Their unique names on the bus.
    package static func play(_ owners: [String], on connection: DBusConnection) {
        let answers = DispatchGroup()
        for owner in owners {
            answers.enter()
            connection.call(call("Play", to: owner), timeoutSeconds: 1) { _ in answers.leave() }
        }
        answers.wait()
    }

    private static func call(_ member: String, to owner: String) -> DBusMethodCall {
        DBusMethodCall(to: owner, path: path, interface: interface, member: member)
    }
}
