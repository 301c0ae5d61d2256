import AudioModel
public import Foundation
package import SoundClient
import SoundRuntime
import SoundServer

/// The app: its life-cycle state, background tasks and remote control events.
///
/// Main thread, except for background tasks. In a simulated phone each app has an instance of its
/// own; otherwise there is one per process.
@preconcurrency @MainActor
open class UIApplication: UIResponder, AppOwned {
    /// The application of the calling app.
    public class var shared: UIApplication {
        of(currentApp())
    }

    /// Weak: the app owns its application.
    nonisolated weak let app: AppSound?
    nonisolated let tasks = BackgroundTasks()
    var known: KnownAppState
    /// Why the process was launched.
    var launch = Launch.byUser
    /// The URL that the app was launched for, if its delegate refused it.
    var refusedURL: String?
    /// Whether the status bar shows a call in progress.
    var hasCallBar = false
    /// Whether the end of the process has been announced; that happens once.
    var wasAskedToTerminate = false
    var firstResponder: UIResponder?
    var receivesRemoteControlEvents = false
    /// The windows that have shown content, the last one in front.
    var shownWindows: [ShownWindow] = []
    /// The controllers that a saved state has brought back, until the end of the launch.
    var restoredControllers: [UIViewController] = []
    /// How the device was held when the interface was last turned for it.
    var consideredOrientation: DeviceOrientation?
    /// Whether the app is asked for its orientations, or hears of a turn, now.
    var isTurning = false
    /// What the app's code has done meanwhile that may turn the interface again.
    var nextTurn: TurnReason?
    /// The scene of all windows; `nil` before iOS 13.
    private(set) lazy var scene: UIWindowScene? = makeScene()

    /// Whether the delegate has a method of its own for the entry into the background that is
    /// delivered now.
    var delegateHandlesEntry = false
    /// The delegate; not retained. `UIApplicationMain` retains the one that it makes.
    open weak var delegate: (any UIApplicationDelegate)?
    var ownedDelegate: (any UIApplicationDelegate)?

    /// Makes the application of the calling app; `UIApplicationMain` does.
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

    private func makeScene() -> UIWindowScene? {
        (app?.connection.session.profile ?? .ios17) >= .ios13 ? UIWindowScene() : nil
    }

    // MARK: Life cycle

    /// The app's life-cycle state.
    open var applicationState: State {
        switch known.state {
        case .active: .active
        case .inactive: .inactive
        case .background, .suspended, .notRunning: .background
        }
    }

    /// Whether background refresh is allowed; always available here.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }

    /// Whether protected files can be read: not on a locked phone with a passcode.
    open internal(set) var isProtectedDataAvailable = true

    /// Whether the screen should stay lit. Stored without effect: there is no screen here.
    open var isIdleTimerDisabled = false

    /// Frame of the status bar in points; taller during a call in another app.
    open var statusBarFrame: CGRect { statusBarFrame(hasCallBar: hasCallBar) }

    // MARK: Background tasks

    /// Seconds that the app may still run in the background; `Double.greatestFiniteMagnitude`
    /// without a limit, as in the foreground.
    open var backgroundTimeRemaining: TimeInterval {
        guard let remaining = app?.connection.session.backgroundTimeRemaining else {
            return .greatestFiniteMagnitude
        }
        return Double(remaining.nanoseconds) / 1e9
    }

    /// Begins a background task, which must be ended exactly once. Any thread.
    ///
    /// - Parameters:
    ///   - taskName: A name for debugging; unused here.
    ///   - handler: Called on the main thread shortly before the time expires. An app that does not
    ///     end the task then is killed.
    /// - Returns: `.invalid` when no background time is available.
    @preconcurrency
    open nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        app.map { tasks.begin(in: $0, handler) } ?? .invalid
    }

    /// Begins a background task without a name; see
    /// `beginBackgroundTask(withName:expirationHandler:)`.
    @preconcurrency
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Ends a background task; an unknown one is ignored. Any thread.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        guard let app else { return }
        tasks.end(identifier, in: app)
    }

    // MARK: Remote control events

    /// Starts the delivery of remote control events to the first responder, or else to the
    /// delegate.
    ///
    /// They arrive while the app is the Now Playing app: it plays, or was the last to play, with a
    /// non-mixable session.
    open func beginReceivingRemoteControlEvents() { receiveRemoteControlEvents(true) }
    /// Stops the delivery of remote control events.
    open func endReceivingRemoteControlEvents() { receiveRemoteControlEvents(false) }

    private func receiveRemoteControlEvents(_ isWanted: Bool) {
        receivesRemoteControlEvents = isWanted
        app?.enableRemoteCommands(isWanted ? .events : [], by: .responder)
    }

    /// The delegate, if it is a responder.
    open override var next: UIResponder? { delegate as? UIResponder }

    /// Dispatches an event to the first responder.
    open func sendEvent(_ event: UIEvent) {
        guard event.type == .remoteControl, receivesRemoteControlEvents else { return }
        (firstResponder ?? self).remoteControlReceived(with: event)
    }

    /// Delivers a button of a remote control.
    package func receive(_ subtype: UIEvent.EventSubtype) {
        let now = app?.environment.now ?? .zero
        sendEvent(UIEvent(subtype, at: Double(now.nanoseconds) / 1e9))
    }
}
