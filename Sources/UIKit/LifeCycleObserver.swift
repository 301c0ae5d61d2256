import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// Hands what an app is told of its life to its application, on its main thread. Any thread.
final class LifeCycleObserver: Sendable {
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

    /// The life of the simulated app whose code runs, from this moment on, if nobody has followed
    /// it so far.
    static func begin() {
        guard let app = CurrentApp.simulated else { return }
        _ = of(app, hearsAll: false)
    }

    /// The life of an app that has come to its application.
    ///
    /// - Parameter hearsAll: What it was told before is told now. Else that is only remembered, as
    ///   it is of a simulated app that asks late.
    @discardableResult
    static func of(
        _ app: AppSound, hearsAll: Bool = CurrentApp.simulated == nil
    ) -> LifeCycleObserver {
        app.attachment { LifeCycleObserver(app, hearsAll: hearsAll) }
    }

    /// Where the app was in its life when somebody began to listen.
    var stateAtFirst: KnownAppState { past.withLock { $0 } }

    /// - Parameter isPast: It was told before there was anybody to hear; only its outcome counts.
    private func hand(_ notification: AppNotification, isPast: Bool) {
        guard !isPast else {
            return past.withLock { past in
                past.willReceive(notification)
                past.didReceive(notification)
            }
        }
        guard let app else { return }
        app.environment.onMain { [weak app] in
            guard let app else { return }
            MainActor.assumeIsolated { UIApplication.of(app).live(through: notification) }
        }
    }
}
