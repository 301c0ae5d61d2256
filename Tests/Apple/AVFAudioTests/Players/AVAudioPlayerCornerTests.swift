import AVFAudio
import Foundation
import Simulation
import TestSupport
import Testing

/// Tests of a player's unusual uses and of its errors.
@MainActor
@Suite("A player's corners")
struct AVAudioPlayerCornerTests {
    private func code(_ stage: PlayerStage, _ url: URL) -> Int? {
        let error = #expect(throws: NSError.self) {
            try stage.app.run { try AVAudioPlayer(contentsOf: url) }
        }
        #expect(error?.domain == NSOSStatusErrorDomain)
        return error?.code
    }

    @Test("gives Apple's errors for what cannot be opened")
    func errors() throws {
        let stage = try PlayerStage()
        let empty = URL(fileURLWithPath: stage.folder.file("empty.mp3"))
        try Data().write(to: empty)
        #expect(code(stage, stage.folder.url.appendingPathComponent("none.wav")) == -43)
        #expect(code(stage, stage.folder.url) == 1_954_115_647)
        #expect(code(stage, empty) == 1_954_115_647)
        #expect(
            code(stage, try #require(URL(string: "https://example.org/a.mp3"))) == 2_003_334_207)
        #expect(throws: NSError.self) { try stage.app.run { try AVAudioPlayer(data: Data()) } }
    }

    @Test("describes its file")
    func describes() throws {
        let stage = try PlayerStage()
        let url = try stage.wave(noise(44_100), channels: 2, rate: 44_100)
        let player = try stage.app.run {
            try AVAudioPlayer(contentsOf: url, fileTypeHint: "com.microsoft.waveform-audio")
        }
        #expect(player.url == url && player.data == nil)
        #expect(player.numberOfChannels == 2 && player.duration == 0.5)
        #expect(player.format.sampleRate == 44_100 && player.format.channelCount == 2)
        #expect(player.format.commonFormat == .pcmFormatInt16)
        #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
        #expect(player.settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(player.settings[AVSampleRateKey] as? Double == 44_100)
        let data = try Data(contentsOf: url)
        let copy = try stage.app.run { try AVAudioPlayer(data: data, fileTypeHint: nil) }
        #expect(copy.data == data && copy.url == nil && copy.duration == 0.5)
    }

    @Test("without a file plays nothing")
    func withoutFile() throws {
        let stage = try PlayerStage()
        stage.app.run {
            let player = AVAudioPlayer()
            #expect(!player.prepareToPlay() && !player.play() && !player.play(atTime: 1))
            player.pause()
            player.stop()
            player.volume = 0.5
            player.currentTime = 3
            player.updateMeters()
            #expect(player.volume == 0.5 && player.duration == 0 && player.currentTime == 0)
            #expect(player.averagePower(forChannel: 0) == -160 && player.settings.isEmpty)
        }
    }

    @Test("plays on when it is told to play again")
    func playsAgain() throws {
        let stage = try PlayerStage()
        let sound = noise(24_000)
        let player = try stage.player(sound)
        stage.app.run { player.play() }
        stage.pass(100)
        #expect(stage.app.run { player.play() })
        #expect(stage.app.run { player.play(atTime: player.deviceCurrentTime + 1) })
        #expect(stage.app.run { player.prepareToPlay() })
        stage.pass(500)
        #expect(stage.heard(from: .zero, for: .milliseconds(500)) == floats(sound))
    }

    @Test("can be started again by its delegate")
    func repeatsItself() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 0.1)
        player.delegate = log
        log.onFinish = { player in if log.calls.count < 3 { player.play() } }
        stage.app.run { player.play() }
        stage.pass(1_000)
        #expect(log.calls == ["finished true", "finished true", "finished true"])
        #expect(!player.isPlaying)
    }

    @Test("stops when it is released")
    func isReleased() throws {
        let stage = try PlayerStage()
        var player: AVAudioPlayer? = try stage.player(seconds: 3)
        stage.app.run { _ = player?.play() }
        stage.pass(100)
        #expect(!stage.phone.heard(from: stage.app).isSilent)
        player = nil
        stage.pass(200)
        #expect(stage.phone.heard(from: stage.app).isSilent)
    }

    @Test("does not play during a call, and says so")
    func isRefused() throws {
        let stage = try PlayerStage()
        let player = try stage.player(seconds: 1)
        stage.phone.receiveCall()
        #expect(!stage.app.run { player.play() })
        #expect(!stage.app.run { player.prepareToPlay() })
        #expect(!player.isPlaying && player.deviceCurrentTime == 0)
        stage.phone.declineCall()
        #expect(stage.app.run { player.play() })
        stage.pass(100)
        #expect(player.isPlaying && player.currentTime == 0.1)
    }

    @Test("stays paused when the app pauses it during an interruption")
    func isPausedMeanwhile() throws {
        let stage = try PlayerStage()
        let player = try stage.player(seconds: 2)
        stage.app.run { player.play() }
        stage.pass(500)
        stage.phone.receiveCall()
        stage.pass(100)
        stage.app.run { player.pause() }
        stage.phone.declineCall()
        stage.pass(1_000)
        #expect(!player.isPlaying && abs(player.currentTime - 0.5) < 0.05)
    }

    @Test("is lost with the media services, and a new one plays")
    func isLost() throws {
        let stage = try PlayerStage()
        let player = try stage.player(seconds: 2)
        stage.app.run { player.play() }
        stage.pass(500)
        stage.phone.resetMediaServices()
        stage.pass(50)
        #expect(!player.isPlaying && player.deviceCurrentTime == 0)
        #expect(!stage.app.run { player.play() })
        let next = try stage.player(seconds: 2)
        #expect(stage.app.run { next.play() })
    }

    @Test("reports a file that cannot be read to its end")
    func isCut() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let url = try stage.wave(noise(480_000))
        let player = try stage.app.run { try AVAudioPlayer(contentsOf: url) }
        player.delegate = log
        stage.app.run { player.play() }
        stage.pass(100)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 100_000)
        try handle.close()
        stage.pass(5_000)
        #expect(log.calls.count == 2 && log.calls.last == "finished false")
        #expect(log.calls.first?.hasPrefix("decode error") == true)
        #expect(!player.isPlaying && player.currentTime == 0)
    }

    @Test("ends at once without a frame, whatever its loops", arguments: [0, -1])
    func isEmpty(loops: Int) throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player([])
        player.delegate = log
        player.numberOfLoops = loops
        #expect(player.duration == 0)
        stage.app.run { player.play() }
        stage.pass(50)
        #expect(log.calls == ["finished true"])
    }

    @Test("waits for its time when it was paused before, and can be paused while it waits")
    func waits() throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 48_000))
        stage.app.run { player.play(atTime: 0.5) }
        stage.pass(100)
        #expect(player.currentTime == 0 && player.isPlaying)
        stage.app.run { player.pause() }
        stage.pass(600)
        #expect(player.currentTime == 0)
        #expect(stage.phone.heard(from: stage.app, last: .milliseconds(600)).isSilent)
        stage.app.run { player.play(atTime: player.deviceCurrentTime + 0.1) }
        stage.pass(200)
        let heard = stage.heard(from: .milliseconds(700), for: .milliseconds(200))
        #expect(heard[..<4_800].allSatisfy { $0 == 0 })
        #expect(heard[4_801...].allSatisfy { $0 == 0.5 })
    }

    @Test("keep their balance when they are given none")
    func balanceWithoutNumber() throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 48_000))
        stage.app.run {
            player.pan = .nan
            player.play()
        }
        #expect(player.pan == 0)
        stage.pass(200)
        let samples = stage.phone.heard(from: stage.app).samples
        #expect(samples.last == 0.5)
        stage.app.run { player.pan = 0.25 }
        stage.app.run { player.pan = .nan }
        #expect(player.pan == 0.25)
    }

    @Test("five hundred play together, each to its end")
    func crowd() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let players = try (0..<500).map { _ in try stage.player(level(16, 4_800), rate: 44_100) }
        stage.app.run {
            for player in players {
                player.delegate = log
                player.play(atTime: 0.05)
            }
        }
        stage.pass(500)
        #expect(log.calls.count == 500)
        let heard = stage.heard(from: .milliseconds(60), for: .milliseconds(80))
        #expect(heard.allSatisfy { abs($0 - 500 * 16 / 32_768) < 0.001 })
    }
}
