import AudioFormats
import AudioModel
import Foundation
import SoundCommands
import TestSupport
import Testing

@Suite("sori play on this machine")
struct PlayingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "writes exactly the file's frames",
        arguments: [(48_000, 2, 0), (44_100, 2, 2), (22_050, 1, 0), (8_000, 4, 1)]
            as [(Double, Int, Int)])
    func exactFrames(rate: Double, channelCount: Int, loops: Int) throws {
        // Given a file that is not a whole number of blocks long.
        let samples = try writeNoise(frameCount: 10_001, rate: rate, channelCount: channelCount)
        // When it is played into another.
        let result = try play("--loops", "\(loops)", "--output", "file:" + folder.file("b.wav"))
        // Then the other file has the same frames, in stereo, once per pass.
        #expect(result.code == 0)
        let written = try decodeSound(AudioFileReader(path: folder.file("b.wav")))
        #expect(written.sampleRate == rate)
        #expect(written.channelCount == 2)
        #expect(written.frameCount == 10_001 * (loops + 1))
        guard channelCount <= 2 else { return }
        let differing = (0..<written.frameCount).first { frame in
            let source = frame % 10_001 * channelCount
            return written.samples[2 * frame] != samples[source]
                || written.samples[2 * frame + 1] != samples[source + channelCount - 1]
        }
        #expect(differing == nil)
    }

    @Test(
        "exits with 128 plus the signal's number, and says where it stopped",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(number: Int32, code: Int32) throws {
        // Given half a minute that plays.
        _ = try writeNoise(frameCount: 240_000, rate: 8_000, channelCount: 1)
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["play", "--output", "null", folder.file("a.wav")]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = ""
        while !output.contains("\n") {
            let data = pipe.fileHandleForReading.availableData
            try #require(!data.isEmpty)
            output += String(decoding: data, as: UTF8.self)
        }
        // When a signal comes.
        kill(process.processIdentifier, number)
        output += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // Then it has ended by itself, cleanly.
        #expect(process.terminationReason == .exit && process.terminationStatus == code)
        #expect(output.contains("\nstopped a.wav at 0:0"))
    }

    @Test("plays only the part between --from and --to")
    func part() throws {
        let samples = try writeNoise(frameCount: 8_000, rate: 8_000, channelCount: 1)
        let result = try play(
            "--from", "0.25", "--to", "0.75", "--json", "--output", "file:" + folder.file("b.wav"))
        let written = try decodeSound(AudioFileReader(path: folder.file("b.wav")))
        #expect(written.frameCount == 4_000)
        #expect((0..<4_000).allSatisfy { written.samples[2 * $0] == samples[2_000 + $0] })
        #expect(
            result.output == "{\"path\": \"\(folder.file("a.wav"))\", \"durationSeconds\": 1, "
                + "\"positionSeconds\": 0.75, \"route\": \"\(folder.file("b.wav"))\", "
                + "\"ending\": \"finished\"}\n")
    }

    @Test("plays files one after another, at their own pace")
    func pace() throws {
        _ = try writeNoise(frameCount: 2_000, rate: 8_000, channelCount: 1)
        let start = ContinuousClock.now
        let result = try BuiltProgram.sori.run(
            ["play", "--output", "null", folder.file("a.wav"), folder.file("a.wav")])
        #expect(ContinuousClock.now - start >= .milliseconds(450))
        #expect(
            result.output == """
                playing a.wav (0:00.2) on nowhere
                finished a.wav at 0:00.2
                playing a.wav (0:00.2) on nowhere
                finished a.wav at 0:00.2

                """)
        #expect(result.errors.isEmpty)
        #expect(result.code == 0)
    }

    @Test("changes speed and pitch by exact lengths", arguments: ["0.5", "2"])
    func speed(rate: String) throws {
        _ = try writeNoise(frameCount: 8_000, rate: 8_000, channelCount: 1)
        let result = try play("--rate", rate, "--output", "file:" + folder.file("b.wav"))
        #expect(result.code == 0)
        let factor = try #require(Double(rate))
        let written = try AudioFileReader(path: folder.file("b.wav")).frameCount()
        #expect(written == Int64(8_000 / factor))
        let pitched = try play("--pitch", "12", "--output", "file:" + folder.file("c.wav"))
        #expect(pitched.code == 0)
        #expect(try AudioFileReader(path: folder.file("c.wav")).frameCount() == 8_000)
    }

    @Test("plays a stream of standard input and of a FIFO", arguments: ["-", "fifo"])
    func stream(name: String) throws {
        let samples = try writeNoise(frameCount: 10_001, rate: 48_000, channelCount: 2)
        let path = name == "-" ? "-" : folder.file(name)
        if name != "-" { try #require(mkfifo(path, 0o600) == 0) }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            name == "-"
                ? "cat \"$2\" | \"$0\" play - --output file:\"$3\""
                : "cat \"$2\" > \"$1\" & \"$0\" play \"$1\" --output file:\"$3\"; wait",
            BuiltProgram.sori.url.path, path, folder.file("a.wav"), folder.file("b.wav"),
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let written = try decodeSound(AudioFileReader(path: folder.file("b.wav")))
        #expect(written.frameCount >= 10_001)
        #expect((0..<20_002).allSatisfy { written.samples[$0] == samples[$0] })
    }

    @Test("ends its wait for a FIFO that nothing writes to", arguments: [SIGINT, SIGTERM])
    func idleFIFO(number: Int32) throws {
        let path = folder.file("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = ["play", "--output", "null", path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // It listens to signals before it opens the FIFO.
        let files = "/proc/\(process.processIdentifier)/fd/"
        try waitUntil {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
            return names.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: files + $0)) == path
            }
        }
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationStatus == 128 + number)
    }

    @Test("does not replace a file unless it is asked to")
    func replaces() throws {
        _ = try writeNoise(frameCount: 100, rate: 8_000, channelCount: 1)
        let path = folder.file("b.wav")
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        let refused = try play("--output", "file:" + path)
        #expect(refused.code == 2)
        #expect(refused.errors == "sori: \(path): is there already; write --force to replace it\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(try play("--force", "--output", "file:" + path).code == 0)
        #expect(try AudioFileReader(path: path).frameCount() == 100)
    }

    @Test("says what is missing of a file that ends early, and plays what is there")
    func truncated() throws {
        _ = try writeNoise(frameCount: 1_000, rate: 8_000, channelCount: 1)
        try #require(truncate(folder.file("a.wav"), 1_044) == 0)
        let result = try play("--output", "file:" + folder.file("b.wav"))
        #expect(result.code == 3)
        let message = "ends early: 500 of 1000 frames are there; get the rest of it"
        #expect(result.errors == "sori: \(folder.file("a.wav")): \(message)\n")
        #expect(try AudioFileReader(path: folder.file("b.wav")).frameCount() == 500)
    }

    @Test("stays paused when it is seeked into the next file")
    func pausedIntoNext() throws {
        for name in ["a.wav", "b.wav"] {
            try folder.writeWAV([Float](repeating: 0.5, count: 16_000), rate: 8_000, as: name)
        }
        var requests = ["a.wav", "b.wav"].map { PlayRequest(path: folder.file($0)) }
        for index in requests.indices { requests[index].output = .null }
        let maker = MachinePlayers()
        defer { withExtendedLifetime(maker) {} }
        let first = try maker.play(PlayList(requests), at: 0, TestConsole().console)
        try waitUntil { first.position > 0.1 }
        try first.pause()
        try first.seek(to: 100)
        try waitUntil { first.isFinished }
        let second = try maker.play(PlayList(requests), at: 1, TestConsole().console)
        #expect(second.isPaused)
        try second.resume()
        try waitUntil { second.position > 0.1 }
        #expect(!second.isPaused)
    }

    @Test("plays the files of a list without a gap, at any rate, and reports each")
    func gapless() throws {
        // Given a tone in three files, one of them at another rate.
        for (name, rate) in [("a.wav", 48_000.0), ("b.wav", 48_000), ("c.wav", 44_100)] {
            let samples = (0..<Int(rate / 4)).map { frame in
                Float(0.5 * sin(2 * .pi * 100 * Double(frame) / rate))
            }
            try folder.writeWAV(samples, rate: rate, as: name)
        }
        // When a list is played on a device, then every file is finished in turn.
        var requests = ["a.wav", "b.wav", "c.wav"].map { PlayRequest(path: folder.file($0)) }
        for index in requests.indices { requests[index].output = .null }
        let maker = MachinePlayers()
        defer { withExtendedLifetime(maker) {} }
        for index in requests.indices {
            let player = try maker.play(PlayList(requests), at: index, TestConsole().console)
            #expect(player.position < 0.25)
            try waitUntil { player.isFinished }
            #expect(abs(player.position - 0.25) < 0.001)
            #expect(player.failure == nil)
        }
    }

    @Test("can be paused, resumed and seeked")
    func transport() throws {
        // Given a player on a device in real time.
        _ = try writeNoise(frameCount: 80_000, rate: 8_000, channelCount: 1)
        var request = PlayRequest(path: folder.file("a.wav"))
        request.output = .null
        let maker = MachinePlayers()
        // The maker owns the device.
        defer { withExtendedLifetime(maker) {} }
        let player = try maker.play(PlayList([request]), at: 0, TestConsole().console)
        // When it has begun, then its position and its level rise.
        try waitUntil { player.position > 0.1 }
        #expect(player.level > 0.5)
        #expect(player.duration == 10)
        // When it is paused, then it stands still; it can still seek.
        try player.pause()
        try waitUntil { player.level == 0 }
        let position = player.position
        usleep(100_000)
        #expect(player.position == position)
        try player.seek(to: 5)
        #expect(player.position == 5)
        // When it is resumed, then it continues there.
        try player.resume()
        try waitUntil { player.position > 5.1 }
        #expect(player.position < 9)
        // When it seeks to the end, then it has finished.
        try player.seek(to: 100)
        try waitUntil { player.isFinished }
        #expect(player.position == 10)
        player.stop()
    }

    @Test("keeps its position when it is stopped")
    func stopping() throws {
        _ = try writeNoise(frameCount: 80_000, rate: 8_000, channelCount: 1)
        var request = PlayRequest(path: folder.file("a.wav"))
        request.output = .null
        request.from = 2
        let maker = MachinePlayers()
        // The maker owns the device.
        defer { withExtendedLifetime(maker) {} }
        let player = try maker.play(PlayList([request]), at: 0, TestConsole().console)
        try waitUntil { player.position > 2.1 }
        player.stop()
        #expect(player.isFinished)
        #expect((2.1..<9).contains(player.position))
    }

    @Test(
        "says why it is not audible",
        arguments: [
            (["--volume", "0"], "its app set its volume to zero"),
            (["--category", "record"], "category record has no output"),
        ])
    func silence(words: [String], reason: String) throws {
        _ = try writeNoise(frameCount: 80, rate: 8_000, channelCount: 1)
        let result = try play(words + ["--output", "null"])
        #expect(result.errors == "sori: \(folder.file("a.wav")): not audible: \(reason)\n")
        #expect(result.code == 0)
    }

    @Test("refuses to overwrite what it plays, and to start past its end")
    func refused() throws {
        _ = try writeNoise(frameCount: 8_000, rate: 8_000, channelCount: 1)
        let same = try play("--output", "file:" + folder.path + "/./a.wav")
        #expect(same.code == 2)
        #expect(same.errors.contains("the output is the file itself"))
        let missing = try play("--output", "file:" + folder.file("x/b.wav"))
        #expect(missing.code == 2)
        #expect(
            missing.errors
                == "sori: \(folder.file("x")): there is no such folder; make it first, with mkdir -p, or "
                + "name another\n")
        let late = try play("--output", "null", "--from", "1")
        #expect(late.code == 2)
        #expect(late.errors.hasSuffix("the duration is 0:01.0\n"))
        #expect(try AudioFileReader(path: folder.file("a.wav")).frameCount() == 8_000)
    }

    // MARK: Shared by the tests

    /// Writes `a.wav`.
    private func writeNoise(
        frameCount: Int, rate: Double, channelCount: Int
    ) throws -> [Float] {
        var generator = Noise(seed: 1)
        let samples = (0..<frameCount * channelCount).map { _ in
            Float(Int16(truncatingIfNeeded: generator.next())) / 32768
        }
        try folder.writeWAV(samples, rate: rate, channelCount: channelCount, as: "a.wav")
        return samples
    }

    private func play(_ words: String...) throws -> BuiltProgram.Result { try play(words) }

    private func play(_ words: [String]) throws -> BuiltProgram.Result {
        try BuiltProgram.sori.run(["play", folder.file("a.wav")] + words)
    }
}

/// Waits for what another thread or process does.
func waitUntil(_ condition: () -> Bool) throws {
    struct Timeout: Error {}
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        guard ContinuousClock.now < deadline else { throw Timeout() }
        usleep(5_000)
    }
}

/// Pseudo-random numbers, the same in every run.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 24
    }
}
