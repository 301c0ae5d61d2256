import AudioModel
import SoundServer

/// An app that ignores its notifications.
final class IgnoringReceiver: AppReceiver {
    func apply(_ directive: StreamDirective, toStream number: Int) {}
    func receive(_ notification: AppNotification) {}
}
