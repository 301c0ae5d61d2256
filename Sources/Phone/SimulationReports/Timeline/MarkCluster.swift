import AudioModel

/// One event to be marked, in full and in short words.
struct Mark {
    var at: HostTime
    var words: String
    var shortWords: String
    var importance: Importance
    /// Whether it is an act that changed nothing.
    var isWithoutEffect = false

    init(at: HostTime, words: String, shortWords: String? = nil, _ importance: Importance) {
        self.at = at
        self.words = words
        self.shortWords = shortWords ?? words
        self.importance = importance
    }

    /// Which labels give way to which, where there is not room for all; the first stay longest.
    enum Importance: Int, Comparable {
        case interruption
        case route
        case session
        case lifeCycle
        /// A consequence that another mark of the same moment implies.
        case detail

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// `is background`: an app is in one state at a time.
    fileprivate var isState: Bool { words.hasPrefix("is ") && importance == .lifeCycle }
}

extension Mark {
    init(_ record: DeviceRecord) {
        let first = record.change.prefix { $0 != " " }
        let importance: Importance =
            switch first {
            case _ where record.isSuppressed: .detail
            case "call", "alarm", "timer", "assistant", "emergency": .interruption
            case _ where record.change.hasPrefix("media services"): .interruption
            case "plug", "unplug", "route": .route
            case "switch", "media", "ringer", "press", "lock", "unlock", "setting": .session
            case "vibrates": .detail
            default: .lifeCycle
            }
        self.init(at: record.at, words: record.change, importance)
    }

    init(_ act: ActRecord) {
        let importance: Importance =
            act.words.hasPrefix("receives call") || act.isWithoutEffect ? .interruption : .route
        self.init(
            at: act.at, words: act.words + (act.isWithoutEffect ? " (without effect)" : ""),
            shortWords: act.words.prefix { $0 != " " }.description, importance)
        isWithoutEffect = act.isWithoutEffect
    }

    init(_ record: AppActionRecord) {
        let importance: Importance =
            if record.what.hasPrefix("session ") {
                .session
            } else if record.what.hasPrefix("is killed") || !record.what.hasPrefix("is ")
                || record.what.hasPrefix("is refused")
            {
                .interruption
            } else {
                .lifeCycle
            }
        self.init(at: record.at, words: record.what, importance)
    }

    init(_ record: NotificationRecord) {
        let kind = record.event.prefix { $0 != "." }
        let importance: Importance =
            switch kind {
            case "interruption", "media-services", "backgroundTaskExpires": .interruption
            case "route-change": record.detail == "categoryChange" ? .detail : .route
            case "hint", "volume", "command", "call": .session
            case "willFinishLaunching", "didFinishLaunching", "willChangeStatusBarFrame",
                "didChangeStatusBarFrame":
                .detail
            default: .lifeCycle
            }
        self.init(
            at: record.at, words: record.words, shortWords: record.event, importance)
    }
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

    /// The time of the first mark.
    var at: HostTime { marks.first?.at ?? .zero }

    var hover: String {
        var lines = marks.prefix(Self.hoverLinesMax).map { "\($0.at.secondsText) s  \($0.words)" }
        if marks.count > Self.hoverLinesMax {
            lines.append("and \(marks.count - Self.hoverLinesMax) more")
        }
        return lines.joined(separator: "\n")
    }

    /// The importance of the most important mark.
    var importance: Mark.Importance { marks.map(\.importance).min() ?? .detail }

    /// What may stand beside the mark, the fullest first; the least important words go first.
    var labels: [String] {
        let marks = Self.collapsingLaunches(lastingMarks)
        let order = marks.indices.sorted {
            (marks[$0].importance.rawValue, $0) < (marks[$1].importance.rawValue, $1)
        }
        let ordered = order.map { marks[$0] }
        var labels: [String] = []
        for count in stride(from: min(ordered.count, Self.hoverLinesMax), through: 1, by: -1) {
            let more = ordered.count > count ? " +\(ordered.count - count)" : ""
            let shown = ordered.prefix(count)
            labels.append(shown.map(\.words).joined(separator: ", ") + more)
            labels.append(shown.map(\.shortWords).joined(separator: ", ") + more)
        }
        return labels.filter { $0.count <= Self.labelLengthMax }
    }

    /// Without the states that were left at the same moment.
    private var lastingMarks: [Mark] {
        let last = marks.lastIndex(where: \.isState)
        return marks.indices.filter { !marks[$0].isState || $0 == last }.map { marks[$0] }
    }

    /// The callbacks of a launch as one word; the hover text has each of them.
    private static func collapsingLaunches(_ marks: [Mark]) -> [Mark] {
        let callbacks = ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"]
        guard let first = marks.first(where: { $0.shortWords == callbacks[0] }) else {
            return marks
        }
        let others = marks.filter { !callbacks.contains($0.shortWords) }
        return [Mark(at: first.at, words: "launches", .lifeCycle)] + others
    }
}
