import SoundClient

/// Shows the app of this process on the desktop.
enum DesktopNowPlaying {
    static func begin(for app: AppSound) {}
}
