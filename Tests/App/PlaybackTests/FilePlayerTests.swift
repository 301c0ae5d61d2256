import AudioFormats
import AudioModel
import Playback
import Simulation
import SoundClient
import SoundMixer
import TestSupport
import Testing

/// Tests the core of players: positions through loops and speeds, and what the server sees.
@Suite("A file player")
struct FilePlayerTests {
    private let stage = SimulatedStage()
    private let app: StagedApp

    init() {
        app = stage.open("player")
    }

    private func player(frames: Int, rate: UInt32 = 48_000) throws -> FilePlayer {
        let samples = (0..<frames).map { Int16(truncatingIfNeeded: $0 % 30_000) }
        return FilePlayer(
            try SoundFile(bytes: MemoryBytes(wavFile(samples, rate: rate))), of: app.sound)
    }

    @Test("counts its position within each pass")
    func loops() throws {
        let player = try player(frames: 24_000)
        player.loops = 3
        #expect(app.run { player.play() })
        for half in 1...3 {
            stage.advance(by: .milliseconds(500))
            #expect(player.currentTime == (half == 4 ? 0.5 : 0))
        }
        stage.advance(by: .milliseconds(250))
        #expect(player.currentTime == 0.25)
        stage.advance(by: .milliseconds(260))
        #expect(player.currentTime == 0 && !player.isPlaying)
    }

    @Test(
        "counts its position at another speed, through its loops", arguments: [Float(0.5), 2])
    func speed(rate: Float) throws {
        let player = try player(frames: 48_000)
        player.isRateEnabled = true
        player.rate = rate
        player.loops = -1
        #expect(app.run { player.play() })
        var expected = 0.0
        for _ in 0..<7 {
            stage.advance(by: .milliseconds(400))
            expected = (expected + 0.4 * Double(rate)).truncatingRemainder(dividingBy: 1)
            #expect(abs(player.currentTime - expected) < 0.001)
        }
        player.rate = 1
        stage.advance(by: .milliseconds(100))
        #expect(
            abs(player.currentTime - (expected + 0.1).truncatingRemainder(dividingBy: 1)) < 0.001)
    }

    @Test("is one stream from its preparation to its stop, without a voice until it plays")
    func stream() throws {
        let player = try player(frames: 48_000)
        #expect(app.run { player.prepare() })
        #expect(app.sound.streamNumbers.count == 1 && app.sound.mixer.voiceCount == 0)
        #expect(app.run { player.play() })
        #expect(app.sound.streamNumbers.count == 1 && app.sound.mixer.voiceCount == 1)
        stage.advance(by: .milliseconds(100))
        app.run { player.pause() }
        app.run { player.seek(to: 0.5) }
        stage.advance(by: .milliseconds(100))
        #expect(app.sound.streamNumbers.count == 1 && app.sound.mixer.voiceCount == 0)
        app.run { player.stop() }
        stage.advance(by: .milliseconds(100))
        #expect(app.sound.streamNumbers.isEmpty && player.currentTime == 0.5)
    }

    @Test("goes with its last reference, whatever its state", arguments: 0..<4)
    func isReleased(state: Int) throws {
        var player: FilePlayer? = try player(frames: 48_000)
        app.run {
            if state > 0 { _ = player?.prepare() }
            if state > 1 { _ = player?.play() }
        }
        stage.advance(by: .milliseconds(50))
        if state > 2 { app.run { player?.pause() } }
        let host = PlaybackHost.of(app.sound)
        #expect(host.soundingCount == (state > 1 ? 1 : 0))
        weak let released = player
        player = nil
        stage.advance(by: .milliseconds(100))
        #expect(released == nil && app.sound.streamNumbers.isEmpty)
        #expect(app.sound.mixer.voiceCount == 0 && host.soundingCount == 0)
    }

    @Test("refuses a sample rate that cannot be played")
    func rates() throws {
        #expect(throws: (any Error).self) { try player(frames: 10, rate: 20) }
    }
}
