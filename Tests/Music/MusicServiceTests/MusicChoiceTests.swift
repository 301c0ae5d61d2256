import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite("The songs that sori music is told to play", .needsBus, .timeLimit(.minutes(10)))
struct MusicChoiceTests {
    /// A WAVE file with tags.
    private func song(_ tags: [(String, String)]) -> [UInt8] {
        let texts = tags.flatMap { id, text -> [UInt8] in
            let bytes = ascii(text) + [0]
            let padding: [UInt8] = bytes.count % 2 == 0 ? [] : [0]
            return ascii(id) + littleEndian(UInt32(bytes.count)) + bytes + padding
        }
        let list = ascii("LIST") + littleEndian(UInt32(4 + texts.count)) + ascii("INFO") + texts
        var file = wavFile([Int16](repeating: 1000, count: 240_000), rate: 8000) + list
        file.replaceSubrange(4..<8, with: littleEndian(UInt32(file.count - 8)))
        return file
    }

    /// A machine with a library of four songs and a playlist.
    private func machine() throws -> ServiceMachine {
        let machine = try ServiceMachine()
        let music = machine.folder.file("Music")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        let songs = [
            ("a", "Nina", "First", "Alpha", "1"), ("b", "Nina", "First", "Beta", "2"),
            ("c", "Nina", "Second", "Gamma", "1"), ("d", "Other", "First", "Delta", "1"),
        ]
        for (name, artist, album, title, track) in songs {
            let tags = [("IART", artist), ("IPRD", album), ("INAM", title), ("ITRK", track)]
            try Data(song(tags)).write(to: URL(fileURLWithPath: "\(music)/\(name).wav"))
        }
        try Data("#EXTM3U\nd.wav\na.wav\nd.wav\n".utf8).write(
            to: URL(fileURLWithPath: "\(music)/Morning.m3u8"))
        let library = try MediaLibrary(
            at: LibraryLocation(folder: machine.folder.file("data/sori")))
        try library.addFolder(music)
        _ = try LibraryScanner(library).scan()
        try #require(try library.items().count == 4)
        return machine
    }

    /// The service, which has been told to play something, as JSON.
    private func played(
        _ words: [String], on machine: ServiceMachine
    ) throws -> (titles: [String], status: [String: Any]) {
        func object(_ words: [String]) throws -> [String: Any] {
            let result = try machine.sori(["music"] + words + ["--json"])
            #expect(result.code == 0 && result.errors == "")
            let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            return try #require(value as? [String: Any])
        }
        let result = try machine.sori(["music", "play"] + words)
        #expect(result.code == 0 && result.errors == "")
        let queue = try object(["queue"])["items"] as? [[String: Any]]
        return (try #require(queue).compactMap { $0["title"] as? String }, try object(["status"]))
    }

    @Test("are an artist's, an album's, and a playlist's, from their first one on")
    func choices() async throws {
        let machine = try machine()
        _ = try await machine.startService()
        let choices: [(words: [String], titles: [String])] = [
            (["--artist", "Nina"], ["Alpha", "Beta", "Gamma"]),
            (["--artist", "nin"], ["Alpha", "Beta", "Gamma"]),
            (["--album", "Second"], ["Gamma"]),
            (["--artist", "Nina", "--album", "First"], ["Alpha", "Beta"]),
            (["--playlist", "Morning"], ["Delta", "Alpha", "Delta"]),
            (["--playlist", "morning"], ["Delta", "Alpha", "Delta"]),
            (["nina", "bet"], ["Beta"]), (["morn"], ["Delta", "Alpha", "Delta"]),
        ]
        for (words, titles) in choices {
            let (found, status) = try played(words, on: machine)
            #expect(found == titles, "\(words)")
            let item = try #require(status["item"] as? [String: Any])
            #expect(item["title"] as? String == titles.first, "\(words)")
            #expect(item["artist"] as? String == (titles[0] == "Delta" ? "Other" : "Nina"))
            #expect(status["state"] as? String == "playing" && status["place"] as? Int == 0)
            #expect(status["itemCount"] as? Int == titles.count)
        }
        // Both albums of the name, each in one piece.
        let (found, _) = try played(["--album", "First"], on: machine)
        #expect(found == ["Alpha", "Beta", "Delta"])
    }

    @Test("leave the queue as it is when there are none of the name")
    func nothingFound() async throws {
        let machine = try machine()
        _ = try await machine.startService()
        _ = try played(["--artist", "Nina"], on: machine)
        for words in [["--artist", "Nobody"], ["--album", "None"], ["--playlist", "Evening"]] {
            let result = try machine.sori(["music", "play"] + words)
            #expect(result.code == 3 && result.errors.contains(words[1]))
        }
        let text = machine.folder.file("no-sound.txt")
        try Data("text".utf8).write(to: URL(fileURLWithPath: text))
        let noSound = try machine.sori(["music", "play", text])
        #expect(noSound.code == 3 && noSound.errors.hasPrefix("sori: \(text): "))
        #expect(noSound.errors.hasSuffix("; name a sound file\n"), "\(noSound.errors)")
        let both = try machine.sori(["music", "play", "--artist", "Nina", "--playlist", "Morning"])
        #expect(both.code == 2 && both.errors.contains("two ways"))
        let result = try machine.sori(["music", "status"])
        #expect(result.output.hasPrefix("playing  Alpha - Nina (First)"))
    }
}
