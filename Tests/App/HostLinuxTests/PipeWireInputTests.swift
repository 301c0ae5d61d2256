#if PipeWire
    import AudioModel
    import Foundation
    import SoundClient
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "A PipeWire input", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireInputTests {
        @Test("delivers every frame that the microphone hears")
        func exactness() throws {
            // Given a microphone that is heard, and two seconds of noise beside it.
            let server = try PrivateServer("--blocks", "2048")
            let sink = TestCaptureSink()
            let sound = TestSound(frameCount: 96_000)
            let input = PipeWireInput(.init(server: server.socket))
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 4_800 }
            #expect(input.source == microphone)
            // When the noise is played into it.
            try server.speak(sound.samples, into: "mic")
            try waitUntil { sink.samples.contains { $0 != 0 } }
            let first = try #require(sink.samples.firstIndex { $0 != 0 }) / 2
            try waitUntil { sink.frameCount >= first + sound.frameCount }
            input.stop()
            // Then every sample is there, within one 16-bit step.
            let heard = sink.samples[(2 * first)...].prefix(sound.samples.count)
            let difference = zip(heard, sound.samples).map { abs(Int($0) - Int($1)) }.max()
            #expect(heard.count == sound.samples.count)
            #expect(try #require(difference) <= 1)
            // And the blocks say when they were heard, give or take a block.
            let times = sink.blocks.map(\.time)
            #expect(times == times.sorted())
            let last = try #require(sink.blocks.last)
            let span = (last.time - times[0]).seconds
            #expect(abs(span - Double(last.position) / 48_000) < 0.05)
            #expect(input.missedCycleCount == 0)
        }

        @Test("names the sources there are, and hears the one it is told to")
        func target() throws {
            // Given a second microphone, which is not the default.
            let server = try PrivateServer()
            try server.createSource("lapel")
            let input = PipeWireInput(.init(target: "lapel", server: server.socket))
            try input.connect()
            let lapel = DeviceNode(name: "lapel", description: "lapel")
            #expect(Set(input.sources) == [microphone, lapel])
            // When it is chosen, then it is the one that is heard.
            let sink = TestCaptureSink()
            try input.start(sink.client())
            try waitUntil { input.source == lapel && sink.frameCount > 0 }
            input.stop()
        }

        @Test("hears silence, and not the speaker, when its microphone is removed")
        func sourceRemoved() throws {
            // Given a microphone that is heard while the speaker plays.
            let server = try PrivateServer()
            let sink = TestCaptureSink()
            let notices = DeviceNotices()
            let input = PipeWireInput(.init(server: server.socket), noticed: notices.add)
            let output = PipeWireOutput(.init(server: server.socket))
            let sound = TestSound(frameCount: 48_000 * 20)
            try output.start(sound.client())
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 4_800 }
            let start = try #require(sink.blocks.first?.time)
            // When it is removed.
            try server.destroySink("mic")
            try waitUntil { notices.lossCount == 1 }
            let count = sink.frameCount
            try waitUntil { sink.frameCount > count + 9_600 }
            #expect(input.isLost)
            #expect(input.routeName == "silence")
            // And when another comes, then that is heard.
            try server.createSource("lapel")
            try waitUntil { input.source?.name == "lapel" && !input.isLost }
            try waitUntil { notices.contain(.regained) }
            let regained = sink.frameCount
            try waitUntil { sink.frameCount > regained + 4_800 }
            input.stop()
            output.stop()
            // Then all of it was silence, and as much of it as time had passed.
            #expect(sink.samples.allSatisfy { $0 == 0 })
            let last = try #require(sink.blocks.last)
            let expected = (last.time - start).seconds * 48_000
            // A busy machine may lose some of it, but not the second it took to notice.
            #expect(abs(expected - Double(last.position)) < 24_000)
            #expect(notices.lossCount == 1)
        }

        @Test("records silence when the server dies, and hears again when one returns")
        func serverDies() throws {
            let server = try PrivateServer()
            let sink = TestCaptureSink()
            let notices = DeviceNotices()
            let input = PipeWireInput(.init(server: server.socket), noticed: notices.add)
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 4_800 }
            // When the server is killed, then silence comes at the pace of time.
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            try waitUntil { notices.lossCount == 1 }
            let count = sink.frameCount
            try waitUntil { sink.frameCount > count + 9_600 }
            // When a server is there again, then what is said into its microphone is heard.
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            try waitUntil { notices.contain(.regained) && input.source == microphone }
            try server.speak(TestSound(frameCount: 48_000).samples, into: "mic")
            try waitUntil { sink.samples.contains { $0 != 0 } }
            input.stop()
            #expect(notices.lossCount == 1)
        }

        @Test("has the blocks that were asked for after a new server has taken over")
        func blocksOfTheNextServer() throws {
            let server = try PrivateServer()
            let sink = TestCaptureSink()
            let notices = DeviceNotices()
            let input = PipeWireInput(.init(server: server.socket), noticed: notices.add)
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 4_800 }
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            try waitUntil { notices.lossCount == 1 }
            // When others are asked for while there is no server.
            input.requestBlockFrames(256)
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            try waitUntil { notices.contain(.regained) && input.source == microphone }
            let count = sink.frameCount
            try waitUntil { sink.frameCount > count + 9_600 }
            input.stop()
            #expect(sink.blocks.last?.frameCount == 256)
        }

        @Test("starts and stops fifty times and leaves its client each time")
        func startAndStop() throws {
            let server = try PrivateServer()
            let input = PipeWireInput(.init(role: .game, server: server.socket))
            for _ in 0..<50 {
                let sink = TestCaptureSink()
                try input.start(sink.client())
                try waitUntil { sink.callCount > 0 }
                input.stop()
                let count = sink.callCount
                #expect(!sink.isCapturing)
                #expect(sink.callCount == count)
            }
        }
    }

    @Suite("A PipeWire input without a server")
    struct NoServerInputTests {
        @Test("delivers silence, says so once, and refuses only to promise a connection")
        func noServer() throws {
            let notices = DeviceNotices()
            let input = PipeWireInput(
                .init(server: "/nonexistent/pipewire-0"), noticed: notices.add)
            #expect(throws: DeviceError.self) { try input.connect() }
            let sink = TestCaptureSink()
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 2_048 }
            input.stop()
            #expect(notices.lossCount == 1)
            #expect(sink.samples.allSatisfy { $0 == 0 })
        }

        @Test(
            "delivers silence to a processed voice, too",
            .enabled(if: VoiceProcessor() != nil, "needs the plugin aec/libspa-aec-webrtc"))
        func voice() throws {
            let input = PipeWireInput(.init(server: "/nonexistent/pipewire-0"))
            input.setVoiceProcessing(VoiceProcessing())
            let sink = TestCaptureSink()
            try input.start(sink.client())
            try waitUntil { sink.frameCount > 2_048 }
            input.stop()
            #expect(sink.samples.allSatisfy { abs(Int($0)) <= 1 })
        }
    }

    private let microphone = DeviceNode(name: "mic", description: "Virtual microphone")
#endif
