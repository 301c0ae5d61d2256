/// `applicationState` as an app sees it, from nothing but what it was told.
///
/// The server may be ahead: it has sent the app to the background before the app has heard that
/// it will resign.
public struct KnownAppState: Hashable, Sendable {
    public private(set) var state: AppState

    /// As a process begins.
    public init(_ state: AppState = .inactive) {
        self.state = state
    }

    /// The app's code is about to hear this: `state` is now what that code sees.
    public mutating func willHear(_ notification: AppNotification) {
        switch notification {
        case .willFinishLaunching(let launch): state = launch.state
        case .didBecomeActive: state = .active
        case .didEnterBackground(let told): state = told
        default: break
        }
    }

    /// The app's code has heard this.
    public mutating func didHear(_ notification: AppNotification) {
        switch notification {
        case .willResignActive, .willEnterForeground: state = .inactive
        default: break
        }
    }
}
