package import AudioModel
import SoundClient
import SoundPolicy
import SoundServer

// The state of a live phone's apps.

extension LivePhone {
    package func isRunning(_ name: String) -> Bool { app(named: name) != nil }

    /// Whether a built-in app has a track that a remote command could start.
    package func hasTrack(_ name: String) -> Bool {
        app(named: name)?.playlist.currentTrack != nil
    }

    /// The identifier of a built-in app; `nil` when it does not run.
    package func id(of name: String) -> AppID? { app(named: name)?.id }

    /// The policy's verdict on a stream; `nil` when it has ended.
    package func verdict(of stream: String, of name: String) -> Verdict? {
        guard let app = app(named: name), let number = app.number(of: stream) else { return nil }
        return app.sound.connection.verdict(ofStream: number)
    }

    package func state(of name: String) -> AppState {
        app(named: name).map { state(of: $0) } ?? .notRunning
    }
}
