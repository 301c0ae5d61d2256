import AudioModel
import Foundation
import FoundationXML
import Testing

import SimulationReports

/// Collects what an XML parser finds, except layout.
final class FoundMarkup: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    private(set) var text = ""

    /// - Returns: The contents; `nil` if the document is not well-formed.
    static func reading(_ document: String) -> FoundMarkup? {
        let found = FoundMarkup()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = found
        return parser.parse() ? found : nil
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String] = [:]
    ) {
        elements.append((elementName, attributeDict))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func count(of name: String) -> Int { elements.count { $0.name == name } }
}

/// A story in which every text would break markup without escaping.
var hostileStory: StoryReport {
    let evil = "<script>alert(1)</script>&\"'\u{0}\u{1B}\u{FFFE}]]>"
    var report = SampleStory.report
    report.title = evil
    report.path = evil
    report.device[0].change = evil
    report.told[0].event = evil
    report.told[0].detail = evil
    report.apps[0].what = evil
    report.expectations[0].text = evil
    report.expectations[0].found = evil
    report.failures = [StoryFailure(at: .seconds(1), line: 3, message: evil)]
    report.streams[0].name = evil
    report.streams[0].sound = evil
    report.streams[0].spans[0].by = evil
    report.streams[0].spans[0].verdict.reasons = [
        Reason(.paused, rule: evil, sentence: evil, cause: evil)
    ]
    return report
}

@Suite("The JUnit form of a story")
struct ReportJUnitTests {
    @Test("is a suite a story, a case a claim, a failure where it does not hold")
    func whole() {
        #expect(
            StoryReport.junitXML([SmallStory.report]) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="3" failures="2">
                <testsuite name="A &amp; B" file="story.scenario" tests="3" failures="2" \
                errors="0" skipped="0" time="0.000">
                <testcase classname="A &amp; B" name="at 1 Music.song audible" \
                file="story.scenario" line="4"/>
                <testcase classname="A &amp; B" name="at 2 Music.song audible" \
                file="story.scenario" line="5"><failure type="expectation" \
                message="found: silent because ring-switch">story.scenario:5: \
                at 2 Music.song audible
                found: silent because ring-switch</failure>
                </testcase>
                <testcase classname="A &amp; B" name="runs" file="story.scenario" \
                line="7"><failure type="failure" message="Mail: cannot &lt;play&gt; \
                &quot;ping&quot; (at 0.500)">story.scenario:7: runs
                Mail: cannot &lt;play&gt; &quot;ping&quot; (at 0.500)</failure>
                </testcase>
                </testsuite>
                </testsuites>

                """)
    }

    @Test("names a case after its claim, and numbers equal claims only")
    func names() throws {
        var report = SmallStory.report
        report.expectations.append(report.expectations[0])
        report.expectations[2].line = 40
        report.failures.append(report.failures[0])
        report.failures.append(report.failures[0])
        report.failures[2].action = "Mail plays ping"
        report.wallSeconds = 0.25
        let found = try #require(FoundMarkup.reading(StoryReport.junitXML([report])))
        #expect(
            found.elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] } == [
                "at 1 Music.song audible", "at 2 Music.song audible",
                "at 1 Music.song audible (2)", "runs", "runs (2)", "Mail plays ping",
            ])
        #expect(found.elements.first { $0.name == "testsuite" }?.attributes["time"] == "0.250")
    }

    @Test("of several runs are put together")
    func merged() throws {
        let all = StoryReport.junitXML([SmallStory.report, SampleStory.report])
        let parts = [SmallStory.report, SampleStory.report].map { StoryReport.junitXML([$0]) }
        let merged = try JUnitMerger.merged(parts)
        #expect(merged.text == all)
        #expect(merged.testCount == 8)
        #expect(merged.failureCount == 3)
    }

    @Test(
        "of another kind are not merged",
        arguments: [
            "", "<testsuites/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n</testsuites>\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"x\" "
                + "failures=\"0\">\n</testsuites>\n",
        ])
    func foreign(text: String) {
        let error = #expect(throws: JUnitMerger.MergeError.self) {
            try JUnitMerger.merged([StoryReport.junitXML([SmallStory.report]), text])
        }
        #expect(error?.index == 1)
    }

    @Test("is well-formed whatever the scenario says")
    func hostile() throws {
        let found = try #require(
            FoundMarkup.reading(StoryReport.junitXML([hostileStory, SmallStory.report])))
        #expect(found.count(of: "testsuite") == 2)
        #expect(found.count(of: "testcase") == 9)
        #expect(found.count(of: "script") == 0)
    }
}

@Suite("The page of a story")
struct ReportHTMLTests {
    @Test("shows the picture, the claims and one log, and loads nothing")
    func parts() throws {
        let page = SampleStory.report.html()
        let found = try #require(FoundMarkup.reading(page))
        #expect(found.count(of: "svg") == 2, "the names, which stay in view, and the plot")
        #expect(found.count(of: "table") == 2)
        #expect(found.count(of: "audio") == 0)
        #expect(found.text.contains("4 of 5 expectations hold"))
        #expect(found.text.contains("paused from 17.500 because route-lost"))
        #expect(found.text.contains("-20.0 dB (duck -18.1, media volume -1.9)"))
        #expect(found.text.contains("ring-switch: the ring switch is silent"))
        let addresses = page.components(separatedBy: "http")
        #expect(addresses.count == 3, "only the name of the SVG namespace, twice")
        for name in ["link", "img", "iframe"] { #expect(found.count(of: name) == 0) }
        #expect(!found.elements.contains { $0.name == "script" && $0.attributes["src"] != nil })
    }

    @Test("links each claim with its mark, and both with the line of the story")
    func links() throws {
        var report = SampleStory.report
        report.source = (1...18).map { "# Line \($0)" }.joined(separator: "\n") + "\n"
        let found = try #require(FoundMarkup.reading(report.html()))
        let ids = Set(found.elements.compactMap { $0.attributes["id"] })
        let links = found.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
        #expect(links.allSatisfy { $0.hasPrefix("#") && ids.contains(String($0.dropFirst())) })
        // The last claim is about the whole story and holds: it has no mark.
        for number in 1...4 {
            #expect(links.contains("#tl-expectation-\(number)"))
            #expect(links.contains("#expectation-\(number)"))
        }
        #expect(links.contains("#line-17"))
        #expect(found.count(of: "li") == 18)
        #expect(
            found.elements.filter { $0.attributes["class"] == "fails" }.contains { $0.name == "li" }
        )
    }

    @Test("links no claim with a mark for which the picture has no room")
    func manyClaims() throws {
        var report = SampleStory.report
        let claim = try #require(report.expectations.first { $0.isOK && $0.span != nil })
        report.expectations = Array(repeating: claim, count: 40)
        let found = try #require(FoundMarkup.reading(report.html()))
        let ids = Set(found.elements.compactMap { $0.attributes["id"] })
        let links = found.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
        #expect(links.contains("#tl-expectation-1"))
        #expect(!links.contains("#tl-expectation-40"))
        #expect(links.allSatisfy { ids.contains(String($0.dropFirst())) })
    }

    @Test("has one log in the order of time")
    func log() throws {
        let found = try #require(FoundMarkup.reading(SampleStory.report.html()))
        let times = found.elements.filter { $0.attributes["data-kind"] != nil }
            .compactMap { $0.attributes["data-at"].flatMap(Double.init) }
        #expect(times.count == SampleStory.report.device.count + 4 + 5 + 16)
        #expect(times == times.sorted())
    }

    @Test("plays the story's sound when it is told where that is")
    func audio() throws {
        let found = try #require(
            FoundMarkup.reading(SampleStory.report.html(wavLink: "../a&b.wav")))
        let audio = found.elements.first { $0.name == "audio" }
        #expect(audio?.attributes["src"] == "../a&b.wav")
        #expect(found.count(of: "script") == 2, "what the cursor shows, and what moves it")
        let plot = found.elements.first { $0.attributes["class"] == "plot" }
        #expect(plot?.attributes["data-duration"] == "20")
        #expect(found.elements.contains { $0.attributes["id"] == "playhead" })
    }

    @Test("has styles that a browser reads as they are")
    func styles() {
        let page = SampleStory.report.html()
        for part in page.components(separatedBy: "<style>").dropFirst() {
            let css = part.components(separatedBy: "</style>")[0]
            #expect(!css.contains("&") && !css.contains("<"))
        }
    }

    @Test("is well-formed whatever the scenario says")
    func hostile() throws {
        let found = try #require(FoundMarkup.reading(hostileStory.html(wavLink: "\"><script>")))
        #expect(found.count(of: "script") == 2, "the page's own")
    }

    @Test("says how much it leaves out of a table without end")
    func longTable() throws {
        var report = StoryReport(title: "t", path: "p", duration: .seconds(6))
        report.device = (0..<6000).map { DeviceRecord(at: .milliseconds(Int64($0)), change: "x") }
        #expect(report.html().contains("and 1000 more, in the text and JSON forms"))
    }
}

extension HostTime {
    fileprivate static func milliseconds(_ milliseconds: Int64) -> HostTime {
        .zero + .milliseconds(milliseconds)
    }
}
