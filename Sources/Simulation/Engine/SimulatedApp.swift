import AudioModel
import SoundClient
import SoundMixer
import SoundServer

/// One app of a story: its library, its streams by name, and how it reacts to what it is told.
final class SimulatedApp: @unchecked Sendable {
    let declaration: AppDeclaration
    let sound: AppSound
    /// Only of a story's app: a live phone's has the machine's.
    private(set) var microphone: StoryMicrophone?
    /// Names of queues that a media-services reset has taken.
    private(set) var lostQueues: Set<String> = []
    /// The numbers of streams that have not ended, by name, in the order of starting.
    private(set) var streams: [(name: String, number: Int, kind: StreamKind)] = []
    /// Streams that it will resume when its interruption ends.
    var pausedForInterruption: [Int] = []
    /// A remote command has asked it to play while something kept it from that.
    var resumesAtEnd = false
    /// Whether it was told that an interruption began, and not yet that it ended.
    var isInterrupted = false
    var playlist = Playlist()
    /// Starts a track from its beginning; for remote commands.
    var start: ((StreamStart) throws(SessionError) -> Void)?
    /// Its background tasks by name, in the order of beginning.
    private var tasks: [(name: String, id: BackgroundTaskID)] = []
    private var nextTask = 1
    /// What it does not return from, and how long; `nil` for ever.
    private var hangs: [WatchedCallback: Double?]
    /// Streams that it paused itself, because it wanted to.
    var pausedByChoice: [Int] = []

    init(
        _ declaration: AppDeclaration, clock: VirtualClock, environment: VirtualEnvironment,
        server: Server, answersCallbacks: Bool, hangs: [WatchedCallback: Double?]
    ) {
        self.declaration = declaration
        self.hangs = hangs
        var description = AppDescription(
            name: declaration.name, backgroundModes: declaration.backgroundModes,
            role: declaration.role)
        description.footprint = declaration.footprint
        description.exitsOnSuspend = declaration.exitsOnSuspend
        description.answersCallbacks = answersCallbacks
        description.commands = declaration.commands
        let reactions = Reactions()
        sound = AppSound(
            mixer: Mixer(outputRate: Double(OutputFrames.rate)), environment: environment,
            notificationHandler: { reactions.app?.react(to: $0) },
            connect: { server.connect(description, $0) })
        reactions.app = self
    }

    /// An app of a live phone: what it is told reaches it on the phone's queue.
    init(_ declaration: AppDeclaration, live world: LiveWorld, server: Server) {
        self.declaration = declaration
        hangs = [:]
        var description = AppDescription(
            name: declaration.name, backgroundModes: declaration.backgroundModes,
            role: declaration.role)
        description.footprint = declaration.footprint
        description.exitsOnSuspend = declaration.exitsOnSuspend
        description.answersCallbacks = false
        description.commands = declaration.commands
        let reactions = Reactions()
        sound = world.makeSound(
            declaration.name,
            notificationHandler: { [environment = world.environment] notification in
                environment.onQueue { reactions.app?.react(to: notification) }
            },
            connect: { server.connect(description, $0) })
        reactions.app = self
    }

    /// Breaks the circle between an app and its library.
    private final class Reactions: @unchecked Sendable {
        weak var app: SimulatedApp?
    }

    var id: AppID { sound.connection.app }

    func number(of name: String) -> Int? { streams.last { $0.name == name }?.number }

    func add(_ name: String, number: Int, _ kind: StreamKind) {
        lostQueues.remove(name)
        streams.removeAll { $0.name == name }
        streams.append((name, number, kind))
    }

    /// Whether the app has a stream of the name that has not ended; one that still fades has.
    func isTaken(_ name: String) -> Bool {
        guard let number = number(of: name) else { return false }
        return sound.connection.verdict(ofStream: number) != nil
    }

    /// A media-services reset takes the app's queues, as it takes those of the API: they are
    /// invalid from now on.
    ///
    /// - Parameter ending: Called before each of them ends, with its number.
    func loseQueues(_ ending: (Int) -> Void = { _ in }) {
        for stream in streams where stream.kind == .queue && isTaken(stream.name) {
            ending(stream.number)
            try? sound.stopStream(stream.number)
            lostQueues.insert(stream.name)
        }
    }
    func notePlayed(_ start: StreamStart) { playlist.note(start) }

    func forget(number: Int) {
        microphone?.end(number)
        streams.removeAll { $0.number == number }
        pausedForInterruption.removeAll { $0 == number }
        pausedByChoice.removeAll { $0 == number }
    }

    func openMicrophone() -> StoryMicrophone {
        let opened = microphone ?? StoryMicrophone()
        microphone = opened
        return opened
    }

    // MARK: What its user makes it do

    func pause(_ number: Int) throws(SessionError) {
        try sound.pauseStream(number)
        playlist.held = [number]
        pausedForInterruption.removeAll { $0 == number }
        if !pausedByChoice.contains(number) { pausedByChoice.append(number) }
    }

    func resume(_ number: Int) throws(SessionError) {
        try sound.resumeStream(number)
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

    /// From now on; `nil` for ever.
    func hang(in callback: WatchedCallback, seconds: Double?) { hangs[callback] = .some(seconds) }

    // MARK: How it reacts

    private func react(to notification: AppNotification) {
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

    /// Says that its code has returned, as soon as it has.
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
        streams.filter { $0.kind.isSessionSound && !pausedByChoice.contains($0.number) }
            .map(\.number)
    }

    /// Only what was running: a prepared player or a stopped sound is not to start afterwards.
    private func pauseForInterruption() {
        for number in sessionStreams where state(of: number) == .interrupted {
            try? sound.pauseStream(number)
            if !pausedForInterruption.contains(number) { pausedForInterruption.append(number) }
        }
        if !pausedForInterruption.isEmpty { playlist.held = pausedForInterruption }
    }

    /// Tries; a refusal leaves the streams as they are, as an app's own error handling would.
    private func resumeAfterInterruption() {
        let waiting = pausedForInterruption
        guard (try? sound.request(.activate)) != nil else { return }
        for number in waiting { try? sound.resumeStream(number) }
    }

    private func pauseForLostRoute() {
        let numbers = sessionStreams
        for number in numbers { pauseForGood(number) }
        if !numbers.isEmpty { playlist.held = numbers }
    }

    /// What the lock has silenced waits for its user: called before the screen is unlocked.
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

    /// Until an explicit `resumes`.
    func pauseForGood(_ number: Int) {
        try? sound.pauseStream(number)
        pausedForInterruption.removeAll { $0 == number }
        if !pausedByChoice.contains(number) { pausedByChoice.append(number) }
    }

    func state(of number: Int) -> StreamState? {
        sound.connection.verdict(ofStream: number)?.state
    }
}
