import AudioModel
import Cameras
public import CoreMedia
public import Foundation
import SoundRuntime
import SoundServer
import Synchronization

/// What a session captures from. Any thread.
///
/// Ownership: immutable, but for what mutexes guard.
public class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A stream of one medium that an input gives. Any thread.
    ///
    /// Ownership: immutable, but for a flag that an atomic holds.
    public final class Port: NSObject, @unchecked Sendable {
        /// The medium.
        public let mediaType: AVMediaType
        /// The device of the stream's input.
        let device: AVCaptureDevice
        /// Weak: the input owns its ports, and a connection keeps them longer.
        private weak let owner: AVCaptureInput?
        private let enabled = Atomic<Bool>(true)

        init(_ mediaType: AVMediaType, of input: AVCaptureInput, _ device: AVCaptureDevice) {
            self.mediaType = mediaType
            self.device = device
            owner = input
        }

        /// The input. One without ports stands for an input that is gone.
        public var input: AVCaptureInput { owner ?? AVCaptureInput() }

        /// Whether the session takes the stream.
        public var isEnabled: Bool {
            get { enabled.load(ordering: .relaxed) }
            set {
                enabled.store(newValue, ordering: .relaxed)
                owner?.session?.graphHasChanged()
            }
        }

        /// The present format of the stream.
        public var formatDescription: CMFormatDescription? {
            device.activeFormat.formatDescription
        }

        /// The kind of the device that the stream comes from.
        public var sourceDeviceType: AVCaptureDevice.DeviceType? { device.deviceType }

        /// The side on which the device is.
        public var sourceDevicePosition: AVCaptureDevice.Position { device.position }
    }

    private let owner = Mutex(Owner())

    private struct Owner {
        weak var session: AVCaptureSession?
    }

    override init() { super.init() }

    /// The streams that the input gives.
    public var ports: [Port] { [] }

    /// The session that the input belongs to.
    var session: AVCaptureSession? {
        get { owner.withLock { $0.session } }
        set { owner.withLock { $0.session = newValue } }
    }
}

/// A device as the input of a session. Any thread.
///
/// Ownership: immutable; the ports are set before any other thread has the object.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The device.
    public let device: AVCaptureDevice
    private var madePorts: [Port] = []

    /// Makes a device an input.
    ///
    /// For a camera, an app without a text for `NSCameraUsageDescription` is ended, and the user is
    /// asked if that has not happened; until the answer frames are black.
    ///
    /// - Throws: `applicationIsNotAuthorizedToUseDevice` when the user does not permit it, and
    ///   `deviceNotConnected`.
    public init(device: AVCaptureDevice) throws {
        self.device = device
        super.init()
        madePorts = [Port(device.isCamera ? .video : .audio, of: self, device)]
        let app = currentApp(isForSound: false)
        let mediaType: AVMediaType
        if device.isCamera {
            mediaType = .video
            guard CameraUsageText.isThere("AVCaptureDeviceInput.init(device:)", in: app) else {
                throw AVError(.applicationIsNotAuthorizedToUseDevice)
            }
            if app.cameraAccess.permission == .undetermined { app.cameraAccess.ask() }
        } else {
            mediaType = .audio
        }
        switch AVCaptureDevice.authorizationStatus(for: mediaType) {
        case .restricted, .denied: throw AVError(.applicationIsNotAuthorizedToUseDevice)
        case .notDetermined, .authorized: break
        }
        guard device.isConnected else { throw AVError(.deviceNotConnected) }
    }

    /// The stream of the device's medium.
    public override var ports: [Port] { madePorts }
}
