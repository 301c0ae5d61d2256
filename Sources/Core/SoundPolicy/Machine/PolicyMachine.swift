public import AudioModel

/// The complete sound policy: a state machine from timed events to effects and a next deadline.
///
/// It never reads a clock, sleeps, does I/O or accesses a device, and it keeps ordered arrays
/// wherever order is visible, so the same events at the same times give the same effects.
///
/// `handle` dispatches every event; each decision is a function in `Rules/`, each action a method
/// of an extension named for it.
///
/// The machine keeps records and derives everything else from them after each event: the route, the
/// verdict on every stream, what keeps background apps running, and the hint to the foreground app
/// (decision record 0007).
public struct PolicyMachine: Sendable {
    /// The configuration that the policy was created with, apart from a passcode that was removed.
    public internal(set) var configuration: PolicyConfiguration

    package internal(set) var rules: RuleSet
    package internal(set) var device: DeviceState
    package internal(set) var apps = AppTable()
    package internal(set) var streams = StreamTable()
    /// Apps with an active session, in the order of activation.
    package internal(set) var activeApps: [AppID] = []
    /// The apps with an interrupted session, in the order of interruption.
    package internal(set) var interruptedApps: [AppID] = []
    /// The apps that run in the background, in the order of entering it.
    package internal(set) var backgroundApps: [AppID] = []
    var lifeDeadlines = LifeCycleDeadlines()
    /// The time of the next vibration for a call, an alarm or a timer.
    var vibratesAgainAt: HostTime?
    /// The reason why a call, an alarm or a timer did not vibrate last.
    var ringVibrationObstacle: VibrationObstacle?
    /// The route of the deciding session; kept to detect changes.
    var currentRoute: Route
    /// The number of times that non-mixable playback has started or resumed.
    var playCount = 0
    /// The causes of the device's state, for reasons that apply to every stream alike.
    var stateCauses: [SilencingState: StateCause] = [:]

    // The state of one event.
    var now = HostTime.zero
    var event = PolicyEvent.deadlineReached
    // The effects are ordered: changes, then verdicts, then notifications. A sound is already
    // paused when its app receives the interruption.
    var changeEffects: [PolicyEffect] = []
    /// The final verdicts of ended streams.
    var endEffects: [PolicyEffect] = []
    var notifyEffects: [PolicyEffect] = []
    /// Why the present request was refused.
    var refusalReason: RefusalReason?

    /// Creates the policy of a device that has just been switched on, without apps.
    public init(_ configuration: PolicyConfiguration = PolicyConfiguration()) {
        self.configuration = configuration
        rules = RuleSet(
            off: configuration.disabledRules, ambientMixes: configuration.ambientMixes)
        device = DeviceState(
            ringSwitch: configuration.ringSwitch, ringerVolume: configuration.ringerVolume,
            settingsOff: configuration.settingsOff,
            accessories: configuration.accessories)
        device.pickedOutputs = (configuration.pickedOutput.map { [$0] } ?? []).map {
            PickedOutput(policy: .default, port: $0)
        }
        currentRoute = Route(outputs: [])
        currentRoute = decideRoute()
        device.mediaVolumes = [RouteVolume(output: volumeOutput, volume: configuration.mediaVolume)]
        if let memory = configuration.memory { restore(memory) }
        if device.ringSwitch == .silent {
            stateCauses[.ringSwitch] = StateCause(
                .start("the ring switch was silent from the start"), since: .zero)
        }
    }

    /// Handles one event.
    ///
    /// - Parameter now: The time of the event; not before the time of an earlier event.
    public mutating func handle(_ event: PolicyEvent, at now: HostTime) -> PolicyResponse {
        self.now = now
        self.event = event
        refusalReason = nil
        let refusal: SessionError?
        do throws(SessionError) {
            try take(event)
            refusal = nil
        } catch {
            refusal = error
        }
        refreshRoute(.categoryChange)
        var effects = changeEffects + endEffects
        let appIndices = appIndices
        refreshVerdicts(&effects, appIndices)
        refreshSuspension(appIndices)
        refreshHint()
        effects += notifyEffects
        (changeEffects, endEffects, notifyEffects) = ([], [], [])
        return PolicyResponse(effects: effects, refusal: refusal, reason: refusalReason)
    }

    private mutating func take(_ event: PolicyEvent) throws(SessionError) {
        switch event {
        case .appLaunched(let app, let description): launch(app, description)
        case .appOpened(let app): open(app)
        case .appOpenedByURL(let app, let url): open(app, url: url)
        case .appRunInBackground(let app, let work): runInBackground(app, for: work)
        case .appLeft(let app): leave(app)
        case .appEnded(let app, let termination): end(app, termination)
        case .app(let app, let request): try take(request, from: app)
        case .appCall(let app, let event): take(event, of: app)
        case .appSystemChanged(let app, let change): tell(app, .changed(change))
        case .device(let event): take(event)
        case .deadlineReached: handleDeadlines()
        }
    }

    private mutating func take(_ request: AppRequest, from app: AppID) throws(SessionError) {
        guard app == .phone || apps.contains(app) else {
            // An ended app can only report the end of a sound that has outlived it.
            if case .streamEnded(let number) = request {
                endStream(StreamID(app: app, number: number), .soundsEnd, .endedByItself)
                return
            }
            throw refusedWithoutApp
        }
        // A process may keep running for a moment after its suspension.
        if request.makesSound, apps[app]?.state == .suspended {
            throw refused(
                .cannotStartPlaying, .idleAppsAreSuspended,
                "the app is suspended, and nothing of it may sound; what keeps it running in the "
                    + "background is audible sound with the audio mode, or a background task")
        }
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            try setCategory(category, mode, options, policy, of: app)
        case .setMode(let mode): try setMode(mode, of: app)
        case .activate: try activate(app)
        case .deactivate(let notifying): try deactivate(app, notifyingOthers: notifying)
        case .startStream(let number, let kind, let volume):
            try startStream(StreamID(app: app, number: number), kind, volume, isHeld: false)
        case .prepareStream(let number, let kind, let volume):
            try startStream(StreamID(app: app, number: number), kind, volume, isHeld: true)
        case .pauseStream(let number): pauseStream(StreamID(app: app, number: number))
        case .resumeStream(let number): try resumeStream(StreamID(app: app, number: number))
        case .stopStream(let number):
            stopStream(StreamID(app: app, number: number))
        case .streamEnded(let number):
            endStream(StreamID(app: app, number: number), .soundsEnd, .endedByItself)
        case .setStreamVolume(let number, let volume):
            streams[StreamID(app: app, number: number)]?.appVolume = clamped(volume)
        case .letStreamOutliveApp(let number):
            let stream = StreamID(app: app, number: number)
            if streams[stream]?.kind.isSystemSound == true { streams[stream]?.outlivesApp = true }
        case .vibrate: vibratePlainly(app)
        case .setMediaVolume(let volume):
            if rules.hold(.sliderMovesMedia) { setVolume(.media, to: volume) }
        case .allowHapticsAndSystemSoundsDuringRecording(let allows):
            apps[app]?.session.allowsSystemSoundsDuringRecording = allows
        case .overrideOutput(let port): try overrideOutput(port, of: app)
        case .prefer(let preference, let isOn): prefer(preference, isOn, of: app)
        case .setPreferredInput(let port): try setPreferredInput(port, of: app)
        case .beginBackgroundTask(let task): try beginTask(task, of: app)
        case .endBackgroundTask(let task): endTask(task, of: app)
        case .openURL: try openElsewhere(from: app)
        case .returned(let callback): take(returnFrom: callback, of: app)
        case .enableRemoteCommands(let commands): apps[app]?.commands = commands
        case .startPlayer(let player): startPlayer(player, for: app)
        case .openPlayer(let player): openPlayer(player, for: app)
        case .call(let event): try takeReport(of: event, from: app)
        case .prepareCall: try prepareCall(of: app)
        }
    }

    private mutating func take(_ event: DeviceEvent) {
        switch event {
        case .ringSwitchMoved(let position): moveRingSwitch(to: position)
        case .volumePressed(let button): press(button)
        case .volumeSet(let kind, let volume): setVolume(kind, to: volume)
        case .settingChanged(let setting, let isOn): change(setting, isOn: isOn)
        case .portPlugged(let port): plug(port)
        case .portUnplugged(let port): unplug(port)
        case .routePicked(let port): pick(port)
        case .callArrived: callArrives(asBanner: false)
        case .callArrivedAsBanner: callArrives(asBanner: true)
        case .callAnswered: callIsAnswered()
        case .callDeclined: callEnds()
        case .callEnded: callEnds()
        case .callEndedByRemoteParty: callEnds(byRemoteParty: true)
        case .alarmFired: alarmFires()
        case .alarmDismissed: alarmEnds()
        case .alarmSnoozed: alarmIsSnoozed()
        case .timerFired: timerFires()
        case .timerDismissed: timerEnds()
        case .assistantBegan: assistantBegins()
        case .assistantEnded: assistantEnds()
        case .emergencyBegan: emergencyBegins()
        case .emergencyEnded: emergencyEnds()
        case .mediaServicesLost: loseMediaServices()
        case .mediaServicesReset: resetMediaServices()
        case .memoryLow: freeMemory(nil)
        case .memoryNeeded(let megabytes): freeMemory(megabytes)
        case .overlayOpened(let overlay): openOverlay(overlay)
        case .overlayClosed(let overlay): closeOverlay(overlay)
        case .bannerShown: break
        case .systemChanged(let change): self.change(change)
        case .turned(let orientation): turn(to: orientation)
        case .batteryChanged(let battery): change(to: battery)
        case .proximityChanged(let isNear): if isNear != device.isNear { change(.proximity) }
        case .remoteCommand(let command): take(command)
        case .headsetPressed(let times): pressHeadset(times: times)
        case .headsetHeld(let presses): holdHeadset(presses: presses)
        case .headsetReleased: releaseHeadset()
        case .messageArrived: messageArrives()
        case .keyClicked: clickKey()
        case .locked: lock()
        case .unlocked: unlock()
        }
    }

    /// The time at which the owner must send `.deadlineReached`, unless another event comes first;
    /// `nil` for never.
    public var nextDeadline: HostTime? {
        var deadlines = [
            device.snoozedUntil, device.protectsDataAt, lifeDeadlines.first, vibratesAgainAt,
        ]
        for app in backgroundApps { deadlines.append(apps[app]?.suspendsAt) }
        return deadlines.compactMap { $0 }.min()
    }

    private mutating func handleDeadlines() {
        if let until = device.snoozedUntil, until <= now { alarmFires() }
        if let at = device.protectsDataAt, at <= now { protectData() }
        continueRingVibration()
        meetLifeDeadlines()
        suspendIdleApps()
    }

    /// Notes why the present request is refused, and returns the error to throw.
    ///
    /// - Parameter rule: The rule that refuses it; `nil` where none of the list decides.
    mutating func refused(
        _ error: SessionError, _ rule: Rule?, _ sentence: String
    ) -> SessionError {
        refusalReason = RefusalReason(error, rule: rule?.rawValue ?? "", sentence: sentence)
        return error
    }

    /// The refusal of a request by an app that does not run.
    var refusedWithoutApp: SessionError {
        mutating get { refused(.expiredSession, nil, "the app has ended, and its session with it") }
    }

    /// The present event, as a clause.
    var cause: String { event.sentence(about: subject(of: event)) }

    /// The present event, as the cause of the device's new state.
    var presentCause: StateCause {
        StateCause(.event(event, subject: subject(of: event)), since: now)
    }
}

/// A state of the device that silences streams that start while it lasts.
enum SilencingState: Hashable, Sendable {
    case ringSwitch
    case lock
    case mediaVolume
    case ringerVolume
    case callVolume
    case interrupter
}

/// The event that caused a state of the device; its sentence is made only for a verdict that needs
/// it.
struct StateCause: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        case start(String)
        /// An event, with the name that its app had then.
        case event(PolicyEvent, subject: String)
    }

    var origin: Origin
    var since: HostTime

    init(_ origin: Origin, since: HostTime) {
        self.origin = origin
        self.since = since
    }

    var sentence: String {
        switch origin {
        case .start(let sentence): sentence
        case .event(let event, let subject): event.sentence(about: subject)
        }
    }
}

/// Clamps a volume to 0…1. Volumes that are not finite, or inaudible, become zero.
func clamped(_ volume: Float) -> Float {
    volume.isFinite && volume >= volumeMin ? min(volume, 1) : 0
}

/// The smallest volume, −120 dB: products of volumes at least this large are not zero.
private let volumeMin: Float = 1e-6

extension AppRequest {
    /// Whether the request plays, vibrates, or activates the session for that.
    fileprivate var makesSound: Bool {
        switch self {
        case .activate, .startStream, .prepareStream, .resumeStream, .vibrate: true
        case .setCategory, .setMode, .deactivate, .pauseStream, .stopStream, .setStreamVolume,
            .letStreamOutliveApp, .streamEnded, .setMediaVolume,
            .allowHapticsAndSystemSoundsDuringRecording, .overrideOutput, .prefer,
            .setPreferredInput, .beginBackgroundTask, .endBackgroundTask, .openURL, .returned,
            .enableRemoteCommands, .startPlayer, .openPlayer, .call, .prepareCall:
            false
        }
    }
}
