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

    @Test("reads ten thousand packets at a time, the last time what is left")
    func fixedPackets() throws {
        let app = stage.open("Player")
        let url = try files.write(SoundFiles.sixSeconds(), as: "six.caf")
        let player = try app.run { try QueuePlayer(url, packetsPerRead: 10_000, on: stage) }
        #expect(player.bufferBytes == 40_000)
        app.run {
            player.prime()
            AudioQueueStart(player.queue, nil)
        }
        stage.advance(by: .seconds(7))
        let full = (0..<26).map {
            QueuePlayer.Read(startPacket: Int64($0) * 10_000, packets: 10_000, bytes: 40_000)
        }
        let last = QueuePlayer.Read(startPacket: 260_000, packets: 4_600, bytes: 18_400)
        let empty = QueuePlayer.Read(startPacket: 264_600, packets: 0, bytes: 0)
        #expect(player.reads == full + [last, empty, empty, empty])
        #expect(player.events.last == .isRunning(0))
    }

    @Test("whose song fits in the first buffer, is called back when that has been played")
    func shortSong() throws {
        // Given a file of half a second and buffers of ten thousand packets times its size.
        let app = stage.open("Player")
        let bytes = SoundFiles.caf(frames: 24_000, sampleRate: 48_000)
        let url = try files.write(bytes, as: "short.caf")
        let player = try app.run { try QueuePlayer(url, packetsPerRead: 100_000, on: stage) }
        // When it is primed, the second and third buffers stop the queue before it was started.
        app.run {
            player.prime()
            #expect(player.reads.map(\.packets) == [24_000, 0, 0])
            AudioQueueStart(player.queue, nil)
        }
        stage.advance(by: .milliseconds(490))
        #expect(player.times == [])
        stage.advance(by: .milliseconds(500))
        // Then it plays all the same, and calls back once.
        #expect(player.times.map(\.seconds) == [0.5])
        #expect(player.events.last == .isRunning(0))
    }
}
