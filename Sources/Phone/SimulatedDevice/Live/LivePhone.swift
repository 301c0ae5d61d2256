package import AudioModel
package import ScenarioLanguage
import SimulationReports
package import SoundClient
package import SoundPolicy
package import SoundServer

/// A phone in real time. It carries out actions at once, shows their consequences, and records them
/// as a scenario.
///
/// Ownership: the queue of the environment in `world`, on which every method must be called.
package final class LivePhone: ScriptedPhone, @unchecked Sendable {
    package let setup: PhoneSetup
    /// Time at which it was switched on.
    package let start: HostTime

    let log: ResponseLog
    let failedCommands = FailedCommandLog()
    let recorder: LiveRecorder
    /// External apps by name; an ended one is kept until another with its name connects.
    var namedApps: [(name: String, externalApp: any ExternalApp)] = []
    /// Names of streams; those of ended streams are kept while the log may mention them.
    var streamNames = RecentNames<StreamID>()
    var inputLevels: [StreamID: PeakMeter] = [:]
    private var isFeeding = false

    /// Interval at which pipes of streamed sounds are filled.
    static let feedingInterval = HostInterval.milliseconds(20)
    /// Time for which an ended app's library is kept: until its last sample has faded and it has
    /// stopped its output after `AppSound.idleDelay`.
    static let fading = HostInterval.seconds(4)
    /// Limit of events between two reads of the log.
    static let eventsMax = 2_000

    /// - Parameters:
    /// - path: Path of the scenario that will be recorded; sound files are relative to its folder.
    /// - recordsActions: Whether `scenario` has what happens; otherwise it has no action.
    /// - playsDeviceSounds: Whether the phone itself rings and reminds; otherwise others do.
    /// - configure: Changes what `setup` does not have.
    package init(
        _ setup: PhoneSetup = PhoneSetup(), installed: [AppDeclaration], path: String = "",
        recordsActions: Bool = true, world: LiveEnvironment, playsDeviceSounds: Bool = true,
        configure: (inout PolicyConfiguration) -> Void = { _ in },
        observer: PolicyObserver? = nil
    ) {
        self.setup = setup
        let start = world.clock.now
        self.start = start
        let recorder = LiveRecorder(
            path: path, setup: setup, apps: installed, start: start, isOn: recordsActions)
        self.recorder = recorder
        let log = ResponseLog(entriesMax: Self.eventsMax, keepsRefusals: true)
        self.log = log
        var configuration = PolicyConfiguration(
            Scenario(path: path, phone: setup, duration: .zero), disabledRules: [])
        configure(&configuration)
        super.init(
            configuration, installed: installed, sounds: StorySounds(scenarioPath: path),
            world: world,
            playsDeviceSounds: playsDeviceSounds,
            observer: {
                log.append($0, $1, $2)
                recorder.note($0, $1, $2)
                observer?($0, $1, $2)
            })
        // What the phone remembers is how its recording begins.
        if configuration.memory != nil { recorder.begin(with: snapshot.device) }
        server.observeReports { [failedCommands] in failedCommands.append($0, $1, $2) }
    }

    /// Time since it was switched on.
    package var age: HostInterval { world.clock.now - start }

    /// The libraries of all apps that may be audible now, and the device's own.
    package var audibleLibraries: [AppSound] {
        apps.map(\.sound) + leftovers + [deviceSound]
    }

    /// The scenario recorded so far, which ends now.
    package var scenario: Scenario { recorder.scenario(endingAt: .zero + age) }

    /// Number of actions beyond the limit of the recording.
    package var lostActCount: Int { recorder.lostActCount }

    package enum Outcome: Equatable, Sendable {
        case done
        /// The action was carried out and refused with an error.
        case refused(SessionError)
        /// The action is impossible now and was not carried out; the text says why.
        case impossible(String)
    }

    /// Meets the deadlines that are due, so that the next action comes after them.
    package func handleDeadlines() { server.handleDeadlines() }

    /// Carries out an action and records it.
    @discardableResult
    package func perform(_ action: Action) -> Outcome {
        handleDeadlines()
        if let problem = problem(with: action) { return .impossible(problem) }
        recorder.beginAct(at: .zero + age)
        var refusal: SessionError?
        do throws(SessionError) {
            switch action {
            case .phone(let act): try perform(act)
            case .app(let name, let act): try perform(act, by: name)
            }
        } catch {
            refusal = error
        }
        noteEndedApps()
        if refusal == .resourceNotAvailable {
            return .impossible("the machine has no output for it")
        }
        recorder.add(action, refusal: refusal)
        return refusal.map { .refused($0) } ?? .done
    }

    /// Carries out an event of the device and records it.
    @discardableResult
    package func perform(_ event: DeviceEvent) -> Outcome { perform(.phone(.event(event))) }

    /// Ends every app and stops every device.
    package func switchOff() {
        for app in apps { server.end(app.id, .killed) }
        for (_, externalApp) in namedApps { server.end(externalApp.app, .killed) }
        apps = []
        leftovers = []
        feeders = []
    }

    // MARK: The scripted phone

    override func didStart(
        _ stream: StreamID, _ lane: StreamLane, in library: AppSound, playing played: PlayedSound?
    ) {
        streamNames.set(lane.fullName, of: stream)
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
