import AudioModel
import ScenarioLanguage
import Testing

@Suite struct NetworkActTests {
    private func text(_ line: String) -> String { "at 1 \(line)\nat 2 end\n" }

    static let file = SoundSpec.file("a b.mp3")
    static let url = "http://example.com/a.mp3"

    static let acts: [(String, NetworkAct, String?)] = [
        ("network on", .reaches(true), nil), ("network off", .reaches(false), nil),
        ("network 64 kbit/s", .bandwidth(kilobits: 64), nil),
        ("network 8 kB/s", .bandwidth(kilobits: 64), "network 64 kbit/s"),
        ("network 2.5 Mbit/s", .bandwidth(kilobits: 2500), "network 2500 kbit/s"),
        ("network 500 bit/s", .bandwidth(kilobits: 0.5), "network 0.5 kbit/s"),
        (
            #"serve "http://example.com/a.mp3" "a b.mp3""#,
            .serves(ServedSound(url: url, sound: file)), nil
        ),
        (
            #"serve "http://example.com/a.mp3" "a b.mp3" stall 10s after 4s"#,
            .serves(
                ServedSound(url: url, sound: file, rules: [.stall(seconds: 10, after: 4)])), nil
        ),
        (
            #"serve "http://example.com/a.mp3" tone:440/20 as radio stall 1.5 after 0 "#
                + "stall 2s after 3s cut after 5s without-ranges status 404 times 3",
            .serves(
                ServedSound(
                    url: url, sound: .tone(hertz: 440, seconds: 20), form: .radio,
                    rules: [
                        .stall(seconds: 1.5, after: 0), .stall(seconds: 2, after: 3),
                        .cut(after: 5), .withoutRanges, .status(404), .times(3),
                    ])),
            #"serve "http://example.com/a.mp3" tone:440/20 as radio stall 1.5s after 0s "#
                + "stall 2s after 3s cut after 5s without-ranges status 404 times 3"
        ),
        (
            #"serve "http://example.com/a.mp3" "a b.mp3" as hls times 180"#,
            .serves(ServedSound(url: url, sound: file, form: .hls, rules: [.times(180)])), nil
        ),
        (
            #"serve "http://example.com/a.mp3" redirect to "https://example.com/b""#,
            .serves(
                ServedSound(url: url, sound: nil, redirect: "https://example.com/b")), nil
        ),
    ]

    @Test(arguments: acts)
    func `an act of the network is read and printed`(
        line: String, act: NetworkAct, printed: String?
    ) throws {
        let story = try parseScenario(text(line), path: "a")
        let action = try #require(story.timed.last)
        #expect(action.action == .network(act))
        #expect(action.text == line)
        #expect(action.action.appName == nil)
        #expect(action.action.description == printed ?? line)
        #expect(try parseScenario(story.description, path: "a") == story)
    }

    @Test(arguments: [
        ("network", "1:13: expected 'on', 'off' or a bandwidth above 0 as in '64 kbit/s'"),
        ("network 0 kbit/s", "1:14: expected 'on', 'off' or a bandwidth above 0"),
        ("network 64", "1:16: expected 'bit/s', 'kbit/s', 'Mbit/s' or 'kB/s'"),
        ("network 9000 Mbit/s", "1:19: expected a bandwidth of at most 8000 Mbit/s"),
        ("netwrok off", "did you mean 'network'?"),
        ("serve a.mp3 a.mp3", "1:12: expected an address in double quotes"),
        (#"serve "ftp://a/b" a.mp3"#, "1:12: expected an address in double quotes"),
        (#"serve "http://a/b""#, "1:24: expected 'redirect' or a sound"),
        (#"serve "http://a/b" "http://a/c""#, "1:25: expected a sound of the phone"),
        (#"serve "http://a/b" a.mp3 as cd"#, "expected 'file', 'hls', 'live' or 'radio'"),
        (#"serve "http://a/b" a.mp3 stall 3s"#, "expected 'after'"),
        (#"serve "http://a/b" a.mp3 stall -1 after 2"#, "expected seconds from 0 to 100000"),
        (#"serve "http://a/b" a.mp3 status 42"#, "expected a status from 100 to 599"),
        (#"serve "http://a/b" a.mp3 times 0"#, "expected how often, from 1 to 10000"),
        (#"serve "http://a/b" a.mp3 cut after 1 cut after 2"#, "expected 'cut' only once"),
    ])
    func `a line that is no such act says what was expected`(line: String, words: String) {
        let message = firstError(in: text(line)) ?? ""
        #expect(message.contains(words), "\(message)")
    }

    @Test func `an app plays an address and nothing else has one`() throws {
        let line = #"Radio plays "http://example.com/a.mp3" as song with avplayer"#
        let story = try parseScenario("app Radio\nat 0 Radio opens\n" + text(line), path: "a")
        let start = StreamStart(.address(Self.url), as: "song", player: .avplayer)
        #expect(story.timed.last?.action == .app("Radio", .plays(start)))
        #expect(try parseScenario(story.description, path: "a") == story)
        for act in ["sounds", "alerts", "prepares"] {
            let line = #"Radio \#(act) "http://example.com/a.mp3" as song"#
            let message = firstError(in: "app Radio\nat 0 Radio opens\n" + text(line)) ?? ""
            #expect(message.contains("expected a sound of the phone"), "\(message)")
        }
    }
}
