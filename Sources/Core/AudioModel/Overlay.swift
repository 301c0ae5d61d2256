/// An overlay that covers the foreground app, which is inactive meanwhile. Raw values are the
/// scenario language's words.
public enum Overlay: String, CaseIterable, Hashable, Sendable {
    /// A system alert, such as a message or a low battery.
    case alert
    /// The list of the notifications, over the whole screen.
    case notificationCentre = "notification-centre"
    /// The panel with the volume, the route and the player's controls.
    case controlCentre = "control-centre"
    /// The cards of the recently used apps.
    case appSwitcher = "app-switcher"
}
