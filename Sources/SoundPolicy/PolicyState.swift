import AudioModel

/// What the device is like now.
package struct DeviceState: Hashable, Sendable {
    var ringSwitch: RingSwitch
    var ringerVolume: Float
    /// Call volumes by output, in the order in which they were first changed.
    package internal(set) var callVolumes: [RouteVolume] = []
    /// Media volumes by output, in the order in which the outputs were first used.
    package internal(set) var mediaVolumes: [RouteVolume] = []
    var settingsOff: [DeviceSetting]
    /// What is plugged in, in the order of plugging.
    var accessories: [Port]
    var isLocked = false
    /// Whether the user holds it on its side; each change of orientation turns it.
    var isLandscape = false
    var call = CallState.none
    /// The user silenced the ringing call with a button.
    var isRingSilenced = false
    var isAlarmSounding = false
    var snoozedUntil: HostTime?
    var isTimerSounding = false
    /// The call that rings or is talked in came as a banner.
    var isCallBanner = false
    var isAssistantListening = false
    var isEmergencySounding = false
    var areMediaServicesLost = false
    /// What the user picked as output, by who shares the choice.
    var pickedOutputs: [PickedOutput] = []
    /// What the user picked as output of the call that is talked in.
    var callOutput: Port?
    package internal(set) var foregroundApp: AppID?
    /// In the order of opening.
    var overlays: [Overlay] = []
    /// Which app comes back when the phone is unlocked.
    var appUnderLock: AppID?
    /// When protected files can be read no more; `nil` while nothing leads to that.
    var protectsDataAt: HostTime?
    var isDataProtected = false
    /// Whether the connected call covers it.
    var isCallAnsweredUnderLock = false

    func isOn(_ setting: DeviceSetting) -> Bool { !settingsOff.contains(setting) }

    /// Whether an alert lies over the foreground app. A call that is talked in does not.
    var isUnderAlert: Bool {
        call == .ringing && !isCallBanner || isAlarmSounding || isTimerSounding
            || isAssistantListening || isEmergencySounding
    }

    /// Of several that sound, the one that counts, by priority.
    func interrupter(callsFirst: Bool) -> Interrupter? {
        if isEmergencySounding, !callsFirst || call == .none { return .emergency }
        if call != .none { return .call }
        return interrupterBesideCall
    }

    /// The one that would count if there were no call.
    var interrupterBesideCall: Interrupter? {
        if isEmergencySounding { return .emergency }
        if isAlarmSounding { return .alarm }
        if isTimerSounding { return .timer }
        if isAssistantListening { return .assistant }
        return nil
    }
}

/// Sessions of one route-sharing policy go to one place.
struct PickedOutput: Hashable, Sendable {
    var policy: RouteSharingPolicy
    var port: Port
}

/// The volume that one output is set to.
public struct RouteVolume: Hashable, Codable, Sendable {
    public var output: Port
    /// 0…1.
    public var volume: Float

    public init(output: Port, volume: Float) {
        self.output = output
        self.volume = volume
    }
}

/// One app and its session.
package struct AppRecord: Hashable, Sendable {
    package let description: AppDescription
    /// It may play in the background.
    let hasAudioMode: Bool
    package internal(set) var state = AppState.background
    var hasFinishedLaunching = false
    package internal(set) var session: Session
    /// Which activation of a session, of all there were, its latest one was.
    var activation = 0
    /// When it will be suspended, if nothing keeps it running until then.
    var suspendsAt: HostTime?
    /// Until when it may activate from the background, woken by the end of an interruption or by a
    /// remote command.
    var mayResumeUntil: HostTime?
    /// When its open background tasks have to end; `nil` where nothing limits them.
    var backgroundUntil: HostTime?
    /// Until when it runs in the background whatever it does.
    var wokenUntil: HostTime?
    var grounds: RunningGrounds = []
    /// The remote commands that it takes.
    var commands: RemoteCommands = []
    /// Larger for apps whose session, one that does not mix, began to play later; 0 for never.
    var playOrder = 0
    /// It knows of the call's bar at the top of its screen.
    var hasCallBar = false
    /// What it was not told while suspended, in order.
    package internal(set) var pending: [AppNotification] = []
    /// The secondary-audio hint as the app would read it, while it is in the foreground.
    var hint: Bool?
    /// Whether its session was active when the hint was last noted.
    var wasActiveAtHint = false
    /// As last noted.
    var manner: PlayingManner?

    init(description: AppDescription, session: Session, hasAudioMode: Bool) {
        self.description = description
        self.session = session
        self.hasAudioMode = hasAudioMode
        commands = description.commands
    }

    package var isForeground: Bool { state == .active || state == .inactive }
}

package struct Session: Hashable, Sendable {
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var routeSharingPolicy = RouteSharingPolicy.default
    package var isActive = false
    package var interruption: Interruption?
    var allowsSystemSoundsDuringRecording = false
    /// The speaker, for the time being, whatever is plugged in.
    package var isOverriddenToSpeaker = false
    var prefersNoInterruptions = false
    var prefersDisconnectInterruption = true
    package var preferredInput: Port?

    /// The mode that the session behaves by: the default one where the category does not support
    /// what its app has set.
    ///
    /// Source: Apple's page of `AVAudioSession.Mode`.
    package var effectiveMode: SessionMode { isSupported(mode, by: category) ? mode : .default }

    package init(
        category: SessionCategory, mode: SessionMode = .default, options: SessionOptions = []
    ) {
        self.category = category
        self.mode = mode
        self.options = options
    }
}

/// An interruption in force: from `.began` until `.ended`, or until the app activates again.
package struct Interruption: Hashable, Sendable {
    /// `nil` for the disconnected route of the Now-Playing app.
    var by: Actor?
    /// Later ones have larger numbers.
    var order: Int
    /// The output that the session had was unplugged meanwhile, and the system keeps it paused.
    var hasLostRoute = false
}

/// One sound that has not ended.
package struct StreamRecord: Hashable, Sendable {
    var kind: StreamKind
    /// Linear, 0…1.
    package internal(set) var appVolume: Float
    var isHeldByApp = false
    var systemHold: SystemHold?
    /// A system sound that its app asked to be played to its end whatever happens to the app.
    package internal(set) var outlivesApp = false
    package internal(set) var verdict: Verdict?
    /// As last counted.
    var traits: StreamTraits = []

    var isHeld: Bool { isHeldByApp || systemHold != nil }
}

/// Why the system holds a stream until its app resumes it.
enum SystemHold: Hashable, Sendable {
    case interruption
    case routeLost
    case deactivation
    case suspension
    case mediaReset
    /// The session's category has no input any more.
    case inputLost
}
