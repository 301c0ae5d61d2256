import AudioModel
import CommandLineTool
import LiveDevice
import PhoneCommands
import Simulation
import SoundPolicy
import Terminal
import Testing

@Suite("The screen of sori phone")
struct PhoneScreenTests {
    /// The screen of a phone after some keys.
    private func screen(_ keys: String) throws -> PhoneScreen {
        let rehearsal = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: rehearsal.world)
        try KeyScript(keys).run(controller, in: rehearsal)
        var session = PhoneSession(controller, sync: { $0() }, outputName: { "nowhere" })
        return session.screen()
    }

    @Test("shows what sounds and what does not, and why")
    func whole() throws {
        // Given music behind a game, and the switch in silent mode.
        let lines = try screen("1 .2 .s.").lines(width: 80, height: 24).map(\.text)
        // Then the screen shows the whole state of the phone.
        #expect(
            lines == [
                "sori phone  iOS 17  0:03.0  on nowhere",
                "switch  [silent]                        route   speaker",
                "media   [#############---] 80 %         ringer  [##########------] 60 %",
                "screen  unlocked                        call    none",
                "front   Game, active, ambient, session active",
                "apps    1 Music+  2 Game*  3 Lesson  4 Navigator  5 Recorder  6 Rude",
                "",
                "Music.song     [#########---] audible, -1.9 dB (media volume)",
                "Game.theme     [------------] silent: the ring switch is silent and category",
                "                              ambient obeys it",
                "",
                " 0:00.0 Music was opened: Music is inactive, active; Music told",
                "        willFinishLaunching, didFinishLaunching, didBecomeActive",
                " 0:00.0 Music started a sound: Music.song audible",
                " 0:01.0 Game was opened: Music is background; Game is inactive, active; Music",
                "        told willResignActive, didEnterBackground; Game told",
                "        willFinishLaunching, didFinishLaunching, didBecomeActive",
                " 0:01.0 Game started a sound: Game.theme audible",
                " 0:02.0 the ring switch was moved to silent: Game.theme silent (ring-switch)",
                "", "", "", "",
                "1-9 open  space play  e other  h home  s switch  +- vol  c call  ? help  q end",
            ])
    }

    @Test(
        "says how the phone is held, which a key turns",
        arguments: [
            ("u", ", landscape-left"), ("uu", ", upside-down"), ("uuu", ", landscape-right"),
            ("uuuu", ""),
        ])
    func turned(keys: String, words: String) throws {
        let lines = try screen(keys).lines(width: 80, height: 24).map(\.text)
        let held = lines.first { $0.hasPrefix("screen") }
        #expect(held?.hasPrefix("screen  unlocked\(words) ") == true, "\(held ?? "")")
    }

    @Test(
        "starts the music player, where nothing has played yet, by the button for it",
        arguments: ["y.", "2 .y.", "1h..y.", "1h......y.", "2 .y.y.y."])
    func remotePlay(keys: String) throws {
        let lines = try screen(keys).lines(width: 80, height: 24).map(\.text)
        let song = lines.first { $0.hasPrefix("Music.song") }
        #expect(song?.contains("audible") == true, "\(lines)")
    }

    @Test("names who interrupts")
    func interrupted() throws {
        let lines = try screen("1 .c,").lines(width: 80, height: 24).map(\.text)
        #expect(lines[3] == "screen  unlocked                        call    ringing")
        #expect(
            lines[4] == "front   Music, inactive, playback, session not active, "
                + "interrupted by call")
        #expect(lines[7].hasPrefix("Music.song     [------------] interrupted by call"))
        #expect(lines[8].hasPrefix("phone.ringtone ["))
        #expect(lines[8].contains("audible"))
    }

    @Test("fits every window", arguments: ["", "1 2 3 4 6 eeh?", "1 6 ,e", "3 ec"])
    func sizes(keys: String) throws {
        let screen = try screen(keys)
        for (width, height) in [
            (80, 24), (40, 12), (41, 13), (79, 23), (120, 40), (300, 100), (20, 5), (1, 1),
        ] {
            let lines = screen.lines(width: width, height: height)
            #expect(lines.count == height)
            #expect(lines.allSatisfy { $0.text.count <= width }, "\(width)")
        }
    }

    @Test("says how many streams have no room, and leaves out what is not heard first")
    func flood() throws {
        let lines = try screen("6 e,").lines(width: 80, height: 24).map(\.text)
        #expect(lines.contains { $0.hasPrefix("and ") && $0.hasSuffix(" more") })
        #expect(lines.contains { $0.hasPrefix("Rude.blare") })
        // Music plays; a game, a lesson and an app with many streams are silent.
        var snapshot = LiveSnapshot()
        snapshot.streams = (1...20).map { number in
            LiveSnapshot.Stream(
                name: "App.silent\(number)", kind: .player,
                verdict: Verdict(state: .silent))
        }
        snapshot.streams.append(
            LiveSnapshot.Stream(name: "App.heard", kind: .player, verdict: Verdict(state: .audible))
        )
        let some = PhoneScreen(snapshot, apps: []).lines(width: 80, height: 24).map(\.text)
        #expect(some.contains { $0.hasPrefix("App.heard ") })
    }

    @Test("calls an input that runs recording, without a gain")
    func recording() {
        var snapshot = LiveSnapshot()
        snapshot.streams = [
            LiveSnapshot.Stream(
                name: "Recorder.take", kind: .recorder, verdict: Verdict(state: .audible))
        ]
        let lines = PhoneScreen(snapshot, apps: []).lines(width: 80, height: 24)
        let line = lines.first { $0.text.hasPrefix("Recorder.take ") }
        #expect(line?.text.hasSuffix("] recording") == true, "\(lines.map(\.text))")
        #expect(line?.marks.first?.range.count == "recording".count)
    }

    @Test("shortens long names so that they still say which is which, and where each app is")
    func longNames() {
        var snapshot = LiveSnapshot()
        let names = BuiltInApp.all().map(\.name) + ["LanguageCourse"]
        snapshot.apps = names.map { LiveSnapshot.App(name: $0) }
        snapshot.apps[6].state = .suspended
        snapshot.streams = [
            LiveSnapshot.Stream(
                name: "LanguageCourse.stream12", kind: .queue, verdict: Verdict(state: .audible))
        ]
        let screen = PhoneScreen(snapshot, apps: BuiltInApp.all())
        let wide = screen.lines(width: 80, height: 24).map(\.text)
        #expect(wide[5].hasSuffix(" 6 Rude 7 LanguageCourse-"))
        #expect(wide[7].hasPrefix("LanguageCo~.stream12 ["))
        let narrow = screen.lines(width: 60, height: 24).map(\.text)
        #expect(narrow[5] == "apps    1 Mus~ 2 Game 3 Les~ 4 Nav~ 5 Rec~ 6 Rude 7 Lan~-")
    }

    @Test("marks what it leaves out of long news, and never shows the end of one alone")
    func longNews() {
        let words = (1...60).map { "word\($0)" }.joined(separator: " ")
        let news = (1...9).map { ActivityLogEntry(age: .seconds(Double($0)), event: words) }
        let lines = PhoneScreen(LiveSnapshot(), activityLog: news, apps: []).lines(
            width: 80, height: 24
        )
        .map(\.text)
        let shown = lines.filter { $0.contains("word") }
        #expect(shown.first?.contains(" word1 ") == true)
        #expect(shown.count { $0.contains(" word1 ") } == shown.count { $0.hasSuffix("~") })
    }

    @Test("explains its keys")
    func help() throws {
        let rehearsal = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: rehearsal.world)
        var session = PhoneSession(controller, sync: { $0() }, outputName: { "nowhere" })
        // When ? is pressed, help appears; q closes it, and a second q ends the session.
        let goesOn = (["?", "q", "q"] as [Character]).map { key in
            let before = session.screen()
            let help = before.lines(width: 100, height: 30).map(\.text).joined()
            return (before.isHelpShown, help, session.press([.character(key)]))
        }
        #expect(goesOn.map(\.0) == [false, true, false])
        #expect(goesOn.map(\.2) == [true, true, false])
        let help = goesOn[1].1
        for (keys, words) in KeyCommand.keyWords { #expect(help.contains(keys + " "), "\(words)") }
        for app in BuiltInApp.all() { #expect(help.contains(app.summary)) }
    }

    @Test("explains them whole in a window of 80 columns", arguments: ["", "1 .e."])
    func helpFits(keys: String) throws {
        var screen = try screen(keys)
        screen.isHelpShown = true
        let lines = screen.lines(width: 80, height: 24).map(\.text)
        #expect(lines.count == 24)
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix("~") })
        for (keys, words) in KeyCommand.keyWords {
            #expect(lines.contains { $0.contains(keys.padded(to: 6) + words) }, "\(words)")
        }
        for app in BuiltInApp.all() {
            #expect(lines.contains { $0.hasSuffix(" " + app.summary) }, "\(app.summary)")
        }
        #expect(lines.contains { $0.hasSuffix("+ runs behind, - suspended") })
    }

    @Test("has a meaning for every key of its help, and for no other")
    func keys() {
        let meant = Set(
            (UInt8(0x20)...0x7E).filter {
                KeyCommand(.character(Character(UnicodeScalar($0)))) != nil
            })
        let helped: [String] = KeyCommand.keyWords.map { words in
            switch words.keys {
            case "1-9": "123456789"
            case "space": " "
            default: words.keys.replacing(" ", with: "")
            }
        }
        // Keys without shift mean the same.
        #expect(meant == Set(helped.joined().utf8).union("=Q".utf8))
        #expect(KeyCommand(.up) == .volumeUp)
        #expect(KeyCommand(.down) == .volumeDown)
        #expect(KeyCommand(.interrupt) == .quit)
    }

    @Test("shows nothing that could steer the terminal")
    func control() {
        var snapshot = LiveSnapshot()
        snapshot.streams = [
            LiveSnapshot.Stream(
                name: "A\u{1B}[2J.b", kind: .player, verdict: Verdict(state: .audible), level: 1)
        ]
        let screen = PhoneScreen(
            snapshot, activityLog: [ActivityLogEntry(age: .zero, event: "a\u{7}b\nc")], apps: [],
            output: "\u{1B}]0;x\u{7}", recordPath: "a\rb")
        let text = screen.lines(width: 80, height: 24).map(\.text).joined()
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test(
        "measures levels",
        arguments: [
            (1, "[############]"), (0.25, "[#########---]"), (0.001, "[------------]"),
            (0, "[------------]"), (.nan, "[------------]"), (.infinity, "[------------]"),
        ] as [(Float, String)])
    func meter(level: Float, bar: String) {
        #expect(PhoneScreen.meter(level) == bar)
    }
}

@Suite("What a whole screen writes")
struct ScreenWriterTests {
    private let output = CountingText()

    @Test("is one write a frame, of what has changed")
    func changes() {
        var writer = ScreenWriter(output, isColored: false)
        writer.show([.plain("one"), .plain("two")], width: 10)
        expectWrites([
            "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l"
        ])
        writer.show([.plain("one"), .plain("three")], width: 10)
        expectWrites(["\u{1B}[?2026h\u{1B}[2;1Hthree\u{1B}[K\u{1B}[?2026l"])
        writer.show([.plain("one"), .plain("three")], width: 10)
        expectWrites([])
    }

    @Test("is everything when the window has changed")
    func sizes() {
        var writer = ScreenWriter(output, isColored: false)
        writer.show([.plain("one")], width: 10)
        _ = output.take()
        writer.show([.plain("one")], width: 11)
        expectWrites(["\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[?2026l"])
        writer.show([.plain("one"), .plain("two")], width: 11)
        let written = output.take()
        #expect(written.first?.contains("\u{1B}[2J") == true)
    }

    @Test("leaves a full line whole")
    func fullLine() {
        var writer = ScreenWriter(output, isColored: false)
        writer.show([.plain("abc")], width: 3)
        expectWrites(["\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Habc\u{1B}[?2026l"])
    }

    @Test("has colour only where that is wanted")
    func color() {
        var writer = ScreenWriter(output, isColored: true)
        writer.show([ScreenLine("abc", .striking)], width: 3)
        let written = output.take()
        #expect(written.first?.contains("\u{1B}[1mabc\u{1B}[0m") == true)
    }

    @Test("draws its bars from edge to edge")
    func bars() {
        var writer = ScreenWriter(output, isColored: true)
        writer.show([ScreenLine("ab", .title)], width: 4)
        let written = output.take()
        #expect(written.first?.contains("\u{1B}[1;1H\u{1B}[7mab  \u{1B}[0m\u{1B}[?2026l") == true)
    }

    private func expectWrites(
        _ expected: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let written = output.take()
        #expect(written == expected, sourceLocation: sourceLocation)
    }

    /// Counts writes.
    private final class CountingText: TextSink {
        private var writes: [String] = []
        let hasFailed = false

        func write(_ text: String) { writes.append(text) }

        func take() -> [String] {
            defer { writes = [] }
            return writes
        }
    }
}
