/// A callback that an app has to return from within a time limit, or be killed. Raw values are the
/// scenario language's words.
public enum WatchedCallback: String, CaseIterable, Hashable, Sendable {
    /// The time limit starts with `willFinishLaunching`.
    case didFinishLaunching
    case didEnterBackground
    case willTerminate
}

extension AppNotification {
    /// The callback that the app has to return from after this notification; `nil` for all others.
    package var watchedCallback: WatchedCallback? {
        switch self {
        case .didFinishLaunching: .didFinishLaunching
        case .didEnterBackground: .didEnterBackground
        case .willTerminate: .willTerminate
        default: nil
        }
    }
}
