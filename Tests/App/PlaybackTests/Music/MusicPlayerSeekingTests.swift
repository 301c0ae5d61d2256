import AudioModel
import Foundation
import Playback
import Simulation
import SoundClient
import SoundServer
import TestSupport
import Testing

@Suite("A music player that seeks")
final class MusicPlayerSeekingTests {
    private let stage = SimulatedStage()
    private let app: StagedApp
    private let folder: TemporaryFolder
    private let player: MusicPlayer

    init() throws {
        folder = try TemporaryFolder()
        app = stage.open(
            AppDescription(name: "Music", backgroundModes: ["audio"], role: .musicPlayer))
        player = MusicPlayer(app.sound, seed: 1) { _ in }
    }

    private func track(_ id: UInt64, seconds: Int) throws -> MusicItem {
        let path = folder.file("\(id).wav")
        try Data(wavFile([Int16](repeating: 4_000, count: 8_000 * seconds), rate: 8_000))
            .write(to: URL(fileURLWithPath: path))
        return MusicItem(id: id, path: path)
    }

    private func advance(_ seconds: Double) { stage.advance(by: .seconds(seconds)) }

    private func play() { app.run { player.play() } }

    // Source: `MPMediaPlayback.h`; iina/iina#2649 for the numbers.
    @Test("winds forward the faster, the longer it lasts")
    func windsFaster() throws {
        player.setQueue([try track(1, seconds: 300)])
        play()
        app.run { player.beginSeeking(forward: true) }
        var gains: [Double] = []
        var before = player.currentTime
        for _ in 0..<11 {
            advance(1)
            gains.append(player.currentTime - before)
            before = player.currentTime
        }
        // A second of sound is among them; a jump more or less may be at a second's edge.
        for (gain, expected) in zip(gains, [6, 8, 10, 12, 14, 16, 18, 20, 22, 22, 22.0]) {
            #expect(abs(gain - expected) < 1.5)
        }
        app.run { player.endSeeking() }
        app.run { player.beginSeeking(forward: false) }
        for _ in 0..<4 {
            advance(1)
            #expect(abs(before - player.currentTime - 7) < 2.1)
            before = player.currentTime
        }
        // It begins slowly again.
        app.run { player.beginSeeking(forward: true) }
        advance(1)
        #expect(abs(player.currentTime - before - 6) < 1.5)
    }

    @Test("winds forward and back, and stops behind the queue's end")
    func winds() throws {
        player.setQueue([
            try track(1, seconds: 10), try track(2, seconds: 1),
        ])
        play()
        advance(0.5)
        app.run { player.beginSeeking(forward: true) }
        #expect(player.playbackState == .seekingForward)
        advance(0.6)
        // Two jumps of 1.25 seconds, and the sound between them.
        #expect(abs(player.currentTime - 3.6) < 0.1)
        app.run { player.endSeeking() }
        #expect(player.playbackState == .playing)
        app.run { player.beginSeeking(forward: false) }
        advance(2)
        #expect(player.currentTime < 0.5 && player.currentItem?.id == 1)
        app.run { player.endSeeking() }
        advance(0.1)
        app.run { player.pause() }
        app.run { player.beginSeeking(forward: true) }
        advance(10)
        #expect(player.playbackState == .stopped)
    }
}
