import CommandLineTool
import Foundation
import MusicCommands
import MusicLibrary
import Playback
import Terminal
import TestSupport
import Testing

/// A library of WAVE files in a folder of its own.
private struct SmallLibrary {
    let folder: TemporaryFolder
    let library: MediaLibrary

    init(songs: Int) throws {
        folder = try TemporaryFolder()
        let music = folder.file("music")
        try FileManager.default.createDirectory(
            atPath: music, withIntermediateDirectories: true)
        for song in 0..<songs {
            let name = "\(music)/song \(song).wav"
            try Data(MusicTerminalTests.wave(song)).write(to: URL(fileURLWithPath: name))
        }
        library = try MediaLibrary(at: LibraryLocation(folder: folder.file("library")))
        if songs > 0 {
            try library.addFolder(music)
            _ = try LibraryScanner(library).scan()
        }
    }
}

// Only one terminal at a time can be raw.
@Suite(
    "The music player on a terminal", .serialized,
    .enabled(if: BuildTraits.hasMediaLibrary, "built without the media library"))
struct MusicTerminalTests {
    /// A WAVE file of 8,000 frames a second, different for each number.
    static func wave(_ number: Int, frames: Int = 800) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let sound = (0..<2 * frames).map { UInt8(truncatingIfNeeded: $0 * (number + 1)) }
        return Array("RIFF".utf8) + little(36 + sound.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4)
            + little(2, 2) + little(16, 2) + Array("data".utf8) + little(sound.count, 4) + sound
    }

    /// Runs a session on a pseudo-terminal with typed keys, which must end it.
    private func run(
        _ text: String, _ player: NotedPlayer, _ library: MediaLibrary,
        size: (width: Int, height: Int) = (80, 24)
    ) throws -> (code: ExitCode, written: String) {
        let terminal = try TestTerminal()
        let before = terminal.settings
        let raw = try #require(RawTerminal(terminal.program))
        let output = KeptText()
        terminal.type(text)
        var session = MusicSession(player, library, isColored: true) { _ in nil }
        let deadline = ContinuousClock.now + .seconds(30)
        let code = session.run(
            on: raw, output: output, size: { size },
            cellSize: { nil },
            endSignal: { ContinuousClock.now > deadline ? .terminate : nil })
        raw.restore()
        #expect(terminal.settings == before)
        return (code, output.text)
    }

    @Test("plays the list from the song that is chosen")
    func plays() throws {
        let small = try SmallLibrary(songs: 5)
        let player = NotedPlayer()
        let first = try run("q", player, small.library)
        #expect(first.code == .done)
        #expect(first.written.contains("Unknown Artist"))
        let (code, written) = try run("3jj\r", player, small.library, keysAfter: ["l", "q"])
        #expect(code == .done)
        #expect(written.contains("song 4"))
        #expect(player.calls == ["pause", "setQueue 5", "moveTo", "play", "next"])
        #expect(player.snapshot.item?.path?.hasSuffix("song 2.wav") == true)
    }

    /// Types the first keys, and the others each after a frame.
    private func run(
        _ text: String, _ player: NotedPlayer, _ library: MediaLibrary, keysAfter: [String]
    ) throws -> (code: ExitCode, written: String) {
        let terminal = try TestTerminal()
        let raw = try #require(RawTerminal(terminal.program))
        defer { raw.restore() }
        let output = KeptText()
        var texts = [text] + keysAfter
        var session = MusicSession(player, library, isColored: true) { _ in nil }
        let deadline = ContinuousClock.now + .seconds(30)
        let code = session.run(
            on: raw, output: output,
            size: {
                if !texts.isEmpty { terminal.type(texts.removeFirst()) }
                return (80, 24)
            },
            cellSize: { nil },
            endSignal: { ContinuousClock.now > deadline ? .terminate : nil })
        return (code, output.text)
    }

    @Test("finds as typed, and adds what is found to the queue")
    func searches() throws {
        let small = try SmallLibrary(songs: 5)
        let player = NotedPlayer()
        let (code, written) = try run(
            "/", player, small.library, keysAfter: ["song 3", "\r", "a", "5", "q"])
        #expect(code == .done)
        #expect(written.contains("/song 3"))
        #expect(written.contains("1 song added to the queue"))
        #expect(player.items.map { $0.path?.hasSuffix("song 3.wav") } == [true])
    }

    @Test("ends with Ctrl-C, and with the codes of signals")
    func ends() throws {
        let small = try SmallLibrary(songs: 1)
        let (code, _) = try run("\u{3}", NotedPlayer(), small.library)
        #expect(code == .stopped)
    }

    @Test("says that the library is empty, in a small window too")
    func empty() throws {
        let small = try SmallLibrary(songs: 0)
        let (code, written) = try run("q", NotedPlayer(), small.library, size: (40, 10))
        #expect(code == .done)
        #expect(written.contains("Press S to scan"))
    }

    @Test("changes the volume and the modes")
    func modes() throws {
        let small = try SmallLibrary(songs: 1)
        let player = NotedPlayer()
        _ = try run("+ssrq", player, small.library)
        #expect(player.volume == 0.55)
        #expect(player.calls == ["volume", "shuffle songs", "shuffle albums", "repeat all"])
    }

    @Test("starts the player's process again, when a key needs it and it has ended")
    func restarts() throws {
        let small = try SmallLibrary(songs: 1)
        let player = NotedPlayer()
        player.change { $0.isConnected = false }
        var session = MusicSession(player, small.library, isColored: false) { _ in nil }
        session.restart = { () throws(ProgramError) in player.change { $0.isConnected = true } }
        session.refresh()
        #expect(session.screen.notice?.contains("has ended") == true)
        session.perform(.cycleRepeat)
        #expect(!player.isConnected)
        session.perform(.playPause)
        session.refresh()
        #expect(player.isConnected)
        #expect(player.calls.last == "play")
        #expect(session.screen.notice == nil)
        // A process that cannot be started is reported.
        player.change { $0.isConnected = false }
        session.restart = { () throws(ProgramError) in
            throw ProgramError(.deviceMissing, "no bus")
        }
        session.perform(.next)
        #expect(player.calls.last == "play")
        #expect(session.screen.message?.contains("no bus") == true)
    }
}
