import AVFAudio
import Foundation
import Simulation
import SleepSounds
import Testing

/// What happens to a phone at a bedside.
@MainActor
@Suite("Sleep sounds")
struct SleepSoundsTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    private func launchSounds(
        category: AVAudioSession.Category = .playback
    ) throws -> (app: SimulatedPhone.App, sounds: SleepSounds) {
        var sounds: SleepSounds?
        let app = try phone.launch("Sleep", backgroundModes: ["audio"]) {
            sounds = try SleepSounds(tone(hertz: 440), category: category)
            sounds?.play()
            return sounds
        }
        phone.advance(by: .seconds(2))
        #expect(phone.heard(from: app).contains(hertz: 440))
        return (app, try #require(sounds))
    }

    @Test("fade to silence in five minutes, evenly, and give the phone back")
    func fade() throws {
        let (app, sounds) = try launchSounds()
        phone.lock()
        phone.advance(by: .seconds(1))
        let full = phone.heard(from: app).level
        app.run { sounds.sleep(in: 300) }
        var last = full
        for _ in 0..<9 {
            phone.advance(by: .seconds(30))
            let level = phone.heard(from: app).level
            #expect(level < last)
            last = level
        }
        // After nine tenths of the time a tenth of the amplitude is left: 20 dB less.
        #expect(abs(last - (full - 20)) < 0.1)
        phone.advance(by: .seconds(31))
        #expect(phone.heard(from: app).isSilent && !sounds.isOn && !app.isSessionActive)
    }

    @Test("go on after a call, as softly as they had become")
    func call() throws {
        let (app, sounds) = try launchSounds()
        app.run { sounds.sleep(in: 30) }
        phone.advance(by: .seconds(10))
        let before = phone.heard(from: app).level
        phone.receiveCall()
        phone.advance(by: .seconds(5))
        #expect(phone.heard(from: app).isSilent && sounds.isOn)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 440))
        #expect(phone.heard(from: app).level <= before)
    }

    @Test("stop when the headphones are pulled out")
    func unplug() throws {
        phone.plug(.headphones)
        let (app, sounds) = try launchSounds()
        phone.unplug(.headphones)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent && !sounds.isOn)
    }

    @Test(
        "are heard in silent mode, as music the user asked for, and not in an ambient session",
        arguments: [(AVAudioSession.Category.playback, true), (.ambient, false)])
    func ringSwitch(category: AVAudioSession.Category, isAudible: Bool) throws {
        let (app, _) = try launchSounds(category: category)
        phone.flipSwitch(.silent)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent == !isAudible)
        #expect(phone.why(app).reasons == (isAudible ? [] : [.ringSwitch]))
    }

    @Test("begin at full volume when they are switched on again during the fade")
    func again() throws {
        let (app, sounds) = try launchSounds()
        let full = phone.heard(from: app).level
        app.run { sounds.sleep(in: 10) }
        phone.advance(by: .seconds(8))
        app.run { sounds.play() }
        phone.advance(by: .seconds(5))
        #expect(abs(phone.heard(from: app).level - full) < 0.1)
    }
}

/// A second of a tone, which tests can tell by its frequency, as a WAVE file.
private func tone(hertz: Double) -> Data {
    let rate = 48_000
    let samples = (0..<rate).map { frame in
        Int16(16_000 * sin(2 * Double.pi * hertz * Double(frame) / Double(rate)))
    }
    var file = Data("RIFF".utf8)
    func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    append(UInt32(36 + 2 * rate))
    file.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(1))  // Linear PCM.
    append(UInt16(1))  // Mono.
    append(UInt32(rate))
    append(UInt32(2 * rate))
    append(UInt16(2))
    append(UInt16(16))
    file.append(contentsOf: "data".utf8)
    append(UInt32(2 * rate))
    for sample in samples { append(sample) }
    return file
}
