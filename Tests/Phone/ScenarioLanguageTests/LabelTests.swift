import AudioModel
import ScenarioLanguage
import Testing

@Suite("A label of a line")
struct LabelTests {
    private let start = "app A\nat 0 A opens\n"

    @Test("is what an expectation within a time counts from, on whatever line that stands")
    func within() throws {
        let text = """
            app A
            at 0 A opens
            expect within 2 s of ring A told interruption.began
            at 1:05 ring: call arrives; A leaves
            at 70 end
            """
        let story = try parseScenario(text, path: "a")
        #expect(story.expectations[0].when == .within(.seconds(2), of: "ring", at: .seconds(65)))
        #expect(story.expectations[0].text == "expect within 2 s of ring A told interruption.began")
        #expect(story.timed.map(\.label) == [nil, "ring", nil])
        #expect(try parseScenario(story.description, path: "a") == story)
        #expect(story.description.contains("\nat 65 ring: call arrives\n"))
    }

    @Test(
        "is refused where it makes no sense",
        arguments: [
            (
                "at 1 ring: call arrives\nat 2 ring: call ends\nat 3 end",
                "4:6: expected the label 'ring' only once; line 3 has it"
            ),
            (
                "at 1 ring: call arrives\nat 9 end\nexpect within 2 s of rings A is active",
                "5:22: expected the label of a timed line ('ring'), found 'rings'; did you mean "
                    + "'ring'?"
            ),
            (
                "at 9 end\nexpect within 2 s of ring A is active",
                "4:22: expected the label of a timed line (there is none: 'at 5 ring: …' would be "
                    + "one), found 'ring'"
            ),
            (
                "at 8 ring: call arrives\nat 9 end\nexpect within 2 s of ring A is active",
                "5:15: expected a time within the story, which ends at 9, found '10'"
            ),
            ("at 1 Ring: call arrives\nat 2 end", "3:6: expected an act, or a label before it"),
            ("at 2 over: end", "3:6: expected no label before 'end', found 'over:'"),
            (
                "at 2 end\nexpect within 0 s of ring A is active",
                "4:15: expected a time above 0, found '0'"
            ),
            (
                "at 1 ring:call arrives\nat 2 end",
                "3:6: expected an act, or a label with ':' and a blank after it, found 'ring:call'; "
                    + "did you mean 'ring: call'?"
            ),
            (
                "at 1 ring : call arrives\nat 2 end",
                "3:6: expected an act, or a label with ':' and a blank after it, found 'ring'; did "
                    + "you mean 'ring:'?"
            ),
            (
                "at 2 end\nexpect within 1s of line 2 A is active",
                "4:21: expected the label of a timed line, found the number of one, which changes; "
                    + "write 'at 5 ring: …' there, and 'ring' here"
            ),
            ("at 2 end\nexpect within 1 of ring A is active", "4:17: expected 's', found 'of'"),
            (
                "at 2 end\nexpect within 1 s of 12 A is active",
                "4:22: expected the label of a timed line, such as 'ring' of 'at 5 ring: call "
                    + "arrives', found '12'"
            ),
        ])
    func wrong(text: String, error: String) {
        #expect(caseErrors(start + text).hasPrefix("a.scenario:" + error))
    }
}
