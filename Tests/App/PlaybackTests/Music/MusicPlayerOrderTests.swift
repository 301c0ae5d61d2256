import AudioModel
import Foundation
import Playback
import Simulation
import SoundClient
import SoundPolicy
import TestSupport
import Testing

@Suite("The order of a music player")
final class MusicPlayerOrderTests {
    private let stage = SimulatedStage(PolicyConfiguration())
    private let app: StagedApp
    private let folder: TemporaryFolder
    private let log = MusicPlayerLog()
    private let player: MusicPlayer

    init() throws {
        folder = try TemporaryFolder()
        app = stage.open(
            AppDescription(name: "Music", backgroundModes: ["audio"], role: .musicPlayer))
        player = MusicPlayer(app.sound, seed: 1) { [log] in log.add($0) }
    }

    /// Files of a second.
    private func threeTracks() throws -> [MusicItem] {
        try (1...3).map { number in
            let path = folder.file("\(number).wav")
            try Data(wavFile(Array(repeating: Int16(1_000), count: 48_000), rate: 48_000))
                .write(to: URL(fileURLWithPath: path))
            return MusicItem(id: UInt64(number), albumID: 1, path: path)
        }
    }

    private func advance(_ seconds: Double) { stage.advance(by: .seconds(seconds)) }

    @Test(
        "obeys a new order while the device begins the next item", arguments: ["insert", "remove"])
    func orderAtABoundary(change: String) throws {
        let tracks = try threeTracks()
        player.setQueue(change == "insert" ? [tracks[0], tracks[1]] : tracks)
        app.run { player.play() }
        advance(0.99)
        var block = [Float](repeating: 0, count: 2 * 480)
        app.run {
            player.changeOrder { queue in
                // The device renders on: it begins item 2, which the player has not noticed.
                for _ in 0..<5 {
                    block.withUnsafeMutableBufferPointer { block in
                        _ = app.sound.output.render(into: block.baseAddress!, frameCount: 480)
                    }
                }
                if change == "insert" {
                    queue.insert([tracks[2]], at: 1)
                } else {
                    queue.remove(atPlaces: [1])
                }
            }
        }
        #expect(player.currentItem?.id == 1 && player.currentTime >= 0.99)
        advance(0.3)
        // Item 1 has ended and is not played again; what follows it in the new order does.
        #expect(player.currentItem?.id == 3 && player.playbackState == .playing)
        #expect(log.all == ["queue", "item 1", "playing", "finished 1", "item 3"])
    }
}
