import AudioModel
import Foundation
import MusicService
package import Playback
import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// What plays for a music player controller: a player in an app of its own, or in another process.
package struct LinkedPlayer: Sendable {
    package let control: any MusicControl
    /// The app that plays, when it is one of the same device; `nil` otherwise.
    package let app: AppSound?

    package init(control: any MusicControl, app: AppSound?) {
        self.control = control
        self.app = app
    }
}

/// Finds the system's music player, which all apps share.
///
/// In a simulated phone that is an app of the phone; a process has its own, unless the music service
/// is there.
func makeSystemPlayer(for client: AppSound) -> LinkedPlayer {
    if isAppOfItsOwnDevice(client), let service = ServicePlayer.shared {
        return LinkedPlayer(control: service, app: nil)
    }
    let player = client.playerApps?.systemPlayer { makePlayer($0, for: client) }
    return linked(player ?? ownPlayer(of: client))
}

/// The music service of the user's session, which this process looks for once.
private enum ServicePlayer {
    static let shared: MusicServiceClient? =
        MusicServiceClient.isAvailable()
        ? MusicServiceClient(startsService: false) : nil
}

/// Finds the music player of an app's own, in an app of its own.
func makeApplicationPlayer(for client: AppSound) -> LinkedPlayer {
    let player = client.playerApps?.player(for: client) { makePlayer($0, for: client) }
    return linked(player ?? ownPlayer(of: client))
}

private func linked(_ player: Playback.MusicPlayer) -> LinkedPlayer {
    LinkedPlayer(control: player, app: player.app)
}

/// A player within the app itself, on a device with players that are out of reach: the app and its
/// player share one session there.
private func ownPlayer(of client: AppSound) -> Playback.MusicPlayer {
    client.attachment { OwnPlayer() }.player(of: client)
}

/// Keeps the player within an app. Any thread.
private final class OwnPlayer: Sendable {
    private let made = Mutex<Playback.MusicPlayer?>(nil)

    func player(of client: AppSound) -> Playback.MusicPlayer {
        if let known = made.withLock({ $0 }) { return known }
        // Without the lock: the player looks for other attachments of the app.
        let player = makePlayer(client, for: client)
        return made.withLock { known in
            let first = known ?? player
            known = first
            return first
        }
    }
}

/// Makes a player that counts in the library what it plays.
///
/// - Parameter client: The app that asked for it first; its library is the user's.
private func makePlayer(_ app: AppSound, for client: AppSound) -> Playback.MusicPlayer {
    let player = Playback.MusicPlayer(
        app, ownsApp: app !== client, seed: UInt64(bitPattern: Int64(app.connection.app.rawValue)))
    let statistics = PlayStatistics(source: .of(client))
    _ = player.addObserver { statistics.take($0) }
    return player
}

/// One controller's way to its player: finds another when the player's app has ended, posts its
/// notifications, and knows the items that the app has queued.
///
/// Ownership: immutable, but for what a lock guards, and the weak client.
final class PlayerLink: @unchecked Sendable {
    enum Kind {
        case system
        case application
        /// A player that the caller has made, for a story.
        case given(LinkedPlayer)
    }

    private struct State {
        var known: LinkedPlayer?
        var observer = 0
        /// Calls of `beginGeneratingPlaybackNotifications` without their end.
        var generating = 0
        /// Items of the queue as the app has given them, by persistent identifier.
        var items: [UInt64: MPMediaItem] = [:]
        /// Items of a queue that others have filled, by persistent identifier.
        var foundItems: [UInt64: MPMediaItem] = [:]
        nonisolated(unsafe) weak var controller: MPMusicPlayerController?
        /// Modes that the app has not set, which are those of the system's player.
        var usesDefaultRepeat = true
        var usesDefaultShuffle = true
    }

    private let kind: Kind
    private weak let client: AppSound?
    private let state = Mutex(State())

    init(_ kind: Kind, for client: AppSound) {
        self.kind = kind
        self.client = client
        client.addObserver { [weak self] in self?.take($0) }
    }

    deinit {
        let (known, observer) = state.withLock { ($0.known, $0.observer) }
        known?.control.removeObserver(observer)
    }

    func serve(_ controller: MPMusicPlayerController) {
        state.withLock { $0.controller = controller }
        _ = player
    }

    /// The app that the controller belongs to.
    var app: AppSound? { client }

    /// The player; another one when the app of the one before has ended.
    var player: LinkedPlayer {
        let found = find()
        let before = state.withLock { $0.known }
        guard before?.control !== found.control else { return found }
        let number = found.control.addObserver { [weak self] in self?.take($0) }
        let (old, oldNumber, isFirst) = state.withLock { state in
            defer { (state.known, state.observer) = (found, number) }
            return (state.known, state.observer, state.known == nil)
        }
        old?.control.removeObserver(oldNumber)
        if isFirst { adoptDefaultModes(found.control) }
        return found
    }

    var control: any MusicControl { player.control }

    private func find() -> LinkedPlayer {
        switch kind {
        case .given(let player): return player
        case .system:
            guard let client else { return lost }
            return makeSystemPlayer(for: client)
        case .application:
            guard let client else { return lost }
            return makeApplicationPlayer(for: client)
        }
    }

    /// The last player of an app that is gone.
    private var lost: LinkedPlayer {
        state.withLock { $0.known } ?? LinkedPlayer(control: NoPlayer(), app: nil)
    }

    // MARK: Playing

    /// Lets the player begin although its app is in the background, as the user of this app wants.
    func allowStart() {
        guard let app = player.app, app !== client else { return }
        // Without the device's consent the player begins, or is refused, like any background app.
        try? client?.request(.startPlayer(app.connection.app))
    }

    /// Brings the player's app to the front, where the device has others that can be there.
    func showPlayer() {
        guard let app = player.app, app !== client, let client, !isAppOfItsOwnDevice(client)
        else { return }
        // Refused only by a device that is gone.
        try? client.request(.openPlayer(app.connection.app))
    }

    /// Says on standard error why nothing is played.
    func logFailure() {
        let error: MusicPlayerError = control.snapshot.itemCount == 0 ? .noQueue : .cannotPrepare
        let remedy =
            error == .noQueue
            ? "set a queue with items before playing" : "none of the items has a sound file"
        let text =
            "sori: MPMusicPlayerController: \(error.description) (\(MusicPlayerError.domain) "
            + "error \(error.rawValue)): \(remedy)\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    // MARK: Items

    /// Remembers items that the app has queued.
    ///
    /// - Parameter replaces: Whether the queue consists of these items alone, except the present one.
    func remember(_ added: [MPMediaItem], replaces: Bool) {
        let present = control.snapshot.item?.id
        state.withLock { state in
            if replaces { state.items = state.items.filter { $0.key == present } }
            for item in added { state.items[item.persistentID] = item }
        }
    }

    /// Most items that are kept of a queue that others have filled; beyond, they are made again.
    private static let foundItemsMax = 10_000

    /// The item of an entry of the queue: the app's own object, or the library's.
    func mediaItem(_ item: MusicItem) -> MPMediaItem {
        if let known = state.withLock({ $0.items[item.id] ?? $0.foundItems[item.id] }) {
            return known
        }
        let found = MPMediaItem.item(item)
        let dropped = state.withLock { state -> [UInt64: MPMediaItem] in
            let dropped = state.foundItems.count < Self.foundItemsMax ? [:] : state.foundItems
            if !dropped.isEmpty { state.foundItems = [:] }
            state.foundItems[item.id] = found
            return dropped
        }
        // Released without the lock.
        withExtendedLifetime(dropped) {}
        return found
    }

    // MARK: Modes

    var repeatMode: MPMusicRepeatMode {
        get {
            if case .application = kind, state.withLock({ $0.usesDefaultRepeat }) {
                return .default
            }
            return MPMusicRepeatMode(rawValue: control.snapshot.repeatMode.rawValue) ?? .none
        }
        set {
            state.withLock { $0.usesDefaultRepeat = newValue == .default }
            let mode = RepeatMode(rawValue: newValue.rawValue)
            control.setRepeatMode(mode ?? defaults.repeatMode)
        }
    }

    var shuffleMode: MPMusicShuffleMode {
        get {
            if case .application = kind, state.withLock({ $0.usesDefaultShuffle }) {
                return .default
            }
            return MPMusicShuffleMode(rawValue: control.snapshot.shuffleMode.rawValue) ?? .off
        }
        set {
            state.withLock { $0.usesDefaultShuffle = newValue == .default }
            let mode = ShuffleMode(rawValue: newValue.rawValue)
            control.setShuffleMode(mode ?? defaults.shuffleMode)
        }
    }

    /// The modes of the system's player, where it runs.
    private var defaults: MusicPlayerSnapshot {
        guard case .application = kind,
            let system = client?.playerApps?.runningPlayer(of: Playback.MusicPlayer.self)
        else { return MusicPlayerSnapshot() }
        return system.snapshot
    }

    private func adoptDefaultModes(_ control: any MusicControl) {
        guard case .application = kind else { return }
        control.setRepeatMode(defaults.repeatMode)
        control.setShuffleMode(defaults.shuffleMode)
    }

    // MARK: Notifications

    func beginGenerating() { state.withLock { $0.generating += 1 } }

    /// An end without a beginning is ignored.
    func endGenerating() { state.withLock { $0.generating = max($0.generating - 1, 0) } }

    private var isGenerating: Bool { state.withLock { $0.generating > 0 } }

    private func take(_ event: MusicPlayerEvent) {
        switch event {
        case .stateChanged: post(.MPMusicPlayerControllerPlaybackStateDidChange)
        case .itemChanged: post(.MPMusicPlayerControllerNowPlayingItemDidChange)
        case .queueChanged: post(.MPMusicPlayerControllerQueueDidChange)
        case .preparedChanged: post(.MPMediaPlaybackIsPreparedToPlayDidChange)
        case .finished, .skipped, .bookmarked, .failed: break
        }
    }

    /// Reports the end of a transaction that has changed nothing, which is posted too.
    func reportUnchangedQueue() { post(.MPMusicPlayerControllerQueueDidChange) }

    /// Follows a notification of the device to the app.
    private func take(_ notification: AppNotification) {
        switch notification {
        case .outputVolumeChanged: post(.MPMusicPlayerControllerVolumeDidChange)
        case .didEnterBackground:
            guard case .application = kind, let known = state.withLock({ $0.known }) else { return }
            // Not here: the caller may hold the player's lock.
            client?.environment.onQueue { known.control.halt() }
        default: break
        }
    }

    private func post(_ name: Notification.Name) {
        guard isGenerating, let client else { return }
        client.environment.onMain { [weak self] in
            guard let self, isGenerating, let controller = state.withLock({ $0.controller })
            else { return }
            NotificationCenter.default.post(name, controller)
        }
    }
}

/// A player without a device: it has no queue, and plays nothing.
private final class NoPlayer: MusicControl {
    var snapshot: MusicPlayerSnapshot { MusicPlayerSnapshot() }
    var items: [MusicItem] { [] }
    func setQueue(_ items: [MusicItem]) {}
    func prepend(_ items: [MusicItem]) {}
    func append(_ items: [MusicItem]) {}
    func remove(atPlaces places: [Int]) {}
    func move(toPlace place: Int) {}
    func move(toItem id: UInt64) {}
    func prepare(completion: @escaping @Sendable (Bool) -> Void) { completion(false) }
    func play() {}
    func pause() {}
    func stop() {}
    func skipToNext() {}
    func skipToPrevious() {}
    func seek(to seconds: Double) {}
    func beginSeeking(forward: Bool) {}
    func endSeeking() {}
    func setRepeatMode(_ mode: RepeatMode) {}
    func setShuffleMode(_ mode: ShuffleMode) {}
    func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int { 0 }
    func removeObserver(_ number: Int) {}
}
