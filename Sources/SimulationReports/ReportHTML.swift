import AudioModel
import ScenarioLanguage

extension StoryReport {
    /// The story as one page that needs nothing else: picture, expectations, changes with their
    /// reasons, what the apps were told, what happened to the device.
    ///
    /// - Parameter wavLink: The address of the story's sound, seen from the page; adds a player.
    public func html(wavLink: String? = nil) -> String {
        var page = ReportPage(self)
        return page.written(wavLink: wavLink)
    }
}

/// Writes the page, which is well-formed XML as well.
private struct ReportPage {
    let report: StoryReport
    var writer = MarkupWriter()

    private static let css = """
        :root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d8dee4;\
        --good:#0a7f5c;--bad:#c2410c}
        @media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9198a1;\
        --line:#2f353d;--good:#3fd0a2;--bad:#ff8a5c}}
        body{background:var(--paper);color:var(--ink);max-width:1240px;margin:0 auto;\
        padding:1rem;font:15px/1.45 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,\
        sans-serif}
        h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
        .verdict{font-weight:600;margin:.2rem 0}.good{color:var(--good)}.bad{color:var(--bad)}
        .soft{color:var(--soft);margin:.2rem 0}
        audio{width:100%;margin:.6rem 0}
        .picture,.table{overflow-x:auto;border:1px solid var(--line);border-radius:6px;\
        margin:.4rem 0}
        .picture svg{display:block;min-width:860px;width:100%;height:auto}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;\
        border-bottom:1px solid var(--line)}
        th{color:var(--soft);font-weight:600}tbody tr:last-child td{border-bottom:0}
        td+td+td{min-width:7rem}
        td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}

        """

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
        writer.element("title", [:], report.title)
        writer.element("style", [:], Self.css)
        writer.close()
        writer.open("body")
        writer.element("h1", [:], report.title)
        writer.element(
            "p", ["class": report.isOK ? "verdict good" : "verdict bad"],
            (report.isOK ? "✓ " : "✗ ") + report.verdictWords)
        writer.element(
            "p", ["class": "soft"],
            "\(report.path) · \(Numeral.short(report.duration.seconds, places: 3)) s · "
                + Numeral.counted(report.streams.count, "stream"))
        if let wavLink {
            writer.element("audio", ["controls": "controls", "src": wavLink], "")
        }
        writer.open("div", ["class": "picture"])
        writer.markup(report.svg(hasHeading: false))
        writer.close()
        writeTables()
        writer.close()
        writer.close()
        return writer.text
    }

    private mutating func writeTables() {
        writeTable(
            "Expectations", ["", "Line", "Condition", "Found"],
            report.expectations.map { result in
                Row(
                    style: result.isOK ? "" : "bad",
                    cells: [
                        result.isOK ? "✓" : "✗", String(result.line), result.text, result.found,
                    ])
            })
        writeTable(
            "Other failures", ["Time", "Line", "What"],
            report.failures.map {
                Row(style: "bad", cells: [$0.at.secondsText, $0.place, $0.message])
            })
        writeTable(
            "Warnings", ["Time", "Line", "What"],
            report.warnings.map {
                Row(style: "", cells: [$0.at.secondsText, String($0.location.line), $0.message])
            })
        writeTable(
            "What each sound did", ["Time", "Stream", "State", "Gain", "Why"],
            report.streamRows.map { Row(style: "", cells: $0) })
        writeTable(
            "What the apps did", ["Time", "App", "What"],
            report.apps.map { Row(style: "", cells: [$0.at.secondsText, $0.app, $0.what]) })
        writeTable(
            "What the apps were told", ["Time", "App", "Event", "Detail"],
            report.told.map {
                Row(style: "", cells: [$0.at.secondsText, $0.app, $0.event, $0.detail])
            })
        writeTable(
            "What happened to the phone", ["Time", "Change"],
            report.device.map { Row(style: "", cells: [$0.at.secondsText, $0.change]) })
    }

    private struct Row {
        var style: String
        var cells: [String]
    }

    private mutating func writeTable(_ title: String, _ columns: [String], _ rows: [Row]) {
        guard !rows.isEmpty else { return }
        writer.element("h2", [:], title)
        writer.open("div", ["class": "table"])
        writer.open("table")
        writer.open("thead")
        writer.open("tr")
        for column in columns { writer.element("th", [:], column) }
        writer.close()
        writer.close()
        writer.open("tbody")
        for row in rows.prefix(Self.rowsMax) {
            writer.open("tr", row.style.isEmpty ? [:] : ["class": row.style])
            for cell in row.cells { writer.element("td", [:], cell) }
            writer.close()
        }
        writer.close()
        writer.close()
        writer.close()
        if rows.count > Self.rowsMax {
            writer.element(
                "p", ["class": "soft"],
                "and \(rows.count - Self.rowsMax) more, in the text and JSON forms")
        }
    }
}

extension StoryReport {
    /// The spans of all streams by time: time, stream, state, gain, reasons.
    fileprivate var streamRows: [[String]] {
        var rows: [(at: HostTime, cells: [String])] = []
        for lane in streams {
            for span in lane.spans {
                let state = span.verdict.state.rawValue + (span.by.map { " by \($0)" } ?? "")
                let reasons = span.verdict.reasons.map { reason in
                    let cause =
                        reason.cause.isEmpty
                        ? "" : " (\(reason.cause) at \(reason.since.secondsText))"
                    return "\(reason.kind.rawValue): \(reason.sentence)\(cause)"
                }
                let cells = [
                    "\(span.from.secondsText)–\(span.to.secondsText)", lane.fullName, state,
                    span.verdict.isHeard ? span.gainWords : "", reasons.joined(separator: "; "),
                ]
                rows.append((span.from, cells))
            }
        }
        let order = rows.indices.sorted { (rows[$0].at, $0) < (rows[$1].at, $1) }
        return order.map { rows[$0].cells }
    }
}
