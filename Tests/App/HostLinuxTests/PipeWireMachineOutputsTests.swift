#if PipeWire
    import HostLinux
    import SoundClient
    import TestSupport
    import Testing

    @Suite(.enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireMachineOutputsTests {
        @Test func `the machine's outputs are listed, and one is made the default`() throws {
            // Given a server with a speaker, the default, and a screen.
            let server = try PrivateServer()
            let before = try MachineOutputs.list(server: server.socket)
            #expect(Set(before.map(\.name)).isSuperset(of: ["speaker", "hdmi"]))
            #expect(before.filter(\.isCurrent).map(\.name) == ["speaker"])
            // When the screen is picked.
            try MachineOutputs.use("hdmi", server: server.socket)
            // Then it is the default, for other programs too.
            try waitUntil {
                try MachineOutputs.list(server: server.socket).first(where: \.isCurrent)?.name
                    == "hdmi"
            }
            #expect(
                try server.run("pw-metadata 0 default.configured.audio.sink").contains("hdmi"))
        }

        @Test func `a server that does not answer is an error`() {
            #expect(throws: DeviceError.self) {
                try MachineOutputs.use("hdmi", server: "/nowhere/pipewire-0")
            }
            #expect(throws: DeviceError.self) {
                try MachineOutputs.list(server: "/nowhere/pipewire-0")
            }
        }
    }
#endif
