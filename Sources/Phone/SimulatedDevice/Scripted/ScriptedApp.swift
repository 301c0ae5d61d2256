import AudioModel
import Cameras
import ScenarioLanguage
import SimulationReports
import SoundClient
import SoundMixer
import SoundServer

/// An app that does what a scenario's actions say: its library, its streams by name, and its
/// reactions to notifications.
///
/// Ownership: the queue of the phone's environment, on which everything of the app runs; in a story
/// the simulation's thread.
final class ScriptedApp: @unchecked Sendable {
    let declaration: AppDeclaration
    let sound: AppSound
    /// The app's microphone in a story; `nil` on a live phone, which uses the machine's.
    private(set) var microphone: StoryMicrophone?
    /// Names of queues that a media-services reset ended.
    private(set) var lostQueues: Set<String> = []
    /// The streams that have not ended, in the order of starting.
    private(set) var streams: [Stream] = []
    /// Streams that the app resumes when its interruption ends.
    var pausedForInterruption: [Int] = []
    /// Whether a remote command asked the app to play while something prevented it.
    var resumesAtEnd = false
    /// Whether an interruption has begun and not ended, by the app's notifications.
    var isInterrupted = false
    var playlist = Playlist()
    /// The app's background tasks by name, in the order of beginning.
    private var tasks: [(name: String, id: BackgroundTaskID)] = []
    private var nextTask = 1
    /// Callbacks that the app does not return from, with the seconds until it does; `nil` for
    /// never.
    private var hangs: [WatchedCallback: Double?]
    /// Streams that the app paused without an interruption.
    var pausedByChoice: [Int] = []
    /// What the app films, by name.
    var films: [String: Film] = [:]
    /// The zoom of the camera, as the app has set it.
    var zoom = CameraZoom()

    /// Players that have no stream yet.
    var latePlayers: [LatePlayer] = []
    /// The app's transfers over the phone's network.
    var networkWay: AppNetwork?

    weak let phone: ScriptedPhone?

    /// Notifications that have arrived during a call of a player, which holds the app's thread.
    private var waitingNotifications: [AppNotification] = []
    private var isCalling = false

    /// A stream that has not ended.
    struct Stream {
        var name: String
        var number: Int
        var kind: StreamKind
        /// What plays it; `nil` for a stream of the phone's own.
        var player: (any StreamPlayer)?
    }

    /// Starts the app's process on a phone.
    init(_ declaration: AppDeclaration, on phone: ScriptedPhone) {
        self.declaration = declaration
        self.phone = phone
        hangs = phone.hangs[declaration.name] ?? [:]
        var description = AppDescription(
            name: declaration.name, backgroundModes: declaration.backgroundModes,
            role: declaration.role)
        description.footprint = declaration.footprint
        description.exitsOnSuspend = declaration.exitsOnSuspend
        description.answersCallbacks = phone.hangingApps.contains(declaration.name)
        description.commands = declaration.commands
        let reactions = Reactions()
        sound = phone.world.makeSound(
            declaration.name,
            notificationHandler: { [weak phone] notification in
                phone?.perform { reactions.app?.react(to: notification) }
            },
            connect: { [server = phone.server] in server.connect(description, $0) })
        reactions.app = self
        useCameras(of: phone)
        useNetwork(of: phone)
    }

    /// A weak reference that breaks the retain cycle between an app and its library.
    ///
    /// Ownership: set once before notifications arrive; then read on the environment's queue.
    private final class Reactions: @unchecked Sendable {
        weak var app: ScriptedApp?
    }

    var id: AppID { sound.connection.app }

    func number(of name: String) -> Int? { streams.last { $0.name == name }?.number }

    /// The streams of players that are over, or that have another stream by now.
    var playersToFollow: [Stream] {
        streams.filter { entry in
            guard let player = entry.player else { return false }
            return player.stream != entry.number || player.isOver
        }
    }

    func add(
        _ name: String, number: Int, _ kind: StreamKind, _ player: (any StreamPlayer)? = nil
    ) {
        lostQueues.remove(name)
        streams.removeAll { $0.name == name }
        streams.append(Stream(name: name, number: number, kind: kind, player: player))
    }

    /// Whether the app has a stream of the name that has not ended; one that still fades out
    /// counts.
    func isTaken(_ name: String) -> Bool {
        if let film = films[name] { return film.isWanted }
        if latePlayers.contains(where: { $0.lane.name == name }) { return true }
        guard let stream = streams.last(where: { $0.name == name }) else { return false }
        if let player = stream.player, !player.isOver { return true }
        let number = stream.number
        return sound.connection.verdict(ofStream: number) != nil
    }

    /// Ends the app's queues, which a media-services reset makes invalid.
    ///
    /// - Parameter ending: Called before each queue ends, with its number.
    func loseQueues(_ ending: (Int) -> Void = { _ in }) {
        for stream in streams where stream.kind == .queue && isTaken(stream.name) {
            ending(stream.number)
            try? stop(stream.number)
            lostQueues.insert(stream.name)
        }
    }

    func forget(number: Int) {
        microphone?.end(number)
        streams.removeAll { $0.number == number }
        pausedForInterruption.removeAll { $0 == number }
        pausedByChoice.removeAll { $0 == number }
    }

    /// Starts a track from its beginning, for remote commands.
    func start(_ track: StreamStart) throws(SessionError) {
        try phone?.play(track, in: self)
    }

    func openMicrophone() -> StoryMicrophone {
        let opened = microphone ?? StoryMicrophone()
        microphone = opened
        return opened
    }

    // MARK: Actions of the user and the app

    func pause(_ number: Int) throws(SessionError) {
        try hold(number)
        playlist.held = [number]
        pausedForInterruption.removeAll { $0 == number }
        if !pausedByChoice.contains(number) { pausedByChoice.append(number) }
    }

    func resume(_ number: Int) throws(SessionError) {
        try release(number)
        playlist.held.removeAll { $0 == number }
        pausedForInterruption.removeAll { $0 == number }
        pausedByChoice.removeAll { $0 == number }
    }

    func beginTask(_ name: String) throws(SessionError) {
        let task = BackgroundTaskID(rawValue: nextTask)
        nextTask += 1
        try sound.request(.beginBackgroundTask(task))
        tasks.append((name, task))
    }

    func hasTask(_ name: String) -> Bool { tasks.contains { $0.name == name } }

    func endTask(_ name: String) throws(SessionError) {
        guard let index = tasks.firstIndex(where: { $0.name == name }) else { return }
        try sound.request(.endBackgroundTask(tasks.remove(at: index).id))
    }

    /// Makes the app hang in a callback from now on; `nil` for good.
    func hang(in callback: WatchedCallback, seconds: Double?) { hangs[callback] = .some(seconds) }

    // MARK: Calls

    /// - Returns: Whether no other call was under way.
    func beginCall() -> Bool {
        defer { isCalling = true }
        return !isCalling
    }

    /// Ends a call, and delivers the notifications that waited.
    func endCall() {
        isCalling = false
        while !isCalling, !waitingNotifications.isEmpty {
            react(to: waitingNotifications.removeFirst())
        }
    }

    /// Takes note of a player's other stream.
    func renumber(_ number: Int, as next: Int) {
        for index in streams.indices where streams[index].number == number {
            streams[index].number = next
        }
        for list in [\ScriptedApp.pausedForInterruption, \.pausedByChoice, \.playlist.held] {
            self[keyPath: list] = self[keyPath: list].map { $0 == number ? next : $0 }
        }
    }

    // MARK: Reactions

    private func react(to notification: AppNotification) {
        guard !isCalling else { return waitingNotifications.append(notification) }
        answer(notification)
        guard declaration.reaction != .ignores else { return }
        switch notification {
        case .backgroundTaskExpires(let task):
            tasks.removeAll { $0.id == task }
            try? sound.request(.endBackgroundTask(task))
        case .interruptionBegan:
            isInterrupted = true
            pauseForInterruption()
        case .interruptionEnded(let shouldResume):
            isInterrupted = false
            if shouldResume || resumesAtEnd || declaration.reaction == .resumesAlways {
                resumeAfterInterruption()
            }
            pausedForInterruption = []
            resumesAtEnd = false
        case .remoteCommand(let command): obey(command)
        case .routeChanged(.oldDeviceUnavailable, _): pauseForLostRoute()
        default: break
        }
    }

    /// Reports that the app has returned from a callback, when it has.
    private func answer(_ notification: AppNotification) {
        guard let callback = notification.watchedCallback else { return }
        let answer: @Sendable () -> Void = { [sound] in
            try? sound.request(.returned(from: callback))
        }
        switch hangs[callback] {
        case nil: answer()
        case .some(nil): break
        case .some(let seconds?): sound.environment.after(.seconds(seconds), answer)
        }
    }

    private var sessionStreams: [Int] {
        streams.filter {
            $0.kind.isSessionSound && !pausedByChoice.contains($0.number)
                && $0.player?.followsPhone != true
        }.map(\.number)
    }

    /// Pauses the interrupted streams; those that did not run must not start at the end.
    private func pauseForInterruption() {
        for number in sessionStreams where state(of: number) == .interrupted {
            try? hold(number)
            if !pausedForInterruption.contains(number) { pausedForInterruption.append(number) }
        }
        if !pausedForInterruption.isEmpty { playlist.held = pausedForInterruption }
    }

    /// Activates the session and resumes; a refusal leaves the streams paused, as in a real app.
    private func resumeAfterInterruption() {
        let waiting = pausedForInterruption
        guard (try? sound.request(.activate)) != nil else { return }
        for number in waiting { try? release(number) }
    }

    private func pauseForLostRoute() {
        let numbers = sessionStreams
        for number in numbers { pauseForGood(number) }
        if !numbers.isEmpty { playlist.held = numbers }
    }

    /// Pauses the streams that the lock silenced; called before the screen is unlocked.
    func pauseWhatLockSilenced() {
        guard declaration.reaction != .ignores else { return }
        var held: [Int] = []
        for number in sessionStreams where state(of: number) == .silent {
            let reasons = sound.connection.verdict(ofStream: number)?.reasons ?? []
            guard reasons.contains(where: { $0.kind == .locked || $0.kind == .background })
            else { continue }
            pauseForGood(number)
            held.append(number)
        }
        if !held.isEmpty { playlist.held = held }
    }

    /// Pauses a stream until an explicit `resumes`.
    func pauseForGood(_ number: Int) {
        try? hold(number)
        pausedForInterruption.removeAll { $0 == number }
        if !pausedByChoice.contains(number) { pausedByChoice.append(number) }
    }

    func state(of number: Int) -> StreamState? {
        sound.connection.verdict(ofStream: number)?.state
    }
}
