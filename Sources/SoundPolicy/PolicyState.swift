import AudioModel

/// The state of the device.
package struct DeviceState: Hashable, Sendable {
    var ringSwitch: RingSwitch
    var ringerVolume: Float
    /// The call volumes by output, in the order in which they were first changed.
    package internal(set) var callVolumes: [RouteVolume] = []
    /// The media volumes by output, in the order of first use.
    package internal(set) var mediaVolumes: [RouteVolume] = []
    var settingsOff: [DeviceSetting]
    /// The accessories, in the order of plugging.
    var accessories: [Port]
    var isLocked = false
    /// Whether the device is in landscape orientation; each change of orientation toggles it.
    var isLandscape = false
    var call = CallState.none
    /// Whether the user has silenced the ringing call with a button.
    var isRingSilenced = false
    var isAlarmSounding = false
    var snoozedUntil: HostTime?
    var isTimerSounding = false
    /// Whether the present call arrived as a banner.
    var isCallBanner = false
    var isAssistantListening = false
    var isEmergencySounding = false
    var areMediaServicesLost = false
    /// The outputs that the user has picked, one for each route-sharing policy.
    var pickedOutputs: [PickedOutput] = []
    /// The output that the user has picked for the present call.
    var callOutput: Port?
    package internal(set) var foregroundApp: AppID?
    /// The overlays over the foreground app, in the order of opening.
    var overlays: [Overlay] = []
    /// The app that returns to the foreground when the phone is unlocked.
    var appUnderLock: AppID?
    /// The time from which protected files cannot be read; `nil` unless the delay is running.
    var protectsDataAt: HostTime?
    var isDataProtected = false
    /// Whether the present call was answered while the phone was locked.
    var isCallAnsweredUnderLock = false

    func isOn(_ setting: DeviceSetting) -> Bool { !settingsOff.contains(setting) }

    /// Whether an alert covers the foreground app. A connected call does not.
    var isUnderAlert: Bool {
        call == .ringing && !isCallBanner || isAlarmSounding || isTimerSounding
            || isAssistantListening || isEmergencySounding
    }

    /// Returns the present interrupter with the highest priority.
    func interrupter(callsFirst: Bool) -> Interrupter? {
        if isEmergencySounding, !callsFirst || call == .none { return .emergency }
        if call != .none { return .call }
        return interrupterBesideCall
    }

    /// The interrupter with the highest priority if there were no call.
    var interrupterBesideCall: Interrupter? {
        if isEmergencySounding { return .emergency }
        if isAlarmSounding { return .alarm }
        if isTimerSounding { return .timer }
        if isAssistantListening { return .assistant }
        return nil
    }
}

/// The picked output of the sessions of one route-sharing policy.
struct PickedOutput: Hashable, Sendable {
    var policy: RouteSharingPolicy
    var port: Port
}

/// The volume of one output.
public struct RouteVolume: Hashable, Codable, Sendable {
    /// The output.
    public var output: Port
    /// The volume, 0…1.
    public var volume: Float

    public init(output: Port, volume: Float) {
        self.output = output
        self.volume = volume
    }
}

/// One app and its session.
package struct AppRecord: Hashable, Sendable {
    package let description: AppDescription
    /// Whether the app may play in the background.
    let hasAudioMode: Bool
    package internal(set) var state = AppState.background
    var hasFinishedLaunching = false
    package internal(set) var session: Session
    /// The serial number of the latest activation of its session, among all activations.
    var activation = 0
    /// The time of its suspension, unless something keeps it running.
    var suspendsAt: HostTime?
    /// The time until which it may activate its session from the background, after the end of an
    /// interruption or a remote command.
    var mayResumeUntil: HostTime?
    /// The end of its background time; `nil` when it is unlimited.
    var backgroundUntil: HostTime?
    /// The time until which it runs in the background whatever it does.
    var wokenUntil: HostTime?
    var grounds: RunningGrounds = []
    /// The remote commands that the app takes.
    var commands: RemoteCommands = []
    /// The order in which non-mixable sessions last began to play; larger for later ones, 0 for
    /// never.
    var playOrder = 0
    /// Whether the app has been notified of the bar of a call.
    var hasCallBar = false
    /// The notifications that are pending while the app is suspended, in order.
    package internal(set) var pending: [AppNotification] = []
    /// The hint to silence secondary audio, as the foreground app would read it.
    var hint: Bool?
    /// Whether its session was active when the hint was last updated.
    var wasActiveAtHint = false
    /// The mix mode as last updated.
    var manner: PlayingManner?

    init(description: AppDescription, session: Session, hasAudioMode: Bool) {
        self.description = description
        self.session = session
        self.hasAudioMode = hasAudioMode
        commands = description.commands
    }

    package var isForeground: Bool { state == .active || state == .inactive }
}

/// The audio session of one app.
package struct Session: Hashable, Sendable {
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var routeSharingPolicy = RouteSharingPolicy.default
    package var isActive = false
    package var interruption: Interruption?
    var allowsSystemSoundsDuringRecording = false
    /// Whether the app overrides its output with the speaker.
    package var isOverriddenToSpeaker = false
    var prefersNoInterruptions = false
    var prefersDisconnectInterruption = true
    package var preferredInput: Port?

    /// The mode that is in effect: the default one when the category does not support the mode that
    /// the app has set.
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

/// A present interruption: from `.began` until `.ended`, or until the app activates its session
/// again.
package struct Interruption: Hashable, Sendable {
    /// The interrupter; `nil` for the disconnected route of the Now Playing app.
    var by: Actor?
    /// The serial number of the interruption.
    var order: Int
    /// Whether the session's output was unplugged meanwhile, so that the system keeps it paused.
    var hasLostRoute = false
}

/// One stream that has not ended.
package struct StreamRecord: Hashable, Sendable {
    var kind: StreamKind
    /// The app's own volume of the stream, linear, 0…1.
    package internal(set) var appVolume: Float
    var isHeldByApp = false
    var systemHold: SystemHold?
    /// Whether a system sound plays to its end whatever happens to the app.
    package internal(set) var outlivesApp = false
    package internal(set) var verdict: Verdict?
    /// The traits as last counted.
    var traits: StreamTraits = []

    var isHeld: Bool { isHeldByApp || systemHold != nil }
}

/// Why the system pauses a stream until its app resumes it.
enum SystemHold: Hashable, Sendable {
    case interruption
    case routeLost
    case deactivation
    case suspension
    case mediaReset
    /// The session's category has changed to one without input.
    case inputLost
}
