extension StoryReport {
    /// A page that lists stories with their results, and links to their pages; those that fail
    /// come first.
    ///
    /// - Parameters:
    ///   - links: The address of each story's page, seen from the index.
    ///   - unread: The scenarios that could not be read; they come first of all.
    public static func indexHTML(
        _ reports: [StoryReport], links: [String], unread: [UnreadStory] = []
    ) -> String {
        if let matrix = ProfileMatrix(reports, unread: unread) { return matrix.html(links: links) }
        var writer = MarkupWriter()
        let heldCount = reports.count(where: \.isOK)
        let count = reports.count + unread.count
        let title =
            "\(heldCount) of \(count) \(count == 1 ? "story holds" : "stories hold")"
            + (unread.isEmpty ? "" : ", \(unread.count) cannot be read")
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
        let isOK = heldCount == count
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
        for story in unread {
            writer.open("tr", ["class": "bad"])
            writer.element("td", [:], "✗")
            writer.element("td", ["data-name": "Story"], "–")
            writer.element("td", ["data-name": "Result"], story.words)
            writer.element("td", ["data-name": "File"], story.path)
            writer.close()
        }
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
