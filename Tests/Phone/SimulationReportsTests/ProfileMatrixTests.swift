import AudioModel
import ScenarioLanguage
import Testing

import SimulationReports

/// The results of stories with several generations of the system.
@Suite struct ProfileMatrixTests {
    /// A story of which the expectation in line 7 holds from a generation on.
    private static func runs(
        _ title: String, holdsFrom first: PhoneProfile, in profiles: [PhoneProfile]
    ) -> [StoryReport] {
        var reports = profiles.map { profile in
            var report = StoryReport(
                title: title, path: "\(title).scenario", duration: .seconds(3))
            report.profile = profile
            let holds = profile >= first
            report.expectations = [
                ExpectationResult(line: 6, text: "at 1 A.a audible", isOK: true, found: "audible"),
                ExpectationResult(
                    line: 7, text: "at 2 A.a <silent>", isOK: holds,
                    found: holds ? "silent" : "audible"),
            ]
            report.apps = [AppActionRecord(at: .seconds(1), app: "A", what: "opens")]
            if holds {
                report.told = [
                    NotificationRecord(
                        at: .seconds(1.5), app: "A", event: "interruption.began",
                        detail: "reason default")
                ]
            }
            return report
        }
        StoryReport.markTurns(in: &reports)
        return reports
    }

    private static let all = PhoneProfile.allCases
    private static var reports: [StoryReport] {
        runs("Good", holdsFrom: .ios3, in: [.ios6, .ios8]) + runs("Call", holdsFrom: .ios8, in: all)
    }
    private static var links: [String] { reports.indices.map { "run-\($0).html" } }

    @Test func `a story that ran once makes no matrix`() {
        var report = Self.reports[0]
        report.isOneOfProfiles = false
        #expect(ProfileMatrix([report]) == nil)
        var one = [report]
        StoryReport.markTurns(in: &one)
        #expect(one[0].name == "Good")
    }

    @Test func `the text has a table and what differs and the counts`() {
        #expect(
            ProfileMatrix(Self.reports)?.text() == """
                profile  3    6    8  13  17  26
                Good     –    ✓    ✓  –   –   –
                Call     ✗ 7  ✗ 7  ✓  ✓   ✓   ✓

                ✓ holds, ✗ does not hold, with the first line of it

                Call (Call.scenario), profile 6 to 8
                  line 7: at 2 A.a <silent>
                      holds with 8, not with 6: audible
                  first difference at 1.500 s: A, with profile 6 nothing, with profile 8 told \
                interruption.began reason default

                FAILED  1 of 2 stories hold with each profile, 6 of 8 runs hold

                """)
    }

    @Test func `where everything holds the text is a table and the counts`() {
        let reports = Self.runs("Good", holdsFrom: .ios3, in: [.ios6, .ios17])
        #expect(
            ProfileMatrix(reports)?.text() == """
                profile  6  17
                Good     ✓  ✓

                ok  1 of 1 story holds with each profile, 2 of 2 runs hold

                """)
    }

    @Test func `a long title is cut and the table fits a terminal`() throws {
        let long = String(repeating: "long ", count: 40)
        let reports = Self.runs(long, holdsFrom: .ios8, in: Self.all)
        let table = try #require(ProfileMatrix(reports)?.text().split(separator: "\n").prefix(2))
        #expect(table.allSatisfy { $0.count <= 80 })
        #expect(table[1].contains("…  ✗ 7"))
    }

    @Test func `two stories of one title are told apart by their paths`() throws {
        var other = Self.runs("Call", holdsFrom: .ios8, in: Self.all)
        for index in other.indices { other[index].path = "other.scenario" }
        let matrix = try #require(ProfileMatrix(Self.reports + other))
        #expect(
            matrix.rows.map(\.title) == ["Good", "Call (Call.scenario)", "Call (other.scenario)"])
    }

    @Test func `a failed act counts as a line and is compared by its words`() throws {
        var reports = Self.runs("Call", holdsFrom: .ios3, in: [.ios6, .ios8, .ios13])
        let failure = StoryFailure(at: .seconds(1), line: 3, column: 6, message: "A plays: no")
        reports[0].failures = [failure]
        StoryReport.markTurns(in: &reports)
        #expect(reports.map { $0.turn == nil } == [true, false, true])
        let line = try #require(reports[1].turn?.lines.first)
        #expect((line.line, line.text) == (3, "A plays: no"))
        #expect((line.before, line.now) == ("A plays: no", nil))
    }

    @Test func `JSON tells the generation and what differs from the one before`() throws {
        let reports = Self.reports
        #expect(reports.map { $0.json["profile"]?.double } == [6, 8, 3, 6, 8, 13, 17, 26])
        #expect(reports.filter { $0.json["differsFrom"] != nil }.map(\.profile) == [.ios8])
        let turn = try #require(reports[4].json["differsFrom"])
        #expect(turn["profile"]?.double == 6)
        #expect(turn["lines"]?.elements?.map(\.double) == [7])
        #expect(turn["first"]?["at"]?.double == 1.5)
        #expect(turn["first"]?["subject"]?.text == "A")
        let array = JSONValue.array(reports.map(\.json))
        #expect(StoryResults.stories(in: array)?.count == 8)
    }

    @Test func `JUnit has a suite for each run with its generation`() throws {
        let found = try #require(FoundMarkup.reading(StoryReport.junitXML(Self.reports)))
        let suites = found.elements.filter { $0.name == "testsuite" }.map(\.attributes)
        #expect(
            suites.map { $0["name"] }.prefix(3) == [
                "Good, profile 6", "Good, profile 8", "Call, profile 3",
            ])
        #expect(suites.map { $0["failures"] } == ["0", "0", "1", "1", "0", "0", "0", "0"])
        let cases = found.elements.filter { $0.name == "testcase" }.map(\.attributes)
        #expect(Set(cases.map { "\($0["classname"] ?? "") \($0["name"] ?? "")" }).count == 16)
    }

    // MARK: Pages

    @Test func `the page is a table with headers and cells that link to the runs`() throws {
        let page = StoryReport.indexHTML(Self.reports, links: Self.links)
        let found = try #require(FoundMarkup.reading(page))
        let headers = found.elements.filter { $0.name == "th" && $0.attributes["scope"] == "row" }
        #expect(headers.count == 2)
        let columns = found.elements.filter { $0.name == "th" && $0.attributes["scope"] == "col" }
        // Columns of the matrix, and of the table of what differs.
        #expect(columns.count == 7 + 4)
        let cells = found.elements.filter { ["holds", "fails"].contains($0.attributes["class"]) }
        #expect(cells.count == 8)
        // What does not hold comes first.
        let links = found.elements.compactMap { $0.attributes["href"] }.prefix(8)
        #expect(
            links == [
                "run-2.html#expectation-2", "run-3.html#expectation-2", "run-4.html", "run-5.html",
                "run-6.html", "run-7.html", "run-0.html", "run-1.html",
            ])
        let words = found.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("✗ does not hold, line 7"))
        #expect(found.text.contains("– was not run"))
        #expect(found.count(of: "caption") == 1)
        let hovers = found.elements.compactMap { $0.attributes["title"] }
        #expect(
            hovers
                == Array(repeating: "Call.scenario:7: at 2 A.a <silent>, found: audible", count: 2))
    }

    @Test func `the page tells which expectation differs and where the runs differ first`() throws {
        let page = StoryReport.indexHTML(Self.reports, links: Self.links)
        let text = try #require(FoundMarkup.reading(page)).text
        #expect(text.contains("Where generations differ"))
        #expect(text.contains("First difference at 1.500 s: A, with profile 6 nothing"))
        let good = Self.runs("Good", holdsFrom: .ios3, in: [.ios6, .ios17])
        #expect(!StoryReport.indexHTML(good, links: ["a", "b"]).contains("Where generations"))
    }

    @Test func `a page of a run links to the others and compares with the generation before`()
        throws
    {
        let reports = Array(Self.reports[2...])
        let siblings = StoryReport.siblings(reports, links: Array(Self.links[2...]))
        let found = try #require(FoundMarkup.reading(reports[2].html(siblings: siblings)))
        #expect(found.text.contains("Call, profile 8"))
        #expect(found.text.contains("Compared with profile 6"))
        let links = found.elements.compactMap { $0.attributes["href"] }.filter {
            $0.hasSuffix("html")
        }
        #expect(
            links == [
                "index.html", "run-2.html", "run-3.html", "run-5.html", "run-6.html", "run-7.html",
            ])
        let current = found.elements.filter { $0.attributes["aria-current"] == "page" }
        #expect(current.map { $0.attributes["class"] } == ["good"])
        // A story that ran once has neither.
        let alone = try #require(FoundMarkup.reading(SmallStory.report.html()))
        #expect(alone.count(of: "nav") == 0)
        #expect(!alone.text.contains("Compared with"))
    }

    @Test func `a scenario that cannot be read has a row, and hostile text stays text`() throws {
        var reports = [hostileStory, hostileStory]
        reports[0].profile = .ios6
        reports[1].profile = .ios8
        reports[1].expectations[0].isOK.toggle()
        StoryReport.markTurns(in: &reports)
        let error = ScenarioError(path: "x", line: 2, column: 1, message: "<b>")
        let unread = [UnreadStory(path: "<x>.scenario", errors: [error])]
        let page = StoryReport.indexHTML(reports, links: ["\"a", "b"], unread: unread)
        let found = try #require(FoundMarkup.reading(page))
        #expect(found.count(of: "script") == 0)
        #expect(found.count(of: "b") == 0)
        #expect(found.text.contains("cannot be read: line 2: <b>"))
        #expect(found.text.contains("0 of 2 stories hold with each profile"))
        let text = try #require(ProfileMatrix(reports, unread: unread)).text()
        #expect(!text.unicodeScalars.contains("\u{1B}"))
    }
}
