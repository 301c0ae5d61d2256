/// An overlay that covers the foreground app, which is inactive meanwhile. Raw values are the
/// scenario language's words.
public enum Overlay: String, CaseIterable, Hashable, Sendable {
    /// A system alert, such as a message or a low battery.
    case alert
    case notificationCentre = "notification-centre"
    case controlCentre = "control-centre"
    case appSwitcher = "app-switcher"
}
