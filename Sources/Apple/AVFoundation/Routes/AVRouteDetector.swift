import AudioModel
public import Foundation
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// Tells whether there are outputs beside the device's own: AirPlay receivers within reach and
/// Bluetooth outputs. Any thread.
///
/// On a device detection costs power: switch it off when the app enters the background.
open class AVRouteDetector: NSObject {
    private let detection: DetectedRoutes

    /// Makes a detector, which is switched off.
    public override init() {
        detection = DetectedRoutes(currentApp(isForSound: false))
        super.init()
        detection.setDetector(self)
    }

    deinit {
        detection.isEnabled = false
    }

    /// Whether the detector looks for routes; false at first.
    open var isRouteDetectionEnabled: Bool {
        get { detection.isEnabled }
        set { detection.isEnabled = newValue }
    }

    /// Whether there is an output beside the device's own; false while detection is off.
    ///
    /// A change is posted as `AVRouteDetectorMultipleRoutesDetectedDidChange`.
    open var multipleRoutesDetected: Bool { detection.areDetected }
}

extension NSNotification.Name {
    /// `AVRouteDetector.multipleRoutesDetected` has changed; the object is the detector. Posted on the
    /// main thread.
    public static let AVRouteDetectorMultipleRoutesDetectedDidChange = NSNotification.Name(
        "AVRouteDetectorMultipleRoutesDetectedDidChangeNotification")
}

/// What a detector has found. Any thread.
private final class DetectedRoutes: Sendable {
    private struct State {
        var areDetected = false
        /// The number in the app's `RouteDetection` while detection is on.
        var number: Int?
        /// Counts switches, so that an earlier look does not go on.
        var generation = 0
        /// Not retained. Only the posts use it, on the main thread.
        nonisolated(unsafe) weak var detector: AVRouteDetector?
    }

    private let app: AppSound
    private let state = Mutex(State())
    /// How often the outputs of a machine are looked at.
    private static let period = HostInterval.seconds(1)

    init(_ app: AppSound) {
        self.app = app
    }

    func setDetector(_ detector: AVRouteDetector) {
        nonisolated(unsafe) let detector = detector
        state.withLock { $0.detector = detector }
    }

    var areDetected: Bool { state.withLock { $0.areDetected } }

    var isEnabled: Bool {
        get { state.withLock { $0.number != nil } }
        set {
            guard newValue != isEnabled else { return }
            if newValue { begin() } else { end() }
        }
    }

    private func begin() {
        let number = app.routeDetection.add(at: app.environment.now) { [weak self] in self?.look() }
        let generation = state.withLock { state in
            state.number = number
            state.generation += 1
            return state.generation
        }
        look()
        // A phone in this process says when to look.
        if CurrentApp.simulated == nil { lookAgain(generation) }
    }

    private func end() {
        let number = state.withLock { state in
            defer {
                state.number = nil
                state.areDetected = false
                state.generation += 1
            }
            return state.number
        }
        if let number { app.routeDetection.remove(number, at: app.environment.now) }
    }

    private func lookAgain(_ generation: Int) {
        app.environment.after(Self.period) { [weak self] in
            guard let self, state.withLock({ $0.generation }) == generation else { return }
            look()
            lookAgain(generation)
        }
    }

    /// Looks on the app's main thread, where a change is posted.
    private func look() {
        app.environment.onMain { [weak self] in self?.lookNow() }
    }

    private func lookNow() {
        let areThere = app.connection.session.areWirelessRoutesAvailable
        let hasChanged = state.withLock { state in
            guard state.number != nil, state.areDetected != areThere else { return false }
            state.areDetected = areThere
            return true
        }
        guard hasChanged else { return }
        nonisolated(unsafe) let detector = state.withLock { state in
            nonisolated(unsafe) let detector = state.detector
            return detector
        }
        NotificationCenter.default.post(
            name: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: detector)
    }
}
