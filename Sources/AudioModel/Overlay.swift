/// What lies over the app in front, which is inactive meanwhile. Raw values are the scenario
/// language's words.
public enum Overlay: String, CaseIterable, Hashable, Sendable {
    /// A message, a low battery, a question of the system's.
    case alert
    case notificationCentre = "notification-centre"
    case controlCentre = "control-centre"
    case appSwitcher = "app-switcher"
}
