public import AudioModel
import Terminal

/// How a run of a story differs from an earlier one that is known by its JSON form.
public struct ReportComparison: Sendable {
    /// The name of the earlier results, for headings.
    public var earlierName: String
    /// The heading over the differences, and those of their columns.
    package var heading = "Compared with an earlier run"
    package var beforeName = "Before"
    package var nowName = "Now"
    /// The differences by time, those of expectations last.
    public var differences: [Difference]

    /// What one run has and the other has not, at one time.
    public struct Difference: Sendable, Hashable {
        /// The story time; `nil` for an expectation.
        public var at: HostTime?
        /// The app, stream or expectation.
        public var subject: String
        /// What the earlier run had; empty for nothing.
        public var before: String
        /// What this run has; empty for nothing.
        public var now: String
    }

    /// One line of a run.
    fileprivate struct Line: Hashable {
        var time: String
        var subject: String
        var words: String
    }

    /// - Parameters:
    ///   - report: This run.
    ///   - earlier: The story's object of the earlier run's JSON form.
    package init(_ report: StoryReport, with earlier: JSONValue, named name: String) {
        earlierName = name
        let (old, new) = (Self.lines(of: earlier), Self.lines(of: report.json))
        let (oldSet, newSet) = (Set(old), Set(new))
        var differences: [Difference] = []
        var gone: [String: [Line]] = [:]
        for line in old where !newSet.contains(line) {
            gone[line.time + "\n" + line.subject, default: []].append(line)
        }
        for line in new where !oldSet.contains(line) {
            let key = line.time + "\n" + line.subject
            let before = gone[key]?.isEmpty == false ? gone[key]?.removeFirst().words : nil
            differences.append(Difference(line, before: before ?? "", now: line.words))
        }
        for line in old {
            let key = line.time + "\n" + line.subject
            guard let index = gone[key]?.firstIndex(of: line) else { continue }
            gone[key]?.remove(at: index)
            differences.append(Difference(line, before: line.words, now: ""))
        }
        // Expectations have no time, and come last.
        let latest = HostTime.zero + report.duration + .seconds(1)
        let order = differences.indices.sorted { left, right in
            (differences[left].at ?? latest, left)
                < (differences[right].at ?? latest, right)
        }
        self.differences = order.map { differences[$0] }
    }

    /// The time of the first difference; `nil` when there is none, or none that has a time.
    public var firstTime: HostTime? { differences.first?.at }

    /// `3 differences from old.json, the first at 3.000 s`.
    public var summary: String {
        guard !differences.isEmpty else { return "no difference from \(earlierName)" }
        let first = firstTime.map { ", the first at \($0.secondsText) s" } ?? ""
        return Numeral.counted(differences.count, "difference") + " from \(earlierName)" + first
    }

    /// Differences in the text form; the rest is counted.
    private static let linesMax = 100

    /// The differences as lines for people.
    public func text() -> String {
        let shown = differences.prefix(Self.linesMax)
        let subjectWidth = shown.map(\.subject.columnCount).max() ?? 0
        var lines = [printable(summary)]
        lines += shown.map { difference in
            let time = difference.at.map { $0.secondsText + "  " } ?? ""
            return "  " + time + printable(difference.subject).padded(to: subjectWidth) + "  "
                + printable(difference.words)
        }
        if differences.count > shown.count {
            lines.append("  and \(differences.count - shown.count) more")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Lines

    private static func lines(of story: JSONValue) -> [Line] {
        let timed = [("device", "change"), ("apps", "what")].flatMap { list, member in
            (story[list]?.elements ?? []).map { record in
                Line(
                    time: record.digits("at"), subject: record["app"]?.text ?? "phone",
                    words: record[member]?.text ?? "")
            }
        }
        let told = (story["told"]?.elements ?? []).map { record in
            let words = [record["event"]?.text ?? "", record["detail"]?.text ?? ""]
            return Line(
                time: record.digits("at"), subject: record["app"]?.text ?? "",
                words: "told " + words.filter { !$0.isEmpty }.joined(separator: " "))
        }
        let streams = (story["streams"]?.elements ?? []).flatMap { stream in
            let name = "\(stream["app"]?.text ?? "").\(stream["name"]?.text ?? "")"
            return (stream["spans"]?.elements ?? []).map { span in
                Line(time: span.digits("from"), subject: name, words: span.spanWords)
            }
        }
        let expectations = (story["expectations"]?.elements ?? []).map { result in
            Line(
                time: "", subject: result["text"]?.text ?? "",
                words: result["ok"]?.flag == true
                    ? "holds" : "does not hold: \(result["found"]?.text ?? "")")
        }
        return timed + told + streams + expectations
    }
}

extension ReportComparison.Difference {
    fileprivate init(_ line: ReportComparison.Line, before: String, now: String) {
        at = Double(line.time).map { .seconds($0) }
        subject = line.subject
        self.before = before
        self.now = now
    }

    /// `interrupted, now audible -1.9 dB`; `told …, now nothing`.
    var words: String {
        switch (before.isEmpty, now.isEmpty) {
        case (true, _): "now also \(now)"
        case (_, true): "no more \(before)"
        default: "was \(before), is \(now)"
        }
    }
}

extension JSONValue {
    /// The digits of a number; empty for anything else.
    fileprivate func digits(_ name: String) -> String {
        if case .number(let digits)? = self[name] { digits } else { "" }
    }

    /// The state of a stream's span with its interrupter, its level and its reasons.
    fileprivate var spanWords: String {
        let by = self["by"]?.text.map { " by \($0)" } ?? ""
        let level = self["gainDB"]?.double.map { ", \(Numeral.short($0, places: 1)) dB" } ?? ""
        let reasons = (self["because"]?.elements ?? []).compactMap(\.text)
        return (self["state"]?.text ?? "") + by + level
            + (reasons.isEmpty ? "" : " (" + reasons.joined(separator: ", ") + ")")
    }
}
