package import AudioModel
package import DeviceActions
package import LiveDevice
package import ScenarioLanguage
import SimulationReports
package import SoundClient
import SoundMixer
package import SoundPolicy
package import SoundServer

/// A live device with apps that do what the scenario language says. It carries out actions at once,
/// shows their consequences, and records them as a scenario.
///
/// Ownership: the queue of the environment in `world`, on which every method must be called.
package final class LivePhone: ScriptedPhone, @unchecked Sendable {
    package let device: LiveDevice
    /// What it records. Any thread.
    package let recorder: LiveRecorder
    private var inputLevels: [StreamID: PeakMeter] = [:]
    private var isFeeding = false

    /// Interval at which pipes of streamed sounds are filled.
    static let feedingInterval = HostInterval.milliseconds(20)
    /// Time for which an ended app's library is kept: until its last sample has faded and it has
    /// stopped its output after `AppSound.idleDelay`.
    static let fading = HostInterval.seconds(4)

    /// - Parameters:
    ///   - path: Path of the scenario that will be recorded; sound files are relative to its folder.
    ///   - configure: Changes what `setup` does not have.
    package init(
        _ setup: PhoneSetup = PhoneSetup(), installed: [AppDeclaration], path: String = "",
        world: LiveEnvironment, configure: (inout PolicyConfiguration) -> Void = { _ in },
        observer: PolicyObserver? = nil
    ) {
        let recorder = LiveRecorder(path: path, setup: setup, apps: installed)
        self.recorder = recorder
        var configuration = PolicyConfiguration(
            Scenario(path: path, phone: setup, duration: .zero), disabledRules: [])
        configure(&configuration)
        let deviceSounds = DeviceSounds()
        device = LiveDevice(
            configuration, clock: world.clock, outputs: deviceSounds, recorder: recorder,
            observer: observer)
        super.init(
            device.server, deviceSounds, installed: installed,
            sounds: StorySounds(scenarioPath: path), world: world)
        device.builtInApps = self
    }

    /// Time since it was switched on.
    package var age: HostInterval { device.age }

    /// The libraries of all apps that may be audible now, and the device's own.
    package var audibleLibraries: [AppSound] {
        apps.map(\.sound) + leftovers + [deviceSound]
    }

    /// The scenario recorded so far, which ends now.
    package var scenario: Scenario { recorder.scenario(endingAt: .zero + age) }

    /// Number of actions beyond the limit of the recording.
    package var lostActCount: Int { recorder.lostActCount }

    /// The phone's current state.
    package var snapshot: LiveSnapshot {
        noteEndedApps()
        var snapshot = device.snapshot
        (snapshot.recordedActCount, snapshot.lostActCount) = (
            recorder.actCount, recorder.lostActCount
        )
        return snapshot
    }

    /// Meets the deadlines that are due, so that the next action comes after them.
    package func handleDeadlines() { device.handleDeadlines() }

    /// Carries out an action and records it.
    @discardableResult
    package func perform(_ action: Action) -> LiveDevice.Outcome {
        switch action {
        case .phone(let act): return device.perform(act)
        case .network(let act):
            return device.perform(
                unless: { nil }, record: { recorder.add(action, refusal: $0) }
            ) { () throws(SessionError) in change(act) }
        case .app(let name, let act):
            return device.perform(
                unless: { problem(with: act, by: name) },
                record: { recorder.add(action, refusal: $0) }
            ) { () throws(SessionError) in
                defer { noteEndedApps() }
                try perform(act, by: name)
            }
        }
    }

    /// Carries out an event of the device and records it.
    @discardableResult
    package func perform(_ event: DeviceEvent) -> LiveDevice.Outcome {
        perform(.phone(.event(event)))
    }

    /// Ends every app and stops every device.
    package func switchOff() {
        for app in apps { server.end(app.id, .killed) }
        device.switchOff()
        apps = []
        leftovers = []
        feeders = []
    }

    // MARK: The scripted phone

    override func didStart(
        _ stream: StreamID, _ lane: StreamLane, in library: AppSound, playing played: PlayedSound?
    ) {
        device.setName(lane.fullName, of: stream)
    }

    override func didEnd(_ stream: StreamID) { inputLevels[stream] = nil }

    /// Lets an ended app's sounds fade, then releases its library.
    override func didEnd(_ app: ScriptedApp) {
        feeders.removeAll { $0.owner.app == app.id }
        world.environment.after(Self.fading) { [weak self, sound = app.sound] in
            self?.leftovers.removeAll { $0 === sound }
        }
    }

    /// Keeps the pipes of streamed sounds full for as long as there are any.
    override func didAddFeeder() {
        for feeder in feeders { feeder.topUp() }
        guard !isFeeding, !feeders.isEmpty else { return }
        isFeeding = true
        world.environment.after(Self.feedingInterval) { [weak self] in
            self?.isFeeding = false
            self?.didAddFeeder()
        }
    }

    override func record(
        _ name: String, from spec: SoundSpec?, in app: ScriptedApp
    ) throws(SessionError) {
        let level = PeakMeter()
        let lane = StreamLane(
            app: app.declaration.name, name: name, sound: "microphone", kind: .recorder)
        inputLevels[try startRecording(as: lane, in: app) { level.take($0) }] = level
    }
}

extension LivePhone: BuiltInApps {
    package var builtInApps: [(name: String, app: AppID?)] {
        installed.map { ($0.name, app(named: $0.name)?.id) }
    }

    package func carryOut(_ act: PhoneAct) throws(SessionError) {
        defer { noteEndedApps() }
        if act == .erased { device.switchOff() }
        try perform(act)
    }

    package func level(of stream: StreamID, isHeld: Bool) -> Float? {
        if let input = inputLevels[stream] { return input.takePeak() }
        guard !isHeld,
            let sound = audibleLibraries.first(where: { $0.connection.app == stream.app })
        else { return nil }
        return sound.meter(ofStream: stream.number)?.outputPeak ?? 0
    }
}
