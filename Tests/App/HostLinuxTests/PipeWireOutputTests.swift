#if PipeWire
    import AudioModel
    import Foundation
    import SoundClient
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "A PipeWire output", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireOutputTests {
        /// Runs a test on a machine that keeps up with the cycles; `run` returns its expectations.
        private func trying(
            _ run: @escaping () throws -> (PipeWireOutput, TestSound, () throws -> Void)
        ) throws {
            try onAMachineThatKeepsUp {
                let (output, sound, check) = try run()
                return ServerTrial(
                    missedCycleCount: output.missedCycleCount,
                    longestCallback: sound.longestRender,
                    cycle: .seconds(Double(MediaRole.music.blockFrames) / 48_000), check: check)
            }
        }

        @Test("delivers every frame as it was rendered, to the last")
        func exactness() throws {
            try trying(exactnessTrial)
        }

        private func exactnessTrial() throws -> (
            PipeWireOutput, TestSound, () throws -> Void
        ) {
            // Given two seconds of noise, and a recorder on the speaker's monitor.
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 96_000)
            let output = PipeWireOutput(.init(server: server.socket))
            let recording = try server.record("speaker")
            // When it is played, and the device stopped as soon as it says all has been heard.
            try output.start(sound.client())
            try #require(sound.waitUntilRendered())
            wait(output.drainTime)
            output.stop()
            // Then every sample is on the speaker, within one 16-bit step.
            let start = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: start + sound.frameCount)
            let heard = try recording.frames()[(2 * start)...].prefix(sound.samples.count)
            let difference = zip(heard, sound.samples).map { abs(Int($0) - Int($1)) }.max()
            return (
                output, sound,
                {
                    #expect(heard.count == sound.samples.count)
                    let difference = try #require(difference)
                    #expect(difference <= 1)
                }
            )
        }

        @Test("renders shorter blocks when they are requested while it plays")
        func shorterBlocks() throws {
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 48_000 * 20)
            let output = PipeWireOutput(.init(server: server.socket))
            #expect(output.blockFrames == 1024)
            try output.start(sound.client())
            defer { output.stop() }
            try waitUntil { sound.lastBlockFrames == 1024 }
            output.requestBlockFrames(128)
            #expect(output.blockFrames == 128)
            try waitUntil { sound.lastBlockFrames == 128 }
            output.requestBlockFrames(nil)
            try waitUntil { sound.lastBlockFrames == 1024 }
        }

        @Test("knows that its blocks are not equal while the graph has another rate")
        func unequalBlocks() throws {
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 48_000 * 20)
            let output = PipeWireOutput(.init(server: server.socket))
            try output.start(sound.client())
            defer { output.stop() }
            try waitUntil { sound.lastBlockFrames == 1024 }
            #expect(output.hasEqualBlocks && output.blockFrames == 1024)
            try server.run("pw-metadata -n settings 0 clock.force-rate 44100 >/dev/null")
            // PipeWire chooses a power of two at 44.1 kHz, which is no whole number of frames at 48 kHz.
            try waitUntil { !output.hasEqualBlocks }
            let sizes = (4...13).map { Int((Double(1 << $0) * 480 / 441).rounded(.up)) }
            let longer = output.blockFrames
            #expect(sizes.contains(longer))
            try waitUntil { sound.lastBlockFrames == longer - 1 }
            try waitUntil { sound.lastBlockFrames == longer }
        }

        @Test("knows the same sinks, and plays, when its connection was made ahead")
        func preparedConnection() throws {
            // Given an output that connects by itself.
            let server = try PrivateServer()
            let usual = PipeWireOutput(.init(server: server.socket))
            try usual.connect()
            // When another takes the connection that was prepared for it.
            let sound = TestSound(frameCount: 4_800)
            func clients() throws -> String {
                try server.run("pw-cli ls Client | grep -c 'application.name = \"prepared\"'")
            }
            prepareOutput(applicationName: "prepared", server: server.socket)
            try waitUntil { try clients() == "1" }
            let output = PipeWireOutput(
                .init(applicationName: "prepared", server: server.socket))
            try output.connect()
            #expect(try clients() == "1")
            // Then nothing is missing.
            #expect(Set(output.sinks) == Set(usual.sinks))
            #expect(output.defaultSinkName == usual.defaultSinkName)
            try output.start(sound.client())
            defer { output.stop() }
            try #require(sound.waitUntilRendered())
        }

        @Test("goes on at another sink when its own is removed")
        func sinkRemoved() throws {
            try trying(sinkRemovedTrial)
        }

        private func sinkRemovedTrial() throws -> (
            PipeWireOutput, TestSound, () throws -> Void
        ) {
            // Given noise playing on the speaker.
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 48_000 * 3)
            let notices = DeviceNotices()
            let output = PipeWireOutput(.init(server: server.socket), noticed: notices.add)
            let speaker = try server.record("speaker")
            let hdmi = try server.record("hdmi")
            try output.start(sound.client())
            let before = try #require(try waitForSound(on: speaker))
            #expect(output.sink == speakerSink)
            #expect(output.routeName == "Virtual speaker")
            // When the speaker is removed.
            try server.destroySink("speaker")
            try #require(sound.waitUntilRendered())
            wait(output.drainTime)
            let longestInterval = sound.longestInterval
            output.stop()
            // Then the rest is heard on the other sink.
            let move = try #require(try waitForSound(on: hdmi))
            let heard = try Array(hdmi.frames()[(2 * move)...])
            let resumption = try #require(sound.frame(of: heard))
            try hdmi.await(frameCount: move + sound.frameCount - resumption)
            let rest = try Array(hdmi.frames()[(2 * move)...])
            // And what is missing, with the pause there was, is shorter than 60 ms.
            let last = try speaker.frames().lastIndex { $0 != 0 }.map { $0 / 2 } ?? before
            let lostFrames = max(resumption - (last - before + 1), 0)
            let gap =
                longestInterval.seconds - Double(MediaRole.music.blockFrames) / 48_000
                + Double(lostFrames) / 48_000
            // The session manager is in no hurry to say what the default is now.
            try waitUntil { notices.contain(.defaultChanged("hdmi")) }
            #expect(notices.contain(.nodeRemoved(speakerSink)))
            #expect(notices.contain(.routeChanged(hdmiSink)))
            return (
                output, sound,
                {
                    #expect(correlation(rest, sound.samples.dropFirst(2 * resumption)) >= 0.99)
                    #expect(
                        gap <= 0.060,
                        "\(lostFrames) frames lost, pause of \(longestInterval.seconds) s")
                }
            )
        }

        @Test("plays on for nobody when the server dies, and is heard again when one returns")
        func serverDies() throws {
            // Given noise playing.
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 48_000 * 2)
            let notices = DeviceNotices()
            let output = PipeWireOutput(.init(server: server.socket), noticed: notices.add)
            try output.start(sound.client())
            try waitUntil { sound.position > 12_000 }
            // When the server is killed.
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            // Then the sound comes to its end all the same, and that is said once.
            try #require(sound.waitUntilRendered())
            #expect(output.isLost)
            #expect(output.routeName == "nowhere")
            #expect(notices.lossCount == 1)
            // When a server is there again, sound is heard on it.
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            try waitUntil { notices.contain(.regained) && output.sink != nil }
            #expect(output.sink?.name == "speaker")
            #expect(!output.isLost)
            let callCount = sound.callCount
            try waitUntil { sound.callCount > callCount + 10 }
            output.stop()
        }

        @Test("plays on for nobody when there is no sink, until there is one")
        func noSink() throws {
            // Given a server without a session manager: nothing links a stream to a sink.
            let server = try PrivateServer()
            try server.run("kill -STOP $SORI_WIREPLUMBER_PID")
            let sound = TestSound(frameCount: 12_000)
            let notices = DeviceNotices()
            let output = PipeWireOutput(.init(server: server.socket), noticed: notices.add)
            // When a sound is played, then it ends.
            try output.start(sound.client())
            try #require(sound.waitUntilRendered())
            #expect(notices.lossCount == 1)
            // When the session manager works again, then what follows is heard.
            try server.run("kill -CONT $SORI_WIREPLUMBER_PID")
            try waitUntil { notices.contain(.regained) }
            #expect(!output.isLost)
            output.stop()
        }

        @Test("starts and stops a hundred times and leaves nothing behind")
        func startAndStop() throws {
            let server = try PrivateServer()
            func cycle(_ output: PipeWireOutput) throws {
                let sound = TestSound(frameCount: 1)
                try output.start(sound.client())
                try #require(sound.waitUntilRendered())
                output.stop()
                #expect(!sound.isRendering)
            }
            // Given a device that has been used before.
            let output = PipeWireOutput(.init(role: .game, server: server.socket))
            for _ in 0..<5 { try cycle(output) }
            let before = try Resources.current()
            // When it is used a hundred times, and ten others are made and forgotten.
            for _ in 0..<100 { try cycle(output) }
            for _ in 0..<10 { try cycle(PipeWireOutput(.init(server: server.socket))) }
            // Then there are as many files and threads as before, give or take Dispatch's own, once
            // the tests beside this one have closed theirs.
            try? waitUntil {
                let after = try Resources.current()
                return after.fileCount <= before.fileCount + 4
                    && after.threadCount <= before.threadCount + 4
            }
            let after = try Resources.current()
            #expect(after.fileCount <= before.fileCount + 4)
            #expect(after.threadCount <= before.threadCount + 4)
        }

        @Test("is at full volume, whatever the session manager remembers of the last stream")
        func volume() throws {
            // Given that someone turned a stream of the same role down.
            let server = try PrivateServer("--restore-streams")
            let quiet = PipeWireOutput(.init(role: .movie, server: server.socket))
            let first = TestSound(frameCount: 48_000)
            try quiet.start(first.client())
            try #require(first.waitUntilRendered())
            try server.run(
                "wpctl set-volume $(wpctl status | awk '/ sori /{id=$1} END{print id}' | tr -d .) 0.2"
            )
            // WirePlumber 0.4 calls its file restore-stream.
            try waitUntil {
                try server.run(
                    "cat $XDG_STATE_HOME/wireplumber/{restore-stream,stream-properties} 2>/dev/null"
                ).contains(/Movie.*channelVolumes\W+0\.0/)
            }
            quiet.stop()
            // When the next one plays.
            let output = PipeWireOutput(.init(role: .movie, server: server.socket))
            let recording = try server.record("speaker")
            let sound = TestSound(frameCount: 48_000)
            try output.start(sound.client())
            try #require(sound.waitUntilRendered())
            wait(output.drainTime)
            output.stop()
            // Then it is heard as it was rendered; a tenth of a second is granted for the change.
            let start = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: start + sound.frameCount)
            let heard = try recording.frames()[(2 * start)...].prefix(sound.samples.count)
            let difference = zip(heard, sound.samples).dropFirst(9_600)
                .map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(difference) <= 1)
        }

        @Test("services what was reported, on a thread that may stop the device")
        func service() throws {
            let server = try PrivateServer()
            let sound = TestSound(frameCount: 4_096, attentionAtFrame: 4_096)
            let output = PipeWireOutput(.init(server: server.socket))
            let serviced = DispatchSemaphore(value: 0)
            try output.start(
                sound.client {
                    output.stop()
                    serviced.signal()
                })
            #expect(serviced.wait(timeout: .now() + 10) == .success)
            #expect(!sound.isRendering)
        }
    }

    // MARK: - What the tests share

    private struct Resources {
        var fileCount: Int
        var threadCount: Int

        static func current() throws -> Resources {
            Resources(
                fileCount: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                    .count,
                threadCount: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                    .count)
        }
    }

    private func waitForSound(on recording: Recording) throws -> Int? {
        try waitUntil { try recording.firstHeardFrame() != nil }
        return try recording.firstHeardFrame()
    }

    private let speakerSink = DeviceNode(name: "speaker", description: "Virtual speaker")
    private let hdmiSink = DeviceNode(name: "hdmi", description: "Virtual HDMI")

    extension TestSound {
        /// Where in the sound `heard` begins, if it is a part of it.
        fileprivate func frame(of heard: [Int16]) -> Int? {
            let start = heard.prefix(32)
            return stride(from: 0, to: samples.count - 32, by: 2).first { index in
                zip(samples[index...], start).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
            }.map { $0 / 2 }
        }
    }

    private func correlation(_ left: some Sequence<Int16>, _ right: some Sequence<Int16>) -> Double
    {
        var product = 0.0
        var leftPower = 0.0
        var rightPower = 0.0
        for (left, right) in zip(left, right) {
            product += Double(left) * Double(right)
            leftPower += Double(left) * Double(left)
            rightPower += Double(right) * Double(right)
        }
        return product / (leftPower * rightPower).squareRoot()
    }
#endif
