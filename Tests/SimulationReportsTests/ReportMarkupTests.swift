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
                errors="0" skipped="0" time="2.500">
                <testcase classname="A &amp; B" name="line 4: at 1 Music.song audible" \
                file="story.scenario" line="4"/>
                <testcase classname="A &amp; B" name="line 5: at 2 Music.song audible" \
                file="story.scenario" line="5"><failure type="expectation" \
                message="found: silent because ring-switch">story.scenario:5: \
                at 2 Music.song audible
                found: silent because ring-switch</failure>
                </testcase>
                <testcase classname="A &amp; B" name="line 7: runs" file="story.scenario" \
                line="7"><failure type="failure" message="Mail: cannot &lt;play&gt; \
                &quot;ping&quot; (at 0.500)">story.scenario:7: runs
                Mail: cannot &lt;play&gt; &quot;ping&quot; (at 0.500)</failure>
                </testcase>
                </testsuite>
                </testsuites>

                """)
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
    @Test("shows picture, claims, changes, told and device, and loads nothing")
    func parts() throws {
        let page = SampleStory.report.html()
        let found = try #require(FoundMarkup.reading(page))
        #expect(found.count(of: "svg") == 1)
        #expect(found.count(of: "table") == 5)
        #expect(found.count(of: "audio") == 0)
        #expect(found.text.contains("4 of 5 expectations hold"))
        #expect(found.text.contains("paused from 17.500 because route-lost"))
        #expect(found.text.contains("-20.0 dB (duck -18.1, media volume -1.9)"))
        #expect(found.text.contains("ring-switch: the ring switch is silent"))
        let addresses = page.components(separatedBy: "http")
        #expect(addresses.count == 2, "only the name of the SVG namespace")
        for name in ["script", "link", "img", "iframe"] { #expect(found.count(of: name) == 0) }
    }

    @Test("plays the story's sound when it is told where that is")
    func audio() throws {
        let found = try #require(
            FoundMarkup.reading(SampleStory.report.html(wavLink: "../a&b.wav")))
        let audio = found.elements.first { $0.name == "audio" }
        #expect(audio?.attributes["src"] == "../a&b.wav")
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
        #expect(found.count(of: "script") == 0)
    }

    @Test("says how much it leaves out of a table without end")
    func longTable() throws {
        var report = SampleStory.report
        report.device = (0..<6000).map { DeviceRecord(at: .milliseconds(Int64($0)), change: "x") }
        #expect(report.html().contains("and 1000 more, in the text and JSON forms"))
    }
}

extension HostTime {
    fileprivate static func milliseconds(_ milliseconds: Int64) -> HostTime {
        .zero + .milliseconds(milliseconds)
    }
}
