import AudioModel
package import SoundClient
import Synchronization

/// The back and the front camera of a simulated phone, which see a scene in virtual time.
package final class SceneCameras: CameraProvider {
    private struct State {
        var scene: CameraScene
        var turns = 1
    }

    private let environment: any AppEnvironment
    private let held: @Sendable () -> Int?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - environment: The app's: frames come on its queue and by its clock.
    ///   - held: The quarter turns that bring a frame upright now, and `nil` where nothing changes;
    ///     asked for each frame.
    package init(
        environment: any AppEnvironment, scene: CameraScene = .bars,
        held: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.environment = environment
        self.held = held
        state = Mutex(State(scene: scene))
    }

    /// What the cameras see; running streams show a new scene from the next frame on.
    package var scene: CameraScene {
        get { state.withLock { $0.scene } }
        set { state.withLock { $0.scene = newValue } }
    }

    /// Quarter turns clockwise that bring a frame of the sensor upright: 1 while the phone is held
    /// upright, 0 with its home button at the right.
    package var quarterTurns: Int {
        get { state.withLock { $0.turns } }
        set { state.withLock { $0.turns = ((newValue % 4) + 4) % 4 } }
    }

    package static let backIdentifier = "sori:back"
    package static let frontIdentifier = "sori:front"

    package let cameras: [CameraDescription] = {
        let formats = [(1920, 1080), (1280, 720), (640, 480)].map {
            CameraFormat(width: $0.0, height: $0.1, frameRate: 30, zoomMax: 16)
        }
        return [
            CameraDescription(
                id: backIdentifier, name: "Back Camera", position: .back, formats: formats),
            CameraDescription(
                id: frontIdentifier, name: "Front Camera", position: .front, formats: formats),
        ]
    }()

    /// A phone's cameras stay: the closure is never called.
    package func observe(_ changed: @escaping @Sendable ([CameraDescription]) -> Void) {}

    package func start(
        _ id: String, format: CameraFormat,
        deliver: @escaping @Sendable (CameraFrame) -> Void,
        ended: @escaping @Sendable (CameraEnd) -> Void
    ) throws -> any CameraStream {
        guard let camera = cameras.first(where: { $0.id == id }) else {
            throw CameraError.noSuchCamera
        }
        guard camera.formats.contains(format) else {
            throw CameraError.unavailable("the camera has no such format")
        }
        let stream = SceneStream(
            of: self, environment, format, isReversed: camera.position == .front, deliver)
        stream.scheduleNext()
        return stream
    }

    /// What a frame's background depends on.
    fileprivate var view: SceneView {
        if let turns = held() { quarterTurns = turns }
        return state.withLock { SceneView(scene: $0.scene, turns: $0.turns) }
    }
}

private struct SceneView: Hashable {
    var scene: CameraScene
    var turns: Int
}

/// The frames of one camera, one each thirtieth of a second after the start.
private final class SceneStream: CameraStream {
    private struct State {
        /// Frames that were due.
        var count = 0
        var isStopped = false
        var painter: ScenePainter?
    }

    private let cameras: SceneCameras
    private let environment: any AppEnvironment
    private let format: CameraFormat
    private let isReversed: Bool
    private let deliver: @Sendable (CameraFrame) -> Void
    private let start: HostTime
    private let state = Mutex(State())

    init(
        of cameras: SceneCameras, _ environment: any AppEnvironment, _ format: CameraFormat,
        isReversed: Bool, _ deliver: @escaping @Sendable (CameraFrame) -> Void
    ) {
        self.cameras = cameras
        self.environment = environment
        self.format = format
        self.isReversed = isReversed
        self.deliver = deliver
        start = environment.now
    }

    func stop() {
        state.withLock {
            $0.isStopped = true
            $0.painter = nil
        }
    }

    /// Waits for the time of the next frame; frames that were due already are left out.
    func scheduleNext() {
        let now = environment.now
        let wait: HostInterval? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.count += 1
            let passed = Int(((now - start).seconds * format.frameRate).rounded(.down))
            state.count = max(state.count, passed)
            return time(of: state.count) - now
        }
        guard let wait else { return }
        environment.after(max(wait, .zero)) { [weak self] in self?.takeFrame() }
    }

    private func takeFrame() {
        let view = cameras.view
        let frame: CameraFrame? = state.withLock { state in
            guard !state.isStopped else { return nil }
            if state.painter?.view != view {
                state.painter = ScenePainter(view, format, isReversed: isReversed)
            }
            let number = state.count - 1
            let picture = state.painter?.frame(number)
            return picture.map {
                CameraFrame(
                    time: time(of: state.count), number: number, width: $0.width,
                    height: $0.height, pixels: $0.bytes)
            }
        }
        guard let frame else { return }
        deliver(frame)
        scheduleNext()
    }

    /// The first frame comes one frame's time after the start.
    private func time(of count: Int) -> HostTime {
        start + .seconds(Double(count) / format.frameRate)
    }
}

/// Draws a scene's frames: the parts that stay are drawn once.
private struct ScenePainter {
    let view: SceneView
    private let background: FramePixels
    private let marks: SceneMarks?

    init(_ view: SceneView, _ format: CameraFormat, isReversed: Bool) {
        self.view = view
        let (width, height) = (format.width, format.height)
        background = view.scene.background(
            width: width, height: height, turns: view.turns, isReversed: isReversed)
        let swaps = view.turns % 2 != 0
        switch view.scene {
        case .bars:
            marks = SceneMarks(width: swaps ? height : width, height: swaps ? width : height)
        case .picture: marks = nil
        }
    }

    func frame(_ number: Int) -> FramePixels {
        guard let marks else { return background }
        var picture = background
        func fill(_ place: SceneMarks.Rectangle, _ color: FramePixels.Color) {
            let place = place.turned(by: -view.turns, inWidth: marks.width, height: marks.height)
            picture.fill(
                x: place.x, y: place.y, width: place.width, height: place.height, with: color)
        }
        fill(marks.mark(number), SceneMarks.bright)
        for block in marks.blocks(number) {
            fill(block.place, block.isBright ? SceneMarks.bright : SceneMarks.dark)
        }
        return picture
    }
}
