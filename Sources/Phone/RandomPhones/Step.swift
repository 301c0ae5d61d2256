package import AudioModel
package import SoundPolicy

/// One event and the phone's state before and after it, as checkers see it.
///
/// A class, so that its arrays are reused without copies.
package final class Step {
    package internal(set) var index = 0
    package internal(set) var now = HostTime.zero
    package internal(set) var event = PolicyEvent.deadlineReached
    package internal(set) var effects: [PolicyEffect] = []
    package internal(set) var refusal: SessionError?
    package internal(set) var before = PolicySnapshot()
    package internal(set) var after = PolicySnapshot()
    package internal(set) var nextDeadline: HostTime?
    /// The reference model of requests, after the event.
    private(set) var ledger: ReferenceModel
    /// The reference model of sessions, after the event.
    private(set) var model = SessionModel()
    /// The reference model of the route, after the event.
    private(set) var route: RouteModel
    /// The expected answer to an app's request, from the state before it.
    private(set) var expectedAnswer = ExpectedAnswer.granted
    /// `after.apps` and `after.streams`, each with its entry in the ledger.
    private(set) var apps: [SeenApp] = []
    private(set) var streams: [SeenStream] = []
    /// Whether all of the phone's own sounds that follow from the event have started.
    var isSettled = true
    /// Whether the call that rings came as a banner.
    private(set) var ringsAsBanner = false
    /// Whichever of an alarm and a timer a call has silenced for good, and of an emergency alert a
    /// button.
    ///
    /// Source: `docs/facts.md`, "Volumes" and "Sessions and interruptions".
    private(set) var cutRings: [Interrupter] = []
    /// Whether the event is the press that ends the sound of an emergency alert.
    private(set) var isEmergencySilenced = false
    /// The user's configuration, which an injected fault may change for the machine.
    package let configuration: PolicyConfiguration

    init(_ configuration: PolicyConfiguration) {
        self.configuration = configuration
        ledger = ReferenceModel(configuration.profile)
        route = RouteModel(configuration)
    }

    /// Updates the derived state after the event.
    func refresh(_ response: PolicyResponse) {
        if case .app(let app, let request) = event {
            expectedAnswer = model.expectedAnswer(to: request, from: app, self)
        }
        ledger.take(event, response)
        noteBanner()
        noteCutRings()
        route.noteLosses(self)
        model.take(self)
        route.take(self)
        refreshApps()
    }

    private func noteBanner() {
        if before.device.call == .none, case .device(let event) = event {
            switch event {
            case .callArrivedAsBanner: ringsAsBanner = configuration.profile.rawValue >= 17
            case .callArrived: ringsAsBanner = false
            default: break
            }
        }
    }

    private func noteCutRings() {
        let (was, now) = (before.device.interrupters, after.device.interrupters)
        cutRings.removeAll { !now.contains($0) || !was.contains($0) }
        noteSilencedEmergency()
        guard configuration.callsCutAlarms, now.contains(.call), !was.contains(.call) else {
            return
        }
        for ring in [Interrupter.alarm, .timer] where was.contains(ring) && !cutRings.contains(ring)
        {
            cutRings.append(ring)
        }
    }

    private func noteSilencedEmergency() {
        var isPress = false
        if case .device(let event) = event {
            switch event {
            case .volumePressed, .locked: isPress = true
            default: break
            }
        }
        isEmergencySilenced =
            isPress && configuration.emergencyButtons == .silence
            && before.device.interrupters.contains(.emergency) && !cutRings.contains(.emergency)
        if isEmergencySilenced { cutRings.append(.emergency) }
    }

    /// Whether an alarm, a timer's end or an emergency alert sounds, and nothing has silenced it.
    func rings(_ ring: Interrupter) -> Bool {
        after.device.interrupters.contains(ring) && !cutRings.contains(ring)
    }

    private func refreshApps() {
        apps.removeAll(keepingCapacity: true)
        for app in after.apps { apps.append(SeenApp(app, ledger)) }
        streams.removeAll(keepingCapacity: true)
        for (index, stream) in after.streams.enumerated() {
            let owner = apps.first { $0.app == stream.stream.app }
            streams.append(SeenStream(index, stream, owner, configuration))
        }
    }

    var deviceEvent: DeviceEvent? {
        if case .device(let event) = event { event } else { nil }
    }

    /// Whether the event starts this stream, with a new number or one in use before.
    func starts(_ stream: StreamID) -> Bool {
        switch event {
        case .app(stream.app, .startStream(stream.number, _, _)),
            .app(stream.app, .prepareStream(stream.number, _, _)):
            true
        default: false
        }
    }

    /// Describes a stream: `App2.3 (player, playback)`.
    func words(_ id: StreamID) -> String {
        let name = "\(ledger.name(of: id.app)).\(id.number)"
        guard let stream = after.stream(id) ?? before.stream(id) else { return name }
        guard stream.kind.isSessionSound, let entry = ledger.entry(of: id.app) else {
            return "\(name) (\(stream.kind.rawValue))"
        }
        return "\(name) (\(stream.kind.rawValue), \(entry.category.rawValue))"
    }

    func name(_ app: AppID) -> String { ledger.name(of: app) }

    /// Reports a stream that is heard and should be silent.
    func falselyAudible(_ stream: SeenStream, _ words: String) -> Finding {
        Finding("\(self.words(stream.id)) \(words)", falselyAudibleStream: stream.id)
    }

    /// Whether the event has brought an app to the foreground.
    func isReturning(_ app: AppID) -> Bool {
        guard let was = before.app(app)?.state, let now = after.app(app)?.state else {
            return false
        }
        return (was == .background || was == .suspended) && (now == .inactive || now == .active)
    }

    /// Whether an app's active session records: one of its recorders runs where it may.
    func runsInput(_ app: SeenApp) -> Bool {
        app.isActive && CategoryFacts.of(app.category).hasInput
            && (app.isInFront || app.hasAudioMode)
            && streams.contains { $0.kind == .recorder && !$0.isHeld && $0.id.app == app.app }
    }
}

/// A running app after the event, with its requests.
struct SeenApp {
    var app: AppID
    var state: AppState
    var isActive: Bool
    var isInterrupted: Bool
    var category: SessionCategory
    var role: AppRole
    var hasAudioMode: Bool
    var mixes: Bool
    var ducks: Bool
    var letsSystemSoundsThrough: Bool
    var mayWaitForBanners: Bool

    init(_ snapshot: AppSnapshot, _ ledger: ReferenceModel) {
        app = snapshot.app
        state = snapshot.state
        isActive = snapshot.isActive
        isInterrupted = snapshot.isInterrupted
        let asked = ledger.asked(by: snapshot.app)
        category = asked.category
        role = asked.role
        hasAudioMode = asked.hasAudioMode
        mixes = asked.mixes
        ducks = asked.ducks
        letsSystemSoundsThrough = asked.letsSystemSoundsThrough
        mayWaitForBanners = asked.hasAskedToWait
    }

    var isInFront: Bool { state == .active || state == .inactive }
}

/// A stream after the event, with its app's requests.
struct SeenStream {
    /// Index in `Step.after.streams`.
    var index: Int
    var id: StreamID
    var kind: StreamKind
    var isAudible: Bool
    var isHeld: Bool
    var gain: Float
    /// Whether it belongs to its app's session and the session runs.
    var isSessionSound: Bool
    /// The volume that controls it; `nil` for recordings, and for emergencies without volume
    /// control.
    var governor: VolumeKind?
    /// Whether it is a session sound with output.
    var isMedia: Bool { isSessionSound && kind != .recorder }
    var facts: CategoryFacts
    var owner: SeenApp?

    init(
        _ index: Int, _ snapshot: StreamSnapshot, _ owner: SeenApp?,
        _ configuration: PolicyConfiguration
    ) {
        self.index = index
        id = snapshot.stream
        kind = snapshot.kind
        isAudible = snapshot.isAudible
        isHeld = snapshot.isHeld
        gain = snapshot.gain
        isSessionSound = snapshot.kind.isSessionSound
        governor = AudioVolume.governor(of: snapshot.kind, configuration)
        facts = .of(owner?.category ?? .soloAmbient)
        self.owner = owner
    }

    /// Whether silent mode applies to it.
    var obeysSwitch: Bool {
        switch kind {
        case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .timer: true
        case .alarm, .callAudio, .emergencyAlert: false
        case .player, .queue, .unit, .recorder: facts.obeysSwitch
        }
    }
}

/// Source: iPhone Human Interface Guidelines, "Using Sound"; the setting `emergencyButtons`
/// for emergencies.
enum AudioVolume {
    static func governor(
        of kind: StreamKind, _ configuration: PolicyConfiguration
    ) -> VolumeKind? {
        switch kind {
        case .player, .queue, .unit: .media
        case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .alarm, .timer:
            .ringer
        case .callAudio: .call
        case .emergencyAlert: configuration.emergencyButtons == .lower ? .ringer : nil
        case .recorder: nil
        }
    }
}

extension AppSnapshot {
    /// Whether a background task, a wake-up or an awaited callback keeps the app from being
    /// suspended.
    var isKeptRunning: Bool { openTaskCount > 0 || wokenUntil != nil || awaitedCount > 0 }
}

extension DeviceEvent {
    /// Whether the event may answer a ringing call.
    var mayAnswerCall: Bool {
        switch self {
        case .callAnswered, .headsetPressed(times: 1): true
        default: false
        }
    }

    /// Whether the event ends apps to free memory.
    var takesMemory: Bool {
        switch self {
        case .memoryLow, .memoryNeeded: true
        default: false
        }
    }
}

extension PolicySnapshot {
    func stream(_ id: StreamID) -> StreamSnapshot? { streams.first { $0.stream == id } }

    package func app(_ id: AppID) -> AppSnapshot? { apps.first { $0.app == id } }

    package func isRunning(_ app: AppID) -> Bool { apps.contains { $0.app == app } }
}

extension DeviceSnapshot {
    /// Whether silent mode applies to a kind of sound on its outputs. Ringtones and timers sound
    /// from the speaker too, whatever is plugged in.
    func isSilent(_ kind: StreamKind, _ configuration: PolicyConfiguration) -> Bool {
        guard ringSwitch == .silent else { return false }
        if kind == .ringtone || kind == .timer { return true }
        return configuration.switchCountsEverywhere || route.outputs.allSatisfy(\.kind.isBuiltIn)
    }

    /// The output that determines the volumes.
    package var volumeOutput: Port { route.outputs.first ?? .speaker }
}
