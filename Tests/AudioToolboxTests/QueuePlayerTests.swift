import AudioModel
import AudioToolbox
import Simulation
import Testing

@Suite("The queue player of every iPhone programmer")
struct QueuePlayerTests {
    private let files: SoundFiles
    private let stage = SimulatedStage()

    init() throws {
        files = try SoundFiles()
    }

    @Test("reads twelve times half a second, then three times nothing")
    func halfSeconds() throws {
        // Given a file of six seconds, and a player with its buffers filled.
        let app = stage.open("Player")
        let url = try files.write(SoundFiles.sixSeconds(), as: "six.caf")
        let player = try app.run { try QueuePlayer(url, on: stage) }
        #expect(player.bufferBytes == 88_200 && player.packetsPerRead == 22_050)
        app.run {
            player.prime()
            AudioQueueSetParameter(player.queue, kAudioQueueParam_Volume, 1)
            #expect(AudioQueueStart(player.queue, nil) == noErr)
        }
        #expect(player.reads.count == 3)
        // When it has played.
        stage.advance(by: .seconds(8))
        // Then it has read so, in this order.
        let full = (0..<12).map {
            QueuePlayer.Read(startPacket: Int64($0) * 22_050, packets: 22_050, bytes: 88_200)
        }
        let empty = QueuePlayer.Read(startPacket: 264_600, packets: 0, bytes: 0)
        #expect(player.reads == full + [empty, empty, empty])
        #expect(
            player.events.suffix(7) == [
                .read(empty), .stopped(noErr), .read(empty), .stopped(noErr), .read(empty),
                .stopped(noErr), .isRunning(0),
            ])
        #expect(player.events.filter { $0 == .isRunning(1) }.count == 1)
        // And each callback came when its buffer had been played, on the main thread.
        #expect(player.times.count == 12)
        for (index, time) in player.times.enumerated() {
            #expect(abs(time.seconds - 0.5 * Double(index + 1)) <= 0.0101)
        }
        #expect((6.0...6.3).contains(try #require(player.times.last).seconds))
        #expect(player.threads.allSatisfy { $0 == .main })
    }
}
