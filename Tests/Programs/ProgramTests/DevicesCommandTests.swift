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
