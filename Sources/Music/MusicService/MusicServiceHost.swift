import AudioModel
package import DBus
import Dispatch
import HostLinux
import MediaControls
package import MusicLibrary
import Playback
import SoundClient
import SoundPolicy
import SoundRuntime
import Synchronization

/// The system's music player: one player, on the machine's output, for all clients on the bus, and
/// for the desktop by MPRIS. Any thread.
package final class MusicServiceHost: Sendable {
    package enum Output: String, CaseIterable, Sendable {
        case pipewire
        /// Discards the sound at its pace.
        case null
    }

    package struct Options: Sendable {
        package var address = DBusAddress.session
        /// `nil` for a player without a library.
        package var library: LibraryLocation?
        /// The folder of a library that has none yet: the user's music.
        package var musicFolder: String?
        /// The folder of what is kept between two runs.
        package var stateFolder: String
        package var output = Output.pipewire
        /// Seconds without music and without clients after which the service ends by itself; `nil`
        /// for never.
        package var idleSeconds: Double?
        /// The configurations of the device that may say what sandboxed programs are allowed; the
        /// first that can be read counts.
        package var configurationPaths: [String]
        /// Receives messages for the user.
        package var log: @Sendable (String) -> Void

        /// - Parameter environment: The values of environment variables.
        package init(
            environment: (String) -> String?, log: @escaping @Sendable (String) -> Void
        ) {
            library = .standard(environment)
            musicFolder = LibraryLocation.musicFolder(environment)
            stateFolder = MusicStateStore.standardFolder(environment)
            configurationPaths = DBusAllowances.standardPaths(environment)
            self.log = log
        }
    }

    /// Why a service ends by itself.
    package enum Ending: Sendable {
        case idle
        /// A desktop has asked for it.
        case quit
        /// Another service has the name.
        case nameTaken
        /// There is no bus, or no longer.
        case noBus
    }

    private struct State {
        var track: (item: MusicItem, track: MediaTrack)?
        /// What has been kept last.
        var saved = ServiceSnapshot()
        /// What desktops see of the queue.
        var window: QueueWindow?
        var isTickScheduled = false
        var hasPlayed = false
        /// Counts what happens, so that a timer of earlier idleness is ignored.
        var activity = 0
        var isConnected = false
        var hasName = false
        var connectionCount = 0
    }

    /// Seconds between two writes of the position while the player plays.
    private static let saveSeconds = 5.0
    /// Seconds for which a service waits for a bus that is gone.
    private static let busSecondsMax = 60.0

    private let options: Options
    private let ended: @Sendable (Ending) -> Void
    private let phone: EmbeddedPhone
    private let output: any OutputDevice
    private let player: MusicPlayer
    private let library: MediaLibrary?
    private let follower: LibraryFollower?
    private let connection: DBusConnection
    private let object: MusicServiceObject
    private let controls: MediaControlsService
    private let store: MusicStateStore
    private let state = Mutex(State())
    private let timers = DispatchQueue(label: "sori.music.timers")

    /// Starts the service.
    ///
    /// - Parameter ended: Called when the service ends by itself, at times more than once; the
    ///   caller then closes it.
    package init(_ options: Options, ended: @escaping @Sendable (Ending) -> Void) {
        self.options = options
        self.ended = ended
        let host = Reference()
        let route = OutputRoute { host.value?.phone.send($0) }
        let hold = RemovalHold()
        output = options.output.makeDevice { notice in
            if case .lost(let why) = notice { options.log("\(why): the music is not heard") }
            route.receive(notice)
            hold.receive(notice)
        }
        let description = AppDescription(
            name: "Music", backgroundModes: ["audio"], role: .musicPlayer)
        let phone = EmbeddedPhone(
            outputRate: output.sampleRate, output: output, app: description)
        self.phone = phone
        let player = MusicPlayer(phone.app, seed: UInt64.random(in: 0 ... .max))
        self.player = player
        hold.follow(player, on: output)
        library = openLibrary(options)
        follower = library.map {
            LibraryFollower($0, musicFolder: options.musicFolder, log: options.log)
        }
        store = MusicStateStore(folder: options.stateFolder, log: options.log) {
            host.value?.savedMusic
        }
        let access = DBusAccessPolicy(
            allowances: { DBusAllowances(filesAt: options.configurationPaths) },
            refused: options.log)
        let connection = DBusConnection(to: options.address, access: access) {
            host.value?.connectionChanged($0)
        }
        self.connection = connection
        object = MusicServiceObject(
            player,
            ServiceVolume(
                read: { Double(phone.mediaVolume) },
                write: { phone.send(.volumeSet(.media, Float($0))) }),
            on: connection
        ) { snapshot, event in host.value?.changed(snapshot, event) }
        controls = MediaControlsService(
            name: "SoriMusic", info: MediaPlayerInfo(ServiceSnapshot(), track: nil),
            on: options.address, access: access,
            trackMetadata: { host.value?.metadata(ofTrack: $0) }
        ) { host.value?.perform($0) }
        host.set(self)
        restore()
        object.start()
        connection.requestName(MusicServiceNames.busName) { [weak self] result in
            self?.nameAnswered(result)
        }
        connectionChanged(connection.isConnected)
    }

    /// Ends playback, keeps the queue and the position, and leaves the bus. A service must be closed
    /// before it is released.
    package func close() {
        follower?.close()
        object.close()
        store.flush()
        controls.close()
        connection.close()
        // Nothing follows the player any more.
        let last = player.snapshot
        if let item = last.item { count(.bookmarked(item, atSecond: last.seconds)) }
        player.halt()
        output.stop()
    }

    // MARK: State

    private var savedMusic: SavedMusic? {
        let (arrangement, seconds) = player.arrangement
        return MusicQueue(arrangement).map {
            SavedMusic(queue: $0, seconds: seconds, volume: Double(phone.mediaVolume))
        }
    }

    private func restore() {
        guard let saved = store.load() else { return }
        _ = player.restore(saved.queue, atSecond: saved.seconds)
        phone.send(.volumeSet(.media, Float(saved.volume)))
    }

    /// Follows the player. On a serial queue.
    private func changed(_ snapshot: ServiceSnapshot, _ event: MusicPlayerEvent?) {
        if let event { count(event) }
        let window = window(of: snapshot)
        var info = MediaPlayerInfo(snapshot, track: track(of: snapshot.player.item))
        info.trackIDs = window.ids
        if let id = window.presentID { info.track?.id = id }
        controls.update(info)
        save(snapshot, event)
        let isMoving = snapshot.player.state != .stopped && snapshot.player.state != .paused
        if isMoving { state.withLock { $0.hasPlayed = true } }
        if isMoving { scheduleTick(snapshot.player.state) }
        checkIdleness(snapshot.player.state)
    }

    private func track(of item: MusicItem?) -> MediaTrack? {
        guard let item else { return nil }
        if let known = state.withLock({ $0.track }), known.item == item { return known.track }
        let track = mediaTrack(of: item, in: library)
        state.withLock { $0.track = (item, track) }
        return track
    }

    /// The items around the present one; made again only when the queue or the place has changed.
    private func window(of snapshot: ServiceSnapshot) -> QueueWindow {
        let (revision, place) = (snapshot.queueRevision, snapshot.player.place)
        let known = state.withLock { $0.window }
        if let known, known.isFor(revision, place) { return known }
        let window = QueueWindow(player.items, around: place, revision: revision)
        state.withLock { $0.window = window }
        return window
    }

    private func metadata(ofTrack id: String) -> MediaTrack? {
        guard let window = state.withLock({ $0.window }), let place = window.place(of: id)
        else { return nil }
        // Lyrics are for the present track alone: 64 of them would be a large message.
        return mediaTrack(of: window.item(atPlace: place), in: library, hasLyrics: false)
    }

    /// Counts plays and skips in the library, which ignores items of others.
    private func count(_ event: MusicPlayerEvent) {
        if case .failed(let item, let error) = event {
            options.log("\(item.path ?? "an item"): cannot be played: \(error)")
        }
        guard let library else { return }
        do throws(LibraryError) {
            try library.record(event)
        } catch {
            options.log("\(error)")
        }
    }

    private func save(_ snapshot: ServiceSnapshot, _ event: MusicPlayerEvent?) {
        let isDue = state.withLock { state in
            let saved = state.saved
            let isOther =
                saved.lasting != snapshot.lasting
                || snapshot.player.state != .playing
                    && saved.player.seconds != snapshot.player.seconds
            guard
                event != nil || isOther || snapshot.time - saved.time >= Self.saveSeconds
            else { return false }
            state.saved = snapshot
            return true
        }
        let isQueue = if case .queueChanged? = event { true } else { false }
        if isDue { store.changed(isQueue: isQueue) }
    }

    /// Looks again at a position that moves.
    private func scheduleTick(_ playerState: MusicPlayerState) {
        let isFirst = state.withLock { state in
            defer { state.isTickScheduled = true }
            return !state.isTickScheduled
        }
        guard isFirst else { return }
        let delay = playerState == .playing ? 1000 : 250
        timers.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isTickScheduled = false }
            object.publish(nil)
        }
    }

    // MARK: The desktop

    private func perform(_ command: MediaControlCommand) {
        if command == .quit { return ended(.quit) }
        let window = state.withLock { $0.window }
        object.perform { [phone, library] object in
            let player = object.control
            switch command {
            case .play: player.play()
            case .pause: player.pause()
            case .playPause:
                let state = player.snapshot.state
                if state == .stopped || state == .paused { player.play() } else { player.pause() }
            case .stop:
                // The desktop's stop keeps the queue: back to the beginning of the track.
                player.halt()
                player.seek(to: 0)
            case .next: player.skipToNext()
            case .previous: player.skipToPrevious()
            case .seek(let seconds): player.seek(to: player.snapshot.seconds + seconds)
            case .setPosition(let seconds): player.seek(to: seconds)
            case .setVolume(let volume): phone.send(.volumeSet(.media, Float(volume)))
            case .setLoop(.none): player.setRepeatMode(.none)
            case .setLoop(.track): player.setRepeatMode(.one)
            case .setLoop(.playlist): player.setRepeatMode(.all)
            case .setShuffle(let isOn): player.setShuffleMode(isOn ? .songs : .off)
            case .openURI(let address):
                guard let path = filePath(ofURL: address) else { return }
                player.setQueue([MusicItem(file: path, in: library)])
                player.play()
            case .setRate(let rate): player.setRate(rate)
            case .goTo(let track):
                // Only while the queue still has the item there.
                let items = player.items
                guard let window, let place = window.place(of: track),
                    items.indices.contains(place), items[place] == window.item(atPlace: place)
                else { return }
                player.move(toPlace: place)
            case .raise, .quit: break
            }
        }
    }

    // MARK: The bus

    private func nameAnswered(_ result: Result<DBusNameReply, DBusError>) {
        switch result {
        case .success(.primaryOwner), .success(.alreadyOwner):
            state.withLock { $0.hasName = true }
        case .success: ended(.nameTaken)
        case .failure: ended(.noBus)
        }
    }

    private func connectionChanged(_ isConnected: Bool) {
        let count = state.withLock { state in
            state.isConnected = isConnected
            state.connectionCount += 1
            return state.connectionCount
        }
        guard !isConnected else { return }
        timers.asyncAfter(deadline: .now() + Self.busSecondsMax) { [weak self] in
            guard let self, state.withLock({ $0.connectionCount == count }) else { return }
            ended(.noBus)
        }
    }

    private func checkIdleness(_ playerState: MusicPlayerState) {
        guard let seconds = options.idleSeconds else { return }
        let activity = state.withLock { state in
            state.activity += 1
            return state.activity
        }
        guard isIdle(playerState) else { return }
        timers.asyncAfter(deadline: .now() + max(seconds, 0)) { [weak self] in
            guard let self, state.withLock({ $0.activity == activity }),
                isIdle(player.playbackState)
            else { return }
            ended(.idle)
        }
    }

    /// A player that was paused stays for the keys of the desktop, unless it has just come back so.
    private func isIdle(_ playerState: MusicPlayerState) -> Bool {
        guard !object.hasClients else { return false }
        let hasPlayed = state.withLock { $0.hasPlayed }
        return playerState == .stopped || playerState == .paused && !hasPlayed
    }

    /// The host, once it is complete.
    private final class Reference: Sendable {
        private struct Weak {
            weak var host: MusicServiceHost?
        }

        private let weak = Mutex(Weak())
        var value: MusicServiceHost? { weak.withLock { $0.host } }
        func set(_ host: MusicServiceHost) { weak.withLock { $0.host = host } }
    }
}

private func openLibrary(_ options: MusicServiceHost.Options) -> MediaLibrary? {
    guard let location = options.library else { return nil }
    do throws(LibraryError) {
        let library = try MediaLibrary(at: location)
        if let notice = library.notice { options.log(notice) }
        return library
    } catch {
        options.log("\(error): music is played without the library")
        return nil
    }
}

extension MusicServiceHost.Output {
    fileprivate func makeDevice(
        noticed: @escaping @Sendable (DeviceNotice) -> Void
    ) -> any OutputDevice {
        #if PipeWire
            if self == .pipewire {
                return PipeWireOutput(
                    PipeWireOptions(
                        applicationName: "Sori Music", mediaName: "Music", holdsOnRemoval: true),
                    noticed: noticed)
            }
        #endif
        return NullOutput()
    }
}
