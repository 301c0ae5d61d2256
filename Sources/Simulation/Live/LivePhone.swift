import AudioFormats
import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A phone whose time is the world's: it does at once what it is told, shows what came of it, and
/// remembers it as a scenario.
///
/// Everything is called on the queue of its world's environment.
package final class LivePhone: @unchecked Sendable {
    package let server: Server
    package let world: LiveWorld
    package let setup: PhoneSetup
    /// What can be opened, in the order given.
    package let installed: [AppDeclaration]
    /// Since when it is on.
    package let start: HostTime

    /// Running apps, in the order of launch.
    var apps: [SimulatedApp] = []
    /// Libraries of apps whose process is gone, until their last sample has faded.
    var leftovers: [AppSound] = []
    var feeders: [Feeder] = []
    let sounds: StorySounds
    let log: LiveLog
    let recorder: LiveRecorder
    /// Apps that run elsewhere, by name; gone ones too, until one of the name comes again.
    var places: [(name: String, guest: any LiveGuest)] = []
    /// What each stream is called, ended ones too as long as the log may speak of them.
    var streamNames = StreamNames()
    var inputLevels: [StreamID: InputLevel] = [:]
    private(set) var deviceSounds: LivePhoneSounds!
    private var isFeeding = false

    /// How often pipes of streamed sounds are filled.
    static let feedingInterval = HostInterval.milliseconds(20)
    /// How long an ended app's library stays: until its last sample has faded and it has stopped
    /// its output, which `AppSound.idleDelay` says.
    static let fading = HostInterval.seconds(4)

    /// - Parameters:
    ///   - path: Of the scenario that it will be recorded as; sounds are found from its folder.
    package init(
        _ setup: PhoneSetup = PhoneSetup(), installed: [AppDeclaration], path: String = "",
        world: LiveWorld, observer: PolicyObserver? = nil
    ) {
        self.setup = setup
        self.installed = installed
        self.world = world
        start = world.clock.now
        sounds = StorySounds(scenarioPath: path)
        let recorder = LiveRecorder(path: path, setup: setup, apps: installed, start: start)
        self.recorder = recorder
        let log = LiveLog(start: start)
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

    /// Since it was switched on.
    package var age: HostInterval { world.clock.now - start }

    /// Everything that may sound now.
    package var sounding: [AppSound] {
        apps.map(\.sound) + leftovers + [deviceSounds.sound]
    }

    /// What was done so far, as a scenario that ends now.
    package var scenario: Scenario { recorder.scenario(endingAt: .zero + age) }

    /// How many acts were too many for the scenario.
    package var lostActCount: Int { recorder.lostActCount }

    package enum Outcome: Equatable, Sendable {
        case done
        /// Asked for and refused, for all to see.
        case refused(SessionError)
        /// Makes no sense now, and was not done; why, for people.
        case impossible(String)
    }

    /// Lets happen what has fallen due, so that what is done next comes after it.
    package func meetDeadlines() { server.meetDeadlines() }

    /// Does something, and writes down that it was done.
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

    /// Forgets apps that the system has ended.
    func noteEndedApps() {
        let ended = apps.filter { state(of: $0) == .notRunning }
        guard !ended.isEmpty else { return }
        apps.removeAll { app in ended.contains { $0 === app } }
        for app in ended { fade(app.sound) }
    }

    /// Lets what an ended app has sounding fade, then lets go of it.
    func fade(_ sound: AppSound) {
        feeders.removeAll { $0.owner.app == sound.connection.app }
        leftovers.append(sound)
        world.environment.after(Self.fading) { [weak self] in
            self?.leftovers.removeAll { $0 === sound }
        }
    }
}
