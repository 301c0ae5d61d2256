#if PipeWire
    import DesktopEntries
    import Foundation
    import ProgramStreams
    import Testing

    import TestSupport

    @Suite(
        "A guard of program streams", .serialized,
        .enabled(if: PrivateServer.isWanted, GuardFixture.reason),
        .enabled(if: ExternalProgram.pulseServer.isInstalled, GuardFixture.pulseReason))
    struct PipeWireGuardTests {
        /// Starts of each program: as many as `SORI_GUARD_STARTS` says.
        static let startCount =
            ProcessInfo.processInfo.environment["SORI_GUARD_STARTS"].flatMap { Int($0) } ?? 3

        /// The longest time that a user's change of a volume may be heard, in frames.
        static let blockFramesMax = 4096

        @Test("lets nothing of a held start be heard, then opens it, and knows its owner")
        func heldStarts() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            for _ in 0..<Self.startCount {
                for player in Player.installed { try heldStart(player, fixture) }
            }
        }

        @Test("silences a stream before it reads the desktop files to know its app")
        func manyDesktopFiles() throws {
            let folder = try TemporaryFolder()
            let first = folder.file("app0.desktop")
            let lines = (0..<400).map { "X-Comment-\($0)=\(String(repeating: "x", count: 40))" }
            try (["[Desktop Entry]", "Type=Application", "Name=App"] + lines)
                .joined(separator: "\n").write(toFile: first, atomically: true, encoding: .utf8)
            for number in 1..<300 { _ = link(first, folder.file("app\(number).desktop")) }
            // What has just changed is read again for each question.
            for path in [first, folder.path] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
            }
            let fixture = try GuardFixture()
            try fixture.startGuard(desktopFiles: DesktopFiles(folders: [folder.path]))
            try heldStart(.pwPlay, fixture)
            withExtendedLifetime(folder) {}
        }

        /// Starts a player, and again, at most twice, while it was heard because the machine let the
        /// guard's thread wait: one that takes its time itself is a fault of ours.
        private func heldStart(_ player: Player, _ fixture: GuardFixture) throws {
            for trial in 1...3 {
                let (heard, delay) = try start(player, fixture)
                if heard > 0, delay >= Self.delayMax, trial < 3 {
                    print("the machine was busy: \(player) was heard, threads waited \(delay)")
                    continue
                }
                // mpv sets its own volume just as it begins, which PipeWire 0.3.65 puts in force until
                // the guard has answered.
                return withKnownIssue(isIntermittent: true) {
                    #expect(heard == 0, "\(player) was heard while it was held (\(delay))")
                } when: {
                    player == .mpvPipeWire
                }
            }
        }

        /// A delay of threads by which a guard may come too late: a stream may sound 5 ms after it
        /// has appeared.
        private static let delayMax = Duration.milliseconds(3)

        /// Starts a player that is held, then opens it, and ends it.
        ///
        /// - Returns: The number of samples heard while it was held, and how long threads waited for a
        ///   processor meanwhile.
        private func start(
            _ player: Player, _ fixture: GuardFixture
        ) throws -> (heard: Int, delay: Duration) {
            let schedulingDelay = SchedulingDelay()
            let known = Set(fixture.log.streams.keys)
            let first = fixture.recording.frameCount
            let process = try fixture.start(player.command(fixture.soundPath))
            let identity = ProcessIdentity(running: process)
            // Some programs open a stream before, to ask for formats.
            func sounding() -> ProgramStream? {
                fixture.newStreams(since: known).last(where: \.isSounding)
            }
            try waitUntil { sounding() != nil }
            let held = try fixture.listen(frames: 4800, from: first)
            let delay = schedulingDelay.end()
            try waitUntil { sounding() != nil }
            if let stream = sounding() { check(stream, of: player, identity) }
            try waitUntil {
                for stream in fixture.newStreams(since: known) {
                    fixture.streamGuard?.release(stream.serial)
                }
                let end = try fixture.recording.samples(
                    from: fixture.recording.frameCount - 2000)
                return player == .espeak
                    ? end.contains { $0 != 0 }
                    : end.allSatisfy { abs(Int($0) - Int(GuardFixture.level)) <= 2 }
            }
            kill(process, SIGKILL)
            try waitUntil { fixture.newStreams(since: known).isEmpty }
            // What has been mixed already is played to its end.
            try fixture.waitForLevel(0, within: 0)
            return (held.count { $0 != 0 }, delay)
        }

        private func check(
            _ stream: ProgramStream, of player: Player, _ identity: ProcessIdentity?
        ) {
            let owner = stream.owner
            #expect(identity != nil && owner.process == identity, "\(player)")
            #expect(owner.isProcessClaimed == player.isPulse, "\(player)")
            #expect((owner.connection == identity) == !player.isPulse, "\(player)")
            #expect(owner.executableName == player.executableName, "\(player)")
            #expect(owner.app != nil && owner.app?.source != .flatpak, "\(player)")
            #expect(owner.userID == getuid(), "\(player)")
            #expect(stream.target?.name == "speaker", "\(player)")
            #expect(!stream.isExcluded && !stream.existedBefore, "\(player)")
        }

        @Test("keeps a stream silent while its user changes its volume, which then counts")
        func userVolume() throws {
            try #require(ExternalProgram.pactl.isInstalled, "pactl is not installed")
            let fixture = try GuardFixture()
            try fixture.startGuard()
            for player in [Player.pwPlay, .paplay] where player.program.isInstalled {
                let first = fixture.recording.frameCount
                let (process, stream) = try fixture.startStream(player.command(fixture.soundPath))
                try fixture.waitUntilSounding(stream)
                let input = "\(stream.serial)"
                let before = try mixer(fixture, input)
                #expect(before.contains("100%") && before.contains("Mute: no"))
                let commands = [
                    "set-sink-input-volume \(input) 50%", "set-sink-input-volume \(input) 50%",
                    "set-sink-input-mute \(input) 1", "set-sink-input-mute \(input) 0",
                    "set-sink-input-volume \(input) 100%", "set-sink-input-volume \(input) 50%",
                ]
                for command in commands {
                    try fixture.server.run("pactl \(command)")
                    _ = try fixture.listen(frames: 2400)
                }
                let held = try fixture.listen(frames: 2400, from: first)
                // What the user sets is in force until the guard has written again: a block or two.
                #expect(held.count { $0 != 0 } <= commands.count * 2 * Self.blockFramesMax)
                try fixture.waitForLevel(0, within: 0)
                #expect(try fixture.listen(frames: 4800).allSatisfy { $0 == 0 }, "\(player)")
                #expect(try mixer(fixture, input).contains("50%"))
                // 50 % on the mixer's cubic scale.
                fixture.streamGuard?.release(stream.serial)
                try fixture.waitForLevel(GuardFixture.level / 8)
                // The user's volume is the one below the gain, before and after a change.
                fixture.streamGuard?.set(gain: 0.5, for: stream.serial)
                try fixture.waitForLevel(GuardFixture.level / 16)
                #expect(try mixer(fixture, input).contains("50%"))
                try fixture.server.run("pactl set-sink-input-volume \(input) 100%")
                try fixture.waitForLevel(GuardFixture.level / 2)
                // A stream that its user has muted stays so.
                try fixture.server.run("pactl set-sink-input-mute \(input) 1")
                try fixture.waitForLevel(0, within: 0)
                fixture.streamGuard?.release(stream.serial)
                #expect(try fixture.listen(frames: 9600).suffix(4800).allSatisfy { $0 == 0 })
                try fixture.server.run("pactl set-sink-input-mute \(input) 0")
                try fixture.waitForLevel(GuardFixture.level)
                try fixture.end(process, stream)
            }
        }

        private func mixer(_ fixture: GuardFixture, _ input: String) throws -> String {
            try fixture.server.run(
                "pactl list sink-inputs | awk -v RS= '/^Sink Input #\(input)\\n/'")
        }

        @Test("gives a held recorder zeros, and then what the microphone hears")
        func heldRecorder() throws {
            let fixture = try GuardFixture()
            let samples = [Int16](repeating: GuardFixture.level, count: 2 * 48_000 * 20)
            try fixture.server.speak(samples, into: "mic")
            try fixture.startGuard()
            let path = fixture.server.socket + "-recorded.wav"
            let recorded = Recording(path: path)
            let (process, stream) = try fixture.startStream(
                "pw-record --target mic --rate 48000 --channels 2 --format s16 \(path)",
                direction: .capture)
            try fixture.waitUntilSounding(stream)
            // The speech begins after two seconds.
            try waitUntil { recorded.frameCount > 48_000 * 3 }
            #expect(try recorded.samples(from: 0).allSatisfy { $0 == 0 })
            fixture.streamGuard?.release(stream.serial)
            try waitUntil {
                try recorded.samples(from: max(recorded.frameCount - 2000, 0))
                    .contains(GuardFixture.level)
            }
            try fixture.end(process, stream)
        }

        @Test("attenuates to a part of the user's volume in small steps")
        func ducking() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            let (process, stream) = try fixture.startStream("pw-play \(fixture.soundPath)")
            fixture.streamGuard?.release(stream.serial)
            try fixture.waitForLevel(GuardFixture.level)
            let first = fixture.recording.frameCount
            fixture.streamGuard?.set(gain: 0.2, rampMilliseconds: 1000, for: stream.serial)
            try fixture.waitForLevel(Int16(0.2 * Double(GuardFixture.level)))
            let left = try fixture.recording.samples(from: first).enumerated()
                .filter { $0.offset % 2 == 0 }.map { Int($0.element) }
            let steps = zip(left, left.dropFirst()).map { $0 - $1 }
            // A block of 1024 frames in 1000 ms is a step of 140; a busy machine skips some.
            #expect(steps.allSatisfy { (-1...1400).contains($0) }, "\(steps.max() ?? 0)")
            #expect(Set(left).count > 10)
            fixture.streamGuard?.set(gain: 1, rampMilliseconds: 200, for: stream.serial)
            try fixture.waitForLevel(GuardFixture.level)
            try fixture.end(process, stream)
        }

        @Test("only reports streams that are excluded")
        func exclusion() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard { $0.executableName == "pw-cat" }
            let (process, stream) = try fixture.startStream("pw-play \(fixture.soundPath)")
            #expect(stream.isExcluded)
            fixture.streamGuard?.hold(stream.serial)
            try fixture.waitForLevel(GuardFixture.level)
            try fixture.end(process, stream)
        }

        @Test("reports when a stream starts and stops to sound")
        func sounding() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            let (process, stream) = try fixture.startStream(
                "mpv --no-config --no-terminal --input-ipc-server=\(fixture.server.socket)-mpv "
                    + "--ao=pulse \(fixture.soundPath)")
            try fixture.waitUntilSounding(stream)
            try fixture.server.run(
                "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(shift)->print(shift)' "
                    + "\(fixture.server.socket)-mpv 'set pause yes\n'")
            try fixture.log.wait { _ in
                fixture.log.streams[stream.serial]?.isSounding == false
            }
            try fixture.end(process, stream)
            #expect(fixture.log.streams[stream.serial] == nil)
        }

        @Test("leaves a flood of streams silent by name, and observes more when some end")
        func flood() throws {
            let fixture = try GuardFixture()
            try fixture.startGuard()
            let count = 300
            let path = fixture.server.socket + "-flood"
            try String(
                repeating:
                    "create-node adapter { factory.name=support.null-audio-sink node.name=flood "
                    + "media.class=Stream/Output/Audio audio.position=[FL FR] }\n", count: count
            ).write(toFile: path, atomically: true, encoding: .utf8)
            let process = try fixture.start("tail -n +1 -f \(path) | pw-cli")
            try fixture.log.wait { events in
                events.contains {
                    if case .warning(.tooManyStreams(_, 256)) = $0 { true } else { false }
                }
            }
            #expect(fixture.log.streams.count <= 257)
            let streamGuard = try #require(fixture.streamGuard)
            func unobservedCount() -> Int { streamGuard.unobservedStreams.values.reduce(0, +) }
            try waitUntil { unobservedCount() == count - 256 }
            let observed = fixture.log.streams
            let ended = try #require(observed.values.first { $0.nodeName == "flood" })
            let commands = try #require(FileHandle(forWritingAtPath: path))
            try commands.seekToEnd()
            try commands.write(contentsOf: Data("destroy \(ended.nodeID)\n".utf8))
            try fixture.log.wait { _ in
                fixture.log.streams[ended.serial] == nil
                    && fixture.log.streams.keys.contains { observed[$0] == nil }
            }
            #expect(unobservedCount() == count - 257)
            // The shell's last process is the one that was named.
            kill(process, SIGKILL)
            try fixture.log.wait { _ in
                !fixture.log.streams.values.contains { $0.nodeName == "flood" }
            }
            try waitUntil { unobservedCount() == 0 }
            // The next stream of another program is guarded like the first.
            try heldStart(.pwPlay, fixture)
        }
    }
#endif
