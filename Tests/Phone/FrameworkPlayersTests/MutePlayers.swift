import AudioModel
import ScenarioLanguage
import SimulatedDevice
import SoundClient

/// Makes players that never sound.
struct MutePlayers: StreamPlayerFactory {
    func makes(_ kind: PlayerKind) -> Bool { true }

    func makePlayer(
        _ kind: PlayerKind, of sound: PlayerSound, in app: AppSound
    ) throws(SessionError) -> any StreamPlayer { MutePlayer() }
}

private final class MutePlayer: StreamPlayer {
    var stream: Int? { nil }
    var isOver: Bool { false }

    func prepare() {}
    func play() {}
    func pause() {}
    func stop() {}
    func setVolume(_ volume: Float) {}
}
