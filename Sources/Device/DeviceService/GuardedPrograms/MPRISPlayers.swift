package import AudioModel
package import DBus
import DesktopEntries
import Dispatch
import Realtime
import Synchronization

/// The players on the message bus, by the processes that own them. Any thread.
///
/// Source: MPRIS 2.2. A player is paused and never stopped: `Stop` ends some programs.
package final class MPRISPlayers: PlayerRemote {
    private struct Player {
        /// `nil` until the bus has answered.
        var processID: Int32?
        /// The Flatpak that its process runs for: that process is the Flatpak's proxy.
        var flatpak: FlatpakScope?
        /// The MPRIS `PlaybackStatus`; `nil` until the player has reported it.
        var status: String?
        /// Whether this service paused the player, and the user has neither played nor stopped it
        /// since.
        var isPaused = false
        /// What this service has told it last.
        var command: Command?
        var changes: DBusSubscription?

        /// What it was told to do, as long as its reports may be of the time before.
        private var unreportedCommand: Command? {
            guard let command, monotonicSeconds() < command.reportedBy else { return nil }
            return command
        }

        /// Whether it plays, or is about to.
        var isPlaying: Bool { unreportedCommand?.plays ?? (status == "Playing") }

        /// Whether this service has paused it, even if it has not reported that yet.
        var hasBeenPaused: Bool { isPaused || unreportedCommand?.plays == false }

        /// Updates the status from a report of the player.
        mutating func setStatus(_ new: String) {
            defer { status = new }
            guard unreportedCommand == nil else { return }
            // Playing after a pause, or stopping after one, is the user's action.
            let isUserAction =
                new == "Playing" && status != "Playing" || new == "Stopped" && status == "Paused"
            if isUserAction { isPaused = false }
        }
    }

    /// `Play` or `Pause`. Reports that follow it may be of the time before: a player may collect
    /// them, as mpv's plug-in does for a tenth of a second, or report its old status again on a
    /// change of the track.
    private struct Command {
        var plays: Bool
        /// The time from which on reports are taken to follow the command, in seconds of the
        /// monotonic clock.
        var reportedBy: Double
    }

    private struct State {
        /// The players by their unique bus names; a player with several well-known names is listed
        /// once.
        var players: [String: Player] = [:]
        /// The unique bus name of each well-known name's owner.
        var owners: [String: String] = [:]
        var nameOwnerChanges: DBusSubscription?

        /// Records the owner of a well-known name.
        ///
        /// - Parameter owner: A unique bus name; empty for none.
        /// - Returns: The unique name of a player that is gone, and whether `owner` is a new one.
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
            if !isKnown { players[owner] = Player() }
            return (gone, !isKnown)
        }
    }

    private static let bus = "org.freedesktop.DBus"
    /// The name of `playerctld`, which mirrors the last active player.
    private static let mirror = MPRIS.busNamePrefix + "playerctld"
    /// The largest number of players that are followed at a time.
    private static let playersMax = 64
    /// The largest number of well-known names that are followed at a time.
    private static let namesMax = 256

    private let connection: DBusConnection
    /// Unique names of the players that an earlier service left paused; empty once they resumed.
    private let leftPaused: Mutex<[String]>
    private let state = Mutex(State())
    private let paused: PausedPlayers
    private let reportSeconds: Double

    /// Follows the players of a bus.
    ///
    /// - Parameters:
    ///   - pausedPath: The file of the players that are paused for an interruption. Players that an
    ///     earlier service has left in it resume.
    ///   - reportSeconds: The time in which a player reports what it was told.
    package init(
        on connection: DBusConnection, pausedPath: String,
        reportSeconds: Double = 0.5
    ) {
        self.connection = connection
        self.reportSeconds = reportSeconds
        paused = PausedPlayers(pausedPath)
        leftPaused = Mutex(PausedPlayers.names(in: pausedPath))
    }

    /// Resumes the players that are paused for an interruption, because this service will not
    /// report its end to them. The connection must still be open.
    package func close() {
        // Behind what has been sent so far.
        paused.flush()
        Self.play(paused.all, on: connection)
        paused.removeAll()
        paused.flush()
    }

    /// Starts following the players; called again after a reconnection. On the connection's thread.
    package func begin() {
        state.withLock { ($0.players, $0.owners) = ([:], [:]) }
        // Unique names of an earlier connection belong to other clients on this one.
        paused.removeAll()
        let changes = connection.subscribe(
            to: DBusMatchRule(
                sender: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus,
                member: "NameOwnerChanged", argumentNamespace: MPRIS.rootInterface)
        ) { [weak self] signal in
            let values = signal.arguments.map { $0.text ?? "" }
            if values.count == 3 { self?.ownerChanged(of: values[0], to: values[2]) }
        }
        state.withLock { $0.nameOwnerChanges = changes }
        let leftPaused = leftPaused.withLock { names in
            defer { names = [] }
            return names
        }
        for name in leftPaused { send("Play", to: name) }
        if !leftPaused.isEmpty { paused.removeFile() }
        callBus("ListNames", []) { [weak self] values in
            for name in values.first?.elements?.compactMap(\.text) ?? [] {
                self?.nameFound(name)
            }
        }
    }

    // MARK: The bus

    private func nameFound(_ name: String) {
        guard name.hasPrefix(MPRIS.busNamePrefix) else { return }
        callBus("GetNameOwner", [.string(name)]) { [weak self] values in
            self?.ownerChanged(of: name, to: values.first?.text ?? "")
        }
    }

    private func ownerChanged(of name: String, to owner: String) {
        guard name.hasPrefix(MPRIS.busNamePrefix), name != Self.mirror else { return }
        let (gone, isNew) = state.withLock { $0.setOwner(of: name, to: owner) }
        if let gone { paused.remove(gone) }
        guard isNew else { return }
        let changes = connection.subscribe(
            to: DBusMatchRule(
                sender: owner, path: MPRIS.path, interface: DBusNames.properties,
                member: "PropertiesChanged", argument: MPRIS.playerInterface),
            limits: .properties
        ) { [weak self] signal in
            guard signal.arguments.count > 1,
                let status = signal.arguments[1].members?["PlaybackStatus"]
            else { return }
            self?.setStatus(status, of: owner)
        }
        state.withLock { $0.players[owner]?.changes = changes }
        callBus("GetConnectionUnixProcessID", [.string(owner)]) { [weak self] values in
            let process = values.first?.integer.flatMap { Int32(exactly: $0) }
            let flatpak = process.flatMap(FlatpakScope.init(process:))
            self?.state.withLock { state in
                state.players[owner]?.processID = process
                state.players[owner]?.flatpak = flatpak
            }
        }
        connection.call(
            DBusMethodCall(
                to: owner, path: MPRIS.path, interface: DBusNames.properties,
                member: "Get",
                arguments: [.string(MPRIS.playerInterface), .string("PlaybackStatus")])
        ) { [weak self] result in
            if case .success(let values) = result, let status = values.first {
                self?.setStatus(status, of: owner)
            }
        }
    }

    private func setStatus(_ status: DBusValue, of owner: String) {
        state.withLock { state in
            guard var player = state.players[owner] else { return }
            player.setStatus(status.unwrapped.text ?? "")
            state.players[owner] = player
            if !player.isPaused { paused.remove(owner) }
        }
    }

    /// Calls a method of the bus itself.
    ///
    /// - Parameter onReply: Receives the returned values; not called on an error.
    private func callBus(
        _ member: String, _ arguments: [DBusValue],
        _ onReply: @escaping @Sendable ([DBusValue]) -> Void
    ) {
        connection.call(
            DBusMethodCall(
                to: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, member: member,
                arguments: arguments)
        ) { result in
            if case .success(let values) = result { onReply(values) }
        }
    }

    // MARK: Players

    /// The unique bus names of the players of a process: its own, or those of its nearest ancestor
    /// that has any, or of its Flatpak.
    ///
    /// What a player says of itself, such as a desktop entry, counts for nothing: it would let one
    /// program have another's player paused.
    private func owners(of process: Int32) -> [String] {
        let known = state.withLock { $0.players }
        // The ancestry is read from /proc for each program that is interrupted.
        guard known.values.contains(where: { $0.processID != nil }) else { return [] }
        for ancestor in processAncestry(of: process) {
            let found = known.filter { $0.value.processID == ancestor }
            if !found.isEmpty { return Array(found.keys) }
        }
        let scopes = Set(known.values.compactMap(\.flatpak))
        guard !scopes.isEmpty,
            let scope = FlatpakScope(process: process)?.match(among: scopes)
        else { return [] }
        return known.filter { $0.value.flatpak == scope }.map(\.key)
    }

    /// Returns those players that this service has paused, and clears their mark.
    ///
    /// - Parameter plays: Whether the caller lets them play on.
    private func takePaused(_ owners: [String], plays: Bool = false) -> [String] {
        state.withLock { state in
            owners.filter { owner in
                guard state.players[owner]?.isPaused == true else { return false }
                state.players[owner]?.isPaused = false
                if plays { state.players[owner]?.command = command(plays: true) }
                paused.remove(owner)
                return true
            }
        }
    }

    package func pause(process: Int32, isInterruption: Bool) -> Bool {
        let owners = owners(of: process)
        let (playing, isPaused) = state.withLock { state in
            let playing = owners.filter { state.players[$0]?.isPlaying == true }
            // Another app of the same player comes second.
            let isPaused = owners.contains { state.players[$0]?.hasBeenPaused == true }
            for owner in playing {
                if isInterruption {
                    state.players[owner]?.isPaused = true
                    paused.insert(owner)
                }
                state.players[owner]?.command = command(plays: false)
            }
            return (playing, isPaused)
        }
        for owner in playing { send("Pause", to: owner) }
        return isPaused || !playing.isEmpty
    }

    package func play(process: Int32) -> Bool {
        let paused = takePaused(owners(of: process), plays: true)
        for owner in paused { send("Play", to: owner) }
        return !paused.isEmpty
    }

    private func command(plays: Bool) -> Command {
        Command(plays: plays, reportedBy: monotonicSeconds() + reportSeconds)
    }

    package func interruptionEnded(process: Int32) {
        _ = takePaused(owners(of: process))
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
        // The user has the last word: what is reported from here on follows it.
        let owners = owners(of: process)
        if command == .play { _ = takePaused(owners) }
        state.withLock { state in
            for owner in owners { state.players[owner]?.command = nil }
        }
        for owner in owners { send(member, to: owner) }
    }

    /// Calls a method of a player, once the file says what this service has paused: one that is
    /// killed leaves no player paused that the file does not name.
    private func send(_ member: String, to owner: String) {
        paused.whenWritten { [connection] in
            connection.call(Self.call(member, to: owner)) { _ in }
        }
    }

    /// Waits until what players were told is on its way.
    package func flush() { paused.flush() }

    /// The players that exist and are not stopped. Waits for their answers for at most one second.
    ///
    /// - Parameter owners: Unique names on the bus.
    package static func notStopped(_ owners: [String], on connection: DBusConnection) -> [String] {
        let found = Mutex<Set<String>>([])
        let answers = DispatchGroup()
        for owner in owners {
            answers.enter()
            let ask = DBusMethodCall(
                to: owner, path: MPRIS.path, interface: DBusNames.properties, member: "Get",
                arguments: [.string(MPRIS.playerInterface), .string("PlaybackStatus")])
            connection.call(ask, timeoutSeconds: 1) { result in
                if case .success(let values) = result, values.first?.unwrapped.text != "Stopped" {
                    found.withLock { _ = $0.insert(owner) }
                }
                answers.leave()
            }
        }
        answers.wait()
        return found.withLock { found in owners.filter(found.contains) }
    }

    /// Resumes players, and waits for their answers for at most one second.
    ///
    /// - Parameter owners: Unique names on the bus.
    package static func play(_ owners: [String], on connection: DBusConnection) {
        let answers = DispatchGroup()
        for owner in owners {
            answers.enter()
            connection.call(call("Play", to: owner), timeoutSeconds: 1) { _ in answers.leave() }
        }
        answers.wait()
    }

    private static func call(_ member: String, to owner: String) -> DBusMethodCall {
        DBusMethodCall(
            to: owner, path: MPRIS.path, interface: MPRIS.playerInterface, member: member)
    }
}
