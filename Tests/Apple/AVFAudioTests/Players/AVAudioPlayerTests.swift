import AVFAudio
import Foundation
import Simulation
import Testing

/// Tests of what most apps do with a player, in virtual time.
@MainActor
@Suite("AVAudioPlayer")
struct AVAudioPlayerTests {
    @Test("plays its file once, bit for bit, and tells its delegate (players 1)")
    func playsOnce() throws {
        let stage = try PlayerStage()
        let sound = noise(96_000)
        let log = PlayerLog()
        let player = try stage.player(sound)
        player.delegate = log
        #expect(stage.app.run { player.play() })
        #expect(player.isPlaying)
        stage.pass(2000)
        stage.pass(20)
        #expect(stage.heard(from: .zero, for: .seconds(2)) == floats(sound))
        #expect(log.calls == ["finished true"])
        #expect(!player.isPlaying && player.currentTime == 0)
    }

    @Test("continues after a stop where it was (players 2)")
    func stops() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 2)
        player.delegate = log
        stage.app.run { player.play() }
        stage.pass(1000)
        stage.app.run { player.stop() }
        #expect(player.currentTime == 1 && !player.isPlaying)
        stage.pass(500)
        #expect(log.calls.isEmpty && player.currentTime == 1)
        stage.app.run { player.play() }
        stage.pass(500)
        #expect(player.currentTime == 1.5 && player.isPlaying)
        stage.pass(520)
        #expect(log.calls == ["finished true"])
    }

    @Test("repeats without a gap, and ends once (players 3)")
    func repeats() throws {
        let stage = try PlayerStage()
        let sound = noise(12_345)
        let log = PlayerLog()
        let player = try stage.player(sound)
        player.delegate = log
        player.numberOfLoops = 2
        stage.app.run { player.play() }
        stage.pass(1000)
        let three = floats(sound + sound + sound)
        let heard = stage.heard(from: .zero, for: .seconds(1))
        #expect(Array(heard.prefix(three.count)) == three)
        #expect(heard.dropFirst(three.count).allSatisfy { $0 == 0 })
        #expect(log.calls == ["finished true"])
    }

    @Test("repeats until it is stopped (players 4)")
    func repeatsWithoutEnd() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 0.3)
        player.delegate = log
        player.numberOfLoops = -1
        stage.app.run { player.play() }
        stage.pass(10_000)
        #expect(player.isPlaying && player.currentTime < 0.3)
        stage.app.run { player.stop() }
        stage.pass(100)
        #expect(!player.isPlaying && log.calls.isEmpty)
        #expect(stage.phone.heard(from: stage.app, last: .milliseconds(50)).isSilent)
    }

    @Test("changes its speed only when that was enabled (players 5)", arguments: [false, true])
    func speed(isEnabled: Bool) throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 2)
        player.delegate = log
        player.enableRate = isEnabled
        player.rate = 2
        stage.app.run { player.play() }
        stage.pass(990)
        #expect(log.calls.isEmpty)
        stage.pass(30)
        #expect(log.calls == (isEnabled ? ["finished true"] : []))
        stage.pass(1000)
        #expect(log.calls == ["finished true"])
    }

    @Test("interrupts other apps when it is prepared (players 6)")
    func prepares() throws {
        let stage = try PlayerStage()
        let music = try stage.player(seconds: 5)
        stage.app.run { music.play() }
        let other = stage.phone.launch("Other")
        let data = Data(waveBytes(noise(48_000)))
        let player = try other.run { try AVAudioPlayer(data: data) }
        #expect(!stage.app.notifications.contains(.interruptionBegan(reason: .default)))
        #expect(other.run { player.prepareToPlay() })
        stage.pass(10)
        #expect(stage.app.notifications.contains(.interruptionBegan(reason: .default)))
        #expect(!music.isPlaying && !player.isPlaying && other.isSessionActive)
    }

    @Test("starts with others on the same frame of the device's clock (players 7)")
    func startsTogether() throws {
        let stage = try PlayerStage()
        let one = try stage.player(level(8192, 4800))
        let two = try stage.player(level(4096, 2000))
        #expect(one.deviceCurrentTime == 0)
        stage.app.run { one.play(atTime: one.deviceCurrentTime + 0.01) }
        #expect(one.isPlaying)
        stage.pass(3)
        stage.app.run { two.play(atTime: 0.01) }
        #expect(two.deviceCurrentTime == 0.003)
        stage.pass(200)
        let heard = stage.heard(from: .zero, for: .milliseconds(150))
        let start = 480
        #expect(heard[..<start].allSatisfy { $0 == 0 })
        #expect(heard[start..<start + 2000].allSatisfy { $0 == 0.375 })
        #expect(heard[start + 2000..<start + 4800].allSatisfy { $0 == 0.25 })
        #expect(one.deviceCurrentTime == 0)
    }

    @Test("pauses for a call, and plays again without an activation by the app (players 8)")
    func isInterrupted() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 4)
        player.delegate = log
        stage.app.run { player.play() }
        stage.pass(1000)
        stage.phone.receiveCall()
        #expect(!player.isPlaying && !stage.app.isSessionActive)
        stage.pass(1000)
        #expect(abs(player.currentTime - 1) < 0.05)
        #expect(log.calls == ["began"])
        stage.phone.declineCall()
        stage.pass(100)
        #expect(log.calls == ["began", "ended 1"] && !player.isPlaying)
        #expect(stage.app.run { player.play() })
        #expect(player.isPlaying && stage.app.isSessionActive)
        stage.pass(3100)
        #expect(log.calls == ["began", "ended 1", "finished true"])
    }

    @Test("refuses what is no sound file (players 9)")
    func refusesGarbage() throws {
        let stage = try PlayerStage()
        let error = #expect(throws: NSError.self) {
            try stage.app.run { try AVAudioPlayer(data: Data(repeating: 7, count: 1000)) }
        }
        #expect(error?.domain == NSOSStatusErrorDomain)
        #expect(error?.code == 1_954_115_647)
    }

    @Test("measures its levels (players 10)")
    func measures() throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 48_000) + level(0, 48_000))
        stage.app.run { player.play() }
        stage.pass(500)
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160)
        #expect(player.peakPower(forChannel: 0) == -160)
        stage.app.run { player.stop() }
        player.currentTime = 0
        player.isMeteringEnabled = true
        stage.app.run { player.play() }
        stage.pass(500)
        player.updateMeters()
        #expect(abs(player.averagePower(forChannel: 0) + 6.02) < 0.01)
        #expect(abs(player.peakPower(forChannel: 0) + 6.02) < 0.01)
        #expect(player.peakPower(forChannel: 1) == -160)
        stage.pass(1000)
        player.updateMeters()
        #expect(player.averagePower(forChannel: 0) == -160)
    }
}
