import AudioModel

/// The whole sound policy: events and a time go in, effects and a next deadline come out.
///
/// It never reads a clock, sleeps, does I/O or knows a device, and it keeps ordered arrays
/// wherever order shows, so the same events at the same times give the same effects.
///
/// `handle` is the table of contents of what the phone does; each decision is a function in
/// `Rules/`, each act a method of an extension named for it.
///
/// An event costs as much as it touches: what was written is noted as it is written, and only what
/// follows from that is decided again.
public struct PolicyMachine: Sendable {
    public let configuration: PolicyConfiguration

    package internal(set) var rules: RuleSet
    package internal(set) var device: DeviceState {
        didSet {
            isDeviceTouched = true
            deviceWriteCount &+= 1
        }
    }
    /// Looked up, never iterated: the lists below have the orders.
    package internal(set) var apps = TouchedTable<AppID, AppRecord>()
    /// Apps with an active session, in the order of activation.
    package internal(set) var activeApps: OrderedIDs<AppID> = []
    /// Apps whose session is interrupted, in the order of interruption.
    package internal(set) var interruptedApps: OrderedIDs<AppID> = []
    /// Apps that have sent their output to the speaker for the time being.
    var overridingApps: OrderedIDs<AppID> = []
    /// Running in the background, in the order of getting there.
    package internal(set) var backgroundApps: OrderedIDs<AppID> = []
    package internal(set) var streams = TouchedTable<StreamID, StreamRecord>()
    /// Streams that have not ended, in the order of starting.
    package internal(set) var liveStreams = LiveStreams()
    /// Looked up, never iterated.
    package internal(set) var lives: [AppID: LifeRecord] = [:]
    var lifeDeadlines = LifeDeadlines()
    /// When what rings vibrates again.
    var vibratesAgainAt: HostTime?
    /// Why what rings did not vibrate last.
    var ringVibrationObstacle: VibrationObstacle?
    /// Where the sound of the deciding session goes; kept to tell changes.
    var currentRoute: Route { didSet { isDeviceTouched = true } }
    var interruptionOrder = 0
    var activationCount = 0
    /// How often playback that does not mix has begun or gone on.
    var playCount = 0
    /// Why the device is as it is, for reasons that hold for every stream alike.
    var standingCauses: [StandingState: StandingCause] = [:]

    // What follows from the above, kept so that nobody has to go through it all.

    /// The interrupted apps by who interrupts them, each in the order of interruption.
    var waitingApps: [Actor: OrderedIDs<AppID>] = [:]
    /// Apps with a clock to their suspension, in the order of the times.
    var suspendingApps: OrderedIDs<AppID> = []
    var roles = ActiveRoles()
    var playing = PlayingApps()
    /// What the route was last decided from.
    var routeGrounds = RouteGrounds()
    var isRouteKnown = false
    var currentDecidingApp: AppID?
    /// How much had been written then.
    var routeWriteCounts = WriteCounts()
    var deviceWriteCount = 0
    /// What every live stream was last judged by.
    var currentCircumstances: Circumstances?
    /// Works all of this out anew after each event instead: slow, for tests to compare with.
    package var refreshesEverything = false

    // One event's own.
    /// Whether something of the device, or the route, was written.
    var isDeviceTouched = true
    var now = HostTime.zero
    var event = PolicyEvent.deadlineReached
    // Its effects: what changed, then the verdicts, then what apps are told. A sound is already
    // held when its app hears of the interruption.
    var changeEffects: [PolicyEffect] = []
    /// Of sounds that ended.
    var endEffects: [PolicyEffect] = []
    var notifyEffects: [PolicyEffect] = []

    public init(_ configuration: PolicyConfiguration = PolicyConfiguration()) {
        self.configuration = configuration
        rules = RuleSet(off: configuration.rulesOff)
        device = DeviceState(
            ringSwitch: configuration.ringSwitch, ringerVolume: configuration.ringerVolume,
            settingsOff: configuration.settingsOff,
            accessories: configuration.accessories)
        device.pickedOutputs = (configuration.pickedOutput.map { [$0] } ?? []).map {
            PickedOutput(policy: .default, port: $0)
        }
        currentRoute = Route(outputs: [])
        currentRoute = decideRoute()
        device.mediaVolumes = [
            RouteVolume(output: volumeOutput, volume: configuration.mediaVolume)
        ]
        if let memory = configuration.memory { restore(memory) }
        if device.ringSwitch == .silent {
            standingCauses[.ringSwitch] = StandingCause(
                .start("the ring switch was silent from the start"), since: .zero)
        }
    }

    /// Takes one event.
    ///
    /// - Parameter now: Not before the time of any event taken so far.
    public mutating func handle(_ event: PolicyEvent, at now: HostTime) -> PolicyResponse {
        self.now = now
        self.event = event
        let refusal: SessionError?
        do throws(SessionError) {
            try take(event)
            refusal = nil
        } catch {
            refusal = error
        }
        refreshRoute(.categoryChange)
        if refreshesEverything { forgetWhatFollows() }
        var effects: [PolicyEffect] = []
        effects.reserveCapacity(
            changeEffects.count + endEffects.count + notifyEffects.count + fewVerdicts)
        changeEffects.move(to: &effects)
        endEffects.move(to: &effects)
        refreshVerdicts(&effects)
        refreshApps()
        refreshHint()
        notifyEffects.move(to: &effects)
        apps.forgetTouched()
        streams.forgetTouched()
        isDeviceTouched = false
        return PolicyResponse(effects: effects, refusal: refusal)
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
        case .device(let event): take(event)
        case .deadlineReached: meetDeadlines()
        }
    }

    private mutating func take(_ request: AppRequest, from app: AppID) throws(SessionError) {
        guard app == .phone || apps.contains(app) else {
            // The end of a sound that outlived its app is all that a dead app still says.
            if case .streamEnded(let number) = request {
                endStream(
                    StreamID(app: app, number: number), .stopped, .soundsEnd, "it came to its end")
                return
            }
            throw .expiredSession
        }
        // A process may go on for a moment before it stands still.
        if request.makesSound, apps.read(app, { $0.pointee.state }) == .suspended {
            throw .cannotStartPlaying
        }
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            try setCategory(category, mode, options, policy, of: app)
        case .setMode(let mode): try setMode(mode, of: app)
        case .activate: try activate(app)
        case .deactivate(let notifying): try deactivate(app, notifyingOthers: notifying)
        case .startStream(let number, let kind, let volume):
            try startStream(StreamID(app: app, number: number), kind, volume, isHeld: false)
        case .prepareStream(let number, let kind):
            try startStream(StreamID(app: app, number: number), kind, 1, isHeld: true)
        case .pauseStream(let number): pauseStream(StreamID(app: app, number: number))
        case .resumeStream(let number): try resumeStream(StreamID(app: app, number: number))
        case .stopStream(let number):
            stopStream(StreamID(app: app, number: number))
        case .streamEnded(let number):
            endStream(
                StreamID(app: app, number: number), .stopped, .soundsEnd, "it came to its end")
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
        case .enableRemoteCommands(let commands): apps.update(app) { $0.commands = commands }
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
        case .memoryLow: takeBackMemory(nil)
        case .memoryNeeded(let megabytes): takeBackMemory(megabytes)
        case .overlayOpened(let overlay): openOverlay(overlay)
        case .overlayClosed(let overlay): closeOverlay(overlay)
        case .bannerShown: break
        case .systemChanged(let change): self.change(change)
        case .remoteCommand(let command): take(command)
        case .headsetPressed(let times): pressHeadset(times: times)
        case .messageArrived: messageArrives()
        case .keyClicked: clickKey()
        case .locked: lock()
        case .unlocked: unlock()
        }
    }

    /// When the owner must send `.deadlineReached`, if nothing else happens first.
    public var nextDeadline: HostTime? {
        let suspension = suspendingApps.first.flatMap { app in
            apps.read(app) { $0.pointee.suspendsAt } ?? nil
        }
        let ofDevice = earlier(device.snoozedUntil, device.protectsDataAt)
        return earlier(
            earlier(earlier(suspension, ofDevice), lifeDeadlines.first), vibratesAgainAt)
    }

    private mutating func meetDeadlines() {
        if let until = device.snoozedUntil, until <= now { alarmFires() }
        if let at = device.protectsDataAt, at <= now { protectData() }
        continueRingVibration()
        meetLifeDeadlines()
        suspendIdleApps()
    }

    /// The event being handled, as a clause.
    var cause: String { event.sentence(about: subject(of: event)) }

    /// The event being handled, as what will have made the device as it then is.
    var presentCause: StandingCause {
        StandingCause(.event(event, subject: subject(of: event)), since: now)
    }
}

private func earlier(_ one: HostTime?, _ other: HostTime?) -> HostTime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

extension [PolicyEffect] {
    fileprivate mutating func move(to effects: inout [PolicyEffect]) {
        guard !isEmpty else { return }
        effects.append(contentsOf: self)
        // The room for what is rare is not kept.
        guard capacity <= keptCapacityMax else { return self = [] }
        removeAll(keepingCapacity: true)
    }

    private var keptCapacityMax: Int { 256 }
}

/// How often something was written of the device, and of apps.
struct WriteCounts: Hashable, Sendable {
    var device = 0
    var apps = 0
}

/// Most events change no more verdicts than this.
private let fewVerdicts = 4

/// A state of the device that silences whatever starts while it lasts.
enum StandingState: Hashable, Sendable {
    case ringSwitch
    case lock
    case mediaVolume
    case ringerVolume
    case callVolume
    case interrupter

    /// The state that a rule looks at; `nil` for rules about one app or stream.
    init?(behind rule: Rule) {
        switch rule {
        case .categoryObeysSwitch, .systemSoundsObeySwitch, .ringtoneObeysSwitch,
            .timerObeysSwitch:
            self = .ringSwitch
        case .lockSilences: self = .lock
        case .mediaVolumeGoverns: self = .mediaVolume
        case .ringerVolumeGoverns: self = .ringerVolume
        case .callVolumeGoverns: self = .callVolume
        case .interrupterSilencesSystemSounds: self = .interrupter
        default: return nil
        }
    }
}

/// The event behind a state of the device; put into words only for a verdict that needs them.
struct StandingCause: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        case start(String)
        /// With the name that its app then had.
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

/// A volume as the device can have it: 0…1, and zero for what is no number or beyond hearing.
func clamped(_ volume: Float) -> Float {
    volume.isFinite && volume >= volumeMin ? min(volume, 1) : 0
}

/// −120 dB. Products of volumes at least this large are no zero.
private let volumeMin: Float = 1e-6

extension AppRequest {
    /// Whether it would be heard or felt, or take the output for that.
    fileprivate var makesSound: Bool {
        switch self {
        case .activate, .startStream, .prepareStream, .resumeStream, .vibrate: true
        default: false
        }
    }
}
