package import AudioModel
import LiveDevice
import SoundClient
package import SoundPolicy
package import SoundServer

/// A phone and apps in virtual time, for code that calls Apple's functions: everything happens in
/// `advance`, and the same calls give the same samples.
///
/// One thread at a time.
package final class SimulatedStage {
    package let server: Server
    package let loop: EventLoop
    private let outputs = DeviceSounds()
    private var apps: [StagedApp] = []
    /// The phone's music players.
    private let playerApps: PlayerApps
    /// Which files the system sounds of apps that are launched later are made from.
    package var systemSoundRule = SystemSoundRule.documented
    /// Whether the names of those files count where the rule restricts them.
    package var systemSoundNames = true
    /// What the recorders of apps that are launched later keep after an interruption.
    package var interruptedRecordings = InterruptedRecordingRule.discarded
    /// Makes the microphone of an app that is launched for another, as one that records what the other
    /// films.
    package var makeMicrophone: () -> VirtualMicrophone? = { nil }
    /// Called when a music player has been launched, with its app and its name.
    package var playerLaunched: (StagedApp, String) -> Void = { _, _ in }
    /// The observer, which must not change anything.
    package weak var observer: PhoneObserver? {
        didSet {
            guard let log = observer?.failedCommands else { return }
            server.observeReports { log.append($0, $1, $2) }
        }
    }

    /// Frames per second of every app's output.
    package static let sampleRate = OutputFrames.rate
    /// Largest number of frames rendered at a time: 10 ms.
    package static let blockFrames = OutputFrames.blockFrames

    /// - Parameter startDate: The date at the start in nanoseconds since 1970; `nil` for now.
    package init(
        _ configuration: PolicyConfiguration = PolicyConfiguration(),
        observer: PolicyObserver? = nil, startDate: Int64? = nil
    ) {
        loop = EventLoop(startDate: startDate)
        server = Server(
            configuration: configuration, clock: loop, outputs: outputs,
            observer: observer)
        let launcher = PlayerLauncher()
        playerApps = PlayerApps { launcher.stage?.launchPlayer($0) }
        launcher.stage = self
        loop.device = self
    }

    deinit {
        server.close()
        loop.close()
    }

    package var now: HostTime { loop.now }
    /// Frames rendered so far.
    package var frame: Int { loop.frame }

    /// Number of vibrations so far.
    package var vibrationCount: Int { outputs.vibrationCount }

    /// Launches an app and brings it to the foreground; the previous one leaves it first.
    ///
    /// - Parameter microphone: The app's microphone; `nil` for silence.
    package func open(
        _ name: String, backgroundModes: [String] = [], microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        open(AppDescription(name: name, backgroundModes: backgroundModes), microphone: microphone)
    }

    /// Launches an app with a full description; see `open(_:backgroundModes:microphone:)`.
    package func open(
        _ description: AppDescription, microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        let app = launch(description, microphone: microphone)
        server.open(app.id)
        return app
    }

    /// Starts an app's process, in the background.
    package func launch(_ description: AppDescription, microphone: VirtualMicrophone?) -> StagedApp
    {
        loop.prepareForAct()
        let app = StagedApp(
            loop, startingAt: frame, microphone: microphone, systemSounds: systemSoundRule,
            systemSoundNames: systemSoundNames,
            interruptedRecordings: interruptedRecordings
        ) {
            server.connect(description, $0)
        }
        app.sound.usePlayers(of: playerApps, as: description.name)
        apps.append(app)
        return app
    }

    private func launchPlayer(_ description: AppDescription) -> AppSound {
        let app = launch(description, microphone: makeMicrophone())
        playerLaunched(app, description.name)
        return app.sound
    }

    /// Connects the device's own sounds.
    package func connectDevice() -> StagedApp {
        let device = StagedApp(loop, startingAt: frame, microphone: nil) {
            server.connectDevice($0)
        }
        apps.append(device)
        outputs.player = device
        outputs.ring = { [unowned self] in
            let caller = server.inspect { $0.appCall?.app }
            return apps.first { $0.id == caller }?.sound.appCalls.ring
        }
        return device
    }

    /// Ends an app's process. Samples that it already delivered are still heard.
    package func end(_ app: StagedApp, _ termination: Termination) {
        loop.prepareForAct()
        server.end(app.id, termination)
    }

    /// Lets time pass, with everything that is due; see `EventLoop.advance`.
    package func advance(by interval: HostInterval) {
        loop.advance(to: now + interval)
    }
}

/// A weak reference from a stage's players to the stage.
///
/// Ownership: set once before any app runs; then read on the stage's thread.
private final class PlayerLauncher: @unchecked Sendable {
    weak var stage: SimulatedStage?
}

extension SimulatedStage: RenderedDevice {
    func render(_ frames: Range<Int>) {
        for app in apps { app.render(frameCount: frames.count) }
        observer?.noteRendered()
    }

    /// Services the outputs that requested it, and lets the microphones deliver what is due.
    func reactToSound() {
        for app in apps { app.serviceOutput() }
        for app in apps { app.listen(until: now) }
    }

    func finishBlock(upTo frame: Int) { observer?.stageDidFinishBlock(upTo: frame) }

    func didSettle() { observer?.stageDidSettle() }
}
