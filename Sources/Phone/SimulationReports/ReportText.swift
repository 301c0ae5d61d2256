import AudioModel
import Terminal

extension StoryReport {
    /// The story as lines for people: one for each change with its reason, then what did not hold,
    /// then the counts.
    ///
    /// - Parameter inColor: With terminal colours.
    public func text(inColor: Bool = false) -> String {
        let paint = TextPaint(isOn: inColor)
        let heading = "\(name) (\(path)), \(Numeral.short(duration.seconds, places: 3)) s"
        var lines = [paint(printable(heading), .bold), ""]
        lines += changeLines(paint)
        for failure in reportedFailures {
            let heading = follows(from: failure.followsFrom) + failure.heading + ": "
            let style: TextPaint.Style = failure.followsFrom == nil ? .bad : .faint
            lines += ["", paint(heading, style) + printable(failure.text)]
            lines += failure.found.map { ["        found: " + printable($0)] } ?? []
        }
        for resting in restingLines ?? [] {
            lines += ["", printable("\(path):\(resting.line): \(resting.text)")]
            lines += resting.words.map { "        " + printable($0) }
        }
        let verdict = isOK ? paint("ok", .good) : paint("FAILED", .bad)
        lines += [
            "", "\(verdict)  \(Numeral.counted(changes.count, "change")), \(verdictWords)",
        ]
        if let restingLines {
            lines.append(
                "    " + RestingLine.summary(of: restingLines, triedCount: triedChoiceCount))
        }
        lines.append("")
        return lines.joined(separator: "\n")
    }

    private func changeLines(_ paint: TextPaint) -> [String] {
        let changes = changes
        let timeWidth = changes.map { $0.at.secondsText.count }.max() ?? 0
        let subjectWidth = changes.map(\.subject.columnCount).max() ?? 0
        let stateWidth = StreamState.allCases.map(\.rawValue.count).max() ?? 0
        return changes.map { change in
            let time = change.at.secondsText
            var line = String(repeating: " ", count: timeWidth - time.count) + time + "  "
            line += printable(change.subject).padded(to: subjectWidth) + "  "
            guard !change.detail.isEmpty else {
                return line + paint(printable(change.what), change.style)
            }
            line += paint(printable(change.what).padded(to: stateWidth), change.style) + "  "
            return line + printable(change.detail)
        }
    }
}

/// One line of the text form.
struct StoryChange {
    /// What the log of a page can be filtered by.
    enum Kind: String, CaseIterable {
        case acts
        case device
        case apps
        case sound
        case told
    }

    var kind: Kind
    var at: HostTime
    var subject: String
    /// The app that it is about, or the phone.
    var app: String
    /// The scenario's line, of an act; zero for all else.
    var line = 0
    var what: String
    var detail: String
    var style: TextPaint.Style
    /// The detail with the events behind it and their times; the detail itself where none are known.
    var explanation: String
}

extension StoryReport {
    /// Everything that changed, by time; at one time causes stand before effects.
    var changes: [StoryChange] { changes(withActs: false) }

    /// - Parameter withActs: With the acts of the story, which stand before what they change.
    func changes(withActs: Bool) -> [StoryChange] {
        var all: [(change: StoryChange, rank: Int)] = []
        if withActs { all += acts.map { ($0.change, -1) } }
        all += device.map { record in
            (
                StoryChange(
                    kind: .device, at: record.at, subject: Self.deviceName, app: Self.deviceName,
                    what: record.change, detail: "", style: .deviceEvent, explanation: ""), 0
            )
        }
        all += apps.map { record in
            (
                StoryChange(
                    kind: .apps, at: record.at, subject: record.app, app: record.app,
                    what: record.what, detail: "", style: .appEvent, explanation: record.cause), 1
            )
        }
        all += told.map { ($0.logged, 3) }
        for lane in streams {
            all += lane.spans.map { (lane.change(for: $0), 2) }
            if let last = lane.spans.last, last.verdict.state != .stopped,
                last.to.nanoseconds < duration.nanoseconds
            {
                all.append((lane.end(at: last.to), 2))
            }
        }
        let order = all.indices.sorted { left, right in
            (all[left].change.at, all[left].rank, left)
                < (all[right].change.at, all[right].rank, right)
        }
        return order.map { all[$0].change }
    }
}

extension ActRecord {
    fileprivate var change: StoryChange {
        StoryChange(
            kind: .acts, at: at, subject: actor, app: actor, line: line, what: words, detail: "",
            style: .appEvent, explanation: isWithoutEffect ? "without effect" : "")
    }
}

extension NotificationRecord {
    fileprivate var logged: StoryChange {
        StoryChange(
            kind: .told, at: at, subject: app, app: app, what: "told", detail: words,
            style: .notification, explanation: cause.isEmpty ? words : "\(words) (\(cause))")
    }
}

extension StreamLane {
    fileprivate func change(for span: StreamSpan) -> StoryChange {
        StoryChange(
            kind: .sound, at: span.from, subject: fullName, app: app,
            what: stateWord(span.verdict.state), detail: detailWords(of: span),
            style: TextPaint.Style(span.verdict.state),
            explanation: detailWords(of: span, withCauses: true))
    }

    fileprivate func end(at time: HostTime) -> StoryChange {
        StoryChange(
            kind: .sound, at: time, subject: fullName, app: app, what: "ends", detail: "",
            style: .faint, explanation: "")
    }
}

extension StoryFailure {
    /// `5:7`, or `5` where no act is to blame; empty without a line.
    var place: String {
        guard line > 0 else { return "" }
        return column > 0 ? "\(line):\(column)" : "\(line)"
    }
}
