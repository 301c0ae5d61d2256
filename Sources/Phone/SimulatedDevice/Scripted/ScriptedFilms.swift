import AudioModel
import Cameras
import ScenarioLanguage
import SoundClient
import SoundPolicy
import SoundServer

/// A film of an app: a session with the camera, without a look at its pictures.
///
/// Ownership: the queue of the phone's environment, like its app.
final class Film: @unchecked Sendable {
    /// What has become of a film.
    enum State: Hashable, Sendable {
        case stopped
        case films
        /// It films, and its pictures are black: the user has not permitted others.
        case isBlack
        /// The user has not permitted the camera.
        case denied
        /// - Parameter by: The interrupter; empty for the background.
        case interrupted(by: String)
    }

    /// The name in the story: `Camera.film`.
    let name: String
    private(set) var state = State.stopped
    /// Whether the app has begun and not ended it.
    private(set) var isWanted = false
    private let run: CameraRun
    private weak let app: ScriptedApp?

    init(_ name: String, withMicrophone: Bool, in app: ScriptedApp) {
        self.name = "\(app.declaration.name).\(name)"
        self.app = app
        let link = Link()
        run = CameraRun(
            of: app.sound,
            CameraRun.Receiver(happened: { [weak phone = app.phone] event in
                phone?.perform { link.film?.take(event) }
            }))
        link.film = self
        var setup = CameraRun.Setup()
        setup.camera = SceneCameras.backIdentifier
        setup.hasMicrophone = withMicrophone
        run.set(setup)
    }

    /// A weak reference that breaks the retain cycle between a film and its run.
    ///
    /// Ownership: set once before anything happens; then read on the environment's queue.
    private final class Link: @unchecked Sendable {
        weak var film: Film?
    }

    func start() {
        guard let permission = app?.sound.cameraAccess.permission else { return }
        guard permission == .granted || permission == .undetermined else { return become(.denied) }
        isWanted = true
        run.start()
        if run.isRunning { become(permission == .granted ? .films : .isBlack) }
    }

    func stop() {
        isWanted = false
        run.stop()
        become(.stopped)
    }

    private func take(_ event: CameraRun.Event) {
        guard isWanted else { return }
        switch event {
        case .started:
            become(app?.sound.cameraAccess.permission == .granted ? .films : .isBlack)
        case .interrupted(let interruption): become(.interrupted(by: culprit(interruption)))
        case .stopped, .interruptionEnded: break
        case .failed:
            isWanted = false
            become(.stopped)
        }
    }

    private func culprit(_ interruption: CameraRun.Interruption) -> String {
        switch interruption {
        case .inBackground: return ""
        case .cameraInUse: return "another app"
        case .soundInUse:
            guard let app, let phone = app.phone else { return "" }
            return phone.interrupter(of: app)
        }
    }

    private func become(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        app?.phone?.filmChanged(self)
    }
}

extension ScriptedPhone {
    /// The interrupter of an app's session; empty without one.
    fileprivate func interrupter(of app: ScriptedApp) -> String {
        switch server.inspect({ $0.session(of: app.id)?.interruptedBy }) {
        case .system(let interrupter)?: interrupter.rawValue
        case .app(let other)?: apps.first { $0.id == other }?.declaration.name ?? ""
        case nil: ""
        }
    }
}

extension ScriptedApp {
    /// Gives the app its way to the phone's cameras.
    func useCameras(of phone: ScriptedPhone) {
        _ = sound.attachment {
            CameraAccess(
                to: SceneCameras(environment: sound.environment), desk: phone.cameraDesk,
                permission: phone.cameraPermission, hasUsageText: true,
                reportViolation: { _, _ in })
        }
    }

    func film(as name: String, withMicrophone: Bool) {
        let film = Film(name, withMicrophone: withMicrophone, in: self)
        films[name] = film
        film.start()
    }

    func stopFilm(_ name: String) { films[name]?.stop() }

    /// Ends all films, as the end of the process does.
    func endFilms() {
        for (_, film) in films.sorted(by: { $0.key < $1.key }) { film.stop() }
        phone?.cameraDesk.forget(sound)
    }

    func zoom(to factor: Double, rate: Double?) {
        zoom.ramp(to: factor, rate: rate ?? 0, at: sound.environment.now)
        phone?.zoomChanged(zoom, in: self)
    }
}
