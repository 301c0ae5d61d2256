import AudioModel
import SoundServer

/// An app that ignores its notifications.
final class IgnoringReceiver: AppReceiver {
    func obey(_ directive: StreamDirective, forStream number: Int) {}
    func receive(_ notification: AppNotification) {}
}
