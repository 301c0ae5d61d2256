import AudioModel

extension ProfileMatrix {
    /// Changes between generations on the page; the rest is counted.
    private static let turnsMax = 500

    /// A page with the matrix, with cells that link to the pages of the runs, and what differs
    /// between the generations; stories that do not hold come first.
    ///
    /// - Parameter links: The address of each run's page, seen from this one.
    func html(links: [String]) -> String {
        var writer = MarkupWriter()
        writer.markup("<!DOCTYPE html>\n")
        writer.open("html", ["lang": "en"])
        writer.open("head")
        writer.element("meta", ["charset": "utf-8"])
        writer.element(
            "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.element("title", [:], verdictWords)
        writer.element("style", [:], ReportStyle.css + ReportStyle.matrixCSS)
        writer.close()
        writer.open("body")
        writer.element("h1", [:], "Stories by generation")
        writer.element(
            "p", ["class": isOK ? "verdict good" : "verdict bad"],
            (isOK ? "✓ " : "✗ ") + verdictWords)
        writeTable(links, &writer)
        writeTurns(links, &writer)
        writer.close()
        writer.close()
        return writer.text
    }

    private func writeTable(_ links: [String], _ writer: inout MarkupWriter) {
        writer.open("div", ["class": "table fitted"])
        writer.open("table", ["class": "matrix"])
        writer.element(
            "caption", [:],
            "A column is a generation of the system (profile). ✓ holds, ✗ does not hold, with the "
                + "first line of it, – was not run.")
        writer.open("thead")
        writer.open("tr")
        writer.element("th", ["scope": "col"], "Story")
        for profile in profiles {
            writer.open("th", ["scope": "col"])
            writer.element("span", ["class": "unseen"], "profile ")
            writer.markup(String(profile.rawValue))
            writer.close()
        }
        writer.close()
        writer.close()
        writer.open("tbody")
        for story in unread {
            writer.open("tr")
            writer.element("th", ["scope": "row"], story.path)
            writer.element(
                "td", ["class": "fails", "colspan": String(profiles.count)], "✗ " + story.words)
            writer.close()
        }
        for row in rows.filter({ !holds($0) }) + rows.filter(holds) {
            writer.open("tr")
            writer.open("th", ["scope": "row"])
            writer.markup(MarkupWriter.escaped(row.title))
            writer.element("span", ["class": "path"], row.path)
            writer.close()
            for profile in profiles { writeCell(row, profile, links, &writer) }
            writer.close()
        }
        for _ in 0..<3 { writer.close() }
    }

    private func writeCell(
        _ row: Row, _ profile: PhoneProfile, _ links: [String], _ writer: inout MarkupWriter
    ) {
        guard let index = row.runs[profile], links.indices.contains(index) else {
            writer.open("td")
            writer.markup("–")
            writer.element("span", ["class": "unseen"], " was not run")
            writer.close()
            return
        }
        let report = reports[index]
        writer.open("td", ["class": report.isOK ? "holds" : "fails"])
        let place = report.isOK ? "" : report.firstFailedAnchor
        writer.open("a", [("href", links[index] + place)] + report.hover)
        writer.element("span", ["aria-hidden": "true"], report.isOK ? "✓" : "✗")
        writer.element("span", ["class": "unseen"], report.isOK ? " holds" : " does not hold, line")
        if !report.isOK, report.firstFailedLine > 0 {
            writer.markup(" \(report.firstFailedLine)")
        }
        writer.close()
        writer.close()
    }

    private func writeTurns(_ links: [String], _ writer: inout MarkupWriter) {
        let all = rows.flatMap { row in turns(of: row).map { (row, $0) } }
        guard !all.isEmpty else { return }
        writer.element("h2", [:], "Where generations differ")
        for (row, turn) in all.prefix(Self.turnsMax) {
            writer.open("h3")
            writer.markup(MarkupWriter.escaped(row.title) + ", ")
            writeLink(turn.from, row, links, &writer)
            writer.markup(" to ")
            writeLink(turn.to, row, links, &writer)
            writer.close()
            writeLines(of: turn, &writer)
            writer.element("p", ["class": "soft"], "First difference " + turn.firstWords)
        }
        if all.count > Self.turnsMax {
            writer.element("p", ["class": "soft"], "and \(all.count - Self.turnsMax) more")
        }
    }

    private func writeLink(
        _ profile: PhoneProfile, _ row: Row, _ links: [String], _ writer: inout MarkupWriter
    ) {
        guard let index = row.runs[profile], links.indices.contains(index) else { return }
        writer.element("a", ["href": links[index]], profile.words)
    }

    private func writeLines(of turn: ProfileTurn, _ writer: inout MarkupWriter) {
        writer.open("div", ["class": "table"])
        writer.open("table")
        writer.open("thead")
        writer.open("tr")
        for name in ["Line", "Condition", turn.from.words, turn.to.words] {
            writer.element("th", ["scope": "col"], name)
        }
        writer.close()
        writer.close()
        writer.open("tbody")
        for line in turn.lines {
            writer.open("tr")
            writer.element("td", ["data-name": "Line"], line.line > 0 ? String(line.line) : "")
            writer.element("td", ["data-name": "Condition"], line.text)
            for (profile, found) in [(turn.from, line.before), (turn.to, line.now)] {
                writer.element(
                    "td", ["data-name": profile.words, "class": found == nil ? "good" : "bad"],
                    found.map { "✗ " + $0 } ?? "✓ holds")
            }
            writer.close()
        }
        for _ in 0..<3 { writer.close() }
    }
}

extension StoryReport {
    /// The place of the first failed expectation on the page, behind its address; empty where
    /// something else failed first.
    fileprivate var firstFailedAnchor: String {
        let line = firstFailedLine
        let index = expectations.firstIndex { !$0.isOK && $0.line == line }
        return index.map { "#" + ReportLinks.expectation($0 + 1) } ?? ""
    }

    /// What a pointer that rests on the cell shows: the first failure.
    fileprivate var hover: [(String, String)] {
        guard let failure = reportedFailures.first else { return [] }
        let found = failure.found.map { ", found: " + $0 } ?? ""
        return [("title", failure.text + found)]
    }
}

extension MarkupWriter {
    /// A line with the story's runs with several generations, which link to their pages.
    mutating func writeSiblings(_ siblings: [StoryReport.Sibling], besides profile: PhoneProfile?) {
        guard siblings.count > 1 else { return }
        open("nav", ["class": "siblings", "aria-label": "The story with other generations"])
        element("a", ["href": "index.html"], "All stories")
        for sibling in siblings {
            let words = "\(sibling.isOK ? "✓" : "✗") \(sibling.profile.words)"
            let style = sibling.isOK ? "good" : "bad"
            if sibling.profile == profile {
                element("span", ["class": style, "aria-current": "page"], words)
            } else {
                element("a", ["class": style, "href": sibling.link], words)
            }
        }
        close()
    }
}

extension ReportStyle {
    /// What the page with the matrix has besides: a table that stays one on a narrow screen.
    static let matrixCSS = """
        h3{font-size:1rem;margin:1.2rem 0 .3rem}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
        white-space:nowrap}
        .fitted{width:fit-content;max-width:100%}.matrix{width:auto}.matrix tbody tr:last-child th{border-bottom:0}
        .matrix caption{text-align:left;color:var(--soft);padding:.4rem .6rem}
        .matrix thead{display:table-header-group}
        .matrix tr{display:table-row}
        .matrix th,.matrix td{display:table-cell;padding:.35rem .5rem;\
        border-bottom:1px solid var(--line)}
        .matrix th+th,.matrix td{text-align:center;white-space:nowrap;width:3.6rem;\
        position:relative;font-variant-numeric:tabular-nums}
        .matrix td[colspan]{text-align:left;white-space:normal}
        .matrix tbody th{color:var(--ink);font-weight:400;white-space:normal;\
        overflow-wrap:anywhere;min-width:7rem}
        .matrix .path{display:block;color:var(--soft);font-size:.85em}
        .matrix td a{display:block;padding:.2rem .1rem;border-radius:4px;text-decoration:none}
        .matrix td a:hover,.matrix td a:focus{text-decoration:underline}
        .holds,.holds a{color:var(--good)}.fails,.fails a{color:var(--bad);font-weight:600}
        .holds a{background:color-mix(in srgb,var(--good) 12%,transparent)}
        .fails a{background:color-mix(in srgb,var(--bad) 16%,transparent)}
        @media (max-width:600px){.matrix{width:100%}.matrix th,.matrix td{padding:.3rem .2rem}\
        .matrix th+th,.matrix td{width:auto}.matrix td a{min-width:1.6rem}\
        .matrix tbody th{min-width:5.5rem}\
        .fails a{white-space:normal}}

        """
}
