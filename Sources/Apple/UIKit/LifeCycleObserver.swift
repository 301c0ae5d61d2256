import AudioModel
import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// Delivers an app's life-cycle notifications to its application, on its main thread. Any thread.
final class LifeCycleObserver: Sendable {
    private weak let app: AppSound?
    /// The state that earlier notifications led to.
    private let past = Mutex(KnownAppState())

    private init(_ app: AppSound, deliversBacklog: Bool) {
        self.app = app
        let begin = app.environment.now
        app.followLife { [self] notification, time in
            hand(notification, isPast: !deliversBacklog && time < begin)
        }
    }

    /// Starts following the life cycle of the calling simulated app, unless it is followed
    /// already.
    static func begin() {
        guard let app = CurrentApp.simulated else { return }
        _ = of(app, deliversBacklog: false)
    }

    /// The observer of an app.
    ///
    /// - Parameter deliversBacklog: Whether earlier notifications are delivered now. Otherwise only
    ///   their outcome is kept, as for a simulated app that asks late.
    @discardableResult
    static func of(
        _ app: AppSound, deliversBacklog: Bool = CurrentApp.simulated == nil
    ) -> LifeCycleObserver {
        app.attachment { LifeCycleObserver(app, deliversBacklog: deliversBacklog) }
    }

    /// The app's state when it was first followed.
    var stateAtFirst: KnownAppState { past.withLock { $0 } }

    /// - Parameter isPast: Whether the notification is older than the observer; only its outcome
    ///   counts then.
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
