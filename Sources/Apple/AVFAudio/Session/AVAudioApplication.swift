import AudioModel
public import Foundation
public import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// The app's audio as a whole: its permission to record, and whether its input is muted.
///
/// Any thread. In a simulated phone each app has an object of its own.
///
/// Ownership: a mutex guards the mute state; the app is a weak reference to a thread-safe object.
public final class AVAudioApplication: NSObject, AppOwned, @unchecked Sendable {
    /// The object of the calling app.
    public class var shared: AVAudioApplication { of(currentApp()) }

    static func of(_ app: AppSound) -> AVAudioApplication {
        app.attachment { AVAudioApplication(app) }
    }

    private weak let app: AppSound?
    private let mute = Mutex(MuteState())

    private struct MuteState {
        /// The state that observers were notified of last.
        var notified = false
        var handler: (@Sendable (Bool) -> Bool)?
    }

    private init(_ app: AppSound) {
        self.app = app
        super.init()
    }

    package func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: Permission

    /// The user's answer to the app's request to record.
    public enum recordPermission: Int, Sendable {
        /// The user has not been asked.
        case undetermined = 0x756E_6474
        /// The user refused.
        case denied = 0x6465_6E79
        /// The user agreed.
        case granted = 0x6772_6E74
    }

    /// The app's permission to record. Any thread.
    public var recordPermission: recordPermission {
        switch app?.connection.session.microphone ?? .denied {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// Asks for permission to record and calls `response` on an internal queue. Without a user to
    /// ask, anything but a granted permission counts as denied.
    @preconcurrency
    public class func requestRecordPermission(
        completionHandler response: @escaping @Sendable (Bool) -> Void
    ) {
        AVAudioSession.sharedInstance().requestRecordPermission(response)
    }

    /// Asks for permission to record and returns whether it is granted. Without a user to ask,
    /// anything but a granted permission counts as denied.
    public class func requestRecordPermission() async -> Bool {
        shared.recordPermission == .granted
    }

    /// The user's answer to the app's request to add sound to another app's input.
    public enum MicrophoneInjectionPermission: Int, Sendable {
        /// The device does not support microphone injection.
        case serviceDisabled = 0x7372_6473
        /// The user has not been asked.
        case undetermined = 0x756E_6474
        /// The user refused.
        case denied = 0x6465_6E79
        /// The user agreed.
        case granted = 0x6772_6E74
    }

    /// `.serviceDisabled`: microphone injection is not supported here.
    public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

    // MARK: Muting the input

    /// Posted on the main thread when the input is muted or unmuted during an active session that
    /// records; an earlier change is posted when such a session becomes active.
    public static let inputMuteStateChangeNotification = Notification.Name(
        "AVAudioApplicationInputMuteStateChangeNotification")
    /// Key of `inputMuteStateChangeNotification`: a Boolean.
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"

    /// Whether the app's input is muted. Any thread.
    public var isInputMuted: Bool { app?.isInputMuted ?? false }

    /// Mutes or unmutes the app's input. While it is muted, the microphone stays open and delivers
    /// silence.
    ///
    /// - Throws: `unspecified` when the app's handler returns false.
    public func setInputMuted(_ muted: Bool) throws {
        guard let app else { throw NSError(SessionError.expiredSession) }
        guard muted != app.isInputMuted else { return }
        if let handler = mute.withLock({ $0.handler }), !handler(muted) {
            throw NSError(SessionError.unspecified)
        }
        app.isInputMuted = muted
        sessionDidChange()
    }

    /// Sets a handler that is called before each change of the mute state and returns whether the
    /// app has applied it. macOS only on Apple's systems.
    @preconcurrency
    public func setInputMuteStateChangeHandler(
        _ inputMuteHandler: (@Sendable (Bool) -> Bool)?
    ) throws {
        mute.withLock { $0.handler = inputMuteHandler }
    }

    /// Notifies observers of a mute state they have not seen, if the session records.
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
