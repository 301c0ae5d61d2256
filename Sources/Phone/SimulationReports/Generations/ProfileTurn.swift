public import AudioModel

/// What comes out otherwise than with the generation of the system before, of a story that was run
/// with several.
public struct ProfileTurn: Sendable {
    /// The generation before, and that of the run.
    public var from: PhoneProfile
    public var to: PhoneProfile
    /// What holds with one of both only, in the order of the file; at least one.
    public var lines: [Line]
    /// How the run differs from that with the generation before.
    public var comparison: ReportComparison

    /// An expectation, or an act that fails.
    public struct Line: Sendable, Hashable {
        /// The line in the scenario; zero for none.
        public var line: Int
        public var text: String
        /// What was found with the generation before; `nil` if it holds there.
        public var before: String?
        /// What was found in the run; `nil` if it holds.
        public var now: String?
    }

    /// - Returns: `nil` when the same holds in both runs.
    init?(from earlier: StoryReport, to report: StoryReport) {
        guard let from = earlier.profile, let to = report.profile else { return nil }
        let claims = zip(earlier.expectations, report.expectations).compactMap { before, now in
            before.isOK == now.isOK
                ? nil
                : Line(
                    line: now.line, text: now.text, before: before.isOK ? nil : before.foundWords,
                    now: now.isOK ? nil : now.foundWords)
        }
        let gone = earlier.failures.filter { !report.hasFailure(like: $0) }.map {
            Line(line: $0.line, text: $0.actWords, before: $0.messageWords, now: nil)
        }
        let new = report.failures.filter { !earlier.hasFailure(like: $0) }.map {
            Line(line: $0.line, text: $0.actWords, before: nil, now: $0.messageWords)
        }
        let lines = claims + gone + new
        guard !lines.isEmpty else { return nil }
        let order = lines.indices.sorted { (lines[$0].line, $0) < (lines[$1].line, $1) }
        self.lines = order.map { lines[$0] }
        (self.from, self.to) = (from, to)
        comparison = ReportComparison(report, with: earlier.json, named: from.words)
        comparison.heading = "Compared with \(from.words)"
        (comparison.beforeName, comparison.nowName) = (from.words, to.words)
    }

    /// What the runs do differently first; `nil` where only the expectations' findings differ.
    public var first: ReportComparison.Difference? {
        comparison.differences.first { $0.at != nil }
    }

    /// A line such as `at 5.000 s: Music.song, with profile 6 interrupted, with profile 8 audible`.
    var firstWords: String {
        guard let first, let at = first.at else { return "nothing before" }
        func words(_ words: String) -> String { words.isEmpty ? "nothing" : words }
        return "at \(at.secondsText) s: \(first.subject), with \(from.words) "
            + "\(words(first.before)), with \(to.words) \(words(first.now))"
    }

    package var json: JSONValue {
        let first: JSONValue =
            if let first, let at = first.at {
                .object([
                    ("at", .seconds(at)), ("subject", .string(first.subject)),
                    ("before", .string(first.before)), ("now", .string(first.now)),
                ])
            } else {
                .null
            }
        return .object([
            ("profile", .integer(from.rawValue)),
            ("lines", .array(lines.map { .integer($0.line) })), ("first", first),
        ])
    }
}

extension StoryReport {
    /// A run of the same story with one of the generations, as its pages name it.
    public struct Sibling: Sendable {
        public var profile: PhoneProfile
        public var isOK: Bool
        /// The address of its page, seen from the others.
        public var link: String
    }

    /// Prepares the reports of one story's runs, in the order of the generations: each tells what
    /// comes out otherwise than with the one before.
    package static func markTurns(in reports: inout [StoryReport]) {
        guard reports.count > 1 else { return }
        for index in reports.indices { reports[index].isOneOfProfiles = true }
        for index in reports.indices.dropFirst() {
            reports[index].turn = ProfileTurn(from: reports[index - 1], to: reports[index])
        }
    }

    /// - Parameter links: The addresses of the pages, in the same order.
    package static func siblings(_ reports: [StoryReport], links: [String]) -> [Sibling] {
        zip(reports, links).compactMap { report, link in
            report.profile.map { Sibling(profile: $0, isOK: report.isOK, link: link) }
        }
    }

    fileprivate func hasFailure(like other: StoryFailure) -> Bool {
        failures.contains {
            ($0.line, $0.column, $0.actWords) == (other.line, other.column, other.actWords)
        }
    }
}

extension StoryFailure {
    /// The act that failed; where none did, what happened.
    fileprivate var actWords: String { action.isEmpty ? message : action }
}
