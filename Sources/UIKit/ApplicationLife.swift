import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// Hands what an app is told of its life to its application, on its main thread. Any thread.
final class ApplicationLife: Sendable {
    private weak let app: AppSound?
    /// From what it was told before anybody listened.
    private let past = Mutex(KnownAppState())

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

    /// Where an app was in its life when its application was made.
    static func stateAtFirst(of app: AppSound) -> KnownAppState {
        let life = app.attachment { ApplicationLife(app, hearsAll: false) }
        return life.past.withLock { $0 }
    }

    /// The life of an app whose `main` has come to `UIApplicationMain`: all of it.
    static func main(of app: AppSound) {
        _ = app.attachment { ApplicationLife(app, hearsAll: true) }
    }

    /// - Parameter isPast: It was told before there was anybody to hear; only its outcome counts.
    private func hand(_ notification: AppNotification, isPast: Bool) {
        guard !isPast else {
            return past.withLock { past in
                past.willHear(notification)
                past.didHear(notification)
            }
        }
        guard let app else { return }
        app.environment.onMain { [weak app] in
            guard let app else { return }
            MainActor.assumeIsolated { UIApplication.of(app).live(through: notification) }
        }
    }
}
