import SimulatedTime
import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// The app's audio as a whole: its permission to record, and whether it has muted its own input.
///
/// Any thread. In a simulated phone each app has an object of its own.
public final class AVAudioApplication: NSObject, AppOwned, @unchecked Sendable {
    /// The object of the app that the running code belongs to.
    public class var shared: AVAudioApplication { of(currentApp()) }

    static func of(_ app: AppSound) -> AVAudioApplication {
        app.attachment { AVAudioApplication(app) }
    }

    private weak let app: AppSound?
    private let mute = Mutex(MuteState())

    private struct MuteState {
        /// As observers were notified last.
        var notified = false
        var handler: (@Sendable (Bool) -> Bool)?
    }

    private init(_ app: AppSound) {
        self.app = app
        super.init()
    }

    package func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: Permission

    /// Whether the user lets the app record.
    public enum recordPermission: Int, Sendable {
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    public var recordPermission: recordPermission {
        switch app?.connection.session.microphone ?? .denied {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// Answers on an internal queue. Where nobody can be asked, what was not granted is not.
    @preconcurrency
    public class func requestRecordPermission(
        completionHandler response: @escaping @Sendable (Bool) -> Void
    ) {
        AVAudioSession.sharedInstance().requestRecordPermission(response)
    }

    /// Whether the app may record. Where nobody can be asked, what was not granted is not.
    public class func requestRecordPermission() async -> Bool {
        shared.recordPermission == .granted
    }

    /// Whether the user lets the app add sound to another app's input.
    public enum MicrophoneInjectionPermission: Int, Sendable {
        case serviceDisabled = 0x7372_6473
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    /// `.serviceDisabled`: no app can do that here.
    public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

    // MARK: Muting the input

    /// Posted on the main thread when the input is muted or unmuted, while a session that records is
    /// active; a state that was set before is reported when the session becomes active.
    public static let inputMuteStateChangeNotification = Notification.Name(
        "AVAudioApplicationInputMuteStateChangeNotification")
    /// The key of `inputMuteStateChangeNotification`: a truth value.
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"

    public var isInputMuted: Bool { app?.isInputMuted ?? false }

    /// Has everything that the app records be silence, or not any more. The microphone stays open.
    ///
    /// - Throws: `unspecified` when the app's own handler refuses.
    public func setInputMuted(_ muted: Bool) throws {
        guard let app else { throw NSError(SessionError.expiredSession) }
        guard muted != app.isInputMuted else { return }
        if let handler = mute.withLock({ $0.handler }), !handler(muted) {
            throw NSError(SessionError.unspecified)
        }
        app.isInputMuted = muted
        sessionDidChange()
    }

    /// Has `inputMuteHandler` asked before each change; it returns whether it has done its part.
    /// Apple has this on the Mac alone.
    @preconcurrency
    public func setInputMuteStateChangeHandler(
        _ inputMuteHandler: (@Sendable (Bool) -> Bool)?
    ) throws {
        mute.withLock { $0.handler = inputMuteHandler }
    }

    /// Reports a state that observers do not know yet, if there is input to mute.
    func sessionDidChange() {
        guard let app else { return }
        let isMuted = app.isInputMuted
        guard mute.withLock({ $0.notified != isMuted }) else { return }
        let session = app.connection.session
        guard session.isActive, [.record, .playAndRecord].contains(session.category) else { return }
        guard
            mute.withLock({ state in
                defer { state.notified = isMuted }
                return state.notified != isMuted
            })
        else { return }
        app.environment.onMain { [weak self] in
            guard let self else { return }
            NotificationCenter.default.post(
                Self.inputMuteStateChangeNotification, self,
                [Self.muteStateKey: NSNumber(value: isMuted)])
        }
    }
}
