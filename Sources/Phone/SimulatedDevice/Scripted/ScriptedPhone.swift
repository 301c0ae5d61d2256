import AudioModel
import Cameras
import DeviceActions
import LiveDevice
package import ScenarioLanguage
import SimulationReports
import SoundClient
import SoundPolicy
package import SoundServer

/// A phone with a user and apps that do what the actions of the scenario language say, in virtual
/// or in real time.
///
/// A subclass decides what it does beside: record, measure, refuse what is impossible.
///
/// Ownership: the queue of the environment in `world`, on which every method must be called; in
/// virtual time the thread that lets time pass.
package class ScriptedPhone: @unchecked Sendable {
    package let server: Server
    package let world: LiveEnvironment
    /// The apps that can be opened, in the order given.
    package let installed: [AppDeclaration]
    let sounds: StorySounds

    /// The phone's network, and the servers that it reaches.
    let network: SimulatedNetwork
    /// The use of the phone's cameras, and the permission to use them.
    let cameraDesk = CameraDesk()
    final var cameraPermission = CameraPermission.granted

    /// The kind of player where an action names none.
    let defaultPlayer: PlayerKind

    /// Running apps, in the order of launch.
    final var apps: [ScriptedApp] = []
    /// Libraries of ended processes, until their last sample has faded.
    final var leftovers: [AppSound] = []
    final var feeders: [Feeder] = []
    /// Callbacks that apps do not return from, set before their launch.
    final var hangs: [String: [WatchedCallback: Double?]] = [:]
    /// Apps that hang at some time; callbacks of no other app are watched.
    let hangingApps: Set<String>
    /// The library of the device's own sounds.
    let deviceSound: AppSound

    /// - Parameter deviceSounds: The outputs of the server; the phone plays their tones.
    init(
        _ server: Server, _ deviceSounds: DeviceSounds, installed: [AppDeclaration],
        sounds: StorySounds, world: LiveEnvironment, hangingApps: Set<String> = [],
        defaultPlayer: PlayerKind = .player
    ) {
        self.installed = installed
        self.sounds = sounds
        self.world = world
        self.hangingApps = hangingApps
        self.defaultPlayer = defaultPlayer
        self.server = server
        network = SimulatedNetwork(world.environment)
        deviceSound = world.makeSound(
            "phone", notificationHandler: { _ in }, connect: { server.connectDevice($0) })
        deviceSounds.player = self
    }

    // MARK: For a subclass to replace

    /// Runs a block that came from the server or a library.
    func perform(_ block: @escaping @Sendable () -> Void) { world.environment.onQueue(block) }

    /// Called before a stream starts.
    func willStart(_ lane: StreamLane) {}

    /// Called when a stream has started; `played` is `nil` for a recording.
    func didStart(
        _ stream: StreamID, _ lane: StreamLane, in library: AppSound, playing played: PlayedSound?
    ) {}

    /// Called when a player has begun another stream in place of its own, which has ended.
    func didReplace(_ fullName: String, with next: StreamID, in library: AppSound) {}

    /// Called when a stream has ended.
    func didEnd(_ stream: StreamID) {}

    /// Called when a feeder has been added.
    func didAddFeeder() {}

    /// Called when an app's process has started, before its code runs.
    func didLaunch(_ app: ScriptedApp) {}

    /// Called when an app's process has ended and its library fades.
    func didEnd(_ app: ScriptedApp) {}

    /// Called when a film of an app has begun, or something has become of it.
    func filmChanged(_ film: Film) {}

    /// Called when an app has set the zoom of the camera.
    func zoomChanged(_ zoom: CameraZoom, in app: ScriptedApp) {}

    /// Called with what has become of a player that waits for what it plays; often with the same.
    func progressChanged(_ progress: PlayerProgress, of fullName: String) {}

    /// Called when an app is to play what nothing on this phone plays.
    func cannotPlay(_ start: StreamStart, _ words: String) {}

    /// Called when a server cannot have what an action says.
    func cannotServe(_ served: ServedSound, _ words: String) {}

    /// Called before an app starts a stream under the name of one that still lasts, which is not
    /// done.
    func refuse(_ name: String, in app: ScriptedApp) {}

    /// The number of a stream; `nil` for one that has ended, on which actions have no effect.
    func number(of name: String, in app: ScriptedApp) -> Int? { app.number(of: name) }

    /// The name of a stream that the action does not name.
    func nextName(_ stem: String, in app: ScriptedApp) -> String { stem }

    /// Whether a stream plays silence, while another plays solo.
    func isMuted(_ fullName: String) -> Bool { false }

    /// Starts a recording.
    ///
    /// - Parameter spec: The sound that the microphone picks up; `nil` for silence.
    func record(_ name: String, from spec: SoundSpec?, in app: ScriptedApp) throws(SessionError) {}

    /// Ends the queues of all apps, which a media-services reset makes invalid.
    func loseQueues() {
        for app in apps { app.loseQueues() }
    }

    /// Performs an action of the user or of the environment.
    func perform(_ act: PhoneAct) throws(SessionError) {
        switch act {
        case .slider(let volume): try moveSlider(to: Float(volume))
        case .event(.unlocked): unlock()
        case .erased:
            for app in apps { remove(app.declaration.name) }
            hangs = [:]
        default: server.perform(act) { loseQueues() }
        }
    }

    /// Performs an action of an app; does nothing if the app does not run.
    func perform(_ act: AppAct, by name: String) throws(SessionError) {
        switch act {
        case .opens: try withProcess(of: name) { server.open($0) }
        case .opensURL(let url): try withProcess(of: name) { server.open($0, url: url) }
        case .isWoken(let work):
            try withProcess(of: name) { server.runInBackground($0, for: work) }
        case .call(.arrived):
            try withProcess(of: name) { server.send(.arrived, toCallOf: $0) }
        case .isRemoved: remove(name)
        case .hangs(let callback, let seconds):
            hangs[name, default: [:]][callback] = .some(seconds)
            app(named: name)?.hang(in: callback, seconds: seconds)
        default: if let app = app(named: name) { try perform(act, by: app) }
        }
    }
}
