import AudioModel

extension StoryReport {
    /// Stories as JUnit XML: a test suite for each, a test case for each claim, and one more for
    /// each other failure. A case is named after its claim, or after the action that failed, so
    /// that it keeps its name when lines move; equal ones are numbered.
    ///
    /// - Parameter unread: The scenarios that could not be read, each a test case that ended with an
    ///   error. The whole file counts them as failures, so that every reader sees them.
    public static func junitXML(_ reports: [StoryReport], unread: [UnreadStory] = []) -> String {
        var writer = MarkupWriter()
        writer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        writer.open(
            "testsuites",
            [
                "tests": String(reports.reduce(unread.count) { $0 + $1.caseCount }),
                "failures": String(reports.reduce(unread.count) { $0 + $1.failedCaseCount }),
            ])
        writer.markup("\n")
        for report in reports { report.writeSuite(to: &writer) }
        for story in unread { story.writeSuite(to: &writer) }
        writer.close()
        return writer.text
    }

    private var caseCount: Int { expectations.count + failures.count }
    private var failedCaseCount: Int { expectations.count - heldCount + failures.count }

    private func writeSuite(to writer: inout MarkupWriter) {
        writer.open(
            "testsuite",
            [
                "name": name, "file": path, "tests": String(caseCount),
                "failures": String(failedCaseCount), "errors": "0", "skipped": "0",
                "time": Numeral.fixed(wallSeconds, places: 3),
            ])
        writer.markup("\n")
        var counts: [String: Int] = [:]
        func unique(_ name: String) -> String {
            counts[name, default: 0] += 1
            return counts[name, default: 1] == 1 ? name : "\(name) (\(counts[name, default: 1]))"
        }
        for result in expectations {
            writer.writeCase(
                unique(result.text), of: self, line: result.line,
                failure: result.isOK ? nil : ("expectation", "found: " + result.foundWords))
        }
        for failure in failures {
            let message = "\(failure.messageWords) (at \(failure.at.secondsText))"
            writer.writeCase(
                unique(failure.action.isEmpty ? "runs" : failure.action), of: self,
                line: failure.line, failure: ("failure", message))
        }
        writer.close()
    }
}

extension MarkupWriter {
    fileprivate mutating func writeCase(
        _ name: String, of report: StoryReport, line: Int, failure: (type: String, message: String)?
    ) {
        let attributes: Attributes = [
            "classname": report.name, "name": name, "file": report.path,
            "line": String(line),
        ]
        guard let failure else { return element("testcase", attributes) }
        open("testcase", attributes)
        element(
            "failure", ["type": failure.type, "message": failure.message],
            "\(report.path):\(line): \(name)\n\(failure.message)")
        close()
    }
}
