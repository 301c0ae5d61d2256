import CommandLineTool
import HostLinux
import SoundCommands
import TestSupport
import Testing

@Suite("sori devices")
struct DevicesCommandTests {
    private let lists = [
        MachineDevices(
            .playback,
            [
                DeviceNode(name: "speaker", description: "Desk speaker"),
                DeviceNode(name: "hdmi", description: "Screen"),
            ], defaultName: "speaker"),
        MachineDevices(.recording, []),
    ]

    @Test("lists names and descriptions, and marks the default")
    func text() {
        #expect(
            DevicesCommand.text(lists) == """
                playback
                * speaker  Desk speaker
                  hdmi     Screen
                recording
                  none

                """)
        #expect(
            DevicesCommand.json(lists).hasPrefix(
                """
                {"kind": "playback", "name": "speaker", "description": "Desk speaker", \
                "isDefault": true}
                """))
    }

    @Test("records a source, or what an output plays")
    func recordedInput() throws {
        let sources = MachineDevices(
            .recording,
            [
                DeviceNode(name: "mic", description: "Desk microphone"),
                DeviceNode(name: "mixer.monitor", description: "Mixer"),
            ])
        func found(_ word: String) throws(ProgramError) -> RecordedInput {
            try RecordedInput(word, sources: { sources }, sinks: { lists[0] })
        }
        #expect(try found("Desk microphone") == .source("mic"))
        #expect(try found("monitor") == .sink("speaker"))
        #expect(try found("speaker.monitor") == .sink("speaker"))
        #expect(try found("Screen.monitor") == .sink("hdmi"))
        // A source with such a name comes first.
        #expect(try found("mixer.monitor") == .source("mixer.monitor"))
        let near = #expect(throws: ProgramError.self) { _ = try found("spaeker.monitor") }
        #expect(near?.advice == "did you mean 'speaker.monitor'?")
        for (word, what) in [
            ("spaeker.monitor", "there is no output 'spaeker'"),
            ("hdmi", "there is no input 'hdmi'"),
        ] {
            let error = #expect(throws: ProgramError.self) { _ = try found(word) }
            #expect(error?.code == .deviceMissing && error?.what == what)
        }
    }

    @Test("finds a device by its name or its description, in any case")
    func named() throws {
        for word in ["hdmi", "HDMI", "screen", "Screen"] {
            #expect(try lists[0].named(word).name == "hdmi")
        }
    }

    @Test("ends with 4 for one that is not there, with near words")
    func missing() {
        let error = #expect(throws: ProgramError.self) { try lists[0].named("speakr") }
        #expect(error?.code == .deviceMissing)
        #expect(error?.advice == "did you mean 'speaker'?")
        let other = #expect(throws: ProgramError.self) { try lists[1].named("mic") }
        #expect(other?.advice == "plug one in, then try again")
    }

    @Test("ends with 4 without a sound server")
    func noServer() throws {
        let result = try BuiltProgram.sori.run(
            ["devices"], environment: ["PIPEWIRE_REMOTE": "/nonexistent"])
        #expect(result.code == 4)
        #expect(result.errors.contains("start PipeWire"))
    }
}
