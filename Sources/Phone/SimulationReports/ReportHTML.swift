import AudioModel
import ScenarioLanguage

extension StoryReport {
    /// The story as one page that needs nothing else: the picture, the expectations, which link to
    /// their marks and back, one log of everything that happened, and the scenario's text.
    ///
    /// - Parameters:
    ///   - wavLink: The address of the story's sound, seen from the page; adds a player. The cursor
    ///     shows its position, and moving the cursor seeks.
    ///   - comparison: What has changed since an earlier run; adds a table of it.
    ///   - siblings: The story's runs with several generations of the system; adds links to them. A
    ///     table has what comes out otherwise than with the generation before.
    public func html(
        wavLink: String? = nil, comparison: ReportComparison? = nil, siblings: [Sibling] = []
    ) -> String {
        var page = ReportPage(self)
        page.comparisons = [comparison, turn?.comparison].compactMap { $0 }
        page.siblings = siblings
        return page.written(wavLink: wavLink)
    }
}

/// Writes the page, which is well-formed XML as well.
private struct ReportPage {
    let report: StoryReport
    var comparisons: [ReportComparison] = []
    var siblings: [StoryReport.Sibling] = []
    var writer = MarkupWriter()
    /// Numbers of the expectations that have a mark in the picture.
    private var drawnExpectations: Set<Int> = []

    /// Rows of one table; what is beyond them stands in the JSON form.
    static let rowsMax = 5000

    init(_ report: StoryReport) {
        self.report = report
    }

    mutating func written(wavLink: String?) -> String {
        writer.markup("<!DOCTYPE html>\n")
        writer.open("html", ["lang": "en"])
        writer.open("head")
        writer.element("meta", ["charset": "utf-8"])
        writer.element(
            "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.element("title", [:], report.name)
        writer.element("style", [:], ReportStyle.css)
        writer.close()
        writer.open("body")
        writer.element("h1", [:], report.name)
        writer.element(
            "p", ["class": report.isOK ? "verdict good" : "verdict bad"],
            (report.isOK ? "✓ " : "✗ ") + report.verdictWords)
        writer.element(
            "p", ["class": "soft"],
            "\(report.path) · \(Numeral.short(report.duration.seconds, places: 3)) s · "
                + Numeral.counted(report.streams.count, "stream"))
        writer.writeSiblings(siblings, besides: report.profile)
        if let wavLink {
            writer.element("audio", ["controls": "controls", "src": wavLink], "")
        }
        writePicture()
        writeMoment()
        comparisons.forEach { write($0) }
        writeExpectations()
        writeProblems()
        writeRestingLines()
        writeLog()
        writeSource()
        writer.open("script", ["type": "application/json", "id": "moments"])
        writer.markup(ReportMoments(report: report).json.scriptText)
        writer.close()
        writer.open("script")
        writer.markup(ReportScript.text)
        writer.close()
        writer.close()
        writer.close()
        return writer.text
    }

    private mutating func writePicture() {
        var drawing = TimelineDrawing(
            report, hasHeading: false, isLinked: true, width: TimelineScale.defaultWidth)
        let parts = drawing.drawnInParts()
        drawnExpectations = drawing.drawnExpectations
        func number(_ value: Double) -> String { Numeral.short(value, places: 3) }
        writer.element("p", ["class": "soft hint"], "The picture scrolls sideways →")
        writer.open(
            "div",
            [
                "class": "picture", "tabindex": "0", "role": "slider", "id": "cursor",
                "aria-label": "Cursor; left and right go from change to change",
                "aria-valuemin": "0", "aria-valuemax": number(report.duration.seconds),
                "aria-valuenow": "0",
            ])
        writer.open("div", ["class": "lanes"])
        writer.open("div", ["class": "names"])
        writer.markup(parts.names)
        writer.close()
        writer.open(
            "div",
            [
                "class": "plot",
                "data-left": number(TimelineScale.plotLeft - TimelineScale.namesWidth),
                "data-length": number(drawing.scale.plotWidth),
                "data-width": number(drawing.scale.pictureWidth - TimelineScale.namesWidth),
                "data-duration": number(report.duration.seconds),
            ])
        writer.markup(parts.plot)
        // It ends with the lanes, and leaves the axis and the legend readable.
        let bottom = Numeral.short(100 * drawing.shareBelowLanes, places: 2)
        writer.element("div", ["id": "playhead", "style": "bottom:\(bottom)%"], "")
        writer.close()
        writer.close()
        writer.close()
    }

    /// The panel of the moment at the cursor, which the script fills.
    private mutating func writeMoment() {
        writer.open("section", ["id": "moment", "aria-live": "polite", "hidden": "hidden"])
        writer.element("h2", [:], "At the cursor")
        writer.element("p", ["id": "moment-time", "class": "soft"], "")
        writer.element("div", ["id": "moment-apps"], "")
        writer.close()
    }

    // MARK: Tables

    private struct Row {
        var style = ""
        var id: String?
        /// The time to which a click moves the cursor.
        var at: HostTime?
        /// For the filter of the log.
        var kind: StoryChange.Kind?
        var who: String?
        var cells: [Cell]
    }

    private struct Cell {
        var text: String
        var link: String?

        init(_ text: String, link: String? = nil) {
            self.text = text
            self.link = link
        }
    }

    private mutating func writeExpectations() {
        // What fails stands first.
        let numbered = Array(report.expectations.enumerated())
        let inOrder = numbered.filter { !$0.element.isOK } + numbered.filter(\.element.isOK)
        let rows = inOrder.map { index, result in
            let name = ReportLinks.expectation(index + 1)
            let isDrawn = drawnExpectations.contains(index + 1)
            return Row(
                style: result.isOK ? "" : "bad", id: name,
                at: result.isOK ? result.span?.lowerBound : result.failureTime(in: report.duration),
                cells: [
                    Cell(result.isOK ? "✓" : "✗", link: isDrawn ? "tl-" + name : nil),
                    lineCell(result.line), Cell(result.text), Cell(result.foundWords),
                ])
        }
        writeTable("Expectations", ["", "Line", "Condition", "Found"], rows)
    }

    private mutating func write(_ comparison: ReportComparison) {
        writer.element("h2", [:], comparison.heading)
        writer.element("p", ["class": "soft"], comparison.summary)
        writeTable(
            nil, ["Time", "Who", comparison.beforeName, comparison.nowName],
            comparison.differences.map { difference in
                Row(
                    at: difference.at,
                    cells: [
                        Cell(difference.at?.secondsText ?? ""), Cell(difference.subject),
                        Cell(difference.before), Cell(difference.now),
                    ])
            })
    }

    private mutating func writeRestingLines() {
        guard let lines = report.restingLines else { return }
        writeTable(
            "What rests on a choice",
            ["Line", "Condition", "Confidence", "Fact", "A device may differ"],
            lines.flatMap { line in
                line.facts.map { fact in
                    Row(
                        cells: [
                            lineCell(line.line), Cell(line.text), Cell(fact.confidence.rawValue),
                            Cell(fact.fact), Cell(fact.alternative),
                        ])
                }
            })
        writer.element(
            "p", ["class": "soft"],
            RestingLine.summary(of: lines, triedCount: report.triedChoiceCount))
    }

    private mutating func writeProblems() {
        writeTable(
            "Other failures", ["Time", "Line", "What"],
            report.failures.map {
                Row(
                    style: "bad", at: $0.at,
                    cells: [
                        Cell($0.at.secondsText), lineCell($0.line, words: $0.place),
                        Cell($0.messageWords),
                    ])
            })
        writeTable(
            "Warnings", ["Time", "Line", "What"],
            report.warnings.map {
                Row(
                    at: $0.at,
                    cells: [
                        Cell($0.at.secondsText), lineCell($0.location.line), Cell($0.message),
                    ])
            })
    }

    private mutating func writeLog() {
        let rows = report.changes(withActs: true).map { change in
            Row(
                at: change.at, kind: change.kind, who: change.app,
                cells: [
                    Cell(change.at.secondsText), Cell(change.subject),
                    change.line > 0 ? lineCell(change.line, words: change.what) : Cell(change.what),
                    Cell(change.explanation),
                ])
        }
        guard !rows.isEmpty else { return }
        writer.open("details", ["open": "open", "id": "log"])
        writer.element("summary", [:], "Log")
        writeFilter()
        writeTable(nil, ["Time", "Who", "What", "Why"], rows)
        writer.close()
    }

    /// Chooses the rows of the log by their app and kind; the script shows it.
    private mutating func writeFilter() {
        writer.open("p", ["id": "filter", "hidden": "hidden"])
        writer.open("label")
        writer.markup("App ")
        writer.open("select", ["id": "filter-app"])
        writer.element("option", ["value": ""], "all")
        for app in report.explainableApps { writer.element("option", ["value": app], app) }
        writer.close()
        writer.close()
        for kind in StoryChange.Kind.allCases {
            writer.open("label")
            writer.element(
                "input", ["type": "checkbox", "checked": "checked", "value": kind.rawValue])
            writer.markup(" " + kind.rawValue)
            writer.close()
        }
        writer.close()
    }

    /// A line's number, which links to the scenario's text.
    private func lineCell(_ line: Int, words: String? = nil) -> Cell {
        let isShown = line > 0 && line <= sourceLines.count
        return Cell(words ?? String(line), link: isShown ? ReportLinks.line(line) : nil)
    }

    private mutating func writeTable(_ title: String?, _ columns: [String], _ rows: [Row]) {
        guard !rows.isEmpty else { return }
        if let title { writer.element("h2", [:], title) }
        writer.open("div", ["class": "table"])
        writer.open("table")
        writer.open("thead")
        writer.open("tr")
        for column in columns { writer.element("th", [:], column) }
        writer.close()
        writer.close()
        writer.open("tbody")
        for row in rows.prefix(Self.rowsMax) { write(row, columns) }
        writer.close()
        writer.close()
        writer.close()
        if rows.count > Self.rowsMax {
            writer.element(
                "p", ["class": "soft"],
                "and \(rows.count - Self.rowsMax) more, in the text and JSON forms")
        }
    }

    private mutating func write(_ row: Row, _ columns: [String]) {
        var attributes: [(String, String)] = []
        if let id = row.id { attributes.append(("id", id)) }
        if !row.style.isEmpty { attributes.append(("class", row.style)) }
        if let at = row.at { attributes.append(("data-at", Numeral.short(at.seconds, places: 6))) }
        if let kind = row.kind { attributes.append(("data-kind", kind.rawValue)) }
        if let who = row.who { attributes.append(("data-app", who)) }
        writer.open("tr", attributes)
        for (column, cell) in zip(columns, row.cells) {
            let name: [(String, String)] = column.isEmpty ? [] : [("data-name", column)]
            guard let link = cell.link else {
                writer.element("td", name, cell.text)
                continue
            }
            writer.open("td", name)
            writer.element("a", ["href": "#" + link], cell.text)
            writer.close()
        }
        writer.close()
    }

    // MARK: The scenario's text

    /// Lines of the scenario's text that the page has at most.
    private static let sourceLinesMax = 2000

    private var sourceLines: [Substring] {
        guard !report.source.isEmpty else { return [] }
        var lines = report.source.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.prefix(Self.sourceLinesMax))
    }

    private mutating func writeSource() {
        let lines = sourceLines
        guard !lines.isEmpty else { return }
        let failedLines = Set(
            report.expectations.filter { !$0.isOK }.map(\.line) + report.failures.map(\.line))
        writer.element("h2", [:], "The story")
        writer.open("div", ["class": "story"])
        writer.open("ol")
        for (index, line) in lines.enumerated() {
            let id = ReportLinks.line(index + 1)
            let style: [(String, String)] =
                failedLines.contains(index + 1) ? [("class", "fails")] : []
            writer.element("li", [("id", id)] + style, line.isEmpty ? " " : String(line))
        }
        writer.close()
        writer.close()
    }
}
