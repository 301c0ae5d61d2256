import AudioModel
import ScenarioLanguage
import Testing

@Suite("A value with a name")
struct ValueTests {
    @Test("stands in words, in strings and for whole words")
    func places() throws {
        let story = try cases(
            """
            let hertz = 440
            let talk = "Talk show"
            let list = audio,voip
            let gap = 1:05
            let setup = $hertz
            scenario "At $hertz Hz, ${hertz}s, $5 and \\$hertz of $talk"
            app $talk background $list
            at 0 $talk opens; $talk plays tone:$setup/${hertz} as song
            then +$gap $talk leaves
            at 100 end
            expect 0..$gap $talk.song audible
            """)
        #expect(
            story[0].description == """
                scenario "At 440 Hz, 440s, $5 and \\$hertz of Talk show"
                app "Talk show" background audio,voip
                at 0 "Talk show" opens
                at 0 "Talk show" plays tone:440/440 as song
                at 65 "Talk show" leaves
                at 100 end
                expect 0..65 "Talk show".song audible

                """)
        #expect(try parseScenario(story[0].description, path: "a.scenario") == story[0])
    }

    @Test("is shown by its name in acts and conditions, as written")
    func asWritten() throws {
        let story = try cases(
            "let x = 440\napp A\nat 0 A opens; A plays tone:$x as s\nat 2 end\nexpect at 1 heard $x Hz\n"
        )[0]
        #expect(story.timed.last?.text == "A plays tone:$x as s")
        #expect(story.expectations.first?.text == "expect at 1 heard $x Hz")
    }

    @Test("may be a keyword though it is in quotes, for a list that a table keeps together")
    func lists() throws {
        let stories = try cases(
            """
            for each options in "duckOthers,mixWithOthers", mixWithOthers
            app A category playback options $options
            at 0 end
            """)
        #expect(stories.map { $0.apps[0].options.rawValue.nonzeroBitCount } == [2, 1])
    }

    @Test(
        "is defined once, used at least once, and written alone",
        arguments: [
            (
                "let a = 1\nlet a = 2\nphone media $a\nat 0 end",
                "2:5: expected 'a' only once; it is defined in line 1"
            ),
            (
                "let a = 1\nat 0 end",
                "1:5: expected a line that uses '$a', found none; leave 'let' out, or write '$a' "
                    + "where the value belongs"
            ),
            (
                "let volume = 1\nphone media $volum\nat 0 end",
                "2:13: expected a name that a line above defines with 'let' or 'for each' "
                    + "('$volume'), found '$volum'; did you mean '$volume'?"
            ),
            (
                "phone media $volume\nat 0 end",
                "1:13: expected a name that a line above defines with 'let' or 'for each' (there is "
                    + "none), found '$volume'; a dollar sign in a string is '\\$'"
            ),
            (
                "let $a = 1\nat 0 end",
                "1:5: expected a name for a value alone, found '$a'; did you mean 'a'?"
            ),
            (
                "let a=1\nat 0 end",
                "1:5: expected a name for a value (a letter, then letters, digits and '_'), found "
                    + "'a=1'; blanks stand around '='"
            ),
            (
                "scenario \"In $a\"\nfor each a in 0,1\nphone media $a\nat 0 end",
                "1:14: expected '$a' below the line that defines it (line 2)"
            ),
            ("let a\nat 0 end", "1:6: expected '=', found the end of the line"),
            (
                "let a =\nat 0 end",
                "1:8: expected a value (a word, a number, a time, a list or a string in double "
                    + "quotes), found the end of the line"
            ),
            ("let a = 1 2\nat 0 end", "1:11: expected the end of the line, found '2'"),
            (
                "let a = 3\nphone media $a\nat 0 end",
                "2:13: expected a volume from 0 to 1, found '3' ($a is '3', line 1)"
            ),
            (
                "app A\nat 0 A plays \"${x\" as s\nat 1 end",
                "2:15: expected a name and '}' after '${' (a dollar sign alone is '\\$' in a string)"
            ),
            (
                "app A\nat 0 A opens\nlet a = 1\nat 1 end",
                "3:1: expected headers before the first timed line (line 2), found 'let'"
            ),
        ])
    func wrong(text: String, error: String) {
        #expect(caseErrors(text) == "a.scenario:" + error)
    }

    @Test("that cannot be read is one error, whatever uses it")
    func followUps() {
        #expect(
            caseErrors("let a 1\nlet b = $a\nphone media $b ringer $a\nat 0 end")
                == "a.scenario:1:7: expected '=', found '1'")
        #expect(
            caseErrors("fro each a in 1,2\nphone media $a\nat 0 end").split(separator: "\n").count
                == 1)
    }

    @Test("has a bounded length, and so has what uses it")
    func bounds() {
        let long = String(repeating: "a", count: 1001)
        #expect(caseErrors("let a = \(long)\nat 0 end").contains("at most 1000 bytes, found 1001"))
        // Names that double each other.
        let doubling = (1...20).map { "let x\($0) = $x\($0 - 1)$x\($0 - 1)\n" }.joined()
        #expect(caseErrors("let x0 = ab\n" + doubling + "at 0 end").contains("at most 1000 bytes"))
        // A line, and a story, of a great many names.
        let value = String(repeating: "b", count: 1000)
        let line = "app A\nat 0 A opens\nat 1 A setting k \(String(repeating: "$v", count: 70))\n"
        #expect(
            caseErrors("let v = \(value)\n" + line + "at 2 end").contains(
                "a line of at most 65536 bytes with the values of its names"))
        let many = String(repeating: "at 1 A setting k $v\n", count: 5_000)
        #expect(
            caseErrors("let v = \(value)\napp A\nat 0 A opens\n\(many)at 2 end").contains(
                "a story of at most 4194304 bytes with the values of its names"))
    }

    private let player = ["player": "let app = Music\nlet route = receiver\napp $app\n"]

    @Test("of an included file need not be used, and gives way to the scenario's own")
    func includes() throws {
        let end = "at 0 $app opens\nat 1 end\n"
        #expect(try cases("include \"player\"\n" + end, player)[0].apps[0].name == "Music")
        // Before the include, its headers have the new value too.
        let before = "let app = Radio\ninclude \"player\"\n"
        #expect(try cases(before + end, player)[0].apps[0].name == "Radio")
        // After it, only the lines that follow.
        let after = "include \"player\"\nlet app = Radio\napp $app\n"
        #expect(try cases(after + end, player)[0].apps.map(\.name) == ["Music", "Radio"])
        // Another included file must not define it differently.
        #expect(
            caseErrors(
                "include \"player\"\ninclude \"b\"\n" + end,
                player.merging(["b": "let app = X"]) { $1 })
                == "b:1:5: expected 'app' only once; it is defined in player:1")
    }
}
