import AudioModel
import CommandLineTool
import Foundation
import Playback
import SoundCommands
import TestSupport
import Testing

@Suite("sori play")
struct PlayCommandTests {
    private final class Maker: PlayerMaker {
        var requests: [PlayRequest] = []
        let players: [String: StillPlayer]

        init(_ players: [String: StillPlayer]) {
            self.players = players
        }

        func play(
            _ list: PlayList, at index: Int, _ console: Console
        ) throws(ProgramError) -> any Player {
            guard let request = list.request(at: index) else {
                throw ProgramError(.wrongUse, "nothing")
            }
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
                "1.5", "--to", "1:02", "--output", "null", "--rate", "1.5", "--pitch", "-2",
            ], PlayCommand.syntax)
        var expected = PlayRequest(path: "a.caf")
        expected.category = .ambient
        expected.volume = 0.5
        expected.loops = -1
        expected.from = 1.5
        expected.to = 62
        expected.speed = PlaybackSpeed(rate: 1.5, pitchCents: -200)
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
            (["--rate", "5"], "see 'sori play --help'"),
            (["--pitch", "25"], "see 'sori play --help'"),
            (["--from", "1:60"], "see 'sori play --help'"),
            (["--from", ":5"], "see 'sori play --help'"),
            (["--seed", "5"], "write both, or neither"),
            (["--from", "2", "--to", "2"], "give a later end"),
            (["--output", "file:"], "write file:PATH"),
            (
                ["--output", "file:x.wav", "--loop"],
                "give a number of loops when writing a file"
            ),
            (
                ["--output", "file:x.wav", "--loops", "-1"],
                "give a number of loops when writing a file"
            ),
            (["b", "--output", "file:x.wav"], "write them one by one"),
        ])
    func refused(words: [String], advice: String) throws {
        let words = try arguments(["a"] + words, PlayCommand.syntax)
        let error = #expect(throws: ProgramError.self) { try PlayRequest.requests(words) }
        #expect(error?.code == .wrongUse)
        #expect(error?.advice == advice)
    }

    @Test("goes to the next and the previous file, keeps the volume, and repeats the list")
    func list() throws {
        let list = PlayList([PlayRequest(path: "a"), PlayRequest(path: "b")], repeats: true)
        #expect((0..<4).map { list.request(at: $0)?.path } == ["a", "b", "a", "b"])
        #expect(PlayList(list.requests).request(at: 2) == nil)
        #expect(PlayList([], repeats: true).request(at: 0) == nil)
        #expect(list.request(at: -1) == nil)
    }

    @Test("ends a list that repeats when none of its files can be played")
    func allBad() throws {
        let test = TestConsole()
        let maker = Maker([:])
        let code = try PlayCommand.run(
            try arguments(["a", "b", "--loop"], PlayCommand.syntax), test.console, maker)
        #expect(code == .badInput)
        #expect(maker.requests.map(\.path) == ["a", "b"])
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
        #expect(test.errors.text == "sori: bad: is empty\n2 of 3 done, 1 failed\n")
        #expect(
            test.output.lines
                == ["a", "b"].map {
                    "{\"path\": \"\($0)\", \"durationSeconds\": 12, \"positionSeconds\": 12, "
                        + "\"route\": \"loudspeaker\", \"ending\": \"finished\"}"
                })
    }
}

@Suite("The sounds that operands of sori play mean")
struct PlayListPathsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("are a folder's sound files and those in its folders, in natural order")
    func folders() throws {
        try folder.makeFolder("b/2")
        for name in ["a10.wav", "a9.mp3", "A1.flac", "notes.txt", ".hidden.wav", "b/2/x.ogg"] {
            try folder.write([], as: name)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("b/loop"), withDestinationPath: folder.path)
        let found = PlayListPaths([folder.path])
        #expect(
            found.paths
                == ["A1.flac", "a9.mp3", "a10.wav", "b/2/x.ogg"].map { folder.file($0) })
        #expect(found.errors.isEmpty)
    }

    @Test("are the entries of a playlist, relative to its folder")
    func playlists() throws {
        try folder.write(
            "#EXTM3U\n#EXTINF:1,Song\none.wav\nhttp://radio.example/live\n/two.wav\n".utf8,
            as: "list.m3u8")
        let found = PlayListPaths([folder.file("list.m3u8"), "-", "missing.wav"])
        #expect(
            found.paths == [
                folder.file("one.wav"), "http://radio.example/live", "/two.wav", "-", "missing.wav",
            ])
        #expect(found.errors.isEmpty)
        try folder.write("mms://radio.example/live\n".utf8, as: "other.m3u")
        let other = PlayListPaths([folder.file("other.m3u")])
        #expect(other.errors.map(\.what) == ["'mms://radio.example/live' is not on this machine"])
        try folder.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4,\na.aac\n".utf8, as: "hls.m3u8")
        let hls = PlayListPaths([folder.file("hls.m3u8")])
        #expect(hls.paths == ["file://" + folder.file("hls.m3u8")] && hls.errors.isEmpty)
        let address = try #require(hls.paths.first.flatMap { WebAddress($0) })
        #expect(address.isLocal && address.shown == folder.file("hls.m3u8"))
        #expect(address.name == "hls.m3u8")
    }

    @Test("are refused where a folder has no sound, or a playlist is none")
    func refused() throws {
        try folder.write("<not-xspf/>".utf8, as: "list.xspf")
        try folder.makeFolder("empty")
        let found = PlayListPaths([folder.file("list.xspf"), folder.file("empty")])
        #expect(found.paths.isEmpty)
        #expect(found.errors.map(\.code) == [.badInput, .badInput])
    }

    @Test("are shuffled in the same order by the same seed")
    func shuffle() throws {
        let names = (0..<20).map { "\($0).wav" }
        func order(_ seed: String) throws -> [String] {
            let words = try arguments(names + ["--shuffle", "--seed", seed], PlayCommand.syntax)
            return try PlayRequest.requests(words).map(\.path)
        }
        #expect(try order("1") == order("1"))
        #expect(try order("1") != order("2"))
        #expect(try Set(order("1")) == Set(names))
    }

    @Test(
        "have an order in which numbers count",
        arguments: [
            ("2", "10"), ("a2b", "a10a"), ("01", "2"), ("a", "a1"), ("x1", "x01"), ("A", "b"),
        ])
    func naturalOrder(left: String, right: String) {
        #expect(NaturalOrder.precedes(left, right))
        #expect(!NaturalOrder.precedes(right, left))
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
            ("\u{1B}[1;5C", [.right]), ("\u{1B}[A\u{1B}[B", [.louder, .quieter]),
            ("np?\u{1A}", [.next, .previous, .help, .suspend]), ("\u{1B}[3~ ", [.space]),
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
