import Cameras
public import Foundation

// Names and values are Apple's: the public AVCaptureSession headers.

/// Key of `runtimeErrorNotification`: the error, an `AVError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// Key of `wasInterruptedNotification`: the raw value of an `InterruptionReason`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension Notification.Name {
    /// A session has begun to run. This and the others are posted on a background thread; the object
    /// is the session.
    public static let AVCaptureSessionDidStartRunning = Notification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A session has stopped running.
    public static let AVCaptureSessionDidStopRunning = Notification.Name(
        "AVCaptureSessionDidStopRunningNotification")
    /// A session has failed; see `AVCaptureSessionErrorKey`.
    public static let AVCaptureSessionRuntimeError = Notification.Name(
        "AVCaptureSessionRuntimeErrorNotification")
    /// A session was interrupted; see `AVCaptureSessionInterruptionReasonKey`.
    public static let AVCaptureSessionWasInterrupted = Notification.Name(
        "AVCaptureSessionWasInterruptedNotification")
    /// An interruption has ended.
    public static let AVCaptureSessionInterruptionEnded = Notification.Name(
        "AVCaptureSessionInterruptionEndedNotification")
}

extension AVCaptureSession {
    /// A session has begun to run. This and the others are posted on a background thread; the object
    /// is the session.
    public static let didStartRunningNotification = Notification.Name
        .AVCaptureSessionDidStartRunning
    /// A session has stopped running.
    public static let didStopRunningNotification = Notification.Name.AVCaptureSessionDidStopRunning
    /// A session has failed; see `AVCaptureSessionErrorKey`.
    public static let runtimeErrorNotification = Notification.Name.AVCaptureSessionRuntimeError
    /// A session was interrupted; see `AVCaptureSessionInterruptionReasonKey`.
    public static let wasInterruptedNotification = Notification.Name.AVCaptureSessionWasInterrupted
    /// An interruption has ended.
    public static let interruptionEndedNotification = Notification.Name
        .AVCaptureSessionInterruptionEnded

    /// Why a session was interrupted.
    public enum InterruptionReason: Int, Sendable {
        /// The app is in the background, where it may not film.
        case videoDeviceNotAvailableInBackground = 1
        /// A call, or another app, has the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another app has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several apps are in the foreground.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The phone is too hot, or under another pressure.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }

    /// A quality of the pictures.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The largest pictures.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The largest pictures up to 1920 by 1080.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// 480 by 360.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// 192 by 144.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// 352 by 288.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// 640 by 480.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 960 by 540.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 by 720, for editing.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// 1280 by 720.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 by 1080.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 by 2160.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// The device's own `activeFormat`.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")
    }
}

/// A size of pictures in pixels.
struct PictureSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

extension AVCaptureSession.Preset {
    /// The size that the preset names; `nil` for one that depends on the device.
    private var size: PictureSize? {
        switch self {
        case .medium: PictureSize(width: 480, height: 360)
        case .low: PictureSize(width: 192, height: 144)
        case .cif352x288: PictureSize(width: 352, height: 288)
        case .vga640x480: PictureSize(width: 640, height: 480)
        case .iFrame960x540: PictureSize(width: 960, height: 540)
        case .iFrame1280x720, .hd1280x720: PictureSize(width: 1280, height: 720)
        case .hd1920x1080: PictureSize(width: 1920, height: 1080)
        case .hd4K3840x2160: PictureSize(width: 3840, height: 2160)
        default: nil
        }
    }

    /// The format that a camera uses for the preset, and the size that its frames are scaled to.
    ///
    /// A preset that names a size is scaled down from the smallest format that covers it. The two
    /// lowest are scaled from any format.
    ///
    /// - Parameter formats: The largest first.
    /// - Returns: `nil` for a preset that the camera does not support.
    func format(
        among formats: [AVCaptureDevice.Format]
    ) -> (index: Int, size: PictureSize)? {
        let sizes = formats.map { format in
            PictureSize(width: format.camera?.width ?? 0, height: format.camera?.height ?? 0)
        }
        guard let largest = sizes.first else { return nil }
        func whole(_ index: Int) -> (Int, PictureSize) { (index, sizes[index]) }
        switch self {
        case .photo, .inputPriority: return whole(0)
        case .high:
            let fitting = sizes.indices.first {
                sizes[$0].width <= 1920 && sizes[$0].height <= 1080
            }
            return whole(fitting ?? sizes.count - 1)
        default: break
        }
        guard let size else { return nil }
        let covering = sizes.indices.last {
            sizes[$0].width >= size.width && sizes[$0].height >= size.height
        }
        if let covering { return (covering, size) }
        return self == .medium || self == .low ? (0, largest) : nil
    }
}
