public import AVFAudio

/// Mixes loops of rain and waves around the listener until the user sleeps: an `AVAudioEngine` as an
/// app on an iPhone would have it.
@MainActor
public final class Soundscape {
    public enum Layer: CaseIterable, Sendable {
        case rain, waves
    }

    /// Whether the layers play, or will go on after an interruption.
    public private(set) var isOn = false
    /// The engine; another one after the media services were reset.
    public private(set) var engine = AVAudioEngine()

    private let loops: [Layer: AVAudioPCMBuffer]
    private var players: [Layer: AVAudioPlayerNode] = [:]
    private var volumes: [Layer: Float] = [:]
    private var sleepTimer: Timer?
    private var observers: [any NSObjectProtocol] = []

    /// How often the volume follows the fade, in seconds; the mixer makes ramps of the steps.
    private static let fadeStep = 0.5

    /// - Parameters:
    ///   - rain: A mono sound, which is repeated without a gap.
    ///   - waves: Another one.
    public init(rain: AVAudioPCMBuffer, waves: AVAudioPCMBuffer) throws {
        loops = [.rain: rain, .waves: waves]
        try AVAudioSession.sharedInstance().setCategory(.playback)
        connect()
        observe()
    }

    isolated deinit {
        sleepTimer?.invalidate()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    // MARK: The buttons

    /// Plays all layers from their starts, at full volume.
    public func play() throws {
        sleepTimer?.invalidate()
        engine.mainMixerNode.outputVolume = 1
        try AVAudioSession.sharedInstance().setActive(true)
        try start()
        isOn = true
    }

    public func stop() {
        sleepTimer?.invalidate()
        isOn = false
        for player in players.values { player.stop() }
        engine.stop()
        try? AVAudioSession.sharedInstance().setActive(
            false, options: .notifyOthersOnDeactivation)
    }

    /// Sets how loud a layer is, 0…1, now and whenever it plays.
    public func setVolume(_ volume: Float, of layer: Layer) {
        volumes[layer] = volume
        players[layer]?.volume = volume
    }

    /// Fades to silence, then stops.
    public func sleep(in seconds: TimeInterval) {
        sleepTimer?.invalidate()
        let (began, full) = (Date(), engine.mainMixerNode.outputVolume)
        sleepTimer = .scheduledTimer(withTimeInterval: Self.fadeStep, repeats: true) {
            [weak self] _ in
            MainActor.assumeIsolated {
                let rest = Float(1 - Date().timeIntervalSince(began) / seconds)
                if rest > 0 {
                    self?.engine.mainMixerNode.outputVolume = full * rest
                } else {
                    self?.stop()
                }
            }
        }
    }

    // MARK: The engine

    /// Connects each layer to a place around the listener: rain to the right, waves to the left.
    private func connect() {
        let space = AVAudioEnvironmentNode()
        engine.attach(space)
        engine.connect(space, to: engine.mainMixerNode, format: nil)
        for layer in Layer.allCases {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: space, format: loops[layer]?.format)
            player.position = AVAudio3DPoint(x: layer == .rain ? 0.8 : -0.8, y: 0, z: -0.6)
            player.volume = volumes[layer] ?? 1
            players[layer] = player
        }
    }

    private func start() throws {
        try engine.start()
        for layer in Layer.allCases {
            guard let player = players[layer], let loop = loops[layer] else { continue }
            player.stop()
            player.scheduleBuffer(loop, at: nil, options: .loops)
            player.play()
        }
    }

    // MARK: What the system tells

    private func observe() {
        observe(AVAudioSession.interruptionNotification) { soundscape, info in
            let type = info[AVAudioSessionInterruptionTypeKey]
            guard type == AVAudioSession.InterruptionType.ended.rawValue else { return }
            let options = info[AVAudioSessionInterruptionOptionKey] ?? 0
            soundscape.resume(AVAudioSession.InterruptionOptions(rawValue: options))
        }
        observe(AVAudioSession.routeChangeNotification) { soundscape, info in
            let reason = info[AVAudioSessionRouteChangeReasonKey]
            guard reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue else {
                return
            }
            soundscape.stop()
        }
        observe(.AVAudioEngineConfigurationChange) { soundscape, _ in soundscape.restart() }
        observe(AVAudioSession.mediaServicesWereResetNotification) { soundscape, _ in
            soundscape.rebuild()
        }
    }

    /// - Parameter handle: Gets the numbers in the notification.
    private func observe(
        _ name: Notification.Name,
        _ handle: @escaping @MainActor (Soundscape, [String: UInt]) -> Void
    ) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                [weak self] notification in
                let numbers = (notification.userInfo ?? [:]).compactMap { key, value in
                    (key as? String).flatMap { key in (value as? UInt).map { (key, $0) } }
                }
                let info = Dictionary(uniqueKeysWithValues: numbers)
                MainActor.assumeIsolated {
                    if let self { handle(self, info) }
                }
            })
    }

    /// The system has paused the engine, and not its fade's timer; the layers go on where they were.
    private func resume(_ options: AVAudioSession.InterruptionOptions) {
        guard isOn else { return }
        guard options.contains(.shouldResume) else { return stop() }
        do {
            try AVAudioSession.sharedInstance().setActive(true)
            try engine.start()
            for player in players.values { player.play() }
        } catch {
            stop()
        }
    }

    /// The engine has stopped itself, because the hardware has another format now. Its nodes and
    /// connections, and the volume of the fade, are those before.
    private func restart() {
        guard isOn, !engine.isRunning else { return }
        do { try start() } catch { stop() }
    }

    /// The old engine is dead, and so are its nodes.
    private func rebuild() {
        let volume = engine.mainMixerNode.outputVolume
        engine = AVAudioEngine()
        connect()
        engine.mainMixerNode.outputVolume = volume
        guard isOn else { return }
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            try start()
        } catch {
            stop()
        }
    }
}
