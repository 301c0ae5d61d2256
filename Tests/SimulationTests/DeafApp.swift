import AudioModel
import SoundServer

/// An app that hears nothing of what it is told.
final class DeafApp: AppReceiver {
    func obey(_ directive: StreamDirective, forStream number: Int) {}
    func receive(_ notification: AppNotification) {}
}
