#if PipeWire
    import AVFAudio
    import Foundation
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "Speech and MIDI on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireSpeechTests {
        private static let bank = "/usr/share/sounds/sf2/TimGM6mb.sf2"

        /// A file of one track with a note of two beats, an ocarina's.
        private static let music = Data(
            Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
                + [0, 0, 0, 15, 0, 0xC0, 79, 0, 0x90, 69, 100, 0x81, 0x40, 69, 0, 0, 0xFF, 0x2F]
                + [0])

        @Test(
            "speech is heard, and over when it says so",
            .enabled(if: !AVSpeechSynthesisVoice.speechVoices().isEmpty))
        func speech() throws {
            let server = try PrivateServer("--blocks", "2048")
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let synthesizer = app.run { AVSpeechSynthesizer() }
            app.run { synthesizer.speak(AVSpeechUtterance(string: "Hello, world.")) }
            #expect(synthesizer.isSpeaking)
            try waitUntil { !synthesizer.isSpeaking }
            _ = try #require(try recording.firstHeardFrame())
            #expect(output.missedCycleCount == 0)
        }

        @Test(
            "a MIDI player is heard, to its end",
            .enabled(if: FileManager.default.fileExists(atPath: bank)))
        func midi() throws {
            let server = try PrivateServer("--blocks", "2048")
            let output = PipeWireOutput(.init(server: server.socket))
            defer { output.stop() }
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let player = try app.run {
                try AVMIDIPlayer(
                    data: Self.music, soundBankURL: URL(fileURLWithPath: Self.bank))
            }
            #expect(player.duration == 1)
            app.run { player.play() }
            try waitUntil { !player.isPlaying }
            _ = try #require(try recording.firstHeardFrame())
            #expect(player.currentPosition == 1 && output.missedCycleCount == 0)
        }
    }
#endif
