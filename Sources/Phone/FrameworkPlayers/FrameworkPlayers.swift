import AVFAudio
package import AudioModel
import Foundation
package import ScenarioLanguage
package import SimulatedDevice
package import SoundClient

/// Lets the scripted apps of a story play through `AVAudioPlayer`, RemoteIO, `AVAudioEngine`,
/// `MPMusicPlayerController` and `AVPlayer`, as apps do.
package struct FrameworkPlayers: StreamPlayerFactory {
    private let kinds: [PlayerKind]

    /// The kinds of player that are classes of Apple's.
    private static let allKinds: [PlayerKind] = [.player, .unit, .engine, .music, .avplayer]

    /// - Parameter kinds: The kinds that play through Apple's classes, of `player`, `unit`,
    ///   `engine`, `music` and `avplayer`; all for `nil`.
    package init(kinds: [PlayerKind]? = nil) {
        self.kinds = kinds ?? Self.allKinds
    }

    package func makes(_ kind: PlayerKind) -> Bool {
        kinds.contains(kind) && Self.allKinds.contains(kind)
    }

    package func makePlayer(
        _ kind: PlayerKind, of sound: PlayerSound, in app: AppSound
    ) throws(SessionError) -> any StreamPlayer {
        switch kind {
        case .unit: return try UnitStream(sound, in: app)
        case .engine: return try EngineStream(sound)
        case .music: return try MusicStream(sound, in: app)
        case .avplayer: return try AVPlayerStream(sound, in: app)
        default: return try PlayerStream(sound)
        }
    }
}

extension SessionError {
    /// The session's refusal that Apple's classes have reported.
    init(_ error: any Error) {
        let code = Int32(truncatingIfNeeded: (error as NSError).code)
        self = SessionError(rawValue: code) ?? .unspecified
    }
}
