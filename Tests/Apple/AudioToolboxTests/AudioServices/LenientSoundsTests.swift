import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
import Simulation
import SoundRuntime
import TestSupport
import Testing

/// System sounds from files that the guideline excludes and that devices are reported to play.
@MainActor
@Suite(
    "An MP3 as a system sound", .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
struct LenientSoundsTests {
    let files = SoundFiles()

    /// Half a second of a square wave of 500 Hz.
    private func mp3() throws -> URL {
        let encoder = try makePacketEncoder(
            StreamFormat(named: .mpegLayer3, sampleRate: 44_100, channelCount: 1))
        let samples = (0..<22_050).map { Float($0 / 44 % 2 == 0 ? 0.25 : -0.25) }
        var packets = try encoder.encode(samples, frameCount: samples.count)
        packets += try encoder.finish()
        return try files.write(packets.flatMap { $0 }, as: "beep.mp3")
    }

    private func play(
        _ url: URL, on rule: SystemSoundRule
    ) -> (status: OSStatus, isHeard: Bool) {
        var settings = SimulatedPhone.Settings()
        settings.systemSounds = rule
        let phone = SimulatedPhone(settings)
        let app = phone.launch("Game")
        var sound: SystemSoundID = 0
        let status = app.run {
            let status = AudioServicesCreateSystemSoundID(url as CFURL, &sound)
            AudioServicesPlaySystemSound(sound)
            return status
        }
        phone.advance(by: .milliseconds(500))
        return (status, !phone.heard(from: app).isSilent)
    }

    @Test("is refused by the guideline, and sounds on a phone whose setting is lenient")
    func setting() throws {
        let url = try mp3()
        #expect(SimulatedPhone.Settings().systemSounds == .documented)
        #expect(
            play(url, on: .documented) == (kAudioServicesSystemSoundUnspecifiedError, false))
        #expect(play(url, on: .lenient) == (noErr, true))
    }

    @Test("is accepted by a story that says so, and the refusal of another names the words")
    func story() throws {
        let path = try mp3().path
        func run(_ header: String) throws -> StoryReport {
            try runScenario(
                parseScenario(
                    """
                    \(header)
                    app Game
                    at 0 Game opens
                    at 1 Game sounds "\(path)" as beep
                    at 3 end
                    expect at 1.2 Game.beep audible
                    """, path: "story.scenario"))
        }
        #expect(try run("phone system-sounds lenient").failures.isEmpty)
        do {
            _ = try run("phone system-sounds documented")
            Issue.record("the story is run")
        } catch {
            let text = "\(error)"
            #expect(
                text.contains(
                    ": only linear PCM and Apple IMA4 are accepted; the header "
                        + "'phone system-sounds lenient' accepts whatever decodes"), "\(text)")
        }
    }

    @Test("is accepted by a program whose environment says so")
    func environment() {
        func rule(_ value: String?) -> (rule: SystemSoundRule, warnings: [String]) {
            var warnings: [String] = []
            let environment = value.map { ["SORI_SYSTEM_SOUNDS": $0] } ?? [:]
            let rule = SystemSoundSetting.rule(environment) { warnings.append($0) }
            return (rule, warnings)
        }
        #expect(rule(nil) == (.documented, []))
        #expect(rule("") == (.documented, []))
        #expect(rule("lenient") == (.lenient, []))
        #expect(rule("documented") == (.documented, []))
        #expect(
            rule("all")
                == (
                    .documented,
                    ["SORI_SYSTEM_SOUNDS is 'all': write 'documented' or 'lenient'"]
                ))
    }
}

/// System sounds from files that are not called as the guideline says.
@MainActor
@Suite("A WAVE file of another name as a system sound")
struct NamesOfSoundsTests {
    let files = SoundFiles()

    private func status(
        of name: String, _ set: (inout SimulatedPhone.Settings) -> Void = { _ in }
    ) throws -> OSStatus {
        let url = try files.write(SoundFiles.wav(frames: 800), as: name)
        var settings = SimulatedPhone.Settings()
        set(&settings)
        let app = SimulatedPhone(settings).launch("Game")
        var sound: SystemSoundID = 0
        return app.run { AudioServicesCreateSystemSoundID(url as CFURL, &sound) }
    }

    @Test("is refused, and accepted where the rule is lenient or names do not count")
    func otherName() throws {
        #expect(try status(of: "x.dat") == kAudioServicesSystemSoundUnspecifiedError)
        #expect(try status(of: "x.dat") { $0.systemSounds = .lenient } == noErr)
        #expect(try status(of: "x.dat") { $0.systemSoundNames = false } == noErr)
    }

    @Test("is accepted with an ending in capitals", arguments: ["x.AIFF", "x.Wav", "x.wave"])
    func capitals(name: String) throws {
        #expect(try status(of: name) == noErr)
    }

    @Test("is accepted by a story that says so, and refused by others")
    func story() throws {
        let path = try files.write(SoundFiles.wav(frames: 8000), as: "ding.dat").path
        func run(_ header: String) throws -> StoryReport {
            try runScenario(
                parseScenario(
                    """
                    \(header)
                    app Game
                    at 0 Game opens
                    at 1 Game sounds "\(path)" as ding
                    at 3 end
                    """, path: "story.scenario"))
        }
        #expect(throws: (any Error).self) { try run("phone system-sound-names on") }
        #expect(try run("phone system-sound-names off").failures.isEmpty)
    }

    @Test("is accepted by a program whose environment says so")
    func environment() {
        func names(_ value: String?) -> (counts: Bool, warnings: [String]) {
            var warnings: [String] = []
            let environment = value.map { ["SORI_SYSTEM_SOUND_NAMES": $0] } ?? [:]
            let counts = SystemSoundSetting.names(environment) { warnings.append($0) }
            return (counts, warnings)
        }
        #expect(names(nil) == (true, []))
        #expect(names("off") == (false, []))
        #expect(
            names("no") == (true, ["SORI_SYSTEM_SOUND_NAMES is 'no': write 'on' or 'off'"]))
    }
}
