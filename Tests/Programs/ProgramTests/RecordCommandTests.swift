import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("sori record")
struct RecordCommandTests {
    private final class Maker: RecordingMaker {
        var requests: [RecordRequest] = []
        let recording = StillPlayer(position: 2, duration: 2)

        func record(
            _ request: RecordRequest, _ console: Console
        ) throws(ProgramError) -> any Player {
            requests.append(request)
            recording.isFinished = true
            recording.route = "Desk"
            return recording
        }
    }

    private func request(_ words: [String]) throws -> RecordRequest {
        try RecordRequest(arguments(words, RecordCommand.syntax))
    }

    @Test("understands its options")
    func options() throws {
        let words = ["a.caf", "--seconds", "1.5", "--format", "alac", "--input", "mic"]
        #expect(
            try request(words)
                == RecordRequest(
                    path: "a.caf", coding: .alac, container: .caf, seconds: 1.5, input: "mic"))
    }

    @Test("takes the rate and the channels of the file")
    func rateAndChannels() throws {
        let voice = try request(["a.wav", "--rate", "16000", "--channels", "1"])
        #expect(voice.sampleRate == 16_000)
        #expect(voice.channelCount == 1)
        let usual = try request(["a.wav"])
        #expect(usual.sampleRate == 44_100)
        // Opus has one rate.
        #expect(try request(["a.opus"]).sampleRate == 48_000)
        #expect(try request(["a.caf", "--format", "opus"]).sampleRate == 48_000)
        #expect(try request(["a.ogg", "--bitrate", "96k"]).bitRate == 96_000)
        #expect(usual.channelCount == 2)
    }

    @Test(
        "takes the kind of file from its name, and a coding that suits it",
        arguments: [
            ("a.wav", RecordRequest.Container.wav, RecordRequest.Coding.pcm16),
            ("b/c.d/a.AIFF", .aiff, .pcm16), ("a.aif", .aif, .pcm16), ("a.aifc", .aifc, .pcm16),
            ("a.caf", .caf, .pcm16), ("a.m4a", .m4a, .aac), ("a.b.aac", .aac, .aac),
            ("a.flac", .flac, .flac), ("a.mp3", .mp3, .mp3),
        ])
    func kinds(
        path: String, container: RecordRequest.Container, coding: RecordRequest.Coding
    ) throws {
        #expect(
            try request([path]) == RecordRequest(path: path, coding: coding, container: container))
    }

    @Test(
        "refuses what it does not understand",
        arguments: [
            ["a.wma"], ["a"], ["wav"], ["a.wav", "--format", "vorbis"],
            ["a.wav", "--seconds", "0"], ["a.mp3", "--bitrate", "much"],
            ["a.wav", "--rate", "0"], ["a.wav", "--channels", "3"],
        ])
    func misuse(words: [String]) throws {
        let error = try #require(throws: ProgramError.self) { try request(words) }
        #expect(error.code == .wrongUse)
        #expect(!error.advice.isEmpty)
    }

    @Test("says what it records and from where, and stops the recording")
    func lines() throws {
        let console = TestConsole()
        let maker = Maker()
        let code = try RecordCommand.run(
            arguments(["voice.wav", "--seconds", "2"], RecordCommand.syntax), console.console,
            maker)
        #expect(code == .done)
        #expect(
            console.output.lines == [
                "recording voice.wav (0:02.0) from Desk", "finished voice.wav at 0:02.0",
            ])
        #expect(maker.recording.calls == ["stop"])
    }

    @Test("without a microphone ends with 4, and touches nothing", arguments: [false, true])
    func noServer(isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("voice.wav")
        if isThere { try Data("words".utf8).write(to: URL(filePath: path)) }
        let result = try BuiltProgram.sori.run(
            ["record", path, "--seconds", "0.2"] + (isThere ? ["--force"] : []),
            environment: ["PIPEWIRE_REMOTE": folder.file("none")])
        #expect(result.code == 4)
        #expect(result.errors.contains("there is no microphone"))
        #expect(folder.files == (isThere ? ["voice.wav"] : []))
        if isThere { #expect(try folder.text("voice.wav") == "words") }
    }

    @Test("never replaces a file unasked, nor makes a folder")
    func unasked() throws {
        let folder = try TemporaryFolder()
        try Data("words".utf8).write(to: URL(filePath: folder.file("voice.wav")))
        for (name, advice) in [
            ("voice.wav", "write --force to replace it"), ("none/voice.wav", "make it first"),
        ] {
            let result = try BuiltProgram.sori.run(
                ["record", folder.file("") + name, "--seconds", "0.2"],
                environment: ["PIPEWIRE_REMOTE": folder.file("none")])
            #expect(result.code == 2)
            #expect(result.errors.contains(advice))
        }
        #expect(folder.files == ["voice.wav"])
        #expect(try folder.text("voice.wav") == "words")
        #expect(try request(["a.wav", "--force"]).mayReplace)
        #expect(try !request(["a.wav"]).mayReplace)
    }

    @Test("ends with 130 at Ctrl-C, so that a shell's loop ends, and with 0 after q or its end")
    func exitCodes() {
        let signals = EndSignal.allCases
        #expect(
            signals.map { PlaybackScreen.Ending.interrupted(by: $0).exitCode.rawValue }
                == [129, 130, 131, 143])
        #expect(signals.map(\.exitCode.rawValue) == signals.map { 128 + $0.number })
        #expect(PlaybackScreen.Ending.stopped.exitCode == .done)
        #expect(PlaybackScreen.Ending.finished.exitCode == .done)
    }

    @Test("says which formats, rates and bit rates there are not")
    func unsuited() throws {
        let folder = try TemporaryFolder()
        for (words, what) in [
            (["voice.aiff", "--format", "float32"], ".aiff files do not hold float32"),
            (["voice.mp3", "--format", "aac"], ".mp3 files do not hold aac"),
            (["voice.wav", "--format", "mp3"], ".wav files do not hold mp3"),
            (["voice.opus", "--rate", "44100"], "Opus has no sample rate of 44100 Hz"),
            (["voice.mp3", "--rate", "96000"], "MPEG layer 3 has no sample rate of 96000 Hz"),
            (
                ["voice.mp3", "--bitrate", "1000k"],
                "MPEG layer 3 of 44100 Hz and 2 channels takes at most 320000 bits a second"
            ),
            (["voice.wav", "--bitrate", "64k"], "--bitrate applies to AAC, Opus and MP3"),
        ] {
            let result = try BuiltProgram.sori.run(
                ["record", folder.file(words[0]), "--seconds", "0.1"] + words.dropFirst(),
                environment: ["PIPEWIRE_REMOTE": folder.file("none")])
            #expect(result.code == 2, "\(words)")
            #expect(result.errors.contains(what), "\(words): \(result.errors)")
        }
    }
}
