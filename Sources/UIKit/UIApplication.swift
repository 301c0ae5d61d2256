import AudioModel
import Foundation
import SoundClient
import SoundRuntime

/// The app as the system sees it: where it is in its life, and its say in that.
///
/// Main thread, but for background tasks. In a simulated phone each app has one of its own; in a
/// process of its own there is one.
@preconcurrency @MainActor
open class UIApplication: UIResponder, AppOwned {
    /// The application of the app that the running code belongs to.
    public class var shared: UIApplication {
        of(currentApp())
    }

    /// The app owns its application, so it is there for as long as anybody asks.
    nonisolated weak let app: AppSound?
    nonisolated let tasks = BackgroundTasks()
    var known: KnownAppState
    /// What its process was started for.
    var launch = Launch.byUser
    /// The URL that it was launched for, when its launch has said no to it.
    var refusedURL: String?
    /// Whether there is a call's bar at the top of the screen.
    var hasCallBar = false
    /// Of its process's end, which it hears of once.
    var wasAskedToTerminate = false
    var firstResponder: UIResponder?
    var receivesRemoteControlEvents = false

    /// Not retained; `UIApplicationMain` keeps the one that it makes.
    open weak var delegate: (any UIApplicationDelegate)?
    var ownedDelegate: (any UIApplicationDelegate)?

    public override init() {
        let app = currentApp()
        self.app = app
        known = LifeCycleObserver.of(app).stateAtFirst
        isProtectedDataAvailable = app.connection.session.isProtectedDataAvailable
        super.init()
    }

    static func of(_ app: AppSound) -> UIApplication {
        ApplicationHolder.of(app).application(of: app)
    }

    package nonisolated func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: Its life

    open var applicationState: State {
        switch known.state {
        case .active: .active
        case .inactive: .inactive
        case .background, .suspended, .notRunning: .background
        }
    }

    /// Nobody restricts it here.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }

    /// Whether files that are protected can be read: not on a locked phone with a code.
    open internal(set) var isProtectedDataAvailable = true

    /// Whether the screen stays lit by itself. A wish: there is no screen here.
    open var isIdleTimerDisabled = false

    /// Taller during a call, which has a bar at the top of other apps; in points.
    open var statusBarFrame: CGRect { statusBarFrame(hasCallBar: hasCallBar) }

    // MARK: Background tasks

    /// Seconds that the app may still run in the background; `Double.greatestFiniteMagnitude` where
    /// nothing limits it, as in the foreground.
    open var backgroundTimeRemaining: TimeInterval {
        guard let remaining = app?.connection.session.backgroundTimeRemaining else {
            return .greatestFiniteMagnitude
        }
        return Double(remaining.nanoseconds) / 1e9
    }

    /// Asks for time in the background; to be ended exactly once. Any thread.
    ///
    /// - Parameters:
    ///   - taskName: For who looks for what runs on; nobody does here.
    ///   - handler: Called on the main thread shortly before the time is out. An app that has not
    ///     ended the task then is ended itself.
    /// - Returns: `.invalid` where there is no such time.
    @preconcurrency
    open nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        app.map { tasks.begin(in: $0, handler) } ?? .invalid
    }

    /// As `beginBackgroundTask(withName:expirationHandler:)`.
    @preconcurrency
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Those that are not open are ignored. Any thread.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        guard let app else { return }
        tasks.end(identifier, in: app)
    }

    // MARK: Remote controls

    /// From now on buttons of remote controls go to the first responder, or else to the delegate.
    ///
    /// They come while the app is the one that plays, or has played last, with a session that does
    /// not mix with others.
    open func beginReceivingRemoteControlEvents() { receiveRemoteControlEvents(true) }
    open func endReceivingRemoteControlEvents() { receiveRemoteControlEvents(false) }

    private func receiveRemoteControlEvents(_ isWanted: Bool) {
        receivesRemoteControlEvents = isWanted
        try? app?.request(.enableRemoteCommands(isWanted ? .all : []))
    }

    open override var next: UIResponder? { delegate as? UIResponder }

    /// Hands an event to whom it is for.
    open func sendEvent(_ event: UIEvent) {
        guard event.type == .remoteControl, receivesRemoteControlEvents else { return }
        (firstResponder ?? self).remoteControlReceived(with: event)
    }

    /// A button of a remote control.
    package func receive(_ subtype: UIEvent.EventSubtype) {
        let now = app?.environment.now ?? .zero
        sendEvent(UIEvent(subtype, at: Double(now.nanoseconds) / 1e9))
    }
}
