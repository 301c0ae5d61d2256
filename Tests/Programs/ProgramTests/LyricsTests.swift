import MusicCommands
import Testing

@Suite("The lyrics of a song")
struct LyricsTests {
    @Test("with times follow the position")
    func timed() {
        let lyrics = Lyrics(
            "[ar:Somebody]\n[00:01.00]one\n[00:02.50][00:04.00]two\n\n[00:03:50]three")
        #expect(lyrics.isTimed)
        #expect(lyrics.lines.map(\.text) == ["one", "two", "three", "two"])
        #expect(lyrics.lines.map(\.seconds) == [1, 2.5, 3.5, 4])
        #expect(lyrics.lineIndex(at: 0.9) == nil)
        #expect(lyrics.lineIndex(at: 1) == 0)
        #expect(lyrics.lineIndex(at: 3) == 1)
        #expect(lyrics.lineIndex(at: 900) == 3)
    }

    @Test("are earlier by a positive offset, wherever it stands")
    func offset() {
        let lyrics = Lyrics("[offset:+500]\n[ti:x]\n[00:01.00]<00:01.00>one <00:01.50>two")
        #expect(lyrics.lines.map(\.text) == ["one two"])
        #expect(lyrics.lines.first?.seconds == 0.5)
        #expect(Lyrics("[00:01]a\n[offset:-250]").lines.first?.seconds == 1.25)
    }

    @Test("without times go with the position in proportion")
    func plain() {
        let lyrics = Lyrics((0..<100).map { "line \($0)" }.joined(separator: "\n") + "\n\n")
        #expect(!lyrics.isTimed)
        #expect(lyrics.lines.count == 100)
        #expect(lyrics.lineIndex(at: 5) == nil)
        #expect(lyrics.firstLine(at: 0, of: 200, rows: 10) == 0)
        #expect(lyrics.firstLine(at: 100, of: 200, rows: 10) == 45)
        #expect(lyrics.firstLine(at: 200, of: 200, rows: 10) == 90)
        #expect(lyrics.firstLine(at: 100, of: 0, rows: 10) == 0)
    }

    @Test(
        "keep brackets that are no times",
        arguments: [
            "[Chorus]", "[00:xx]", "[]", "[", "a <b> c", "[1:2:3:4]", "[99999999999999999:00]",
        ])
    func brackets(text: String) {
        #expect(Lyrics(text).lines.map(\.text) == [text])
    }
}
