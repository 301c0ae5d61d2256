/// An app's permission to use the cameras.
public enum CameraPermission: String, CaseIterable, Hashable, Sendable {
    /// The app has not asked, or the user has not answered yet.
    case undetermined
    case denied
    /// Settings that the user cannot change forbid it.
    case restricted
    case granted
}
