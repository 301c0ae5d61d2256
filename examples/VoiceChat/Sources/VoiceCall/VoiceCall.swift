import AVFAudio

/// One end of a voice call: sends what the microphone captures, and plays what arrives.
///
/// A telephone call or an alarm interrupts it; it goes on when that has ended.
@MainActor
public final class VoiceCall {
    private let network: any VoiceNetwork
    private let arrived = JitterBuffer(reserveSeconds: 0.06)
    private var unit: VoiceUnit?
    /// Whether the user wants to talk; an interruption changes nothing about that.
    private var isWanted = false
    private var observers: [any NSObjectProtocol] = []
    /// Whether the system activates the session, as for a call of CallKit's.
    private let isActivatedBySystem: Bool

    /// - Parameter isActivatedBySystem: Whether the system activates the session, before each
    ///   `start()`, and deactivates it after each `hangUp()`.
    public init(network: any VoiceNetwork, isActivatedBySystem: Bool = false) throws {
        self.network = network
        self.isActivatedBySystem = isActivatedBySystem
        try configure()
        network.receive { [arrived] in arrived.write($0) }
        observe(AVAudioSession.interruptionNotification) { call, type in
            call.handleInterruption(type)
        }
        observe(AVAudioSession.mediaServicesWereResetNotification) { call, _ in call.reset() }
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    /// Sets up the session; again after a reset of the media services, which forget it.
    private func configure() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(
            .playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker, .allowBluetoothHFP])
        try session.setPreferredIOBufferDuration(0.005)
        // Without its headset a call goes on, from the speaker.
        try session.setPrefersInterruptionOnRouteDisconnect(false)
    }

    private func observe(
        _ name: Notification.Name,
        _ handler: @escaping @MainActor @Sendable (VoiceCall, UInt?) -> Void
    ) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                [weak self] notification in
                let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                MainActor.assumeIsolated {
                    if let self { handler(self, type) }
                }
            })
    }

    /// Whether the microphone is on and what arrives is played.
    public var isRunning: Bool { unit?.isRunning ?? false }

    /// Whether the microphone is sent as it is, with the echo of the speaker.
    public var isBypassed = false {
        didSet { try? unit?.setBypassed(isBypassed) }
    }

    /// Begins to talk.
    public func start() throws {
        isWanted = true
        try resume()
    }

    private func resume() throws {
        if !isActivatedBySystem { try AVAudioSession.sharedInstance().setActive(true) }
        let unit = try unit ?? VoiceUnit(network, arrived)
        self.unit = unit
        try unit.setBypassed(isBypassed)
        try unit.start()
    }

    /// Ends the call, and lets other apps go on.
    public func hangUp() {
        isWanted = false
        unit = nil
        arrived.clear()
        guard !isActivatedBySystem else { return }
        try? AVAudioSession.sharedInstance().setActive(
            false, options: .notifyOthersOnDeactivation)
    }

    private func handleInterruption(_ type: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began:
            // The system has stopped the unit. What was said before is not to be heard after.
            arrived.clear()
        case .ended:
            // The system says so by an activation of its own.
            if isWanted, !isActivatedBySystem { try? resume() }
        default: break
        }
    }

    /// The unit is of no use after a reset of the media services.
    private func reset() {
        unit = nil
        try? configure()
        if isWanted, !isActivatedBySystem { try? resume() }
    }
}
