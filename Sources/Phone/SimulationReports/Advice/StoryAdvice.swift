package import AudioModel
import Terminal

extension StoryReport {
    /// What the apps of the story did that the guidelines advise against, in order of time; each
    /// guideline once for each app.
    public var advice: [Advice] {
        var advisor = StoryAdvisor(self)
        return advisor.advice()
    }

    /// Advice for people: the moment, what the app did, the guideline and the remedy.
    ///
    /// - Parameter inColor: With terminal colours.
    public func adviceText(inColor: Bool = false) -> String {
        let paint = TextPaint(isOn: inColor)
        let advice = advice
        guard !advice.isEmpty else { return "\(printableTitle): nothing to advise\n" }
        var lines = [paint(printableTitle, .bold)]
        for item in advice {
            let words = "\(item.at.secondsText)  \(item.app)  \(item.observation)"
            lines += [
                "", paint(printable(words), .warning), "        \(item.guideline.sentence)",
                "        \(item.guideline.remedy) [\(item.guideline.rawValue)]",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var printableTitle: String { printable("\(title) (\(path))") }

    package var adviceJSON: JSONValue {
        .object([
            ("scenario", .string(title)), ("path", .string(path)),
            (
                "advice",
                .array(
                    advice.map { item in
                        .object([
                            ("at", .seconds(item.at)), ("app", .string(item.app)),
                            ("guideline", .string(item.guideline.rawValue)),
                            ("sentence", .string(item.guideline.sentence)),
                            ("observation", .string(item.observation)),
                            ("remedy", .string(item.guideline.remedy)),
                        ])
                    })
            ),
        ])
    }
}

/// Looks through a story's records for what the guidelines advise against.
private struct StoryAdvisor {
    let report: StoryReport
    private var found: [Advice] = []

    /// How long a session may be active without sound before that is advised against.
    private static let idleMax = HostInterval.seconds(10)
    /// How long after a change its consequence counts as an answer to it.
    private static let answerTime = HostInterval.seconds(1)
    /// Alert sounds within `alertSpan` from which on they are routine.
    private static let alertCount = 3
    private static let alertSpan = HostInterval.seconds(10)

    init(_ report: StoryReport) {
        self.report = report
    }

    mutating func advice() -> [Advice] {
        for app in report.appNames where app != StoryReport.deviceName {
            let lanes = report.streams.filter { $0.app == app }
            findAlerts(lanes, app)
            findCategoryChanges(lanes, app)
            findUnpluggedSound(lanes, app)
            findIdleSession(lanes, app)
            findBackgroundSilence(lanes, app)
            findVolumeAnswers(app)
            findMissedResumes(lanes, app)
            findQuits(app)
            findSlowLaunches(app)
            findRouteDetection(app)
            findUnsavedState(app)
            findIssues(app)
        }
        let order = found.indices.sorted { (found[$0].at, $0) < (found[$1].at, $1) }
        return order.map { found[$0] }
    }

    private mutating func add(
        _ guideline: Guideline, _ app: String, at time: HostTime, _ observation: String
    ) {
        guard !found.contains(where: { $0.app == app && $0.guideline == guideline }) else { return }
        found.append(
            Advice(at: time, app: app, guideline: guideline, observation: observation))
    }

    private mutating func findAlerts(_ lanes: [StreamLane], _ app: String) {
        let alerts = lanes.filter { $0.kind == .alertSound }
        let starts = alerts.compactMap(\.spans.first?.from).sorted()
        for (index, start) in starts.enumerated().dropFirst(Self.alertCount - 1)
        where start - starts[index - Self.alertCount + 1] <= Self.alertSpan {
            add(
                .alertsForAlerts, app, at: start,
                "played \(Self.alertCount) alert sounds within "
                    + "\(Numeral.short(Self.alertSpan.seconds, places: 0)) s")
        }
    }

    private mutating func findCategoryChanges(_ lanes: [StreamLane], _ app: String) {
        for event in events(of: app, "set category ") {
            guard let lane = lanes.first(where: { isRunning($0, before: event.at) }) else {
                continue
            }
            add(
                .steadyCategory, app, at: event.at, "changed its category while \(lane.name) sounds"
            )
        }
    }

    private mutating func findUnpluggedSound(_ lanes: [StreamLane], _ app: String) {
        for record in report.device where record.change.hasPrefix("unplug ") {
            let changesRoute = report.device.contains {
                $0.at == record.at && $0.change.hasPrefix("route ")
            }
            guard changesRoute else { continue }
            let later = record.at + Self.answerTime
            let lane = lanes.first {
                $0.kind != .recorder && isRunning($0, before: record.at) && isAudible($0, at: later)
            }
            guard let lane else { continue }
            add(
                .silentAfterUnplug, app, at: record.at,
                "went on playing \(lane.name) after '\(record.change)'")
        }
    }

    private mutating func findIdleSession(_ lanes: [StreamLane], _ app: String) {
        guard events(of: app, "set category ").last?.sentence.hasSuffix(" ambient") != true else {
            return
        }
        var activeSince: HostTime?
        let changes = report.apps.filter { $0.app == app && $0.what.hasPrefix("session becomes ") }
        for change in changes {
            if change.what == "session becomes active" {
                activeSince = activeSince ?? change.at
            } else if let since = activeSince {
                findIdleTime(from: since, to: change.at, lanes, app)
                activeSince = nil
            }
        }
        if let activeSince {
            findIdleTime(from: activeSince, to: .zero + report.duration, lanes, app)
        }
    }

    private mutating func findIdleTime(
        from start: HostTime, to end: HostTime, _ lanes: [StreamLane], _ app: String
    ) {
        let runs = lanes.filter(\.kind.isSessionSound).flatMap(\.spans)
            .filter { [.audible, .ducked, .silent].contains($0.verdict.state) }
            .filter { $0.to > start && $0.from < end }
            .sorted { $0.from < $1.from }
        var silentSince = start
        for run in runs {
            if run.from - silentSince >= Self.idleMax { break }
            silentSince = max(silentSince, run.to)
        }
        let next = runs.first { $0.from >= silentSince }?.from ?? end
        guard next - silentSince >= Self.idleMax else { return }
        let length = Numeral.short((next - silentSince).seconds, places: 1)
        add(
            .idleSession, app, at: silentSince,
            "kept its session active for \(length) s without sound")
    }

    private mutating func findBackgroundSilence(_ lanes: [StreamLane], _ app: String) {
        for lane in lanes where lane.kind.isSessionSound {
            let span = lane.spans.first { span in
                span.to - span.from >= .milliseconds(200)
                    && ![.paused, .stopped].contains(span.verdict.state)
                    && span.verdict.reasons.contains { $0.kind == .background }
            }
            guard let span else { continue }
            add(
                .backgroundMode, app, at: span.from,
                "let \(lane.name) go on in the background, where it is silent")
        }
    }

    private mutating func findVolumeAnswers(_ app: String) {
        let changes = report.device.filter { $0.change.hasPrefix("media ") }
        for event in events(of: app, "set the sound's volume") {
            let change = changes.last { $0.at <= event.at && event.at - $0.at <= Self.answerTime }
            guard let change else { continue }
            add(
                .volumeButtons, app, at: event.at,
                "changed its own volume right after '\(change.change)'")
        }
    }

    private mutating func findMissedResumes(_ lanes: [StreamLane], _ app: String) {
        let ends = report.told.filter {
            $0.app == app && $0.event == "interruption.ended" && $0.detail == "shouldResume"
        }
        for end in ends {
            let lane = lanes.first { lane in
                let state = span(of: lane, at: end.at)?.verdict.state
                guard state == .paused || state == .interrupted else { return false }
                let wasInterrupted = lane.spans.contains {
                    $0.from < end.at && $0.verdict.state == .interrupted
                }
                return wasInterrupted
                    && !lane.spans.contains { $0.to > end.at && $0.verdict.isRunning }
            }
            let hasTime = .zero + report.duration - end.at >= Self.answerTime
            guard let lane, hasTime else { continue }
            add(
                .resumeAfterInterruption, app, at: end.at,
                "did not play \(lane.name) again after the interruption")
        }
    }

    private mutating func findQuits(_ app: String) {
        for event in report.events where event.actor == app && event.sentence == "\(app) quit" {
            add(.neverQuit, app, at: event.at, "quit by itself")
        }
    }

    private mutating func findSlowLaunches(_ app: String) {
        for launch in report.slowLaunches where launch.app == app {
            add(.slowLaunch, app, at: launch.at, launch.what)
        }
    }

    private mutating func findRouteDetection(_ app: String) {
        let records = report.apps.filter { $0.app == app }
        var isOn = false
        for record in records {
            switch record.what {
            case AppActionRecord.detectionOn: isOn = true
            case AppActionRecord.detectionOff: isOn = false
            case "is background", "is suspended":
                // A handler of the change may switch it off.
                let isSwitchedOff = records.contains {
                    $0.what == AppActionRecord.detectionOff && $0.at >= record.at
                        && $0.at - record.at <= Self.answerTime
                }
                guard isOn, !isSwitchedOff else { continue }
                add(
                    .routeDetectionInFront, app, at: record.at,
                    "left route detection on in the background")
            case "is not-running": isOn = false
            default: break
            }
        }
    }

    private mutating func findUnsavedState(_ app: String) {
        for end in report.unsavedEnds where end.app == app {
            add(.saveState, app, at: end.at, end.what)
        }
    }

    private mutating func findIssues(_ app: String) {
        for issue in report.runtimeIssues where issue.app == app {
            add(issue.guideline, app, at: issue.at, issue.observation)
        }
    }

    // MARK: Records

    private func events(of app: String, _ words: String) -> [EventRecord] {
        report.events.filter { $0.actor == app && $0.sentence.hasPrefix("\(app) \(words)") }
    }

    private func span(of lane: StreamLane, at time: HostTime) -> StreamSpan? {
        lane.spans.last { $0.from <= time && time <= $0.to }
    }

    private func isAudible(_ lane: StreamLane, at time: HostTime) -> Bool {
        span(of: lane, at: time)?.verdict.isAudible ?? false
    }

    /// Whether a stream that the session governs ran right before a time.
    private func isRunning(_ lane: StreamLane, before time: HostTime) -> Bool {
        lane.kind.isSessionSound
            && lane.spans.contains { $0.from < time && time <= $0.to && $0.verdict.isRunning }
    }
}
