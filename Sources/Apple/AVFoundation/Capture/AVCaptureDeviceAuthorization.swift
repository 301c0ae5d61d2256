import AudioModel
import AVFAudio
import Cameras
import Foundation
import SoundClient
import SoundRuntime
import SoundServer

/// An app's permission to use a kind of device.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked, or has not answered yet.
    case notDetermined = 0
    /// Settings that the user cannot change forbid it.
    case restricted = 1
    /// The user refused.
    case denied = 2
    /// The user agreed.
    case authorized = 3

    init(_ permission: CameraPermission) {
        switch permission {
        case .undetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .granted: self = .authorized
        }
    }

    init(_ permission: MicrophonePermission) {
        switch permission {
        case .undetermined: self = .notDetermined
        case .denied: self = .denied
        case .granted: self = .authorized
        }
    }
}

extension AVCaptureDevice {
    /// The app's permission to use devices of a medium, `.video` or `.audio`; restricted for others.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        let app = currentApp(isForSound: false)
        switch mediaType {
        case .video: return AVAuthorizationStatus(app.cameraAccess.permission)
        case .audio: return AVAuthorizationStatus(app.connection.session.microphone)
        default:
            fault(
                "AVCaptureDevice.authorizationStatus(for:)", "the medium is not video or audio",
                of: app)
            return .restricted
        }
    }

    /// Asks the user, once, for the permission to use devices of a medium, and calls `handler` on an
    /// internal queue with the answer.
    ///
    /// An app without a text for `NSCameraUsageDescription` is ended. A process of the machine's user
    /// has the permission; without a user to ask, a microphone that is not granted is denied.
    @preconcurrency
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let call = "AVCaptureDevice.requestAccess(for:completionHandler:)"
        let app = currentApp(isForSound: false)
        switch mediaType {
        case .video:
            guard CameraUsageText.isThere(call, in: app) else { return }
            app.cameraAccess.ask { [weak app] permission in
                app?.environment.onQueue { handler(permission == .granted) }
            }
        case .audio: AVAudioApplication.requestRecordPermission(completionHandler: handler)
        default: fault(call, "the medium is not video or audio", of: app)
        }
    }

    /// Asks the user, once, for the permission to use devices of a medium.
    ///
    /// - Returns: The answer, when it is there.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        guard [.video, .audio].contains(mediaType) else {
            requestAccess(for: mediaType) { _ in }
            return false
        }
        return await withCheckedContinuation { continuation in
            let app = currentApp(isForSound: false)
            let call = "AVCaptureDevice.requestAccess(for:)"
            guard mediaType == .audio || CameraUsageText.isThere(call, in: app) else {
                return continuation.resume(returning: false)
            }
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }
}

/// What an app says about its use of the camera.
enum CameraUsageText {
    /// Whether the app has said why it uses the camera; ends it otherwise.
    static func isThere(_ call: String, in app: AppSound) -> Bool {
        let access = app.cameraAccess
        if access.hasUsageText ?? ofProcess { return true }
        let rule = "Info.plist has a text for NSCameraUsageDescription"
        if let report = access.reportViolation {
            report(call, rule)
        } else {
            raiseProgrammerError(call, rule)
        }
        return false
    }

    /// Programs without an Info.plist, such as those of the command line, need none.
    private static let ofProcess: Bool = {
        let info = Bundle.main.infoDictionary ?? [:]
        let isApp = info["CFBundleIdentifier"] != nil || info["UIBackgroundModes"] != nil
        return !isApp || info["NSCameraUsageDescription"] is String
    }()
}
