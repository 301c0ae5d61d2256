import AudioModel
import ScenarioLanguage
import Testing

@Suite("A table of cases")
struct CaseTests {
    @Test("gives a story for each combination, the last table changes first")
    func product() throws {
        let stories = try cases(
            """
            for each category in ambient, playback
            for each position volume in ring 0.5,silent 1
            phone switch $position media $volume
            app A category $category
            at 0 end
            """)
        #expect(
            stories.map(\.storyCase.description) == [
                "category=ambient, position=ring, volume=0.5",
                "category=ambient, position=silent, volume=1",
                "category=playback, position=ring, volume=0.5",
                "category=playback, position=silent, volume=1",
            ])
        #expect(stories.map(\.phone.mediaVolume) == [0.5, 1, 0.5, 1])
        #expect(stories.map(\.apps[0].category) == [.ambient, .ambient, .playback, .playback])
        #expect(stories[0].fullTitle == "a.scenario [\(stories[0].storyCase)]")
    }

    @Test("may take its values from a name and depend on another table, in an included file too")
    func dependent() throws {
        let files = [
            "ambient": "for each volume in 0,1\n", "playback": "for each volume in 0.5\n",
        ]
        let stories = try cases(
            """
            let list = ambient,playback
            for each category in $list
            include "$category"
            phone media $volume
            app A category $category
            at 0 end
            """, files)
        #expect(
            stories.map(\.storyCase.description) == [
                "category=ambient, volume=0", "category=ambient, volume=1",
                "category=playback, volume=0.5",
            ])
        // The scenario's own value replaces the whole table.
        let one = try cases(
            "let volume = 0.25\ninclude \"ambient\"\nphone media $volume\nat 0 end\n", files)
        #expect(one.map(\.phone.mediaVolume) == [0.25] && one[0].storyCase.isOnly)
        #expect(
            caseErrors(
                "include \"ambient\"\nlet volume = 1\nphone media $volume\nat 0 end\n", files)
                == "a.scenario:2:5: expected 'volume' before the 'include' whose 'for each' it "
                + "replaces (ambient:1)")
    }

    @Test("names the case of an error that not all have")
    func errorsOfCases() {
        let text = """
            for each category in ambient,ambiant,playback
            app A category $category
            at 0 A opens
            at 1 end
            """
        #expect(
            caseErrors(text) == """
                a.scenario:2:16: expected a category, found 'ambiant'; did you mean 'ambient'? \
                ($category is 'ambiant', line 1) [case category=ambiant]
                """)
        // An error of all cases is one.
        #expect(
            caseErrors(text.replacing("ambiant", with: "record").replacing("opens", with: "open"))
                .hasPrefix("a.scenario:3:8: expected an act of an app"))
        #expect(
            !caseErrors(text.replacing("ambiant", with: "record").replacing("opens", with: "open"))
                .contains("\n"))
    }

    @Test("names the case of a condition's error, with the value")
    func errorsOfConditions() {
        #expect(
            caseErrors(
                """
                for each stream in song,sog
                app A
                at 0 A opens; A plays noise as song
                at 1 end
                expect 0..1 A.$stream audible
                """) == """
                    a.scenario:5:13: expected a stream that A starts ('song'), found 'sog'; did you mean \
                    'song'? ($stream is 'sog', line 1) [case stream=sog]
                    """)
    }

    @Test(
        "is refused where it makes no sense",
        arguments: [
            ("for each a in 1,1", "1:17: expected '1' only once"),
            ("for each a in 1,", "1:17: expected a value of 'a', found the end of the line"),
            ("for each a in 1,,2", "1:17: expected a value of 'a', found ','"),
            ("for each a b in 1 2, 3", "1:23: expected a value of 'b', found the end of the line"),
            ("for each a in 1 2", "1:17: expected ',' or the end of the line, found '2'"),
            ("for each a a in 1", "1:12: expected 'a' only once"),
            ("for a in 1", "1:5: expected 'each', found 'a'"),
            (
                "for each in 1,2",
                "1:13: expected ',', 'in' or a name for a value (a letter, then letters, digits and "
                    + "'_'), found '1'"
            ),
        ])
    func wrong(line: String, error: String) {
        #expect(caseErrors(line + "\nphone media $a\nat 0 end\n") == "a.scenario:" + error)
    }

    @Test("is bounded: a hundred cases, also in a product of tables")
    func bounds() throws {
        func table(_ name: String, _ count: Int) -> String {
            let values = (0..<count).map { "0.\($0 + 1)" }.joined(separator: ",")
            return "for each \(name) in \(values)\n"
        }
        let rest = "phone media $a ringer $b\nat 0 end\n"
        #expect(try cases(table("a", 10) + table("b", 10) + rest).count == 100)
        #expect(
            caseErrors(table("a", 10) + table("b", 11) + rest)
                == "a.scenario:2:10: expected at most 100 cases, found 110: the product of 2 tables"
        )
        #expect(caseErrors(table("a", 101) + rest).contains("expected at most 100 cases"))
        // Each case reads the whole file.
        let comment = "# " + String(repeating: "x", count: 60) + "\n"
        let large = table("a", 10) + table("b", 10) + String(repeating: comment, count: 20_000)
        #expect(caseErrors(large + rest).contains("bytes in all of its cases, found more"))
    }

    @Test("needs the function that gives all cases")
    func single() {
        let text = "for each a in 0,1\nphone media $a\nat 0 end\n"
        #expect(throws: ScenarioErrors.self) { try parseScenario(text, path: "a.scenario") }
    }
}
