/// Callbacks that an app has to return from within a time, or be killed. Raw values are the
/// scenario language's words.
public enum WatchedCallback: String, CaseIterable, Hashable, Sendable {
    /// From `willFinishLaunching` on.
    case didFinishLaunching
    case didEnterBackground
    case willTerminate
}

extension AppNotification {
    /// What the app has to return from after this; `nil` where nobody waits for it.
    package var watchedCallback: WatchedCallback? {
        switch self {
        case .didFinishLaunching: .didFinishLaunching
        case .didEnterBackground: .didEnterBackground
        case .willTerminate: .willTerminate
        default: nil
        }
    }
}
