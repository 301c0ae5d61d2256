import AudioModel

/// One event to be marked, in full and in short words.
struct Mark {
    var at: HostTime
    var words: String
    var shortWords: String

    init(at: HostTime, words: String, shortWords: String? = nil) {
        self.at = at
        self.words = words
        self.shortWords = shortWords ?? words
    }

    /// `is background`: an app is in one state at a time.
    fileprivate var isState: Bool { words.hasPrefix("is ") }
}

/// Marks that fall on the same place of the picture, as one.
struct MarkCluster {
    var x: Double
    var marks: [Mark]

    private static let hoverLinesMax = 8
    private static let labelLengthMax = 60

    /// - Parameter marks: In order of time.
    static func clusters(_ marks: [Mark], _ scale: TimelineScale) -> [MarkCluster] {
        var clusters: [MarkCluster] = []
        for mark in marks {
            let x = scale.x(mark.at)
            if let last = clusters.last, x - last.x < 1 {
                clusters[clusters.count - 1].marks.append(mark)
            } else {
                clusters.append(MarkCluster(x: x, marks: [mark]))
            }
        }
        return clusters
    }

    var hover: String {
        var lines = marks.prefix(Self.hoverLinesMax).map { "\($0.at.secondsText) s  \($0.words)" }
        if marks.count > Self.hoverLinesMax {
            lines.append("and \(marks.count - Self.hoverLinesMax) more")
        }
        return lines.joined(separator: "\n")
    }

    /// What may stand beside the mark, the fullest first.
    var labels: [String] {
        let marks = lastingMarks
        let more = marks.count > 1 ? " +\(marks.count - 1)" : ""
        let all = [
            marks.prefix(Self.hoverLinesMax).map(\.words).joined(separator: ", "),
            marks.prefix(Self.hoverLinesMax).map(\.shortWords).joined(separator: ", "),
        ].filter { $0.count <= Self.labelLengthMax && marks.count <= Self.hoverLinesMax }
        return all
            + [marks[0].words + more, marks[0].shortWords + more]
            .filter { $0.count <= Self.labelLengthMax }
    }

    /// Without the states that were left at the same moment.
    private var lastingMarks: [Mark] {
        let last = marks.lastIndex(where: \.isState)
        return marks.indices.filter { !marks[$0].isState || $0 == last }.map { marks[$0] }
    }
}
