package import MediaPlayer

/// Plays songs of the user's library: those of an artist that the command line names, or those that
/// the user picks.
@main
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let screen = MusicViewController()
    private var shown: [String] = []

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        screen.loadViewIfNeeded()
        screen.screenDidChange = { [weak self] in self?.printScreen() }
        MPMediaLibrary.requestAuthorization { status in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self.begin(isAllowed: status == .authorized) }
            }
        }
        return true
    }

    private func begin(isAllowed: Bool) {
        guard isAllowed else { return print("the library may not be read") }
        if let artist = CommandLine.arguments.dropFirst().first {
            screen.queueSongs(byArtist: artist)
        } else {
            screen.pickSongs()
        }
        if !screen.lines.isEmpty { screen.tapPlay() }
    }

    /// Prints what has changed, a line each.
    private func printScreen() {
        var lines = screen.lines
        if let title = screen.nowPlayingTitle { lines.append("now playing: \(title)") }
        if let artwork = screen.artwork {
            lines.append("artwork: \(Int(artwork.size.width)) x \(Int(artwork.size.height))")
        }
        if !screen.lyrics.isEmpty { lines.append("lyrics: \(screen.lyrics)") }
        if let message = screen.message { lines.append(message) }
        lines.append("[\(screen.playButton.title)]")
        for line in lines where !shown.contains(line) { print(line) }
        shown = lines
    }
}
