/// An app's permission to use the user's music library.
public enum MediaLibraryPermission: String, CaseIterable, Hashable, Sendable {
    /// The app has not asked, or the user has not answered yet.
    case undetermined
    case denied
    /// Settings that the user cannot change forbid it.
    case restricted
    case granted
}
