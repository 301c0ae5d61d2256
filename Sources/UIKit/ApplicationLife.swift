import AudioModel
import Foundation
import SoundClient
import SoundRuntime

/// Hands what an app is told of its life to its application, on its main thread. Any thread.
final class ApplicationLife: Sendable {
    private weak let app: AppSound?

    private init(_ app: AppSound, hearsAll: Bool) {
        self.app = app
        let begin = app.environment.now
        app.followLife { [self] notification, time in
            hand(notification, isPast: !hearsAll && time < begin)
        }
    }

    /// The life of a simulated app: from this moment on, if nobody has followed it so far.
    static func begin() {
        guard let app = CurrentApp.simulated else { return }
        _ = app.attachment { ApplicationLife(app, hearsAll: false) }
    }

    /// The life of an app whose `main` has come to `UIApplicationMain`: all of it.
    static func main(of app: AppSound) {
        _ = app.attachment { ApplicationLife(app, hearsAll: true) }
    }

    /// - Parameter isPast: It was told before there was anybody to hear; only its outcome counts.
    private func hand(_ notification: AppNotification, isPast: Bool) {
        guard let app else { return }
        app.environment.onMain { [weak app] in
            guard let app else { return }
            MainActor.assumeIsolated {
                let application = UIApplication.of(app)
                if isPast {
                    application.remember(notification)
                } else {
                    application.live(through: notification)
                }
            }
        }
    }
}
