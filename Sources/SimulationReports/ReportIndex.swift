extension StoryReport {
    /// A page that lists stories with their results, and links to their pages; those that fail
    /// come first.
    ///
    /// - Parameter links: The address of each story's page, seen from the index.
    public static func indexHTML(_ reports: [StoryReport], links: [String]) -> String {
        var writer = MarkupWriter()
        let heldCount = reports.count(where: \.isOK)
        let title =
            "\(heldCount) of \(reports.count) \(reports.count == 1 ? "story holds" : "stories hold")"
        writer.markup("<!DOCTYPE html>\n")
        writer.open("html", ["lang": "en"])
        writer.open("head")
        writer.element("meta", ["charset": "utf-8"])
        writer.element(
            "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.element("title", [:], title)
        writer.element("style", [:], ReportStyle.css)
        writer.close()
        writer.open("body")
        writer.element("h1", [:], "Stories")
        let isOK = heldCount == reports.count
        writer.element(
            "p", ["class": isOK ? "verdict good" : "verdict bad"], (isOK ? "✓ " : "✗ ") + title)
        writer.open("div", ["class": "table"])
        writer.open("table")
        writer.open("thead")
        writer.open("tr")
        for column in ["", "Story", "Result", "File"] { writer.element("th", [:], column) }
        writer.close()
        writer.close()
        writer.open("tbody")
        let rows = Array(zip(reports, links))
        for (report, link) in rows.filter({ !$0.0.isOK }) + rows.filter(\.0.isOK) {
            writer.open("tr", ["class": report.isOK ? "" : "bad"])
            writer.element("td", [:], report.isOK ? "✓" : "✗")
            writer.open("td", ["data-name": "Story"])
            writer.element("a", ["href": link], report.title)
            writer.close()
            writer.element("td", ["data-name": "Result"], report.verdictWords)
            writer.element("td", ["data-name": "File"], report.path)
            writer.close()
        }
        for _ in 0..<5 { writer.close() }
        return writer.text
    }
}
