#if PipeWire
    import Foundation
    import ProgramStreams
    import Testing

    import TestSupport

    @Suite(
        "A guard of program streams, after a failure", .serialized,
        .enabled(if: PrivateServer.isWanted, GuardFixture.reason),
        .enabled(if: ExternalProgram.pulseServer.isInstalled, GuardFixture.pulseReason))
    struct PipeWireGuardRecoveryTests {
        private let holder = BuiltProgram(name: "StreamHolder").url.path

        @Test("releases what a killed guard has left", arguments: ["hold", "duck"])
        func leftovers(_ mode: String) throws {
            let fixture = try GuardFixture()
            let player = try fixture.start("pw-play \(fixture.soundPath)")
            try fixture.waitForLevel(GuardFixture.level)
            let output = fixture.server.socket + "-holder"
            let process = try #require(
                Int32(try fixture.server.run("\(holder) \(mode) >\(output) 2>&1 & echo $!")))
            let level = mode == "hold" ? 0 : GuardFixture.level / 4
            try waitUntil {
                try fixture.server.run("grep -c held \(output)") == "1"
            }
            try fixture.waitForLevel(level)
            kill(process, SIGKILL)
            #expect(try fixture.listen(frames: 4800).allSatisfy { abs(Int($0) - Int(level)) <= 2 })
            #expect(try fixture.server.run("\(holder) count") == "left 1")
            #expect(try fixture.server.run("\(holder) release") == "released 1")
            try fixture.waitForLevel(GuardFixture.level)
            #expect(try fixture.server.run("\(holder) release") == "released 0")
            kill(player, SIGKILL)
        }

        @Test("keeps a stream silent that a killed guard has left so")
        func takeover() throws {
            let fixture = try GuardFixture()
            let player = try fixture.start("pw-play \(fixture.soundPath)")
            try fixture.waitForLevel(GuardFixture.level)
            let process = try fixture.start("\(holder) hold")
            try fixture.waitForLevel(0, within: 0)
            kill(process, SIGKILL)
            let first = fixture.recording.frameCount
            try fixture.startGuard()
            let stream = try #require(
                fixture.log.streams.values.first { $0.direction == .playback })
            #expect(stream.existedBefore)
            #expect(try fixture.listen(frames: 9600, from: first).allSatisfy { $0 == 0 })
            // A guard that ends by itself leaves nothing.
            fixture.endGuard()
            try fixture.waitForLevel(GuardFixture.level)
            #expect(try fixture.server.run("\(holder) release") == "released 0")
            kill(player, SIGKILL)
        }

        @Test("connects again, and holds again, after the end of PipeWire")
        func serverRestart() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            let (process, _) = try fixture.startStream("pw-play \(fixture.soundPath)")
            fixture.log.removeEvents()
            try fixture.server.run("kill -KILL $SORI_PIPEWIRE_PID")
            try fixture.log.wait { events in
                events.contains { if case .serverGone = $0 { true } else { false } }
            }
            #expect(fixture.log.streams.isEmpty)
            #expect(fixture.log.ports.isEmpty)
            kill(process, SIGKILL)
            try restart(fixture, "pipewire", "wireplumber")
            try fixture.log.wait { $0.contains(.serverReturned) }
            try heldAgain(fixture)
        }

        @Test("holds again after the end of WirePlumber")
        func sessionManagerRestart() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            // Given no stream, and a new sink: WirePlumber 0.4.13 links nothing while
            // there is one from before.
            try fixture.server.run("kill -KILL $(jobs -p)")
            try fixture.log.wait { _ in fixture.log.streams.isEmpty }
            try fixture.server.run("kill -KILL $SORI_WIREPLUMBER_PID")
            try fixture.log.wait { _ in !fixture.log.ports.contains(where: \.isCurrent) }
            for name in ["speaker", "hdmi", "mic"] { try fixture.server.destroySink(name) }
            try fixture.server.createSink("speaker")
            try restart(fixture, "wireplumber")
            try heldAgain(fixture)
            // When it ends while a stream sounds, the links go with it.
            let (process, stream) = try fixture.startStream("pw-play \(fixture.soundPath)")
            try fixture.waitUntilSounding(stream)
            try fixture.server.run("kill -KILL $(pgrep -P $$ -x wireplumber)")
            try fixture.log.wait { _ in
                fixture.log.streams[stream.serial]?.isSounding == false
            }
            #expect(fixture.log.streams[stream.serial]?.target == nil)
            try fixture.end(process, stream)
        }

        private func restart(_ fixture: GuardFixture, _ programs: String...) throws {
            for program in programs {
                try fixture.server.run("\(program) >/dev/null 2>&1 &")
                if program == "pipewire" {
                    try waitUntil {
                        try fixture.server.run("pw-cli info 0 >/dev/null 2>&1 && echo up") == "up"
                    }
                }
            }
            try waitUntil {
                try fixture.server.run(
                    "pw-metadata 0 default.audio.sink 2>/dev/null | grep -c '\"speaker\"'") == "1"
            }
        }

        private func heldAgain(_ fixture: GuardFixture) throws {
            // The recorder is a stream like others, and silent until it is released.
            let known = Set(fixture.log.streams.keys)
            let recorder = try fixture.recorderStream(known)
            fixture.streamGuard?.release(recorder.serial)
            let (process, stream) = try fixture.startStream("pw-play \(fixture.soundPath)")
            #expect(!stream.existedBefore)
            try fixture.waitUntilSounding(stream)
            #expect(try fixture.listen(frames: 4800).allSatisfy { $0 == 0 })
            fixture.streamGuard?.release(stream.serial)
            try fixture.waitForLevel(GuardFixture.level)
            try fixture.end(process, stream)
        }

        @Test("reports the ports, and the one in use")
        func ports() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            try fixture.log.wait { _ in fixture.log.ports.count == 3 }
            let speaker = try #require(fixture.log.ports.first { $0.name == "speaker" })
            #expect(
                speaker
                    == AudioPort(
                        name: "speaker", description: "Virtual speaker", direction: .output,
                        kind: .virtual, availability: .unknown, isCurrent: true,
                        nodeName: "speaker"))
            try fixture.server.destroySink("speaker")
            try fixture.log.wait { _ in
                fixture.log.ports.map(\.name) == ["hdmi", "mic"]
                    && fixture.log.ports.allSatisfy(\.isCurrent)
            }
        }

        @Test("reports when the default output is its own choice, and when another program's")
        func outputChoice() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            try fixture.log.wait { _ in fixture.log.ports.count == 3 }
            let streamGuard = try #require(fixture.streamGuard)
            func waitForChoices(_ choices: [Bool], line: Int = #line) throws {
                try fixture.log.wait(line: line) { events in
                    choices
                        == events.compactMap {
                            if case .outputChosen(let isOwn) = $0 { isOwn } else { nil }
                        }
                }
            }
            streamGuard.use(outputNamed: "hdmi")
            try waitForChoices([true])
            try fixture.server.run(
                #"pw-metadata 0 default.configured.audio.sink '{ "name": "speaker" }'"#
                    + " Spa:String:JSON")
            try waitForChoices([true, false])
            // The choice that is in force already becomes its own.
            streamGuard.use(outputNamed: "speaker")
            try waitForChoices([true, false, true])
        }

        @Test("knows an AirPlay receiver from the first report on")
        func airPlay() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            try fixture.log.wait { _ in fixture.log.ports.count == 3 }
            // The sink lives as long as the program that has loaded the module.
            try fixture.server.run(
                """
                (echo 'load-module libpipewire-module-raop-sink { raop.ip=127.0.0.1 raop.port=5000 \
                raop.transport=udp raop.encryption.type=none raop.audio.codec=PCM \
                stream.props={ node.name=kitchen node.description="Kitchen" } }'
                tail -f /dev/null --pid=$$) | pw-cli >/dev/null 2>&1 &
                """)
            try fixture.log.wait { _ in fixture.log.ports.count == 4 }
            let reported = fixture.log.events.compactMap { event in
                if case .portsChanged(let ports) = event {
                    ports.first { $0.name == "kitchen" }
                } else {
                    nil
                }
            }
            #expect(reported.map(\.kind).allSatisfy { $0 == .airPlay })
            #expect(reported.first?.description == "Kitchen")
        }

        @Test("reports a server that is not there")
        func noServer() throws {
            let log = EventLog()
            var options = ProgramStreamGuard.Options()
            options.server = "/nonexistent/pipewire-0"
            let streamGuard = try ProgramStreamGuard(options) { log.add($0) }
            try log.wait { events in
                events.contains { if case .serverGone = $0 { true } else { false } }
            }
            streamGuard.shutdown()
            #expect(log.events.count == 1)
            #expect(throws: ProgramStreamGuard.ReleaseError.self) {
                try ProgramStreamGuard.releaseLeftovers(server: "/nonexistent/pipewire-0")
            }
        }
    }
#endif
