import AVFAudio
import AudioModel
import Foundation
import Playback
import SimulatedDevice

/// A stream that an `AVAudioPlayer` plays.
final class PlayerStream: StreamPlayer {
    private let sound: PlayerSound
    private var player: AVAudioPlayer
    private var volume: Float

    init(_ sound: PlayerSound) throws(SessionError) {
        self.sound = sound
        volume = sound.volume
        player = try Self.makePlayer(sound)
    }

    private static func makePlayer(_ sound: PlayerSound) throws(SessionError) -> AVAudioPlayer {
        do {
            let player =
                if let path = sound.path {
                    try AVAudioPlayer(contentsOf: URL(fileURLWithPath: path))
                } else {
                    try AVAudioPlayer(bytes: SoundBytes(sound.sound))
                }
            player.volume = sound.volume
            player.numberOfLoops = sound.loops
            if sound.rate != 1 {
                player.enableRate = true
                player.rate = Float(sound.rate)
            }
            return player
        } catch {
            throw SessionError(error)
        }
    }

    var stream: Int? { player.player?.streamNumber }

    // A reset of the media services ends the player, but the app can make another one.
    var isOver: Bool { stream == nil && !hasLostServices }

    private var hasLostServices: Bool { player.player?.hasLostServices ?? false }

    func prepare() throws(SessionError) {
        guard player.prepareToPlay() else { throw refusal }
    }

    func play() throws(SessionError) {
        if hasLostServices { try replacePlayer() }
        guard player.play() else { throw refusal }
    }

    private var refusal: SessionError { player.player?.refusal ?? .unspecified }

    /// Makes another player at the same position, as an app does after a reset.
    private func replacePlayer() throws(SessionError) {
        let position = player.currentTime
        player = try Self.makePlayer(sound)
        player.volume = volume
        player.currentTime = position
    }

    func pause() { player.pause() }

    func stop() {
        // A lost player stays silent for good.
        if hasLostServices, let empty = try? AVAudioPlayer(bytes: SoundBytes.none) {
            player = empty
        }
        player.stop()
    }

    func setVolume(_ volume: Float) {
        self.volume = volume
        player.volume = volume
    }
}
