/// An app as its desktop file describes it.
///
/// Source: Desktop Entry Specification 1.5.
package struct DesktopEntry: Sendable, Hashable {
    /// The desktop file ID, without `.desktop`: `org.gnome.Music`.
    package var id: String
    /// The name for the user, in the user's language where the file has it.
    package var name: String
    /// The program that `Exec` starts, without arguments; `nil` when there is none.
    package var executable: String?
    /// The registered categories, such as `AudioVideo`, `Player`, `Game`, in the file's order.
    package var categories: [String]
    package var startupWMClass: String?
    /// Whether menus show the app.
    package var isVisible: Bool

    package init(
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
