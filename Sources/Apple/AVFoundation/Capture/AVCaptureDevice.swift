import AudioModel
import Cameras
public import CoreMedia
public import Foundation
package import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// A camera or a microphone. Any thread.
///
/// Objects of the same device are equal, and have all in common. In a simulated app the cameras are
/// those of its phone, otherwise the machine's.
///
/// Ownership: a mutex guards the mutable state.
public final class AVCaptureDevice: NSObject, AppOwned, @unchecked Sendable {
    /// What a device captures.
    enum Source: Hashable, Sendable {
        case camera(CameraDescription)
        case microphone
    }

    /// What all objects of a device have in common.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var lockCount = 0
        var zoom = CameraZoom()
        var activeFormat = 0
        var isConnected = true
        /// Seconds from one frame to the next at least; `nil` for the format's.
        var minFrameDuration: CMTime?
        weak var session: AVCaptureSession?
    }

    private weak let app: AppSound?
    let source: Source
    /// The formats, the largest first.
    public let formats: [Format]
    private let shared: Shared

    init(_ source: Source, of app: AppSound) {
        self.source = source
        self.app = app
        formats =
            switch source {
            case .camera(let camera): camera.formats.map { Format($0) }
            case .microphone: [Format(sampleRate: app.inputSampleRate, channelCount: 1)]
            }
        shared = Shared()
        super.init()
    }

    /// The device with an identifier; `nil` unless it is there.
    public init?(uniqueID: String) {
        let devices = CaptureDevices.current.devices(for: nil)
        guard let known = devices.first(where: { $0.uniqueID == uniqueID }) else { return nil }
        source = known.source
        app = known.app
        formats = known.formats
        shared = known.shared
        super.init()
    }

    /// Whether the other object is the same device.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVCaptureDevice)?.shared === shared
    }

    /// A number that is the same for all objects of the device.
    public override var hash: Int { ObjectIdentifier(shared).hashValue }

    package func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: What it is

    /// Unique among the devices, and the same each time the device is there.
    public var uniqueID: String {
        if case .camera(let camera) = source { camera.id } else { Self.microphoneID }
    }

    static let microphoneID = "sori:microphone"

    /// The name for users.
    public var localizedName: String {
        if case .camera(let camera) = source { camera.name } else { "Microphone" }
    }

    /// The model; the name, as nothing else is known.
    public var modelID: String { localizedName }

    /// The side of the phone; not specified for a machine's cameras.
    public var position: Position {
        guard case .camera(let camera) = source else { return .unspecified }
        return switch camera.position {
        case .unspecified: .unspecified
        case .back: .back
        case .front: .front
        }
    }

    /// The kind.
    public var deviceType: DeviceType { isCamera ? .builtInWideAngleCamera : .microphone }

    var isCamera: Bool { if case .camera = source { true } else { false } }

    /// Whether the device captures a medium.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool {
        mediaType == (isCamera ? .video : .audio)
    }

    /// Whether the device is there. One that was unplugged stays unconnected; plugged in again it is
    /// connected again.
    public var isConnected: Bool { shared.state.withLock { $0.isConnected } }

    func set(isConnected: Bool) { shared.state.withLock { $0.isConnected = isConnected } }

    /// Whether the device is suspended; never here.
    public var isSuspended: Bool { false }

    // MARK: Configuration

    /// Locks the device for changes of its configuration by this app. Locks are counted.
    ///
    /// - Throws: `deviceLockedForConfigurationByAnotherProcess` while another app has locked it.
    public func lockForConfiguration() throws {
        guard let app, app.cameraAccess.desk.lock(uniqueID, for: app) else {
            throw AVError(.deviceLockedForConfigurationByAnotherProcess)
        }
        shared.state.withLock { $0.lockCount += 1 }
    }

    /// Ends a lock. Without effect on a device that is not locked.
    public func unlockForConfiguration() {
        let isLast = shared.state.withLock { state in
            guard state.lockCount > 0 else { return false }
            state.lockCount -= 1
            return state.lockCount == 0
        }
        if isLast, let app { app.cameraAccess.desk.unlock(uniqueID, for: app) }
    }

    /// Whether the app has locked the device; a fault otherwise.
    private func isLocked(_ call: String) -> Bool {
        let isLocked = shared.state.withLock { $0.lockCount > 0 }
        if !isLocked {
            fault(call, "the device is not locked by lockForConfiguration()", of: app)
        }
        return isLocked
    }

    /// The format in use. Setting one needs the lock, and makes the session's preset
    /// `inputPriority`.
    public var activeFormat: Format {
        get { formats[shared.state.withLock { $0.activeFormat }] }
        set {
            let call = "AVCaptureDevice.activeFormat"
            guard isLocked(call) else { return }
            guard let index = formats.firstIndex(where: { $0 === newValue }) else {
                return fault(call, "it is no format of the device", of: app)
            }
            use(formatAt: index)
            shared.state.withLock { $0.session }?.deviceHasSetFormat()
        }
    }

    func use(formatAt index: Int) {
        let now = now
        let zoomMax = formats[index].videoMaxZoomFactor
        shared.state.withLock { state in
            state.activeFormat = index
            if state.zoom.factor(at: now) > zoomMax { state.zoom.jump(to: zoomMax) }
        }
    }

    /// The session that the device is an input of.
    var session: AVCaptureSession? {
        get { shared.state.withLock { $0.session } }
        set { shared.state.withLock { $0.session = newValue } }
    }

    /// The time from one frame to the next at least; setting it needs the lock. `.invalid` is that of
    /// the format.
    public var activeVideoMinFrameDuration: CMTime {
        get { shared.state.withLock { $0.minFrameDuration } ?? frameDuration }
        set {
            let call = "AVCaptureDevice.activeVideoMinFrameDuration"
            guard isLocked(call) else { return }
            guard newValue.isValid else {
                return shared.state.withLock { $0.minFrameDuration = nil }
            }
            let ranges = activeFormat.videoSupportedFrameRateRanges
            guard
                ranges.contains(where: {
                    $0.minFrameDuration <= newValue && newValue <= $0.maxFrameDuration
                })
            else { return fault(call, "the format has no such rate", of: app) }
            shared.state.withLock { $0.minFrameDuration = newValue }
        }
    }

    /// The time from one frame to the next at most: as at least.
    public var activeVideoMaxFrameDuration: CMTime {
        get { activeVideoMinFrameDuration }
        set { activeVideoMinFrameDuration = newValue }
    }

    private var frameDuration: CMTime {
        activeFormat.videoSupportedFrameRateRanges.first?.minFrameDuration ?? .invalid
    }

    /// Whether a camera has a format for a preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        isCamera && preset.format(among: formats) != nil
    }

    // MARK: Zoom

    private var now: HostTime { app?.environment.now ?? .zero }

    /// The zoom factor now; on the way to another one it changes from frame to frame. Setting it
    /// needs the lock, jumps, and ends such a way. 1…`activeFormat.videoMaxZoomFactor`.
    public var videoZoomFactor: CGFloat {
        get { zoomFactor(at: now) }
        set {
            let call = "AVCaptureDevice.videoZoomFactor"
            guard mayZoom(to: newValue, call) else { return }
            shared.state.withLock { $0.zoom.jump(to: newValue) }
        }
    }

    func zoomFactor(at time: HostTime) -> Double {
        shared.state.withLock { $0.zoom.factor(at: time) }
    }

    /// The least factor.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }
    /// The largest factor.
    public var maxAvailableVideoZoomFactor: CGFloat { activeFormat.videoMaxZoomFactor }

    /// Goes to a zoom factor smoothly. Needs the lock only for this call.
    ///
    /// - Parameters:
    ///   - factor: 1…`activeFormat.videoMaxZoomFactor`.
    ///   - rate: Doublings or halvings a second; at 0 or less it jumps.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        let call = "AVCaptureDevice.ramp(toVideoZoomFactor:withRate:)"
        guard mayZoom(to: factor, call) else { return }
        let now = now
        shared.state.withLock { $0.zoom.ramp(to: factor, rate: Double(rate), at: now) }
    }

    /// Whether the zoom factor is on its way to another one.
    public var isRampingVideoZoom: Bool {
        let now = now
        return shared.state.withLock { $0.zoom.isRamping(at: now) }
    }

    /// Ends the way to another zoom factor; it stays where it is. Needs the lock.
    public func cancelVideoZoomRamp() {
        guard isLocked("AVCaptureDevice.cancelVideoZoomRamp()") else { return }
        let now = now
        shared.state.withLock { $0.zoom.stop(at: now) }
    }

    private func mayZoom(to factor: CGFloat, _ call: String) -> Bool {
        guard isLocked(call) else { return false }
        let range = 1...maxAvailableVideoZoomFactor
        guard range.contains(factor) else {
            fault(call, "\(factor) is not within 1...\(range.upperBound)", of: app)
            return false
        }
        return true
    }
}
