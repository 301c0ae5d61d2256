public import AudioModel

/// One interruption of an app's session, from its beginning to its end or to the moment asked about.
public struct InterruptionSpan: Sendable {
    /// Time of its beginning.
    public var began: HostTime
    /// The event that began it; empty if none was recorded.
    public var cause: String
    /// The app or the interrupter that began it; empty where it was neither.
    public var by: String
    /// Later events of the app or interrupter that began it, oldest first.
    public var since: [Note]
    public var end: End
    /// Why the app cannot activate its session, as a clause; empty where it can.
    public var obstacle = ""

    public struct Note: Sendable {
        public var at: HostTime
        public var words: String
    }

    public enum End: Sendable {
        /// The app was told, with or without leave to resume.
        case told(HostTime, cause: String, shouldResume: Bool)
        /// The app activated its session again before it was notified.
        case activated(HostTime)
        /// The app's session or process ended, and the interruption with it.
        case gone(HostTime, words: String)
        /// The interruption has not ended.
        case open
    }
}

extension StoryReport {
    /// The interruptions that an app was told of up to `time`, oldest first.
    public func interruptions(of app: String, until time: HostTime) -> [InterruptionSpan] {
        let began = told.filter {
            $0.app == app && $0.event == "interruption.began" && $0.at <= time
        }
        return began.enumerated().map { index, start in
            let next = index + 1 < began.count ? began[index + 1].at : time
            let by = events.last { $0.at == start.at && $0.sentence == start.cause }?.actor ?? ""
            let end = end(of: app, from: start.at, until: next)
            let outlook = activationOutlooks.last { $0.app == app && $0.at <= next }
            return InterruptionSpan(
                began: start.at, cause: start.cause, by: by == app ? "" : by,
                since: notes(on: by, from: start.at, until: end.time ?? next), end: end,
                obstacle: outlook?.obstacle ?? "")
        }
    }

    private func end(
        of app: String, from start: HostTime, until time: HostTime
    ) -> InterruptionSpan.End {
        var ends: [(at: HostTime, end: InterruptionSpan.End)] = []
        for record in told where record.app == app && start <= record.at && record.at <= time {
            if record.event == "interruption.ended" {
                let resumes = record.detail == "shouldResume"
                ends.append(
                    (record.at, .told(record.at, cause: record.cause, shouldResume: resumes)))
            } else if record.event == "media-services.lost" {
                ends.append((record.at, .gone(record.at, words: "the media services were lost")))
            }
        }
        for record in apps where record.app == app && start <= record.at && record.at <= time {
            if record.what == "session becomes active", record.at > start {
                ends.append((record.at, .activated(record.at)))
            } else if record.what == "is not-running" {
                ends.append((record.at, .gone(record.at, words: "\(app) is not running any more")))
            }
        }
        // Being told comes before what the app then does.
        return ends.enumerated().min { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }?
            .element.end ?? .open
    }

    /// Later events of the interrupting app: when its session ended, and when it was active again.
    private func notes(
        on app: String, from start: HostTime, until time: HostTime
    ) -> [InterruptionSpan.Note] {
        let range = start...max(start, time)
        let turns = apps.filter {
            guard $0.app == app, range.contains($0.at) else { return false }
            return $0.what == "session becomes inactive" || $0.what == "is not-running"
                || $0.what == "session becomes active" && $0.at > start
        }
        return turns.map { record in
            let wasInterrupted = told.contains {
                $0.app == app && $0.at == record.at && $0.event == "interruption.began"
            }
            let cause = record.cause.isEmpty ? "" : ": " + record.cause
            let isLost = record.what == "session becomes inactive"
            let what = wasInterrupted && isLost ? "is itself interrupted" : record.what
            return .init(at: record.at, words: "\(app) \(what)\(cause)")
        }
    }
}

extension InterruptionSpan.End {
    var time: HostTime? {
        switch self {
        case .told(let time, _, _), .activated(let time), .gone(let time, _): time
        case .open: nil
        }
    }
}

extension InterruptionSpan {
    /// Lines for people: what began it, what became of it.
    func lines(of app: String) -> [String] {
        let because = cause.isEmpty ? "" : ": " + cause
        var lines = ["began at \(began.secondsText)\(because)"]
        lines += since.map { "\($0.at.secondsText)  \($0.words)" }
        switch end {
        case .told(let time, let cause, let shouldResume):
            let because = cause.isEmpty ? "" : ": " + cause
            let leave = shouldResume ? "to resume" : "not to resume by itself"
            lines.append("ended at \(time.secondsText)\(because); \(app) was told, and \(leave)")
        case .activated(let time):
            lines.append("over at \(time.secondsText): \(app) activated its session, untold")
        case .gone(let time, let words):
            lines.append("over at \(time.secondsText): \(words)")
        case .open:
            let outlook = obstacle.isEmpty ? "\(app) may activate its session by itself" : obstacle
            lines.append("not over: nothing was told; \(outlook)")
        }
        return lines
    }

    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("began", .seconds(began)), ("cause", .string(cause)),
            ("by", by.isEmpty ? .null : .string(by)),
            (
                "since",
                .array(
                    since.map { .object([("at", .seconds($0.at)), ("what", .string($0.words))]) })
            ),
            ("ended", end.time.map { .seconds($0) } ?? .null),
        ]
        if case .told(_, let cause, let shouldResume) = end {
            members += [("told", .bool(true)), ("shouldResume", .bool(shouldResume))]
            members.append(("endCause", .string(cause)))
        } else {
            members.append(("told", .bool(false)))
            if case .open = end {
                members.append(("obstacle", obstacle.isEmpty ? .null : .string(obstacle)))
            }
        }
        return .object(members)
    }
}
