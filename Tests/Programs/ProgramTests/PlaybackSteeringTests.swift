import AudioFormats
import CommandLineTool
import SoundCommands
import TestSupport
import Testing

@Suite("The keys of a player")
struct PlaybackSteeringTests {
    private let player = StillPlayer(position: 70, duration: 300)
    private let output = KeptText()

    private func screen(
        _ words: PlaybackScreen.Words = .playing, place: String? = nil
    ) -> PlaybackScreen {
        PlaybackScreen(player, name: "a.wav", words, place: place, output: output)
    }

    @Test("seek a minute, within the sound")
    func minutes() throws {
        var screen = screen()
        for key in [Key.minuteOn, .minuteBack, .minuteBack, .minuteBack] {
            #expect(try screen.handle(key) == nil)
        }
        #expect(player.calls == ["seek 130.0", "seek 70.0", "seek 10.0", "seek 0.0"])
    }

    @Test("mute, and the volume is heard and shown again when it changes")
    func mute() throws {
        var screen = screen()
        _ = try screen.handle(.mute)
        #expect(player.isMuted && screen.frame(width: 80).contains("  muted"))
        _ = try screen.handle(.quieter)
        #expect(!player.isMuted && screen.frame(width: 80).contains("  volume 95 %"))
        _ = try screen.handle(.mute)
        _ = try screen.handle(.mute)
        #expect(!player.isMuted && screen.frame(width: 80).contains("  volume 95 %"))
        // The level is back when the change has been seen.
        for _ in 0..<2 * PlaybackScreen.framesPerSecond { _ = screen.frame(width: 80) }
        #expect(!screen.frame(width: 80).contains("volume"))
        #expect(screen.frame(width: 80).contains(" dB"))
    }

    @Test("change the speed in steps of a tenth, between a quarter and four times")
    func speed() throws {
        var screen = screen()
        _ = try screen.handle(.faster)
        #expect(player.rate == 1.1)
        #expect(screen.frame(width: 80).hasPrefix(">  1.10x  a.wav"))
        for _ in 0..<40 { _ = try screen.handle(.faster) }
        #expect(player.rate == 4)
        for _ in 0..<50 { _ = try screen.handle(.slower) }
        #expect(player.rate == 0.25)
        _ = try screen.handle(.usualSpeed)
        #expect(player.rate == 1)
        #expect(screen.frame(width: 80).contains("  speed 1.00"))
        // At the limit nothing is begun again.
        #expect(player.calls.filter { $0 == "rate 4.0" }.count == 1)
    }

    @Test("say why a speed or a position cannot be changed")
    func refused() throws {
        player.rateRefusal = "a stream keeps its speed"
        player.duration = nil
        var screen = screen()
        _ = try screen.handle(.faster)
        #expect(screen.frame(width: 80).contains("a stream keeps its speed"))
        _ = try screen.handle(.right)
        #expect(screen.frame(width: 80).contains("a stream cannot seek"))
        _ = try screen.handle(.nextChapter)
        #expect(screen.frame(width: 80).contains("no chapters"))
        #expect(player.calls.isEmpty)
    }

    @Test("go from chapter to chapter, and to the beginning of this one first")
    func chapters() throws {
        player.about.chapters = [
            AudioChapter(start: 0, title: "Opening"), AudioChapter(start: 65, title: "Middle"),
            AudioChapter(start: 200, title: ""),
        ]
        var screen = screen()
        _ = try screen.handle(.previousChapter)
        #expect(screen.frame(width: 80).contains("chapter 2 of 3: Middle"))
        _ = try screen.handle(.previousChapter)
        #expect(screen.frame(width: 80).contains("chapter 1 of 3: Opening"))
        _ = try screen.handle(.nextChapter)
        _ = try screen.handle(.nextChapter)
        #expect(screen.frame(width: 80).contains("chapter 3 of 3  "))
        _ = try screen.handle(.nextChapter)
        #expect(screen.frame(width: 80).contains("the last chapter"))
        #expect(player.calls == ["seek 65.0", "seek 0.0", "seek 65.0", "seek 200.0"])
    }

    @Test("do nothing to a recording but pause and end it")
    func recording() throws {
        var screen = screen(.recording)
        for key in [
            Key.left, .right, .louder, .mute, .minuteOn, .faster, .nextChapter, .next, .previous,
        ] {
            #expect(try screen.handle(key) == nil)
        }
        #expect(player.calls.isEmpty && player.volume == 1 && !player.isMuted)
        _ = try screen.handle(.space)
        #expect(player.calls == ["pause"])
    }

    @Test("are all named in the help")
    func help() throws {
        var screen = screen()
        _ = try screen.handle(.help)
        let lines = output.text.replacing("\u{1B}[J", with: "\r\n").split(separator: "\r\n")
        for text in ["space ", "← → ", ", . ", "↑ ↓ ", "m ", "[ ] ", "PgUp/Dn ", "n p ", "q "] {
            #expect(lines.contains { $0.hasPrefix(text) })
        }
    }

    @Test("are beside the title, the artist and the place in the list")
    func title() {
        var screen = screen(place: "2 of 5")
        player.about.title = "Lacrimosa"
        #expect(screen.frame(width: 120).hasPrefix(">  2 of 5  Lacrimosa  1:10.0"))
        player.about.artist = "Mozart"
        #expect(screen.frame(width: 120).hasPrefix(">  2 of 5  Mozart - Lacrimosa  1:10.0"))
    }
}
