import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A phone in real time. It carries out actions at once, shows their consequences, and records them
/// as a scenario.
///
/// Ownership: the queue of the environment in `world`, on which every method must be called.
package final class LivePhone: @unchecked Sendable {
    package let server: Server
    package let world: LiveEnvironment
    package let setup: PhoneSetup
    /// The apps that can be opened, in the order given.
    package let installed: [AppDeclaration]
    /// Time at which it was switched on.
    package let start: HostTime

    /// Running apps, in the order of launch.
    var apps: [SimulatedApp] = []
    /// Libraries of ended processes, until their last sample has faded.
    var leftovers: [AppSound] = []
    var feeders: [Feeder] = []
    let sounds: StorySounds
    let log: ActivityLog
    let recorder: LiveRecorder
    /// External apps by name; an ended one is kept until another with its name connects.
    var places: [(name: String, guest: any ExternalApp)] = []
    /// Names of streams; those of ended streams are kept while the log may mention them.
    var streamNames = StreamNames()
    var inputLevels: [StreamID: InputLevel] = [:]
    private(set) var deviceSounds: LivePhoneSounds!
    private var isFeeding = false

    /// Interval at which pipes of streamed sounds are filled.
    static let feedingInterval = HostInterval.milliseconds(20)
    /// Time for which an ended app's library is kept: until its last sample has faded and it has
    /// stopped its output after `AppSound.idleDelay`.
    static let fading = HostInterval.seconds(4)

    /// - Parameters:
    /// - path: Path of the scenario that will be recorded; sound files are relative to its folder.
    package init(
        _ setup: PhoneSetup = PhoneSetup(), installed: [AppDeclaration], path: String = "",
        world: LiveEnvironment, observer: PolicyObserver? = nil
    ) {
        self.setup = setup
        self.installed = installed
        self.world = world
        start = world.clock.now
        sounds = StorySounds(scenarioPath: path)
        let recorder = LiveRecorder(path: path, setup: setup, apps: installed, start: start)
        self.recorder = recorder
        let log = ActivityLog(start: start)
        self.log = log
        let outputs = LivePhoneSounds(world.environment)
        server = Server(
            configuration: PolicyConfiguration(
                Scenario(path: path, phone: setup, duration: .zero), rulesOff: []),
            clock: world.clock, outputs: outputs,
            observer: {
                log.append($0, $1, $2)
                recorder.note($0, $1, $2)
                observer?($0, $1, $2)
            })
        deviceSounds = outputs
        outputs.connect(to: self)
    }

    /// Time since it was switched on.
    package var age: HostInterval { world.clock.now - start }

    /// All libraries that may sound now.
    package var sounding: [AppSound] {
        apps.map(\.sound) + leftovers + [deviceSounds.sound]
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
    package func meetDeadlines() { server.meetDeadlines() }

    /// Carries out an action and records it.
    @discardableResult
    package func perform(_ action: Action) -> Outcome {
        meetDeadlines()
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

    /// Ends every app and stops every device.
    package func switchOff() {
        for app in apps { server.end(app.id, .killed) }
        for (_, guest) in places { server.end(guest.app, .killed) }
        apps = []
        leftovers = []
        feeders = []
    }

    /// Keeps the pipes of streamed sounds full for as long as there are any.
    func startFeeding() {
        for feeder in feeders { feeder.topUp() }
        guard !isFeeding, !feeders.isEmpty else { return }
        isFeeding = true
        world.environment.after(Self.feedingInterval) { [weak self] in
            self?.isFeeding = false
            self?.startFeeding()
        }
    }

    func state(of app: SimulatedApp) -> AppState { server.inspect { $0.state(of: app.id) } }

    /// Removes apps that the system has ended.
    func noteEndedApps() {
        let ended = apps.filter { state(of: $0) == .notRunning }
        guard !ended.isEmpty else { return }
        apps.removeAll { app in ended.contains { $0 === app } }
        for app in ended { fade(app.sound) }
    }

    /// Lets an ended app's sounds fade, then releases its library.
    func fade(_ sound: AppSound) {
        feeders.removeAll { $0.owner.app == sound.connection.app }
        leftovers.append(sound)
        world.environment.after(Self.fading) { [weak self] in
            self?.leftovers.removeAll { $0 === sound }
        }
    }
}
