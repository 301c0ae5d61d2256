public import AudioModel

// The public state of the policy.

extension PolicyMachine {
    /// Returns the present verdict on a stream; `nil` when it has ended or never existed.
    public func verdict(of stream: StreamID) -> Verdict? { streams[stream]?.verdict }

    /// Returns the present directive for a stream; `nil` when it has ended or never existed.
    public func directive(of stream: StreamID) -> StreamDirective? {
        streams[stream]?.verdict.map { directive(for: $0) }
    }

    /// The present route.
    public var route: Route { currentRoute }

    /// Returns the outputs that play a kind of stream at present.
    public func outputs(of kind: StreamKind) -> [Port] { soundOutputs(of: kind, on: currentRoute) }

    /// Whether the route picker offers an output: the device's own, accessories, and every AirPlay
    /// receiver.
    public func mayBePicked(_ port: Port) -> Bool {
        switch port.kind {
        case .airplay, .speaker: true
        case .receiver: configuration.hasReceiver
        case .builtInMicrophone, .headsetMicrophone: false
        default: device.accessories.contains(port)
        }
    }

    /// The outputs that the route picker shows when it is opened in an app: the device's own, what is
    /// plugged in, and the AirPlay receivers within reach. The receiver is one during a call, and for
    /// a session of the category `playAndRecord`.
    public func routeChoices(of app: AppID) -> [Port] {
        let speaks = apps[app]?.session.category == .playAndRecord || device.shownCall == .connected
        let own: [Port] = configuration.hasReceiver && speaks ? [.speaker, .receiver] : [.speaker]
        return own + device.accessories
    }

    /// Whether the device has any microphone that a session may use.
    public var isMicrophoneAvailable: Bool {
        !availableInputs(for: Session(category: .playAndRecord, options: .allowBluetooth)).isEmpty
    }

    /// The position of the ring/silent switch.
    public var ringSwitch: RingSwitch { device.ringSwitch }
    /// Whether the phone is locked.
    public var isLocked: Bool { device.isLocked }
    /// How the device is held.
    public var orientation: DeviceOrientation { device.orientation }
    /// The device's battery.
    public var battery: Battery { device.battery }
    /// Whether something is close to the proximity sensor.
    public var isNear: Bool { device.isNear }
    /// The state of the phone call.
    public var callState: CallState { device.shownCall }
    /// The app with a VoIP call, and the state of the call.
    public var appCall: AppCallSnapshot? {
        device.appCall.map { AppCallSnapshot(app: $0.app, state: $0.state) }
    }
    /// Whether a device with a button that plays and answers calls is connected.
    public var hasHeadsetButton: Bool {
        device.accessories.contains(where: \.kind.hasHeadsetButton)
    }
    /// The present interrupters, including a call.
    package var interrupters: [Interrupter] {
        var interrupters: [Interrupter] = []
        appendInterrupters(to: &interrupters)
        return interrupters
    }

    func appendInterrupters(to interrupters: inout [Interrupter]) {
        if device.isEmergencySounding { interrupters.append(.emergency) }
        if device.hasCall { interrupters.append(.call) }
        if device.isAlarmSounding { interrupters.append(.alarm) }
        if device.isTimerSounding { interrupters.append(.timer) }
        if device.isAssistantListening { interrupters.append(.assistant) }
    }

    /// Whether protected files can be read.
    public var isProtectedDataAvailable: Bool { !device.isDataProtected }

    /// Returns the present value of one volume, 0…1.
    public func currentVolume(_ kind: VolumeKind) -> Float { volume(of: kind) }

    /// Returns the state of an app.
    public func state(of app: AppID) -> AppState { apps[app]?.state ?? .notRunning }

    /// Whether an app, running or not, has a stream that has not ended.
    public func hasStreams(of app: AppID) -> Bool { streams.ids.contains { $0.app == app } }

    /// Returns the facts of one app's session; `nil` when the app is not running.
    public func session(of app: AppID) -> SessionFacts? {
        guard let record = apps[app] else { return nil }
        return SessionFacts(
            category: record.session.category, mode: record.session.mode,
            options: record.session.options, isActive: record.session.isActive,
            interruptedBy: record.session.interruption?.by,
            isInterrupted: record.session.interruption != nil,
            routeSharingPolicy: record.session.routeSharingPolicy,
            availableInputs: availableInputs(for: record.session),
            preferredInput: record.session.preferredInput)
    }
}

/// The state of one session.
public struct SessionFacts: Hashable, Sendable {
    public var category: SessionCategory
    public var mode: SessionMode
    public var options: SessionOptions
    public var isActive: Bool
    /// The interrupter; `nil` without an interruption, and for an interruption by a lost route.
    public var interruptedBy: Actor?
    /// Whether the session is interrupted.
    public var isInterrupted: Bool
    public var routeSharingPolicy: RouteSharingPolicy
    /// The inputs that the session may choose from; empty for a category without input.
    public var availableInputs: [Port]
    /// The input that the app prefers; `nil` leaves the choice to the system.
    public var preferredInput: Port?
}
