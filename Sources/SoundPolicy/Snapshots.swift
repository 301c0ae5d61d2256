import AudioModel

// What others may read of the policy.

extension PolicyMachine {
    /// What was last decided of a stream; `nil` when it has ended or never was.
    public func verdict(of stream: StreamID) -> Verdict? { streams[stream]?.verdict }

    public func directive(of stream: StreamID) -> StreamDirective? {
        streams[stream]?.verdict.map { directive(for: $0) }
    }

    public var route: Route { currentRoute }

    /// Where sounds of a kind come out now.
    public func outputs(of kind: StreamKind) -> [Port] { soundOutputs(of: kind, on: currentRoute) }

    /// Whether the route picker offers an output: those of the device, what is plugged in, and
    /// every AirPlay receiver.
    public func mayBePicked(_ port: Port) -> Bool {
        switch port.kind {
        case .airplay, .speaker: true
        case .receiver: configuration.hasReceiver
        case .builtInMicrophone, .headsetMicrophone: false
        default: device.accessories.contains(port)
        }
    }
    /// Whether there is any microphone, for whoever may use one.
    public var isMicrophoneThere: Bool {
        !availableInputs(for: Session(category: .playAndRecord, options: .allowBluetooth)).isEmpty
    }

    public var ringSwitch: RingSwitch { device.ringSwitch }
    public var isLocked: Bool { device.isLocked }
    /// Whether the user holds the device on its side.
    public var isLandscape: Bool { device.isLandscape }
    public var callState: CallState { device.call }
    /// Whether something with a button to play and to answer calls is connected.
    public var hasHeadsetButton: Bool {
        device.accessories.contains(where: \.kind.hasHeadsetButton)
    }
    /// Whether protected files can be read.
    public var isProtectedDataAvailable: Bool { !device.isDataProtected }

    /// The present value of one volume, 0…1.
    public func currentVolume(_ kind: VolumeKind) -> Float { volume(of: kind) }

    public func state(of app: AppID) -> AppState { apps[app]?.state ?? .notRunning }

    /// Whether an app, running or not, has a stream that has not ended.
    public func hasStreams(of app: AppID) -> Bool { liveStreams.contains { $0.app == app } }

    /// One app's session; `nil` when it is not running.
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

/// What the policy knows of one session.
public struct SessionFacts: Hashable, Sendable {
    public var category: SessionCategory
    public var mode: SessionMode
    public var options: SessionOptions
    public var isActive: Bool
    public var interruptedBy: Actor?
    public var isInterrupted: Bool
    public var routeSharingPolicy: RouteSharingPolicy
    public var availableInputs: [Port]
    public var preferredInput: Port?
}
