public import AudioModel
import Terminal

/// The results of stories that were run with several generations of the system: a row for each
/// story, a column for each generation.
public struct ProfileMatrix: Sendable {
    /// The generations of the columns, in ascending order.
    public var profiles: [PhoneProfile]
    public var rows: [Row]
    /// The runs, row after row.
    let reports: [StoryReport]
    let unread: [UnreadStory]

    /// A story.
    public struct Row: Sendable {
        /// The story's title; with its path where another story has the same one.
        public var title: String
        public var path: String
        /// The places of its runs among all; a story may be without some generations.
        public var runs: [PhoneProfile: Int]
    }

    /// - Parameter reports: The runs of a story follow each other.
    /// - Returns: `nil` when no story was run with several generations.
    public init?(_ reports: [StoryReport], unread: [UnreadStory] = []) {
        guard reports.contains(where: \.isOneOfProfiles) else { return nil }
        self.reports = reports
        self.unread = unread
        rows = []
        profiles = Set(reports.compactMap(\.profile)).sorted()
        for (index, report) in reports.enumerated() {
            guard let profile = report.profile else { continue }
            if report.isOneOfProfiles, let last = rows.last, last.title == report.title,
                last.path == report.path, last.runs[profile] == nil
            {
                rows[rows.count - 1].runs[profile] = index
            } else {
                rows.append(Row(title: report.title, path: report.path, runs: [profile: index]))
            }
        }
        let counts = Dictionary(grouping: rows, by: \.title).mapValues(\.count)
        for index in rows.indices where counts[rows[index].title, default: 1] > 1 {
            rows[index].title += " (\(rows[index].path))"
        }
    }

    /// The run of a row with a generation; `nil` if the story was not run with it.
    func report(_ row: Row, _ profile: PhoneProfile) -> StoryReport? {
        row.runs[profile].map { reports[$0] }
    }

    /// Whether the story holds with each generation that it was run with.
    func holds(_ row: Row) -> Bool { row.runs.values.allSatisfy { reports[$0].isOK } }

    /// Where a story comes out otherwise than with the generation before.
    func turns(of row: Row) -> [ProfileTurn] {
        profiles.compactMap { report(row, $0)?.turn }
    }

    /// Whether everything was read and holds.
    var isOK: Bool { unread.isEmpty && reports.allSatisfy(\.isOK) }

    /// `3 of 4 stories hold with each profile, 20 of 24 runs hold`.
    var verdictWords: String {
        let count = rows.count + unread.count
        let held = rows.count(where: holds)
        let runs = reports.count(where: \.isOK)
        return "\(held) of \(count) \(count == 1 ? "story holds" : "stories hold") with each "
            + "profile, \(runs) of \(Numeral.counted(reports.count, "run")) "
            + (reports.count == 1 ? "holds" : "hold")
            + (unread.isEmpty ? "" : ", \(unread.count) cannot be read")
    }

    // MARK: Text

    /// The width of a terminal, which the table keeps to if it can, and the least of a title.
    private static let widthMax = 80
    private static let titleWidthMin = 24
    /// Changes between generations in the text form; the rest is counted.
    private static let turnsMax = 100

    /// The table for people, then what differs between the generations, then the counts.
    ///
    /// - Parameter inColor: With terminal colours.
    public func text(inColor: Bool = false) -> String {
        let paint = TextPaint(isOn: inColor)
        let lines = tableLines(paint) + turnLines(paint)
        let verdict = isOK ? paint("ok", .good) : paint("FAILED", .bad)
        return (lines + ["", "\(verdict)  \(verdictWords)", ""]).joined(separator: "\n")
    }

    private func tableLines(_ paint: TextPaint) -> [String] {
        let columns = profiles.map { profile in
            rows.map { report($0, profile)?.signWords ?? "–" }
        }
        let widths = zip(profiles, columns).map { profile, cells in
            ([String(profile.rawValue)] + cells).map(\.columnCount).max() ?? 0
        }
        let heading = "profile"
        let space = Self.widthMax - widths.reduce(0) { $0 + $1 + 2 }
        let titles = rows.map { printable($0.title).cut(toColumns: max(space, Self.titleWidthMin)) }
        let titleWidth = ([heading] + titles).map(\.columnCount).max() ?? 0
        func padding(_ text: String, _ column: Int) -> String {
            let isLast = column == widths.count - 1
            return isLast ? "" : String(repeating: " ", count: widths[column] - text.columnCount)
        }
        var lines = [heading.padded(to: titleWidth)]
        for (column, profile) in profiles.enumerated() {
            let text = String(profile.rawValue)
            lines[0] += "  " + text + padding(text, column)
        }
        for (index, row) in rows.enumerated() {
            var line = titles[index].padded(to: titleWidth)
            for (column, profile) in profiles.enumerated() {
                let text = columns[column][index]
                let style = report(row, profile)?.signStyle ?? .faint
                line += "  " + paint(text, style) + padding(text, column)
            }
            lines.append(line)
        }
        if !reports.allSatisfy(\.isOK) {
            lines += ["", "✓ holds, ✗ does not hold, with the first line of it"]
        }
        return lines
    }

    private func turnLines(_ paint: TextPaint) -> [String] {
        let turns = rows.flatMap { row in self.turns(of: row).map { (row, $0) } }
        var lines: [String] = []
        for (row, turn) in turns.prefix(Self.turnsMax) {
            let heading = "\(row.title) (\(row.path))"
            let step = "\(turn.from.words) to \(turn.to.rawValue)"
            lines += ["", paint(printable("\(heading), \(step)"), .bold)]
            for line in turn.lines {
                let place = line.line > 0 ? "line \(line.line): " : ""
                let (found, style) = line.words(turn)
                lines += [
                    "  " + printable(place + line.text), "      " + paint(printable(found), style),
                ]
            }
            lines.append("  first difference " + printable(turn.firstWords))
        }
        if turns.count > Self.turnsMax {
            lines += ["", "and \(turns.count - Self.turnsMax) more changes between profiles"]
        }
        return lines
    }
}

extension ProfileTurn.Line {
    /// `holds with profile 8, not with 6: found …`.
    fileprivate func words(_ turn: ProfileTurn) -> (String, TextPaint.Style) {
        let (from, to) = (turn.from.rawValue, turn.to.rawValue)
        if let now { return ("holds with \(from), not with \(to): \(now)", .bad) }
        return ("holds with \(to), not with \(from): \(before ?? "")", .good)
    }
}

extension StoryReport {
    /// The first line that does not hold or fails; zero for none.
    var firstFailedLine: Int { reportedFailures.first?.line ?? 0 }

    /// `✓`, or `✗ 12` with the first line that does not hold.
    fileprivate var signWords: String {
        if isOK { return "✓" }
        return firstFailedLine > 0 ? "✗ \(firstFailedLine)" : "✗"
    }

    fileprivate var signStyle: TextPaint.Style { isOK ? .good : .bad }
}
