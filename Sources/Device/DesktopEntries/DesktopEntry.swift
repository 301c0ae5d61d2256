/// An app as its desktop file describes it.
///
/// Source: Desktop Entry Specification 1.5.
public struct DesktopEntry: Sendable, Hashable {
    /// The desktop file ID, without `.desktop`: `org.gnome.Music`.
    public var id: String
    /// The name for the user, in the user's language where the file has it.
    public var name: String
    /// The program that `Exec` starts, without arguments; `nil` when there is none.
    public var executable: String?
    /// The registered categories, such as `AudioVideo`, `Player`, `Game`, in the file's order.
    public var categories: [String]
    public var startupWMClass: String?
    /// Whether menus show the app.
    public var isVisible: Bool

    public init(
        id: String, name: String, executable: String? = nil, categories: [String] = [],
        startupWMClass: String? = nil, isVisible: Bool = true
    ) {
        self.id = id
        self.name = name
        self.executable = executable
        self.categories = categories
        self.startupWMClass = startupWMClass
        self.isVisible = isVisible
    }
}
