/// The value of `applicationState` that an app sees, derived only from the notifications that it
/// has received.
///
/// The server may be ahead: it may have moved the app to the background before the app receives
/// `willResignActive`.
public struct KnownAppState: Hashable, Sendable {
    /// The state that the app's code sees.
    public private(set) var state: AppState

    /// Creates the state of a process that begins.
    public init(_ state: AppState = .inactive) {
        self.state = state
    }

    /// Notes that the app's code is about to receive a notification; `state` is now the value that
    /// this code sees.
    public mutating func willReceive(_ notification: AppNotification) {
        switch notification {
        case .willFinishLaunching(let launch): state = launch.state
        case .didBecomeActive: state = .active
        case .didEnterBackground(let told): state = told
        default: break
        }
    }

    /// Notes that the app's code has returned from a notification.
    public mutating func didReceive(_ notification: AppNotification) {
        switch notification {
        case .willResignActive, .willEnterForeground: state = .inactive
        default: break
        }
    }
}
