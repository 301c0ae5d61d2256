public import AudioModel
public import SoundPolicy
import Synchronization

/// The server of one device: passes events to the policy and performs its effects. Any thread.
///
/// The caller's thread is the control thread for the duration of the call. Directives reach the
/// apps' libraries while the server decides, so they are in effect when the call returns;
/// notifications are delivered afterwards, in order, one at a time, and their receivers may call
/// the server again.
public final class Server: Sendable {
    private let state: Mutex<State>
    private let clock: any ServerClock
    private let outputs: (any DeviceOutputs)?
    private let observer: PolicyObserver?

    private struct State {
        var machine: PolicyMachine
        var receivers: [AppID: any AppReceiver] = [:]
        /// Apps that have ended and may have a sound that outlives them.
        var departed: [AppID] = []
        var nextApp = 1
        /// The time of the last event.
        var lastTime = HostTime.zero
        var log = EventLog()
        var outbox: [Delivery] = []
        /// The number of deliveries of the outbox that have been taken.
        var deliveredCount = 0
        var isDelivering = false
        var shown = ShownReports()
        var reportObserver: (@Sendable (HostTime, AppID, AppReport) -> Void)?
        /// Why and when each app's last refused request was refused.
        var refusals: [AppID: (reason: RefusalReason, time: HostTime)] = [:]
    }

    private enum Delivery {
        case notification(AppNotification, any AppReceiver)
        case state(AppState, any AppReceiver)
        case kill(KillReason, any AppReceiver)
        case vibration(StreamID?)
        case deviceSoundBegins(StreamKind)
        case deviceSoundEnds(StreamKind)
    }

    /// Creates the server of one device.
    ///
    /// - Parameters:
    ///   - clock: The device's clock, which also calls the server at deadlines.
    ///   - outputs: Performs vibrations and the device's own sounds; held strongly.
    ///   - observer: Observes every event and response.
    public init(
        configuration: PolicyConfiguration = PolicyConfiguration(), clock: any ServerClock,
        outputs: (any DeviceOutputs)? = nil, observer: PolicyObserver? = nil
    ) {
        state = Mutex(State(machine: PolicyMachine(configuration)))
        self.clock = clock
        self.outputs = outputs
        self.observer = observer
    }

    // MARK: Apps

    /// Connects the process of an app, which is in the background until it is opened.
    public func connect(
        _ description: AppDescription, _ receiver: any AppReceiver
    ) -> any AppConnection {
        let app = state.withLock { state in
            let app = AppID(rawValue: state.nextApp)
            state.nextApp += 1
            state.receivers[app] = receiver
            return app
        }
        handle(.appLaunched(app, description))
        return ServerConnection(server: self, app: app)
    }

    /// Connects the device's own sounds: ringtone, alarm, the other party.
    public func connectDevice(_ receiver: any AppReceiver) -> any AppConnection {
        state.withLock { $0.receivers[.phone] = receiver }
        return ServerConnection(server: self, app: .phone)
    }

    /// Brings an app to the foreground.
    public func open(_ app: AppID) { handle(.appOpened(app)) }
    /// Brings an app to the foreground and delivers a URL to it.
    public func open(_ app: AppID, url: String) { handle(.appOpenedByURL(app, url)) }
    /// Launches an app in the background, or lets a suspended app run for a short time.
    public func runInBackground(_ app: AppID, for work: BackgroundWork) {
        handle(.appRunInBackground(app, work))
    }
    /// Handles what happens to a VoIP call of an app; a call that arrives lets a suspended app run.
    public func send(_ event: AppCallEvent, toCallOf app: AppID) { handle(.appCall(app, event)) }
    /// Notifies one app of a change: of its own settings.
    public func send(_ change: SystemChange, to app: AppID) {
        handle(.appSystemChanged(app, change))
    }
    /// Sends the foreground app to the background, as the home button does.
    public func leave(_ app: AppID) { handle(.appLeft(app)) }

    /// Ends an app's process.
    public func end(_ app: AppID, _ termination: Termination) {
        handle(.appEnded(app, termination))
    }

    /// Releases all connected apps; nothing is delivered afterwards.
    ///
    /// An app retains its connection, the connection its server, and the server its apps. A program
    /// that creates several devices one after the other calls this for each, to break the cycle.
    public func close() {
        let receivers = state.withLock { state in
            let receivers = state.receivers
            state.receivers = [:]
            state.departed = []
            state.shown = ShownReports()
            state.reportObserver = nil
            state.outbox.removeAll()
            state.deliveredCount = 0
            return receivers
        }
        // Released here, without the lock: their `deinit` may call `disconnect`.
        withExtendedLifetime(receivers) {}
    }

    // MARK: The device

    /// Handles an event of the device.
    public func send(_ event: DeviceEvent) { handle(.device(event)) }

    /// Removes the passcode of an unlocked phone, which is no event of the policy.
    package func removePasscode() {
        state.withLock { state in
            state.machine.removePasscode()
            schedule(at: state.machine.nextDeadline)
        }
    }

    var now: HostTime { clock.now }

    /// Calls `body` with the policy, under the lock: it must not call the server.
    public func inspect<Value: Sendable>(_ body: (borrowing PolicyMachine) -> Value) -> Value {
        state.withLock { body($0.machine) }
    }

    /// The last 1,024 events or fewer, oldest first. The complete sequence of events, replayed at
    /// the same times to a new policy of the same configuration, leads to the same state.
    public var recentEvents: [LoggedEvent] { state.withLock { $0.log.entries } }

    // MARK: Events and effects

    func request(_ request: AppRequest, from app: AppID) throws(SessionError) {
        if let refusal = handle(.app(app, request)) { throw refusal }
    }

    @discardableResult
    private func handle(_ event: PolicyEvent) -> SessionError? {
        let refusal = state.withLock { state in
            let now = clock.now
            handleDeadlines(by: now, &state)
            let refusal = decide(event, at: now, &state)
            schedule(at: state.machine.nextDeadline)
            return refusal
        }
        deliver()
        return refusal
    }

    private func decide(
        _ event: PolicyEvent, at now: HostTime, _ state: inout State
    ) -> SessionError? {
        let response = state.machine.handle(event, at: now)
        state.lastTime = now
        state.log.append(LoggedEvent(time: now, event: event, refusal: response.refusal))
        if case .app(let app, _) = event, let reason = response.reason {
            state.refusals[app] = (reason, now)
        }
        observer?(now, event, response)
        let departedCount = state.departed.count
        for effect in response.effects { Server.perform(effect, &state) }
        for app in state.departed[departedCount...] {
            guard let receiver = state.receivers[app] else { continue }
            state.outbox.append(.state(.notRunning, receiver))
        }
        Server.forgetDeparted(&state)
        return response.refusal
    }

    // MARK: Reports

    /// Sets the observer of the apps' reports. Called on the thread of the report, without the lock.
    public func observeReports(
        _ observer: @escaping @Sendable (HostTime, AppID, AppReport) -> Void
    ) {
        state.withLock { $0.reportObserver = observer }
    }

    /// What an app shows as now playing; `nil` if it shows nothing or has ended.
    public func nowPlayingInfo(of app: AppID) -> NowPlayingInfo? {
        state.withLock { $0.shown.info(of: app) }
    }

    /// What an app has said about the remote commands that it takes.
    public func remoteCommandOptions(of app: AppID) -> RemoteCommandOptions {
        state.withLock { $0.shown.options(of: app) }
    }

    /// How an app's provider of calls describes its VoIP call; `nil` without a call of a provider.
    public func callDescription(of app: AppID) -> AppCallDescription? {
        state.withLock { $0.shown.call(of: app) }
    }

    /// Why and when the last refused request of an app was refused; `nil` for none.
    package func lastRefusal(of app: AppID) -> (reason: RefusalReason, time: HostTime)? {
        state.withLock { $0.refusals[app] }
    }

    func take(_ report: AppReport, from app: AppID) {
        let now = clock.now
        let observer: (@Sendable (HostTime, AppID, AppReport) -> Void)? = state.withLock { state in
            // An app that has ended shows nothing more.
            guard state.receivers[app] != nil else { return nil }
            state.shown.take(report, from: app, at: now)
            return state.reportObserver
        }
        observer?(now, app, report)
    }

    // MARK: Deadlines

    private func schedule(at time: HostTime?) {
        clock.schedule(at: time) { [weak self] in self?.handleDeadlines() }
    }

    /// Handles the deadlines that have passed. The clock's timer does so too, but late; a test that
    /// inspects the state before it acts calls this first.
    package func handleDeadlines() {
        state.withLock { state in
            handleDeadlines(by: clock.now, &state)
            schedule(at: state.machine.nextDeadline)
        }
        deliver()
    }

    /// Handles all passed deadlines before the next event, each at its own time, so that late
    /// timers do not change any decision.
    private func handleDeadlines(by now: HostTime, _ state: inout State) {
        var last: HostTime?
        while let deadline = state.machine.nextDeadline, deadline <= now, deadline != last {
            last = deadline
            _ = decide(.deadlineReached, at: max(deadline, state.lastTime), &state)
        }
    }

    private static func perform(_ effect: PolicyEffect, _ state: inout State) {
        switch effect {
        case .verdict(let stream, _, let directive):
            state.receivers[stream.app]?.apply(directive, toStream: stream.number)
        case .notify(let app, let notification):
            guard let receiver = state.receivers[app] else { return }
            state.outbox.append(.notification(notification, receiver))
        case .vibrate(let stream): state.outbox.append(.vibration(stream))
        case .deviceSoundBegins(let kind): state.outbox.append(.deviceSoundBegins(kind))
        case .deviceSoundEnds(let kind): state.outbox.append(.deviceSoundEnds(kind))
        case .appChanged(let app, .notRunning): state.departed.append(app)
        case .appChanged(let app, let appState):
            guard let receiver = state.receivers[app] else { return }
            state.outbox.append(.state(appState, receiver))
        case .appKilled(let app, let reason):
            guard let receiver = state.receivers[app] else { return }
            state.outbox.append(.kill(reason, receiver))
        case .deviceChanged, .sessionChanged, .remoteCommandIgnored, .soundSuppressed: break
        }
    }

    /// Releases ended apps without streams. A system sound that outlives its app still takes
    /// directives.
    private static func forgetDeparted(_ state: inout State) {
        guard !state.departed.isEmpty else { return }
        let gone = state.departed.filter { !state.machine.hasStreams(of: $0) }
        for app in gone {
            state.receivers[app] = nil
            state.refusals[app] = nil
        }
        for app in state.departed { state.shown.forget(app) }
        state.departed.removeAll { gone.contains($0) }
    }

    /// Empties the outbox, unless another thread is delivering: then that thread takes these
    /// deliveries too.
    private func deliver() {
        let isMine = state.withLock { state in
            if state.isDelivering || state.outbox.isEmpty { return false }
            state.isDelivering = true
            return true
        }
        guard isMine else { return }
        while let next = nextDelivery() {
            switch next {
            case .notification(let notification, let receiver): receiver.receive(notification)
            case .state(let state, let receiver): receiver.follow(state)
            case .kill(let reason, let receiver): receiver.end(becauseOf: reason)
            case .vibration(let stream): outputs?.vibrate(with: stream)
            case .deviceSoundBegins(let kind): outputs?.begin(kind)
            case .deviceSoundEnds(let kind): outputs?.end(kind)
            }
        }
    }

    private func nextDelivery() -> Delivery? {
        state.withLock { state in
            guard state.deliveredCount < state.outbox.count else {
                state.outbox.removeAll(keepingCapacity: state.outbox.capacity <= 64)
                state.deliveredCount = 0
                state.isDelivering = false
                return nil
            }
            // Removed from the front in blocks: one by one would be quadratic.
            if state.deliveredCount >= 64, state.deliveredCount > state.outbox.count / 2 {
                state.outbox.removeFirst(state.deliveredCount)
                state.deliveredCount = 0
            }
            defer { state.deliveredCount += 1 }
            return state.outbox[state.deliveredCount]
        }
    }
}

private final class ServerConnection: AppConnection {
    let server: Server
    let app: AppID

    init(server: Server, app: AppID) {
        self.server = server
        self.app = app
    }

    func request(_ request: AppRequest) throws(SessionError) {
        try server.request(request, from: app)
    }

    var lastRefusal: RefusalReason? { server.lastRefusal(of: app)?.reason }

    func report(_ report: AppReport) { server.take(report, from: app) }

    func verdict(ofStream number: Int) -> Verdict? {
        server.inspect { $0.verdict(of: StreamID(app: app, number: number)) }
    }

    var session: SessionSnapshot {
        let now = server.now
        return server.inspect { machine in
            let facts = machine.session(of: app)
            var snapshot = SessionSnapshot(
                category: facts?.category ?? .soloAmbient, mode: facts?.mode ?? .default,
                options: facts?.options ?? [], isActive: facts?.isActive ?? false,
                isOtherAudioPlaying: machine.isOtherAudioPlaying(for: app),
                secondaryAudioShouldBeSilencedHint: machine.secondaryAudioShouldBeSilenced(
                    for: app),
                route: machine.route, outputVolume: machine.currentVolume(.media))
            snapshot.routeSharingPolicy = facts?.routeSharingPolicy ?? .default
            snapshot.availableInputs = facts?.availableInputs ?? []
            snapshot.preferredInput = facts?.preferredInput
            snapshot.isMicrophoneAvailable = machine.isMicrophoneAvailable
            snapshot.microphone = machine.configuration.microphone
            snapshot.appState = machine.state(of: app)
            snapshot.isProtectedDataAvailable = machine.isProtectedDataAvailable
            snapshot.backgroundTimeRemaining = machine.backgroundTimeRemaining(of: app, at: now)
            snapshot.profile = machine.configuration.profile
            snapshot.orientation = machine.orientation
            snapshot.isRotationLocked = machine.configuration.isRotationLocked
            snapshot.windowGeneratesOrientation = machine.configuration.windowGeneratesOrientation
            snapshot.battery = machine.battery
            snapshot.isNear = machine.isNear
            snapshot.areWirelessRoutesAvailable = machine.areWirelessRoutesAvailable
            return snapshot
        }
    }

    func disconnect(_ termination: Termination) { server.end(app, termination) }
}
