import AudioModel
import Testing

import ScenarioLanguage

@Suite("A story")
struct StoryRuleTests {
    @Test("goes forward in time, and 'then' adds up")
    func times() throws {
        let story = try scenario(
            """
            app Game
            at 0.1 Game opens
            then +0.2 lock; unlock
            then +0 switch silent
            at 2.000000001 lock
            at 2.5 end
            """)
        #expect(
            story.timed.map(\.time.nanoseconds)
                == [100_000_000, 300_000_000, 300_000_000, 300_000_000, 2_000_000_001])
        #expect(story.duration == .seconds(2.5))
        #expect(
            story.timed.map(\.location) == [
                SourceLocation(line: 2, column: 8), SourceLocation(line: 3, column: 11),
                SourceLocation(line: 3, column: 17), SourceLocation(line: 4, column: 9),
                SourceLocation(line: 5, column: 16),
            ])
    }

    @Test("may have times of minutes and hours")
    func clockTimes() throws {
        let story = try scenario(
            """
            app Game
            at 0:00.5 Game opens
            at 1:05 lock
            then +2:00 unlock
            at 1:00:07.25 lock
            expect 1:10..2:00 heard silence
            at 2:00:00 end
            """)
        #expect(
            story.timed.map(\.time)
                == [.seconds(0.5), .seconds(65), .seconds(185), .seconds(3607.25)])
        #expect(story.duration == .seconds(7200))
        for wrong in ["1:5", "1:60", ":05", "1:", "1.5:00", "1:05:7", "1:1:1:1", "-1:00", "1:-5"] {
            #expect(!errors(in: "at \(wrong) end").isEmpty, "\(wrong)")
        }
    }

    @Test("whose times or end are wrong is refused", arguments: wrongStories)
    func refuses(story: WrongForm) {
        #expect(errors(in: story.text.replacing("/", with: "\n")) == [story.error])
    }

    static let wrongStories = wrongForms(
        """
        at 2 lock/at 1 unlock/at 3 end
        2:4: expected a time of at least 2, that of line 1, found '1'
        then +1 lock/at 3 end
        1:6: expected 'at T' before the first 'then', which counts from the timed line before it
        at 1 lock/then 1 unlock/at 3 end
        2:6: expected '+' and a time in seconds from 0 to 1000000, found '1'; did you mean '+1'?
        at 999999.5 lock/then +1 unlock/at 1000000 end
        2:6: expected a time in seconds from 0 to 1000000, found 1000000.5 after adding up
        at 1000000.1 end
        1:4: expected a time in seconds from 0 to 1000000, found '1000000.1'
        at -1 lock/at 3 end
        1:4: expected a time in seconds from 0 to 1000000, found '-1'
        at 1e3 end
        1:4: expected a time in seconds from 0 to 1000000, found '1e3'; \
        numbers are decimal, as in 0.5
        at nan end
        1:4: expected a time in seconds from 0 to 1000000, found 'nan'
        at end
        1:4: expected a time in seconds from 0 to 1000000, found 'end'
        at 1 lock
        1:1: expected 'at T end', which sets the length of the story, found the end of the file
        at 1 lock/
        2:1: expected 'at T end', which sets the length of the story, found the end of the file
        at 1 end/at 1 end
        2:1: expected no timed line after 'end' (line 1), found 'at'
        at 1 end/then +1 lock
        2:1: expected no timed line after 'end' (line 1), found 'then'
        at 1 end; lock
        1:9: expected the end of the line, found ';'
        at 1 end now
        1:10: expected the end of the line, found 'now'
        expect at 1.5 heard silence/at 1 end
        1:11: expected a time within the story, which ends at 1, found '1.5'
        """)

    @Test("may end in the last of several acts, at a time that 'then' gives")
    func endsAnyway() throws {
        let story = try scenario("at 1 lock\nthen +2 unlock; end")
        #expect(story.duration == .seconds(3))
        #expect(story.timed.count == 2)
    }

    @Test("lets only apps act that are declared and certainly may run", arguments: wrongActs)
    func refusesActs(story: WrongForm) {
        let text = "app Game/app Music/" + story.text + "/at 9 end"
        #expect(errors(in: text.replacing("/", with: "\n")) == [story.error])
    }

    static let wrongActs = wrongForms(
        """
        at 1 Game vibrates
        3:6: expected 'Game opens' before its first act; it is not running
        at 1 Game opens/at 2 Game is killed/at 3 Game activates
        5:6: expected 'Game opens' before its next act; it is not running since line 4
        at 1 Game opens/at 2 Game crashes; Game leaves
        4:20: expected 'Game opens' before its next act; it is not running since line 4
        at 1 Game opens; Game pauses song/at 2 Game plays noise as song
        3:30: expected a stream that Game starts (there is none), found 'song'
        at 1 Game opens; Music opens; Music plays noise as song; Game stops song
        3:69: expected a stream that Game starts (there is none), found 'song'
        at 1 Game opens; Game sounds noise as song; Game stops songs
        3:56: expected a stream that Game starts ('song'), found 'songs'; did you mean 'song'?
        expect never Game.song audible
        3:14: expected a stream that Game starts (there is none), found 'song'
        expect never Musik told hint.begin
        3:14: expected an app declared with 'app' ('Game' or 'Music'), found 'Musik'; \
        did you mean 'Music'?
        """)

    @Test("gives no name twice to streams that certainly last", arguments: takenNames)
    func refusesNames(story: WrongForm) {
        let text = "app Game/at 0 Game opens/" + story.text + "/at 900 end"
        #expect(errors(in: text.replacing("/", with: "\n")) == [story.error])
    }

    static let takenNames = wrongForms(
        """
        at 1 Game plays noise as a; Game plays noise as a
        3:49: expected a name that is free: 'a' still lasts, which Game started in line 3; stop \
        it first, or take another name
        at 1 Game records as a/at 9 Game leaves/at 9 call arrives/at 9 Game plays x.wav as a
        6:26: expected a name that is free: 'a' still lasts, which Game started in line 3; stop \
        it first, or take another name
        at 1 Game plays x.wav as a loops -1/at 800 Game prepares x.wav as a
        4:31: expected a name that is free: 'a' still lasts, which Game started in line 3; stop \
        it first, or take another name
        """)

    @Test(
        "lets a name be used again where its stream may have ended",
        arguments: [
            "at 1 Game plays noise as a; Game stops a; Game plays noise as a",
            "at 1 Game plays noise as a fails -50; Game plays noise as a",
            "at 1 Game plays x.wav as a; Game plays x.wav as a",
            "at 1 Game plays noise as a; Game is killed; Game opens; Game plays noise as a",
            "at 1 Game plays noise as a|at 2 memory low; Game opens; Game plays noise as a",
            "at 1 Game plays noise as a with queue; media-services reset; Game plays noise as a",
            "at 1 Game prepares noise as a|at 2 Game stops a|at 2 Game records as a",
        ])
    func allowsNames(text: String) {
        let text = "app Game\nat 0 Game opens\n" + text + "\nat 900 end"
        #expect(errors(in: text.replacing("|", with: "\n")) == [])
    }

    @Test("lets an app be opened again, and a stream's name outlive its process")
    func reopens() throws {
        let story = try scenario(
            """
            app Game
            at 0 Game opens; Game records as mic; Game prepares noise as song; Game quits
            at 1 Game opens; Game resumes song; Game stops mic; Game plays noise as song
            at 2 end
            """)
        #expect(story.timed.count == 8)
    }

    @Test("with several wrong lines gets one error for each, in order")
    func severalErrors() {
        // Given a condition that is checked at the end of the file, and wrong lines around it.
        let text = """
            phone media 2
            app Game categori playback
            expect at 50 heard silence; Gamma is active
            at 0 Game opens; Game plays
            at 1 Game stops song; Other opens
            at x end
            """
        // Then no error is reported that follows only from an unreadable line.
        #expect(
            errors(in: text).map { $0.prefix { $0 != " " } } == [
                "1:13:", "2:10:", "3:29:", "4:28:", "5:23:", "6:4:",
            ])
    }

    @Test("is given up after twenty errors")
    func tooManyErrors() {
        let text = String(repeating: "sing\n", count: 50)
        #expect {
            _ = try parseScenario(text, path: "a.scenario")
        } throws: { error in
            let errors = error as? ScenarioErrors
            let lines = errors?.description.split(separator: "\n") ?? []
            return errors?.errors.count == ScenarioErrors.countMax && errors?.isTruncated == true
                && lines.count == 21
                && lines[0]
                    == "a.scenario:1:1: expected a keyword ('scenario', 'include', 'phone' and 7 "
                    + "others), found 'sing'"
                && lines[20] == "a.scenario: 20 errors; the rest of the file is not read"
        }
    }
}
