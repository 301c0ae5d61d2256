import AudioModel
import Cameras
public import CoreMedia
public import Foundation
package import SimulatedTime
package import SoundClient
import SoundRuntime
import Synchronization

/// Captures from inputs, the cameras and the microphone, to outputs, along connections. Any thread.
///
/// A session belongs to the app that made it. Its notifications are posted on a background thread.
///
/// Ownership: mutexes guard all state; `run` is set once, before `init` returns.
public final class AVCaptureSession: NSObject, AppOwned, @unchecked Sendable {
    /// The inputs and outputs, and what they are set to.
    struct Graph {
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var previews: [LayerReference] = []
        var preset = Preset.high
        /// Calls of `beginConfiguration` without their end.
        var depth = 0
        var usesAppSession = true
        var setsUpSession = true
        var mixes = false
        /// When the last frame was taken that was not left out.
        var lastFrame: HostTime?
    }

    /// Weak: the app's library outlives its sessions.
    private(set) weak var app: AppSound?
    let graph = Mutex(Graph())
    /// Held while the graph takes effect, so that an earlier state of it does not come last.
    private let applying = CriticalSection()
    private var run: CameraRun!

    /// Makes a session without inputs and outputs, for preset `high`.
    public override init() {
        let app = currentApp(isForSound: false)
        self.app = app
        super.init()
        run = CameraRun(
            of: app,
            CameraRun.Receiver(
                happened: { [weak self] in self?.post($0) },
                frame: { [weak self] in self?.deliver($0) },
                sound: { [weak self] in self?.deliver($0) }))
    }

    deinit {
        run?.stop()
        for input in graph.withLock({ $0.inputs }) { input.session = nil }
    }

    package func belongs(to other: AppSound) -> Bool { app === other }

    /// The clock of the time stamps: that of host times.
    public var synchronizationClock: CMClock? { .hostTimeClock }

    // MARK: Running

    /// Begins to capture; when something prevents it, as soon as that is over. Returns when the
    /// devices have started.
    ///
    /// Between `beginConfiguration` and `commitConfiguration` it is a fault.
    public func startRunning() {
        guard graph.withLock({ $0.depth }) == 0 else {
            return fault(
                "AVCaptureSession.startRunning()",
                "it is called between beginConfiguration() and commitConfiguration()", of: app)
        }
        apply()
        run.start()
    }

    /// Ends capturing. Returns when the devices have stopped.
    public func stopRunning() { run.stop() }

    /// Whether the session captures; false while it is interrupted.
    public var isRunning: Bool { run.isRunning }

    /// Whether the session would capture, but for an interruption.
    public var isInterrupted: Bool { run.isInterrupted }

    private func post(_ event: CameraRun.Event) {
        let center = NotificationCenter.default
        switch event {
        case .started: center.post(Self.didStartRunningNotification, self)
        case .stopped:
            for output in outputs { (output as? AVCapturePhotoOutput)?.sessionHasStopped() }
            center.post(Self.didStopRunningNotification, self)
        case .interrupted(let reason):
            center.post(
                Self.wasInterruptedNotification, self,
                [AVCaptureSessionInterruptionReasonKey: NSNumber(value: reason.rawValue)])
        case .interruptionEnded: center.post(Self.interruptionEndedNotification, self)
        case .failed(let failure):
            center.post(
                Self.runtimeErrorNotification, self, [AVCaptureSessionErrorKey: AVError(failure)])
        }
    }

    // MARK: Configuration

    /// Begins changes that take effect together, at the outermost `commitConfiguration`.
    public func beginConfiguration() { graph.withLock { $0.depth += 1 } }

    /// Lets the changes since `beginConfiguration` take effect. Without effect on its own.
    public func commitConfiguration() {
        let isOutermost = graph.withLock { graph in
            guard graph.depth > 0 else { return false }
            graph.depth -= 1
            return graph.depth == 0
        }
        if isOutermost { apply() }
    }

    /// Lets a change of the graph take effect, unless more changes follow.
    func graphHasChanged() {
        if graph.withLock({ $0.depth }) == 0 { apply() }
    }

    /// The quality of the pictures. One that the camera does not support is a fault.
    public var sessionPreset: Preset {
        get { graph.withLock { $0.preset } }
        set {
            guard canSetSessionPreset(newValue) else {
                return fault(
                    "AVCaptureSession.sessionPreset", "the camera does not support \(newValue)",
                    of: app)
            }
            graph.withLock { $0.preset = newValue }
            graphHasChanged()
        }
    }

    /// Whether the camera of the session supports a preset; without a camera every one is.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        guard let camera else { return true }
        return camera.supportsSessionPreset(preset)
    }

    /// The app has set the camera's format itself.
    func deviceHasSetFormat() {
        graph.withLock { $0.preset = .inputPriority }
        graphHasChanged()
    }

    /// Whether the sound is of the app's own session. Otherwise it is of one that interrupts the
    /// app's too.
    public var usesApplicationAudioSession: Bool {
        get { graph.withLock { $0.usesAppSession } }
        set {
            graph.withLock { $0.usesAppSession = newValue }
            graphHasChanged()
        }
    }

    /// Whether the session sets up the app's audio session for filming with sound.
    public var automaticallyConfiguresApplicationAudioSession: Bool {
        get { graph.withLock { $0.setsUpSession } }
        set {
            graph.withLock { $0.setsUpSession = newValue }
            graphHasChanged()
        }
    }

    /// Whether the audio session that is set up mixes with other apps' sound.
    public var configuresApplicationAudioSessionToMixWithOthers: Bool {
        get { graph.withLock { $0.mixes } }
        set {
            graph.withLock { $0.mixes = newValue }
            graphHasChanged()
        }
    }

    // MARK: What runs

    /// The camera of the session.
    var camera: AVCaptureDevice? {
        graph.withLock { graph in
            graph.inputs.lazy.compactMap { ($0 as? AVCaptureDeviceInput)?.device }
                .first(where: \.isCamera)
        }
    }

    /// Lets what the graph asks for run.
    private func apply() { applying.withLock { applyGraph() } }

    private func applyGraph() {
        let graph = graph.withLock { $0 }
        var setup = CameraRun.Setup()
        setup.usesAppSession = graph.usesAppSession
        setup.setsUpSession = graph.setsUpSession
        setup.mixes = graph.mixes
        for input in graph.inputs {
            for port in input.ports where port.isEnabled {
                let device = port.device
                if device.isCamera {
                    setup.camera = device.uniqueID
                    use(graph.preset, of: device)
                    if wantsFrames(graph) { setup.format = device.activeFormat.camera }
                } else {
                    setup.hasMicrophone = true
                }
            }
        }
        run.set(setup)
    }

    private func use(_ preset: Preset, of device: AVCaptureDevice) {
        guard preset != .inputPriority else { return }
        // A camera that came after the preset was set may not support it.
        let chosen =
            preset.format(among: device.formats) ?? Preset.high.format(among: device.formats)
        if let chosen, device.formats[chosen.index] !== device.activeFormat {
            device.use(formatAt: chosen.index)
        }
    }

    /// Whether anybody looks at the frames. A machine's camera runs in any case, so that its light is
    /// on while the session runs.
    private func wantsFrames(_ graph: Graph) -> Bool {
        if let app, isAppOfItsOwnDevice(app) { return !graph.connections.isEmpty }
        return graph.connections.contains { $0.isActive && $0.output?.wantsFrames == true }
    }

    /// The size of the frames that outputs get, as the sensor lies.
    private func pictureSize(_ graph: Graph, of device: AVCaptureDevice) -> PictureSize {
        let format = device.activeFormat.camera
        let whole = PictureSize(width: format?.width ?? 1, height: format?.height ?? 1)
        guard graph.preset != .inputPriority else { return whole }
        return graph.preset.format(among: device.formats)?.size ?? whole
    }

    private func deliver(_ frame: CameraFrame) {
        guard let device = camera else { return }
        let duration = device.activeVideoMinFrameDuration.seconds
        let taken = graph.withLock { graph -> Graph? in
            // Half a frame's time is left for clocks that are not exact.
            if let last = graph.lastFrame, (frame.time - last).seconds < duration * 0.75,
                frame.time > last
            {
                return nil
            }
            graph.lastFrame = frame.time
            return graph
        }
        guard let graph = taken else { return }
        let isBlack = app?.cameraAccess.permission != .granted
        let captured = CapturedPicture(
            frame, zoom: device.zoomFactor(at: frame.time),
            size: pictureSize(graph, of: device), duration: duration, isBlack: isBlack)
        for connection in graph.connections where connection.isActive && !connection.isPreview {
            if connection.mediaType == .video { connection.output?.take(captured, connection) }
        }
    }

    private func deliver(_ sound: CapturedSound) {
        for connection in graph.withLock({ $0.connections }) where connection.isActive {
            if connection.mediaType == .audio {
                connection.output?.take(sound, app?.inputSampleRate ?? 48_000, connection)
            }
        }
    }
}

extension AVError {
    init(_ failure: CameraRun.Failure) {
        switch failure {
        case .mediaServicesReset: self.init(.mediaServicesWereReset)
        case .disconnected: self.init(.deviceWasDisconnected)
        case .other(let words):
            self.init(.unknown, userInfo: [NSLocalizedFailureReasonErrorKey: words])
        }
    }
}
