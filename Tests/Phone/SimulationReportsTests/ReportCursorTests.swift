import AudioModel
import Foundation
import Testing

import SimulationReports

/// What the page's cursor and its log have: the acts of a story, the moments, what has changed.
@Suite struct ReportCursorTests {
    private static var report: StoryReport {
        var report = SmallStory.report
        report.source = "scenario\n\nat 1.5 switch silent\n"
        report.acts = [
            ActRecord(at: .zero, actor: "Music", words: "plays tone:440 as song", line: 1),
            ActRecord(at: .seconds(1.5), actor: "phone", words: "switch silent", line: 3),
            ActRecord(at: .seconds(2), actor: "Mail", words: "receives call", line: 2),
        ]
        report.acts[2].isWithoutEffect = true
        report.sessions = [
            SessionRecord(at: .zero, app: "Music", words: "ambient", isActive: true)
        ]
        return report
    }

    private static func found() throws -> FoundMarkup {
        try #require(FoundMarkup.reading(report.html()))
    }

    @Test func `acts of apps are marks with words and entries of the log`() throws {
        let found = try Self.found()
        let marks = found.elements.filter { $0.attributes["class"] == "act" && $0.name == "rect" }
        #expect(marks.contains { $0.attributes["aria-label"]?.contains("plays tone:440") == true })
        let entries = found.elements.filter { $0.attributes["data-kind"] == "acts" }
        #expect(entries.map { $0.attributes["data-app"] } == ["Music", "phone", "Mail"])
        #expect(entries.map { $0.attributes["data-at"] } == ["0", "1.5", "2"])
        let links = found.elements.compactMap { $0.attributes["href"] }
        #expect(links.contains("#line-3"), "an entry leads to its line")
    }

    @Test func `an act without effect is marked as such`() throws {
        let found = try Self.found()
        let idle = found.elements.filter { $0.attributes["class"] == "act idle" }
        #expect(idle.count == 1)
        #expect(idle.first?.attributes["aria-label"]?.contains("without effect") == true)
        #expect(found.text.contains("receives call (without effect)"))
    }

    @Test func `every mark has a label and can have the focus`() throws {
        let marks = try Self.found().elements.filter { element in
            ["dot", "told", "act", "act idle"].contains(element.attributes["class"] ?? "")
                && element.attributes["data-at"] != nil
        }
        #expect(marks.count >= 6)
        for mark in marks {
            #expect(mark.attributes["tabindex"] == "0")
            #expect(mark.attributes["aria-label"]?.isEmpty == false)
        }
        let picture = SmallStory.report.svg()
        #expect(!picture.contains("tabindex="), "a picture by itself is no page")
    }

    @Test func `the moments tell states and sessions and gains as products`() throws {
        let page = Self.report.html()
        let text = try #require(
            page.components(separatedBy: "id=\"moments\">").last?
                .components(separatedBy: "</script>").first)
        let moments = try JSONValue(parsing: Array(text.utf8))
        let apps = try #require(moments["apps"]?.elements)
        let music = try #require(apps.first { $0["name"]?.text == "Music" })
        #expect(music["sessions"]?.elements?.first?.elements?.last?.text == "ambient, active")
        let song = try #require(music["streams"]?.elements?.first)
        let spans = try #require(song["spans"]?.elements?.map { $0.elements ?? [] })
        #expect(spans[0][2].text == "audible")
        #expect(spans[0][3].text == "app volume 0.5 × media volume 0.8 = 0.4 (-8.0 dB)")
        #expect(spans[1][4].elements?.first?.text?.hasPrefix("the switch is silent") == true)
        let acts = try #require(moments["acts"]?.elements)
        #expect(acts[1].elements?[1].count == 3)
    }

    @Test func `a hostile name stays within the moments`() throws {
        var report = Self.report
        report.acts[0].words = "</script><b>&amp;\u{2028}"
        let found = try #require(FoundMarkup.reading(report.html()))
        #expect(found.count(of: "b") == 0)
        #expect(found.count(of: "script") == 2)
    }

    @Test func `failing expectations come first`() throws {
        let rows = try Self.found().elements.compactMap { element in
            element.name == "tr" ? element.attributes["id"] : nil
        }
        #expect(rows == ["expectation-2", "expectation-1"])
    }

    // MARK: Comparing

    @Test func `the same run has no difference`() {
        let comparison = ReportComparison(
            Self.report, with: Self.report.json, named: "old.json")
        #expect(comparison.differences == [])
        #expect(comparison.text() == "no difference from old.json\n")
    }

    @Test func `a comparison tells what changed and where first`() throws {
        var now = Self.report
        now.streams[0].spans[1].verdict.state = .paused
        now.told.removeFirst()
        now.expectations[0].isOK = false
        let comparison = ReportComparison(now, with: Self.report.json, named: "old.json")
        #expect(comparison.firstTime == .seconds(1.5))
        #expect(comparison.differences.count == 3)
        let text = comparison.text()
        #expect(text.hasPrefix("3 differences from old.json, the first at 1.500 s\n"))
        #expect(text.contains("no more told hint.begin"))
        #expect(text.contains("was silent"))
        #expect(text.contains("was holds, is does not hold"))
        let page = try #require(FoundMarkup.reading(now.html(comparison: comparison)))
        #expect(page.text.contains("Compared with an earlier run"))
    }
}
