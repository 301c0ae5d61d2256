import AudioModel
import CommandLineTool
import Foundation
import Testing

import sori

@Suite("sori play")
struct PlayCommandTests {
    private final class Maker: PlayerMaker {
        var requests: [PlayRequest] = []
        let players: [String: StillPlayer]

        init(_ players: [String: StillPlayer]) {
            self.players = players
        }

        func play(_ request: PlayRequest, _ console: Console) throws(ProgramError) -> any Player {
            requests.append(request)
            guard let player = players[request.path] else {
                throw ProgramError(.badInput, "is empty", in: request.path)
            }
            return player
        }
    }

    private static func finished() -> StillPlayer {
        let player = StillPlayer(position: 12)
        player.isFinished = true
        return player
    }

    @Test("understands its options")
    func options() throws {
        let words = try arguments(
            [
                "a.caf", "--category", "ambient", "--volume", "0.5", "--loops", "-1", "--from",
                "1.5", "--to", "2", "--output", "null", "--rate", "1",
            ], PlayCommand.syntax)
        var expected = PlayRequest(path: "a.caf")
        expected.category = .ambient
        expected.volume = 0.5
        expected.loops = -1
        expected.from = 1.5
        expected.to = 2
        expected.output = .null
        #expect(try PlayRequest.requests(words) == [expected])
    }

    @Test("plays all of a file once, in the playback category, where the machine plays")
    func defaults() throws {
        let words = try arguments(["a", "b"], PlayCommand.syntax)
        let requests = try PlayRequest.requests(words)
        #expect(requests == [PlayRequest(path: "a"), PlayRequest(path: "b")])
        #expect(requests[0].category == .playback)
        #expect(requests[0].volume == 1)
        #expect(requests[0].loops == 0)
        #expect(requests[0].from == 0)
        #expect(requests[0].to == nil)
        #expect(requests[0].output == .machine)
    }

    @Test(
        "refuses what cannot be meant",
        arguments: [
            (["--category", "ambiant"], "did you mean 'ambient'?"),
            (["--volume", "1.1"], "see 'sori play --help'"),
            (["--loops", "1.5"], "see 'sori play --help'"),
            (["--rate", "2"], "leave out --rate"),
            (["--from", "2", "--to", "2"], "give a later end"),
            (["--output", "alsa"], "one of pipewire, null, file:PATH"),
            (["--output", "file:"], "one of pipewire, null, file:PATH"),
            (
                ["--output", "file:x.wav", "--loops", "-1"],
                "give a number of loops when writing a file"
            ),
            (["b", "--output", "file:x.wav"], "write the others one by one"),
        ])
    func refused(words: [String], advice: String) throws {
        let words = try arguments(["a"] + words, PlayCommand.syntax)
        let error = #expect(throws: ProgramError.self) { try PlayRequest.requests(words) }
        #expect(error?.code == .wrongUse)
        #expect(error?.advice == advice)
    }

    @Test("says where a file's name is missing")
    func fileOutput() throws {
        let words = try arguments(["a", "--output", "file:out/x.wav"], PlayCommand.syntax)
        #expect(try PlayRequest.requests(words)[0].output == .file("out/x.wav"))
    }

    @Test("plays file after file, goes on after a bad one, and prints JSON when asked")
    func files() throws {
        let test = TestConsole()
        let maker = Maker(["a": Self.finished(), "b": Self.finished()])
        let code = try PlayCommand.run(
            try arguments(["a", "bad", "b", "--json"], PlayCommand.syntax), test.console, maker)
        #expect(code == .badInput)
        #expect(maker.requests.map(\.path) == ["a", "bad", "b"])
        #expect(test.errors.text == "sori: is empty, bad\n")
        #expect(
            test.output.lines
                == ["a", "b"].map {
                    "{\"path\": \"\($0)\", \"durationSeconds\": 12, \"positionSeconds\": 12, "
                        + "\"route\": \"loudspeaker\", \"ending\": \"finished\"}"
                })
    }
}

@Suite("The keys of a terminal")
struct KeyDecoderTests {
    @Test(
        "are decoded, and others passed over",
        arguments: [
            (" ", [.space]), ("q", [.quit]), ("Q", [.quit]), ("\u{3}", [.interrupt]),
            ("\u{4}", [.quit]),
            ("\u{1B}[D", [.left]), ("\u{1B}[C", [.right]), ("\u{1B}OD", [.left]),
            ("\u{1B}[1;5C", [.right]), ("\u{1B}[A\u{1B}[B", []), ("\u{1B}[3~ ", [.space]),
            ("xyz\n", []), ("\u{1B}\u{1B}[C", [.right]), ("\u{1B}q", [.quit]),
            ("\u{1B}[\u{3}", [.interrupt]), ("é ", [.space]),
        ] as [(String, [Key])])
    func decoded(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: text.utf8) == keys)
        // The decoder also takes bytes one by one.
        var slow = KeyDecoder()
        #expect(text.utf8.flatMap { slow.keys(in: [$0]) } == keys)
    }
}

@Suite("The progress line")
struct ProgressLineTests {
    private let line = ProgressLine(
        name: "lesson.wav", position: 3.25, duration: 72, level: 0.25, route: "Speaker",
        isPaused: false)

    @Test("shows name, position, level and route")
    func whole() {
        #expect(
            line.text(width: 80)
                == ">  lesson.wav  0:03.2 / 1:12.0  [################----] -12.0 dB  Speaker")
    }

    @Test("leaves out what matters least on a narrow terminal, and never breaks")
    func narrow() {
        #expect(
            line.text(width: 70)
                == ">  lesson.wav  0:03.2 / 1:12.0  [################----] -12.0 dB")
        #expect(line.text(width: 40) == ">  lesson.wav  0:03.2 / 1:12.0")
        for width in 0...90 { #expect(line.text(width: width).count <= width) }
    }

    @Test("says that it is paused, and what it does not know")
    func paused() {
        var other = line
        other.isPaused = true
        other.duration = nil
        other.name = "a\u{1B}b"
        #expect(other.text(width: 30) == "|| a\u{FFFD}b  0:03.2")
    }

    @Test(
        "has a meter from -60 to 0 dB",
        arguments: [
            (0, "[--------------------]   silent"), (1, "[####################]   0.0 dB"),
            (2, "[####################]   6.0 dB"), (0.001, "[--------------------] -60.0 dB"),
            (0.1, "[#############-------] -20.0 dB"), (.nan, "[--------------------]   silent"),
        ] as [(Float, String)])
    func meter(level: Float, expected: String) {
        var other = line
        other.level = level
        #expect(other.meter == expected)
    }

    @Test(
        "has a clock",
        arguments: [
            (0, "0:00.0"), (59.99, "0:59.9"), (60, "1:00.0"), (3661, "61:01.0"), (-1, "?:??.?"),
            (.infinity, "?:??.?"), (.nan, "?:??.?"),
        ] as [(Double, String)])
    func clock(seconds: Double, expected: String) {
        #expect(ProgressLine.clock(seconds) == expected)
    }
}
