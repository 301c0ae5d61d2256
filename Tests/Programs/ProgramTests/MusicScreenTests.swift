import MusicCommands
import Playback
import Simulation
import Terminal
import Testing

@Suite("The screen of the music player")
struct MusicScreenTests {
    private static let titles = [
        "Jóga", "東京は夜の七時", "فيروز", "שלום", "e\u{301}tude", "Army of Me", "👩‍🎤 Star",
        "A very long title that goes on and on, far beyond any column that a terminal has for it",
    ]

    private func rows(_ entries: MusicEntries, _ range: Range<Int>) -> [MusicRow] {
        range.map { index in
            switch entries[index] {
            case .song(let id):
                MusicRow(
                    title: Self.titles[Int(id) % 8], artist: "Björk", album: "Homogenic",
                    end: "5:05")
            case .artist(_, let name, let count): MusicRow(title: name, end: "\(count)")
            default: MusicRow(title: "?")
            }
        }
    }

    private func screen(songs: Int, width: Int = 80, height: Int = 24) -> MusicScreen {
        var screen = MusicScreen()
        screen.resize(width: width, height: height)
        screen.view = .songs
        screen.open(.songs, MusicEntries(songs: (0..<UInt64(songs)).map { $0 }))
        screen.nowPlaying.snapshot.item = MusicItem(id: 1, path: "/m/1.mp3")
        screen.nowPlaying.snapshot.state = .playing
        screen.nowPlaying.snapshot.seconds = 61
        screen.nowPlaying.title = "東京は夜の七時"
        screen.nowPlaying.artist = "Pizzicato Five"
        screen.nowPlaying.duration = 122
        return screen
    }

    @Test("has exactly the window's lines, and none too wide, at any size")
    func sizes() {
        let long = (0..<40).map { "[00:\($0 + 10)] the words of line \($0) go on and on" }
        for view in MusicScreen.View.allCases {
            for (width, height) in [(80, 24), (40, 10), (200, 60), (20, 6), (5, 2), (44, 12)] {
                for hasWords in [false, true] {
                    var screen = screen(songs: 100, width: width, height: height)
                    screen.view = view
                    screen.isHelpShown = hasWords && view == .songs
                    screen.nowPlaying.lyrics = hasWords ? Lyrics(long.joined(separator: "\n")) : nil
                    screen.nowPlaying.picture = 1
                    screen.notice = "plays in this program"
                    let lines = screen.lines(rows: rows, artwork: [])
                    #expect(lines.count == height)
                    #expect(width < 20 || lines.allSatisfy { $0.columnCount <= width })
                }
            }
        }
    }

    @Test("shows songs, what plays and how far it is")
    func songs() {
        let lines = screen(songs: 3, width: 60, height: 10).lines(rows: rows).map(\.text)
        #expect(
            lines == [
                " 1  2 [3 Songs] 4  5  6  7 ".padded(to: 60),
                "Songs".padded(to: 54) + "1 of 3",
                "> Jóga".padded(to: 33) + "Björk".padded(to: 21) + "  5:05",
                " ♪東京は夜の七時".padded(to: 33) + "Björk".padded(to: 21) + "  5:05",
                "  فيروز".padded(to: 33) + "Björk".padded(to: 21) + "  5:05",
                "", "",
                "▶ 東京は夜の七時  Pizzicato Five",
                "1:01 " + String(repeating: "━", count: 25) + String(repeating: "─", count: 25)
                    + " 2:02",
                "Space pause  / search  ? help  q quit",
            ])
    }

    @Test("scrolls so that the chosen entry is seen, whatever the keys and sizes")
    func scrolls() throws {
        var screen = screen(songs: 100_000)
        let keys: [TerminalKey] = [
            .end, .pageUp, .character("k"), .home, .pageDown, .down, .character("G"), .up,
        ]
        for (index, key) in keys.enumerated() {
            #expect(screen.press(key).isEmpty)
            let level = try #require(screen.level)
            #expect((level.top..<level.top + screen.listRows).contains(level.selected))
            screen.resize(width: 80, height: 10 + index * 7)
        }
        #expect(screen.level?.selected == 99_998)
        screen.replace(.songs, at: 0, with: MusicEntries(songs: [7, 99_998, 8]))
        #expect(screen.level?.selected == 1)
        screen.replace(.songs, at: 0, with: MusicEntries())
        #expect(screen.level?.selected == 0)
        #expect(screen.press(.enter).isEmpty)
    }

    @Test("gives what keys ask for")
    func keys() {
        var screen = screen(songs: 3)
        let expected: [(Character, [MusicAction])] = [
            (" ", [.playPause]), ("x", [.play]), ("c", [.pause]), ("v", [.stop]), ("b", [.next]),
            ("z", [.previous]), ("h", [.seek(-5)]), ("l", [.seek(5)]), (",", [.seek(-60)]),
            (".", [.seek(60)]), ("9", [.volume(-0.05)]), ("+", [.volume(0.05)]),
            ("s", [.cycleShuffle]), ("r", [.cycleRepeat]), ("p", [.playEntry(.song(0))]),
            ("a", [.enqueue(.song(0), isNext: false)]), ("E", [.enqueue(.song(1), isNext: true)]),
            ("d", []), ("q", [.quit]),
        ]
        for (key, actions) in expected { #expect(screen.press(.character(key)) == actions) }
        #expect(screen.press(.enter) == [.playFrom(2)])
        #expect(screen.press(.tab).isEmpty && screen.view == .playlists)
        #expect(screen.press(.backTab).isEmpty && screen.view == .songs)
    }

    @Test("takes a search as it is typed, and goes back to commands")
    func search() {
        var screen = screen(songs: 3)
        #expect(screen.press(.character("/")).isEmpty)
        #expect(screen.view == .search)
        #expect(screen.press(.character("q")) == [.search("q")])
        #expect(screen.press(.character("é")) == [.search("qé")])
        #expect(screen.press(.backspace) == [.search("q")])
        #expect(screen.lines(rows: rows).last?.text == "/q▏")
        #expect(screen.press(.enter).isEmpty)
        #expect(screen.press(.character("q")) == [.quit])
    }

    @Test("opens collections and goes back")
    func opens() {
        var screen = MusicScreen()
        screen.open(.artists, MusicEntries([.artist(5, name: "Björk", count: 12)]))
        #expect(screen.press(.enter) == [.open(.artist(5, name: "Björk"))])
        screen.open(.artist(5, name: "Björk"), MusicEntries(songs: [1, 2]))
        #expect(screen.lines(rows: rows)[1].text.hasPrefix("Artists › Björk"))
        #expect(screen.press(.backspace).isEmpty)
        #expect(screen.level?.list == .artists)
        #expect(screen.press(.escape).isEmpty)
        #expect(screen.level?.list == .artists)
    }

    @Test("shows the line that is sung, and lets it be scrolled away")
    func lyrics() {
        var screen = screen(songs: 1, width: 40, height: 10)
        screen.view = .playing
        screen.nowPlaying.lyrics = Lyrics(
            (0..<50).map { "[00:\($0 < 10 ? "0" : "")\($0)]line \($0)" }.joined(separator: "\n"))
        screen.nowPlaying.snapshot.seconds = 30.5
        #expect(screen.lines(rows: rows).contains { $0.text.contains("▸ line 30") })
        for _ in 0..<60 { _ = screen.press(.character("k")) }
        #expect(screen.lines(rows: rows).contains { $0.text.contains("line 0") })
        _ = screen.press(.home)
        #expect(screen.lines(rows: rows).contains { $0.text.contains("▸ line 30") })
    }

    @Test("says how to fill an empty library")
    func empty() {
        var screen = MusicScreen()
        screen.isLibraryEmpty = true
        let text = screen.lines(rows: rows).map(\.text).joined(separator: "\n")
        #expect(text.contains("Press S to scan"))
        #expect(text.contains("sori library scan"))
        #expect(screen.press(.character("S")) == [.scan])
    }

    @Test("passes on no control or direction characters")
    func hostile() {
        var screen = screen(songs: 1)
        screen.nowPlaying.title = "a\u{1B}[2Jb\u{202E}c\nd"
        let line = screen.lines(rows: rows)[21].text
        #expect(line.hasPrefix("▶ a\u{FFFD}[2Jbc\u{FFFD}d"))
    }

    @Test("draws only what has changed, and nothing over a picture")
    func writes() {
        var writer = StyledScreenWriter(isColored: false)
        var line = StyledLine("ab")
        line.appendGap(3)
        line.append("cd")
        let first = writer.update([line, StyledLine("x")], width: 20)
        #expect(first.isCleared)
        #expect(first.text.hasSuffix("\u{1B}[1;1Hab\u{1B}[3Ccd\u{1B}[K\u{1B}[2;1Hx\u{1B}[K"))
        let same = writer.update([line, StyledLine("x")], width: 20)
        #expect(same.text.isEmpty && !same.isCleared)
        let other = writer.update([line, StyledLine("y", .bold)], width: 20)
        #expect(other.text == "\u{1B}[2;1Hy\u{1B}[K")
        // A picture that goes is erased.
        let gone = writer.update([StyledLine("ab"), StyledLine("y", .bold)], width: 20)
        #expect(gone.text == "\u{1B}[1;1H\u{1B}[2Kab\u{1B}[K")
    }

    @Test("breaks lyrics at spaces", arguments: [6, 10, 40])
    func wraps(width: Int) {
        for text in ["all is full of love", "東京は夜の七時", "Donaudampfschifffahrt", ""] {
            let lines = wrappedColumns(text, width)
            #expect(lines.allSatisfy { $0.columnCount <= width })
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        }
        #expect(wrappedColumns("all is full of love", 10) == ["all is", "full of", "love"])
    }
}
