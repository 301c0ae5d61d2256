import CommandLineTool
import Foundation
import MusicCommands
import MusicLibrary
import TestSupport
import Testing

@Suite("sori library", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct LibraryCommandTests {
    private let folder: TemporaryFolder
    private var music: String { folder.file("Music") }

    init() throws {
        folder = try TemporaryFolder()
        let songs = [
            ("a/1.wav", ["title": "Älpha", "artist": "The Band", "album": "First"]),
            ("a/2.wav", ["title": "Beta", "artist": "The Band", "album": "First"]),
            ("b/3.wav", ["title": "久石譲の曲", "artist": "久石譲", "album": "Second", "genre": "Film"]),
        ]
        for (index, (name, tags)) in songs.enumerated() {
            try write(LibrarySongs.wav(tags, sound: index), name)
        }
        try write(Array("a/2.wav\na/1.wav\n".utf8), "Mix.m3u")
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        let url = URL(fileURLWithPath: music + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    @discardableResult
    private func run(_ words: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.sori.run(
            ["library"] + words,
            environment: [
                "HOME": folder.path, "XDG_DATA_HOME": folder.file("data"),
                "XDG_CONFIG_HOME": folder.file("config"),
            ])
    }

    private func json(_ words: String...) throws -> Any {
        let result = try BuiltProgram.sori.run(
            ["library"] + words + ["--json"],
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.file("data")])
        #expect(result.code == 0, "\(result.errors)")
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }

    @Test("tells to scan where there is no library, and makes none")
    func none() throws {
        for words in [["status"], ["list"], ["search", "x"], ["show", "x"], ["playlists"]] {
            let result = try BuiltProgram.sori.run(
                ["library"] + words, environment: ["XDG_DATA_HOME": folder.file("data")])
            #expect(
                result.errors == "sori: \(folder.file("data"))/sori: no library yet; "
                    + "run 'sori library scan'\n")
            #expect(result.code == 4)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
    }

    @Test("scans the user's music, and then only what has changed")
    func scan() throws {
        var result = try run("scan")
        #expect(
            result.output.hasPrefix("3 items in the library: 3 added, 1 playlist read, 3 files"))
        #expect(result.code == 0)
        result = try run("scan")
        #expect(result.output.hasPrefix("3 items in the library: nothing has changed, 3 files in"))
        try write(Array("no sound".utf8), "x.mp3")
        result = try run("scan")
        #expect(result.output.contains("1 file could not be read"))
        #expect(try run("status", "--failures").output.contains("x.mp3: "))
        let status = try #require(try json("status") as? [String: Any])
        #expect(status["songs"] as? Int == 3)
        #expect(status["albums"] as? Int == 2)
        #expect(status["playlists"] as? Int == 1)
        #expect(status["notRead"] as? Int == 1)
        #expect((status["lastScan"] as? Double ?? 0) > 1e9)
        #expect(status["folders"] as? [String] == [music])
        result = try run("scan", "--remove", music)
        #expect(result.output.hasPrefix("0 items in the library: 3 gone"))
    }

    @Test("lists by kind, with filters, with tabs where there is no terminal")
    func list() throws {
        try run("scan")
        #expect(
            try run("list").output == """
                Älpha\tThe Band\tFirst\t0:01
                Beta\tThe Band\tFirst\t0:01
                久石譲の曲\t久石譲\tSecond\t0:01

                """)
        #expect(try run("list", "albums").output == "First\tThe Band\t2\nSecond\t久石譲\t1\n")
        #expect(try run("list", "artists").output == "The Band\t2\n久石譲\t1\n")
        #expect(try run("list", "genres").output == "Film\t1\n")
        #expect(try run("list", "podcasts").output == "")
        #expect(try run("list", "--artist", "BAND", "--album", "fir").output.contains("Beta"))
        #expect(try run("list", "albums", "--genre", "film").output == "Second\t久石譲\t1\n")
        #expect(try run("list", "playlists", "--artist", "久").output == "")
        let albums = try #require(try json("list", "albums") as? [[String: Any]])
        #expect(albums.map { $0["name"] as? String } == ["First", "Second"])
        let result = try run("list", "album")
        #expect(result.errors.contains("did you mean 'albums'?"))
        #expect(result.code == 2)
    }

    @Test("finds songs without regard to accents, and says so when there is nothing")
    func search() throws {
        try run("scan")
        #expect(try run("search", "alp").output.contains("Älpha\tThe Band"))
        #expect(try run("search", "石譲").output.hasPrefix("artist  久石譲\n"))
        #expect(try run("search", "first").output.hasPrefix("album   First by The Band\n"))
        let found = try #require(try json("search", "band", "bet") as? [String: Any])
        #expect((found["songs"] as? [[String: Any]])?.count == 1)
        #expect(try run("search", "zzz").code == 1)
    }

    @Test("shows a song by identifier, path and title")
    func show() throws {
        try run("scan")
        let song = try #require(try json("show", "Beta") as? [String: Any])
        let id = try #require(song["id"] as? String)
        for word in [id, music + "/a/2.wav", "bet"] {
            let text = try run("show", word).output
            #expect(text.contains("artist        The Band\n"))
            #expect(text.contains("identifier    \(id)\n"))
        }
        let result = try run("show", "nothing like it")
        #expect(result.errors.contains("is neither an identifier, a file nor a title"))
        #expect(result.code == 3)
    }

    @Test(
        "lists playlists and exports them in every format",
        arguments: ["m3u", "m3u8", "pls", "xspf"])
    func playlists(format: String) throws {
        try run("scan")
        #expect(try run("playlists").output == "Mix\t2\t0\t\(music)/Mix.m3u\n")
        #expect(try run("playlists", "mix").output.hasPrefix("Beta\tThe Band"))
        #expect(try run("playlists", "Mix", "--export", "x.doc").code == 2)
        #expect(try run("playlists", "Mix", "--export", music + "/Copy." + format).code == 0)
        try run("scan")
        let copy = try run("playlists").output.split(separator: "\n").filter {
            $0.contains("Copy.")
        }
        #expect(copy.count == 1)
        #expect(copy.first?.hasPrefix("Mix\t2\t0\t") == (format != "pls"))
        #expect(copy.first?.contains("\t2\t0\t") == true)
        #expect(try run("playlists", "Mxi").code == 3)
        #expect(try run("playlists", "--export", "x.m3u").code == 2)
    }

    @Test("sets a damaged library aside with a message, and goes on")
    func damaged() throws {
        try run("scan")
        let database = folder.file("data") + "/sori/library.sqlite"
        try Data("no database".utf8).write(to: URL(fileURLWithPath: database))
        let result = try run("status")
        #expect(result.errors.contains("library.sqlite was damaged"))
        #expect(result.code == 0)
        #expect(FileManager.default.fileExists(atPath: database + ".damaged"))
        #expect(try run("scan", music).output.hasPrefix("3 items in the library: 3 added"))
    }

    @Test("has help for each of its commands")
    func help() throws {
        for command in LibraryCommand.subcommands {
            let name = command.syntax.name
            #expect(try run(name, "--help").output == command.syntax.helpText)
            let result = try BuiltProgram.sori.run(["help", "library", name])
            #expect(result.output == command.syntax.helpText)
        }
        let result = try run("scna")
        #expect(
            result.errors
                == "sori library: unknown command 'scna'; did you mean 'scan'?\n")
        #expect(result.code == 2)
    }

    @Test("fits tables to the terminal, and knows the width of Chinese and Japanese")
    func tables() {
        var table = TextTable(
            [.init("title", weight: 2), .init("time", isNumber: true)], width: 16)
        #expect(
            table.text([["A long title", "3:00"], ["久石譲の曲集", "12:34"], ["\u{1B}x", "0:01"]])
                == """
                TITLE       TIME
                A long t…   3:00
                久石譲の…  12:34
                \u{FFFD}x          0:01

                """)
    }
}

/// Small sound files with tags.
enum LibrarySongs {
    /// Sound of 8 bits at 8000 Hz with an `INFO` list.
    static func wav(_ tags: [String: String], sound: Int, count: Int = 8000) -> [UInt8] {
        let ids = ["title": "INAM", "artist": "IART", "album": "IPRD", "genre": "IGNR"]
        var list = Array("INFO".utf8)
        for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
            list += chunk(ids[key] ?? "ICMT", Array(value.utf8) + [0])
        }
        let format: [UInt8] = [1, 0, 1, 0] + little(8000) + little(8000) + [1, 0, 8, 0]
        let samples = (0..<count).map {
            UInt8(truncatingIfNeeded: ($0 &* (sound &+ 3)) >> ($0 % 7))
        }
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", list)
            + chunk("data", samples)
        return Array("RIFF".utf8) + little(body.count) + body
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
        Array(id.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
    }
}
