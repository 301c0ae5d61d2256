#if PipeWire
    import Foundation
    import ProgramStreams
    import Testing

    import TestSupport

    @Suite(
        "The order of silence and links", .serialized,
        .enabled(if: PrivateServer.isWanted, GuardFixture.reason),
        .enabled(if: ExternalProgram.pulseServer.isInstalled, GuardFixture.pulseReason))
    struct PipeWireLinkOrderTests {
        @Test("is kept by WirePlumber with the script, which waits for the guard")
        func order() throws {
            let fixture = try GuardFixture("--link-order")
            try fixture.startGuard()
            let streamGuard = try #require(fixture.streamGuard)
            try waitUntil { streamGuard.isWaitedFor }
            let first = fixture.recording.frameCount
            for player in [Player.pwPlay, .paplay, .aplay] where player.program.isInstalled {
                let (process, stream) = try fixture.startStream(player.command(fixture.soundPath))
                try fixture.waitUntilSounding(stream)
                #expect(try decision(stream, fixture).contains("value:'\(stream.serial)'"))
                try fixture.end(process, stream)
                try waitUntil { try decision(stream, fixture).isEmpty }
            }
            #expect(try fixture.listen(frames: 4800, from: first).allSatisfy { $0 == 0 })
            #expect(try lateAnswers(fixture) == "0")

            try fixture.server.run("kill -KILL $SORI_WIREPLUMBER_PID")
            try waitUntil { !streamGuard.isWaitedFor }
        }

        @Test("is not kept without the script, and the guard knows")
        func withoutScript() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            let (_, stream) = try fixture.startStream(Player.pwPlay.command(fixture.soundPath))
            try fixture.waitUntilSounding(stream)
            #expect(fixture.streamGuard?.isWaitedFor == false)
            #expect(try decision(stream, fixture).isEmpty)
        }

        /// What the metadata has about a stream.
        private func decision(_ stream: ProgramStream, _ fixture: GuardFixture) throws -> String {
            try fixture.server.run(
                "pw-metadata \(stream.nodeID) | grep \"key:'sori.decided'\"")
        }

        /// How many streams WirePlumber has linked without an answer.
        private func lateAnswers(_ fixture: GuardFixture) throws -> String {
            try fixture.server.run(
                "grep -c 'no answer of the device service' ${XDG_RUNTIME_DIR%/run}/log/wireplumber")
        }
    }
#endif
