import SoundMixer
import AudioModel
import SoundClient

extension AppSound {
    /// A second of silence, over and over, that the policy takes for a player's sound.
    func startSilentPlayer() throws(SessionError) -> Int {
        let buffer = SoundBuffer(frameCount: 48_000, channelCount: 1, sampleRate: 48_000) { _ in }
        return try startStream(.player, .buffer(buffer, loopCount: -1)) { _ in }
    }
}
