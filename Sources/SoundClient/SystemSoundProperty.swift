/// What an app can set of one system sound.
public enum SystemSoundProperty: Hashable, Sendable {
    /// Whether it is silent where the user has turned user-interface sounds off. No setting of a
    /// phone turns an app's sounds off, so it changes nothing that is heard.
    case isUISound
    /// Whether it goes on to its end when the app dies.
    case completesPlaybackIfAppDies

    var defaultValue: Bool {
        switch self {
        case .isUISound: true
        case .completesPlaybackIfAppDies: false
        }
    }
}
