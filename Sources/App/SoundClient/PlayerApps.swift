package import AudioModel
import SoundServer
import Synchronization

/// The apps of one device that play on behalf of others: the system's music player, which all apps
/// share, and a music player and a speech of its own for each app that asks for them. Any thread.
///
/// The composition root of a device makes one object and gives it to the library of each of its apps
/// (`AppSound.usePlayers`).
///
/// Ownership: the mutex guards the mutable state.
package final class PlayerApps: Sendable {
    /// Starts the process of an app in the background; `nil` when the device cannot.
    package typealias Launch = @Sendable (AppDescription) -> AppSound?

    private let launch: Launch
    private let state = Mutex(State())

    private struct State {
        /// The system's music app, and what plays in it.
        var systemPlayer: (app: AppSound, player: any AnyObject & Sendable)?
        var players: [PlayerKey: AppPlayer] = [:]
    }

    /// A player of an app's own. The key is the client's object: its identifier on the device is
    /// another one after it has moved to a device service and back.
    private struct PlayerKey: Hashable {
        var client: ObjectIdentifier
        var purpose: Purpose
    }

    /// What an app of an app's own is for.
    package enum Purpose: String, CaseIterable, Hashable, Sendable {
        /// It plays music.
        case player
        /// It speaks, in a session apart from the app's.
        case speech
        /// It records what the app films, in a session apart from the app's.
        case film

        /// How the policy treats it: what films is in the foreground as its app is, like speech.
        var role: AppRole { self == .player ? .musicPlayer : .speech }
    }

    private struct AppPlayer {
        /// The app that the player plays for. Another object may have its address when it is gone.
        weak var client: AppSound?
        let app: AppSound
        let player: any AnyObject & Sendable
    }

    /// The name of the system's music app.
    package static let systemName = "Music"

    /// - Parameter launch: Starts an app for a player.
    package init(launch: @escaping Launch) {
        self.launch = launch
    }

    /// The system's music player, made in its app at the first call.
    ///
    /// - Returns: `nil` when the device cannot run another app.
    package func systemPlayer<Player: AnyObject & Sendable>(
        _ make: (AppSound) -> Player
    ) -> Player? {
        if let known = state.withLock({ $0.systemPlayer?.player as? Player }) { return known }
        let description = AppDescription(
            name: Self.systemName, backgroundModes: ["audio"], role: .musicPlayer)
        // Without the lock: the launch may deliver notifications to apps that call this object.
        guard let app = launch(description) else { return nil }
        let player = make(app)
        let first = state.withLock { state in
            if let known = state.systemPlayer?.player as? Player { return known }
            state.systemPlayer = (app, player)
            return player
        }
        if first !== player { app.connection.disconnect(.quit) }
        return first
    }

    /// The system's music player, when it has been made.
    package func runningPlayer<Player: AnyObject & Sendable>(of type: Player.Type) -> Player? {
        state.withLock { $0.systemPlayer?.player as? Player }
    }

    /// The music player or the speech of an app's own, made in an app of its own at the first call.
    /// It ends with the app that it plays for.
    ///
    /// - Returns: `nil` when the device cannot run another app.
    package func player<Player: AnyObject & Sendable>(
        for client: AppSound, purpose: Purpose = .player, _ make: (AppSound) -> Player
    ) -> Player? {
        let key = PlayerKey(client: ObjectIdentifier(client), purpose: purpose)
        let (known, orphan) = state.withLock { state in
            let known = state.players[key]
            return known?.client === client ? (known, nil) : (nil, known)
        }
        if let known = known?.player as? Player { return known }
        orphan?.app.connection.disconnect(.killed)
        var description = AppDescription(
            name: "\(client.nameOnDevice) \(purpose.rawValue)", backgroundModes: ["audio"],
            role: purpose.role)
        description.client = client.connection.app
        guard let app = launch(description) else { return nil }
        let player = make(app)
        let first = state.withLock { state in
            let known = state.players[key]
            if known?.client === client, let known = known?.player as? Player { return known }
            state.players[key] = AppPlayer(
                client: client, app: app, player: player)
            return player
        }
        if first !== player { app.connection.disconnect(.quit) }
        return first
    }

    /// Ends the players of an app that has ended.
    func end(playersOf client: AppSound) {
        let ended = state.withLock { state in
            Purpose.allCases.compactMap { purpose in
                state.players.removeValue(
                    forKey: PlayerKey(client: ObjectIdentifier(client), purpose: purpose))
            }
        }
        for player in ended { player.app.connection.disconnect(.killed) }
    }

    /// Forgets the player in an app that has ended, so that the next call makes another.
    func forget(_ app: AppSound) {
        let dropped = state.withLock { state in
            var dropped: [any AnyObject & Sendable] = []
            if let known = state.systemPlayer, known.app === app {
                dropped.append(known.player)
                state.systemPlayer = nil
            }
            for (key, known) in state.players where known.app === app {
                dropped.append(known.player)
                state.players[key] = nil
            }
            return dropped
        }
        // Released here, without the lock.
        withExtendedLifetime(dropped) {}
    }
}
