import AVFAudio
import AudioModel
import Foundation
import Simulation
import SoundClient
import Testing

@MainActor
@Suite("What a simulated phone measures")
struct ContradictionTests {
    @Test("is held against what its rules say")
    func contradiction() throws {
        // Given a game that the switch has silenced.
        let phone = SimulatedPhone()
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        var tone: ToneQueue?
        let app = phone.launch("Game") {
            tone = ToneQueue(hertz: 440)
            tone?.start()
        }
        phone.flipSwitch(.silent)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent && findings.isEmpty)
        // When its library plays all the same.
        let sound = try #require(app.run { CurrentApp.simulated })
        sound.apply(StreamDirective(transport: .running, sessionGain: 1), toStream: 1)
        phone.advance(by: .seconds(1))
        // Then that is reported once, with the measured level.
        let words = "Game.queue 1: the policy says silent, at most silence, but the samples have -"
        #expect(findings.count == 1 && findings.allSatisfy { $0.hasPrefix(words) })
        #expect("\(phone.heard(from: app, last: .seconds(1)))".contains("but Game.queue 1: the"))
        withExtendedLifetime(tone) {}
    }

    @Test("is held against them in the very first block of sound")
    func firstBlock() throws {
        // Given a player of clicks that are shorter than the 10 ms of a block, and 90 ms apart.
        let phone = SimulatedPhone()
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let clicks = (0..<48_000).map { frame in
            frame % 4800 < 240 ? Int16(16_000) : 0
        }
        var player: AVAudioPlayer?
        let app = phone.launch("Clock") {
            player = try? AVAudioPlayer(data: Data(wave(clicks)))
            player?.play()
        }
        phone.advance(by: .milliseconds(300))
        #expect(findings.isEmpty && player?.isPlaying == true)
        // When its library keeps them back.
        let sound = try #require(app.run { CurrentApp.simulated })
        sound.apply(StreamDirective(transport: .running, sessionGain: 0), toStream: 1)
        phone.advance(by: .milliseconds(500))
        // Then that is found, though there is never sound in the block before.
        #expect(findings.count == 1, "\(findings)")
        #expect(findings.first?.contains("but the samples have silence") == true, "\(findings)")
        withExtendedLifetime(player) {}
    }

    @Test("is no contradiction where an app fades its own volume, pauses or ends")
    func noContradiction() throws {
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        var tone: ToneQueue?
        let app = phone.launch("Player", backgroundModes: ["audio"]) {
            tone = ToneQueue(hertz: 440)
            tone?.start()
        }
        phone.advance(by: .milliseconds(333))
        app.run { tone?.fade(to: 0.1, over: 2) }
        phone.advance(by: .milliseconds(777))
        phone.press(.down, times: 5)
        phone.advance(by: .milliseconds(1234))
        app.run { tone?.fade(to: 1, over: 0.5) }
        phone.plug(.headphones)
        phone.advance(by: .milliseconds(1))
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        app.run { _ = tone?.pause() }
        phone.advance(by: .milliseconds(70))
        app.run { _ = tone?.start() }
        phone.advance(by: .milliseconds(70))
        phone.crash(app)
        phone.advance(by: .seconds(1))
        #expect(phone.heard.isSilent)
        withExtendedLifetime(tone) {}
    }

    /// A WAVE file of one channel at 48 kHz.
    private func wave(_ samples: [Int16]) -> [UInt8] {
        func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let byteCount = UInt32(2 * samples.count)
        let rates = bytes(UInt32(48_000)) + bytes(UInt32(96_000))
        let format = bytes(UInt16(1)) + bytes(UInt16(1)) + rates + bytes(UInt16(2))
        return Array("RIFF".utf8) + bytes(36 + byteCount) + Array("WAVEfmt ".utf8)
            + bytes(UInt32(16)) + format + bytes(UInt16(16)) + Array("data".utf8)
            + bytes(byteCount) + samples.flatMap { bytes($0) }
    }
}
