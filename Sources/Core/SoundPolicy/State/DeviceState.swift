public import AudioModel

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
    /// How the device is held; a change of orientation without a position turns it between portrait
    /// and landscape.
    var orientation = DeviceOrientation.portrait
    var battery = Battery(1)
    /// Whether something is close to the proximity sensor.
    var isNear = false
    var call = CallState.none
    /// The VoIP call of an app.
    var appCall: AppCall?
    /// Whether the user has silenced the ringing call with a button.
    var isRingSilenced = false
    var isAlarmSounding = false
    var snoozedUntil: HostTime?
    var isTimerSounding = false
    /// Whichever of an alarm and a timer a call has silenced, and of an emergency alert a button; it
    /// lasts without sound and vibration.
    var cutRings: [Interrupter] = []
    /// Whether the present call arrived as a banner.
    var isCallBanner = false
    var isAssistantListening = false
    /// The seek that lasts until a headset's button is released.
    var headsetSeek: HeadsetSeek?
    var isEmergencySounding = false
    var areMediaServicesLost = false
    /// The outputs that the user has picked, one for each route-sharing policy.
    var pickedOutputs: [PickedOutput] = []
    /// The output that the user has picked for the present call.
    var callOutput: Port?
    /// The accessory that was plugged in last and has not been the output since; only where the
    /// output follows picks.
    var unusedAccessory: Port?
    package internal(set) var foregroundApp: AppID?
    /// The overlays over the foreground app, in the order of opening.
    var overlays: [Overlay] = []
    /// The app that returns to the foreground when the phone is unlocked.
    var appUnderLock: AppID?
    /// The app that an answered call has covered, and that returns to the foreground after it.
    var appUnderCall: AppID?
    /// The time from which protected files cannot be read; `nil` unless the delay is running.
    var protectsDataAt: HostTime?
    var isDataProtected = false
    /// Whether the present call was answered while the phone was locked.
    var isCallAnsweredUnderLock = false

    func isOn(_ setting: DeviceSetting) -> Bool { !settingsOff.contains(setting) }

    /// Whether there is a call, of the telephone or of an app, that ranks before all sessions: not
    /// one that its app only prepares.
    var hasCall: Bool { call != .none || appCall != nil && appCall?.state != .starting }

    /// Whether there is a call that the user can end.
    var hasCallToEnd: Bool { call != .none || appCall != nil }

    /// Whether a call rings.
    var isCallRinging: Bool { call == .ringing || appCall?.state == .ringing }

    /// The state of the call that the user sees: the telephone's before an app's.
    var shownCall: CallState {
        guard call == .none, let appCall else { return call }
        return switch appCall.state {
        case .ringing: .ringing
        case .starting: .none
        case .answering, .connected, .held: .connected
        }
    }

    /// Whether an alarm rings that no call has cut.
    var isAlarmRinging: Bool { isAlarmSounding && !cutRings.contains(.alarm) }

    /// Whether the end of a timer rings that no call has cut.
    var isTimerRinging: Bool { isTimerSounding && !cutRings.contains(.timer) }

    /// Whether an alert covers the foreground app. A connected call does not.
    var isUnderAlert: Bool {
        isCallRinging && !isCallBanner || isAlarmSounding || isTimerSounding
            || isAssistantListening || isEmergencySounding
    }

    /// Returns the present interrupter with the highest priority.
    func interrupter(callsFirst: Bool) -> Interrupter? {
        if isEmergencySounding, !callsFirst || !hasCall { return .emergency }
        if hasCall { return .call }
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

/// A seek that a headset's button has begun.
struct HeadsetSeek: Hashable, Sendable {
    var kind: RemoteCommandKind
    var app: AppID
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
