/// A property of one system sound.
public enum SystemSoundProperty: Hashable, Sendable {
    /// Whether the sound is silent when the user has turned user-interface sounds off. iOS has no
    /// such setting for an app's sounds, so the property has no audible effect.
    case isUISound
    /// Whether the sound plays to its end when the app's process ends.
    case completesPlaybackIfAppDies

    var defaultValue: Bool {
        switch self {
        case .isUISound: true
        case .completesPlaybackIfAppDies: false
        }
    }
}
