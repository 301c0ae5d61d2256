import AVFAudio
package import AudioModel
import Foundation
package import ScenarioLanguage
package import SimulatedDevice
package import SoundClient

/// Lets the scripted apps of a story play through `AVAudioPlayer` and `AVAudioEngine`, as apps do.
package struct FrameworkPlayers: StreamPlayerFactory {
    private let kinds: [PlayerKind]

    /// - Parameter kinds: The kinds that play through Apple's classes, of `player` and `engine`.
    package init(kinds: [PlayerKind] = [.player, .engine]) {
        self.kinds = kinds
    }

    package func makes(_ kind: PlayerKind) -> Bool {
        kinds.contains(kind) && [.player, .engine].contains(kind)
    }

    package func makePlayer(
        _ kind: PlayerKind, of sound: PlayerSound, in app: AppSound
    ) throws(SessionError) -> any StreamPlayer {
        if kind == .engine { return try EngineStream(sound) }
        return try PlayerStream(sound)
    }
}

extension SessionError {
    /// The session's refusal that Apple's classes have reported.
    init(_ error: any Error) {
        let code = Int32(truncatingIfNeeded: (error as NSError).code)
        self = SessionError(rawValue: code) ?? .unspecified
    }
}
