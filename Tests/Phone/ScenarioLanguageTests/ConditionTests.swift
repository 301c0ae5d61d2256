import AudioModel
import Testing

import ScenarioLanguage

@Suite("A claim of a scenario")
struct ConditionTests {
    static let song: StreamReference = .app("Game", stream: "song")

    @Test("is read with all its details", arguments: claims)
    func readsClaim(text: String, expected: Condition) throws {
        let expectation = try #require(
            try scenario(story(claim: "1..3 \(text)")).expectations.first)
        #expect(expectation == Expectation(.span(from: .seconds(1), to: .seconds(3)), expected))
        #expect(expectation.location == SourceLocation(line: 4, column: 13))
        #expect(expectation.text == "expect 1..3 \(text)")
    }

    static let claims: [(String, Condition)] =
        [
            ("heard 440 Hz", .heard(hertz: 440)), ("heard 0.5 Hz", .heard(hertz: 0.5)),
            ("heard silence", .heardSilence),
            ("phone vibrates", .vibrates), ("phone does not vibrate", .doesNotVibrate),
            ("media 0.5", .mediaVolume(0.5)), ("ringer 0", .ringerVolume(0)),
            ("route airplay:Den", .route(Port(.airplay, name: "Den"))),
            ("phone.ringtone audible", .stream(.phone(.ringtone), .audible)),
            ("phone.alarm audible", .stream(.phone(.alarm), .audible)),
            ("phone.timer silent", .stream(.phone(.timer), .silent(because: nil))),
            ("phone.call stopped", .stream(.phone(.call), .stopped)),
        ] + streamClaims.map { ("Game.song \($0)", .stream(song, $1)) }
        + events.map { ("Game told \($0)", .told(app: "Game", $1)) }
        + events.map { ("Game not told \($0)", .notTold(app: "Game", $1)) }
        + states.map { ("Game is \($0)", .app("Game", $1)) }
        + InterfaceOrientation.allCases.map {
            ("Game interface \($0.word)", .interface(app: "Game", $0))
        }

    static let streamClaims: [(String, StreamCondition)] =
        [
            ("audible", .audible), ("silent", .silent(because: nil)),
            ("paused", .paused), ("stopped", .stopped),
            ("interrupted", .interrupted(by: nil)),
            ("interrupted by Music", .interrupted(by: .app("Music"))),
            ("ducked", .ducked(by: nil)), ("ducked by Music", .ducked(by: .app("Music"))),
            ("gain -12.5 dB", .gain(.whole, decibels: -12.5, within: nil)),
            ("gain 0 dB within 0.5", .gain(.whole, decibels: 0, within: 0.5)),
            ("gain 0 dB within 1 dB", .gain(.whole, decibels: 0, within: 1)),
            ("duck gain -12 dB", .gain(.duck, decibels: -12, within: nil)),
            ("session gain -3 dB within 0", .gain(.session, decibels: -3, within: 0)),
            ("records audible", .records(.audible)), ("records silence", .records(.silence)),
            ("records silent", .records(.silence)), ("records 500 Hz", .records(.tone(hertz: 500))),
            ("recording", .recording), ("recording ends", .recordingEnds),
            ("records ends", .recordingEnds), ("films", .films), ("zoom 2.5", .zoom(2.5)),
            ("waiting", .waiting), ("failed", .failed),
        ]
        + ReasonKind.allCases.map { ("silent because \($0.rawValue)", .silent(because: $0)) }
        + Interrupter.allCases.map {
            ("interrupted by \($0.rawValue)", .interrupted(by: .system($0)))
        }
        + Interrupter.allCases.map { ("ducked by \($0.rawValue)", .ducked(by: .system($0))) }

    static let events: [(String, ExpectedNotification)] =
        [
            ("interruption.began", .interruptionBegan(reason: nil)),
            ("interruption.ended", .interruptionEnded(shouldResume: nil)),
            ("interruption.ended shouldResume", .interruptionEnded(shouldResume: true)),
            ("interruption.ended noResume", .interruptionEnded(shouldResume: false)),
            ("hint.begin", .hint(begins: true)), ("hint.end", .hint(begins: false)),
            ("media-services.lost", .mediaServicesLost),
            ("media-services.reset", .mediaServicesReset),
            ("volume 0.25", .volume(0.25)),
        ]
        + InterruptionReason.allCases.map {
            ("interruption.began reason \($0)", .interruptionBegan(reason: $0))
        }
        + RouteChangeReason.allCases.map { ("route-change \($0)", .routeChange($0)) }
        + LifeCycleEvent.allCases.map { ($0.rawValue, .lifeCycle($0)) }
        + StoryMaker.commands.map { ("command \($0.words)", .command($0)) }
        + SystemChange.allCases.map { ("changed \($0.rawValue)", .changed($0)) }
        + [("didEnterBackground in inactive", .lifeCycle(.didEnterBackground, in: .inactive))]

    static let states: [(String, AppState)] = [
        ("active", .active), ("inactive", .inactive), ("background", .background),
        ("suspended", .suspended), ("not-running", .notRunning),
    ]

    @Test("has a span, a moment or no time at all", arguments: times)
    func time(text: String, expected: ExpectationTime) throws {
        let story = try scenario(story(claim: "\(text) heard silence"))
        #expect(story.expectations == [Expectation(expected, .heardSilence)])
    }

    static let times: [(String, ExpectationTime)] = [
        ("0..10", .span(from: .zero, to: .seconds(10))),
        ("1.5..1.7", .span(from: .seconds(1.5), to: .seconds(1.7))),
        ("1 .. 2", .span(from: .seconds(1), to: .seconds(2))),
        ("1.. 2", .span(from: .seconds(1), to: .seconds(2))),
        ("1 ..2", .span(from: .seconds(1), to: .seconds(2))),
        ("at 10", .moment(at: .seconds(10))), ("at 0", .moment(at: .zero)), ("never", .never),
    ]

    @Test("may share a line, and stand before what it is about")
    func several() throws {
        // Given conditions at the top of the file, about an app and a stream declared below.
        let story = try scenario(
            """
            expect never clicks; Game.song ducked
            expect 1..2 Game.song audible;phone vibrates # both
            app Game
            at 0 Game opens; Game plays noise as song
            at 3 end
            """)
        // Then there are four, each with its own text and location.
        #expect(
            story.expectations.map(\.claim.description) == [
                "clicks", "Game.song ducked", "Game.song audible", "phone vibrates",
            ])
        #expect(
            story.expectations.map(\.text) == [
                "expect never clicks", "expect never Game.song ducked",
                "expect 1..2 Game.song audible", "expect 1..2 phone vibrates",
            ])
        #expect(
            story.expectations.map(\.location) == [
                SourceLocation(line: 1, column: 14), SourceLocation(line: 1, column: 22),
                SourceLocation(line: 2, column: 13), SourceLocation(line: 2, column: 31),
            ])
    }

    @Test("may be denied for the whole story unless it is a denial itself")
    func never() throws {
        for (text, claim) in Self.claims {
            let errors = errors(in: story(claim: "never \(text)"))
            #expect(errors.isEmpty == claim.canBeNever)
        }
        #expect(!Condition.doesNotVibrate.canBeNever)
        #expect(!Condition.notTold(app: "Game", .mediaServicesLost).canBeNever)
        #expect(!Condition.clicks.canHaveTime)
    }
}
