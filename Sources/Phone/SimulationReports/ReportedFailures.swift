import AudioModel

/// Something that does not hold, or fails, in the order in which reports show it.
struct ReportedFailure {
    /// `does not hold` or `failure`.
    var heading: String
    /// The place and what was expected, or what failed.
    var text: String
    /// What was found instead, for an expectation.
    var found: String?
    /// The line of the earlier failure that this one follows from.
    var followsFrom: Int?
    /// The line in the scenario; zero for none.
    var line: Int
}

extension StoryReport {
    /// What does not hold and what failed: first causes in the order of the report, each with what
    /// follows from it behind it.
    var reportedFailures: [ReportedFailure] {
        let all = unsortedFailures
        let causes = all.filter { $0.followsFrom == nil }
        var left = all.filter { $0.followsFrom != nil }
        var sorted: [ReportedFailure] = []
        for cause in causes {
            sorted.append(cause)
            sorted += left.filter { $0.followsFrom == cause.line }
            left.removeAll { $0.followsFrom == cause.line }
        }
        return sorted + left
    }

    private var unsortedFailures: [ReportedFailure] {
        let unheld = expectations.filter { !$0.isOK }.map {
            ReportedFailure(
                heading: "does not hold", text: "\(path):\($0.line): \($0.text)", found: $0.found,
                followsFrom: $0.followsFrom, line: $0.line)
        }
        let failed = failures.map { failure in
            let place = [path, failure.place].filter { !$0.isEmpty }.joined(separator: ":") + ": "
            return ReportedFailure(
                heading: "failure",
                text: "\(place)\(failure.message) (at \(failure.at.secondsText))",
                followsFrom: failure.followsFrom, line: failure.line)
        }
        return unheld + failed
    }
}

extension ExpectationResult {
    /// The finding, behind the line of the failure that it follows from.
    var foundWords: String { follows(from: followsFrom) + found }
}

extension StoryFailure {
    /// The message, behind the line of the failure that it follows from.
    var messageWords: String { follows(from: followsFrom) + message }
}

/// The beginning of a failure's text that names the line of the failure it follows from; empty for a
/// first cause.
func follows(from line: Int?) -> String {
    line.map { "follows from line \($0): " } ?? ""
}
