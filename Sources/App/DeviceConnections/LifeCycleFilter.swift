import AudioModel

/// Lets an app hear of its life only what it does not know: a second server launches and opens an app
/// that has long been running.
struct LifeCycleFilter {
    private var hasLaunched = false
    private(set) var state = AppState.inactive

    /// The notification that the app receives in place of one of a server; `nil` for none.
    mutating func filtered(_ notification: AppNotification) -> AppNotification? {
        switch notification {
        case .willFinishLaunching(let launch):
            guard hasLaunched else {
                state = launch.state
                return notification
            }
            guard state == .background, launch.state != .background else { return nil }
            state = .inactive
            return .willEnterForeground
        case .didFinishLaunching:
            defer { hasLaunched = true }
            return hasLaunched ? nil : notification
        case .didBecomeActive: return change(to: .active, when: state != .active, notification)
        case .willResignActive: return change(to: .inactive, when: state == .active, notification)
        case .didEnterBackground:
            return change(to: .background, when: state != .background, notification)
        case .willEnterForeground:
            return change(to: .inactive, when: state == .background, notification)
        default: return notification
        }
    }

    private mutating func change(
        to state: AppState, when isChange: Bool, _ notification: AppNotification
    ) -> AppNotification? {
        guard isChange else { return nil }
        self.state = state
        return notification
    }
}
