import AudioModel
package import SoundClient
import SoundServer
import Synchronization

/// A session that films, with or without sound: what Apple's capture session is beneath its names.
///
/// It films from `start` to `stop`, while nothing interrupts it. Any thread; one change after the
/// other.
///
/// Ownership: mutexes guard all state.
package final class CameraRun: CameraUser {
    /// What interrupts a run; raw values are Apple's.
    package enum Interruption: Int, Hashable, Sendable {
        case inBackground = 1
        case soundInUse = 2
        case cameraInUse = 3
    }

    /// What happens to a run, in order.
    package enum Event: Hashable, Sendable {
        case started, stopped
        case interrupted(Interruption)
        case interruptionEnded
        /// The run is over because of an error; it has stopped.
        case failed(Failure)
    }

    /// Why a run is over.
    package enum Failure: Hashable, Sendable {
        case mediaServicesReset
        case disconnected
        case other(String)
    }

    /// What a run films and records.
    package struct Setup: Hashable, Sendable {
        /// The camera's identifier; `nil` for sound alone.
        package var camera: String?
        /// The format of its frames; `nil` while no frames are wanted.
        package var format: CameraFormat?
        package var hasMicrophone = false
        /// Whether the sound is of the app's own session.
        package var usesAppSession = true
        /// Whether the run sets up that session.
        package var setsUpSession = true
        /// Whether the session that it sets up mixes with others.
        package var mixes = false

        package init() {}
    }

    /// The receiver of what a run does. All closures are called on private queues.
    package struct Receiver: Sendable {
        package var happened: @Sendable (Event) -> Void
        package var frame: @Sendable (CameraFrame) -> Void
        package var sound: @Sendable (CapturedSound) -> Void

        package init(
            happened: @escaping @Sendable (Event) -> Void,
            frame: @escaping @Sendable (CameraFrame) -> Void = { _ in },
            sound: @escaping @Sendable (CapturedSound) -> Void = { _ in }
        ) {
            self.happened = happened
            self.frame = frame
            self.sound = sound
        }
    }

    fileprivate struct State {
        var setup = Setup()
        /// Whether the app wants to film.
        var isWanted = false
        var interruptions: Set<Interruption> = []
        var isRunning = false
        /// Whether the desk has the run as a user of the cameras.
        var holdsCameras = false
        /// The camera's stream that runs, and what it was started for.
        var stream: (any CameraStream)?
        var streamSetup: (camera: String, format: CameraFormat)?
        /// Counts streams, so that the end of an earlier one is ignored.
        var streamCount = 0
    }

    private weak let app: AppSound?
    private let access: CameraAccess
    private let receiver: Receiver
    private let sound: RunSound
    private let state = Mutex(State())
    /// Held during a change, which asks the server and the cameras.
    private let changing = CriticalSection()

    package init(of app: AppSound, _ receiver: Receiver) {
        self.app = app
        access = app.cameraAccess
        self.receiver = receiver
        sound = RunSound(receiver.sound)
        app.attachment { CameraRuns(app) }.add(self)
    }

    deinit {
        state.withLock { $0.stream }?.stop()
        // Later: the last reference may go while something is locked that the server asks for.
        guard let app else { return }
        app.environment.onQueue { [sound] in sound.stop() }
    }

    /// Whether the run films now.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether the run would film, but for an interruption.
    package var isInterrupted: Bool {
        state.withLock { $0.isWanted && !$0.interruptions.isEmpty }
    }

    /// What interrupts the run, the camera's background first.
    package var interruption: Interruption? {
        state.withLock { $0.isWanted ? $0.firstInterruption : nil }
    }

    /// What the run films and records.
    package var setup: Setup { state.withLock { $0.setup } }

    /// Films something else from now on, or the same in another way.
    package func set(_ setup: Setup) {
        change { state in state.setup = setup }
    }

    /// Begins to film, unless something prevents it; then it films when that is over.
    package func start() {
        change { state in
            guard !state.isWanted else { return }
            state.isWanted = true
            state.interruptions = []
        }
    }

    /// Ends filming.
    package func stop() {
        change { state in
            state.isWanted = false
            state.interruptions = []
        }
    }

    package func appHasEnded() {
        state.withLock { ($0.isWanted, $0.isRunning) = (false, false) }
        stopStream()
    }

    package func cameraWasTaken(_ isTaken: Bool) {
        later { $0.interrupt(.cameraInUse, isTaken) }
    }

    // MARK: What happens to the app

    fileprivate func receive(_ notification: AppNotification) {
        switch notification {
        case .didEnterBackground: later { $0.interrupt(.inBackground, true) }
        case .willEnterForeground: later { $0.interrupt(.inBackground, false) }
        case .interruptionBegan:
            guard state.withLock({ $0.isWanted && $0.setup.isOfAppSession }) else { return }
            later { $0.interrupt(.soundInUse, true) }
        case .interruptionEnded, .didBecomeActive:
            guard state.withLock({ $0.interruptions.contains(.soundInUse) }) else { return }
            later { $0.interrupt(.soundInUse, false) }
        case .mediaServicesReset: later { $0.fail(.mediaServicesReset) }
        default: break
        }
    }

    /// Acts on the app's private queue, so that the source of an event is not kept waiting.
    private func later(_ act: @escaping @Sendable (CameraRun) -> Void) {
        app?.environment.onQueue { [weak self] in self.map { act($0) } }
    }

    private func interrupt(_ interruption: Interruption, _ isThere: Bool) {
        change { state in
            guard state.isWanted else { return }
            switch interruption {
            case .inBackground: guard state.setup.camera != nil else { return }
            case .cameraInUse: guard state.holdsCameras else { return }
            case .soundInUse: break
            }
            if isThere {
                state.interruptions.insert(interruption)
            } else {
                state.interruptions.remove(interruption)
            }
        }
    }

    private func fail(_ failure: Failure) {
        guard state.withLock({ $0.isWanted }) else { return }
        change(failure) { state in
            state.isWanted = false
            state.interruptions = []
        }
    }

    private func streamEnded(_ count: Int, _ end: CameraEnd) {
        // After the change that starts the stream: it may end while that goes on.
        let isPresent = changing.withLock {
            state.withLock { $0.streamCount == count && $0.stream != nil }
        }
        guard isPresent else { return }
        switch end {
        case .disconnected: fail(.disconnected)
        case .failed(let words): fail(.other(words))
        }
    }

    // MARK: Changes

    /// Makes a change, and starts and stops what it asks for.
    private func change(_ failure: Failure? = nil, _ change: (inout State) -> Void) {
        var events: [Event] = []
        changing.withLock {
            let before = state.withLock { ($0.isWanted, $0.interruptions, $0.isRunning) }
            state.withLock { change(&$0) }
            var found = failure
            if !before.0 { findInterruptions() }
            found = reconcile() ?? found
            let after = state.withLock { state in
                state.isRunning = state.isWanted && state.interruptions.isEmpty
                return (state.isWanted, state.firstInterruption, state.isRunning)
            }
            if let first = after.1, after.0, before.1.isEmpty { events.append(.interrupted(first)) }
            if after.1 == nil, after.0, before.0, !before.1.isEmpty {
                events.append(.interruptionEnded)
            }
            if let found { events.append(.failed(found)) }
            if before.2 != after.2 { events.append(after.2 ? .started : .stopped) }
        }
        guard !events.isEmpty else { return }
        app?.environment.onQueue { [receiver, events] in
            for event in events { receiver.happened(event) }
        }
    }

    /// What prevents a run that starts now.
    private func findInterruptions() {
        guard let app, state.withLock({ $0.isWanted }) else { return }
        guard state.withLock({ $0.setup.camera != nil }) else { return }
        switch app.connection.session.appState {
        case .background, .suspended, .notRunning:
            state.withLock { _ = $0.interruptions.insert(.inBackground) }
        case .inactive, .active: break
        }
    }

    /// Takes the cameras in the foreground, and gives them back in the background.
    private func takeCameras(in app: AppSound) {
        let (holds, held) = state.withLock { state in
            let holds =
                state.isWanted && state.setup.camera != nil
                && !state.interruptions.contains(.inBackground)
            defer { state.holdsCameras = holds }
            return (holds, state.holdsCameras)
        }
        guard holds != held else { return }
        if holds { access.desk.begin(self, of: app) } else { access.desk.end(self) }
        let isTaken = holds && access.desk.isTaken(from: self)
        state.withLock { state in
            if isTaken {
                state.interruptions.insert(.cameraInUse)
            } else {
                state.interruptions.remove(.cameraInUse)
            }
        }
    }

    /// Starts and stops the camera and the sound as the state asks.
    private func reconcile() -> Failure? {
        guard let app else { return nil }
        let (wanted, setup) = state.withLock { ($0.isWanted, $0.setup) }
        takeCameras(in: app)
        var runs = wanted && state.withLock { $0.interruptions.isEmpty }
        if runs, setup.hasMicrophone {
            let interrupted: @Sendable (Bool) -> Void = { [weak self] isThere in
                self?.later { $0.interrupt(.soundInUse, isThere) }
            }
            if !sound.start(setup, in: app, interrupted: interrupted) {
                state.withLock { _ = $0.interruptions.insert(.soundInUse) }
                runs = false
            }
        } else {
            sound.stop()
        }
        guard runs, let camera = setup.camera, let format = setup.format else {
            stopStream()
            return nil
        }
        let isSame = state.withLock {
            $0.streamSetup.map { $0 == (camera, format) } ?? false
        }
        guard !isSame else { return nil }
        stopStream()
        return startStream(of: camera, format, in: app)
    }

    private func stopStream() {
        let stream = state.withLock { state in
            defer { (state.stream, state.streamSetup) = (nil, nil) }
            return state.stream
        }
        stream?.stop()
    }

    private func startStream(
        of camera: String, _ format: CameraFormat, in app: AppSound
    ) -> Failure? {
        let count = state.withLock { state in
            state.streamCount += 1
            return state.streamCount
        }
        do {
            let stream = try access.cameras.start(
                camera, format: format,
                deliver: { [weak self] frame in self?.deliver(frame, count) },
                ended: { [weak self] end in self?.streamEnded(count, end) })
            state.withLock { ($0.stream, $0.streamSetup) = (stream, (camera, format)) }
            return nil
        } catch {
            state.withLock { $0.isWanted = false }
            takeCameras(in: app)
            sound.stop()
            guard case CameraError.unavailable(let words) = error else { return .disconnected }
            return .other(words)
        }
    }

    private func deliver(_ frame: CameraFrame, _ count: Int) {
        guard state.withLock({ $0.isRunning && $0.streamCount == count }) else { return }
        receiver.frame(frame)
    }
}

extension CameraRun.State {
    fileprivate var firstInterruption: CameraRun.Interruption? {
        interruptions.min { $0.rawValue < $1.rawValue }
    }
}

extension CameraRun.Setup {
    /// Whether an interruption of the app's session interrupts the run.
    fileprivate var isOfAppSession: Bool { hasMicrophone && usesAppSession }
}

/// The runs of an app, which it tells of what happens to it. Any thread.
private final class CameraRuns: Sendable {
    private struct Weak {
        weak var run: CameraRun?
    }

    private let runs = Mutex<[Weak]>([])

    init(_ app: AppSound) {
        app.addObserver { [weak self] notification in
            let runs = self?.runs.withLock { $0.compactMap(\.run) } ?? []
            for run in runs { run.receive(notification) }
        }
    }

    func add(_ run: CameraRun) {
        runs.withLock { runs in
            runs.removeAll { $0.run == nil }
            runs.append(Weak(run: run))
        }
    }
}
