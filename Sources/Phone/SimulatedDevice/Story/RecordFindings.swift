import AudioModel
import ScenarioLanguage
import SimulationReports

// Evaluates conditions by a story's records.

extension StoryRecords {
    func finding(_ expectation: Expectation, duration: HostTime) -> RecordFinding {
        guard case .within(let interval, of: let label, at: let start) = expectation.when else {
            return plainFinding(expectation, duration: duration)
        }
        let limit = TimeLimit(interval: interval, label: label, start: start)
        guard expectation.claim.canBeNever else {
            // What must not be told must not be told before the limit.
            return plainFinding(expectation, duration: limit.end)
        }
        return limit.finding(plainFinding(expectation, duration: duration))
    }

    /// The finding without a time limit: within one, the first moment from its start on.
    private func plainFinding(_ expectation: Expectation, duration: HostTime) -> RecordFinding {
        let (from, to): (HostTime, HostTime) =
            switch expectation.when {
            case .span(let from, let to): (from, to)
            case .moment(let at): (at, at + ConditionEvaluator.settlingTime)
            case .within(_, of: _, at: let start): (start, duration)
            case .never: (.zero, duration)
            }
        // An event at the boundary of two spans belongs to the second.
        let isInside: (HostTime) -> Bool
        if case .span = expectation.when, to < duration {
            isInside = { from <= $0 && $0 < to }
        } else {
            isInside = { from <= $0 && $0 <= to }
        }
        switch expectation.claim {
        case .told(let app, let event): return told(app, event, isInside)
        case .notTold(let app, let event): return denied(told(app, event, isInside))
        case .vibrates: return vibrated(isInside)
        case .doesNotVibrate: return denied(vibrated(isInside))
        case .mediaVolume(let volume): return volumes(mediaVolume, volume, expectation.when)
        case .ringerVolume(let volume): return volumes(ringerVolume, volume, expectation.when)
        case .route(let port):
            return held(route, expectation.when, { $0.outputs.contains(port) }) { route in
                let outputs = route.outputs.map(\.description).joined(separator: ",")
                return "route \(outputs.isEmpty ? "none" : outputs)"
            }
        case .app(let app, let state):
            guard let states = appStates[app] else { return .no("\(app) is not in the story") }
            return held(states, expectation.when, { $0 == state }) { "\(app) is \($0.words)" }
        case .interface(let app, let orientation):
            guard let interface = interfaces.timelines[app] else {
                return .no("\(app) is not in the story")
            }
            return held(interface, expectation.when, { $0 == orientation }) {
                $0.map { "\(app) interface \($0.word)" } ?? "\(app) has no interface"
            }
        case .stream(let reference, let claim)
        where claim.isOfFilm || films[reference.fullName] != nil:
            return finding(ofFilm: reference, claim, expectation.when, duration: duration)
        case .stream(let reference, .waiting):
            return progress(reference.fullName, .waiting, expectation.when)
        case .stream(let reference, .failed):
            return progress(reference.fullName, .failed, expectation.when)
        case .stream(let reference, .recordingEnds):
            return recordingEnded(reference.fullName, isInside)
        case .stream, .heard, .heardSilence, .clicks:
            preconditionFailure("judged by samples")
        }
    }

    private func recordingEnded(
        _ name: String, _ isInside: (HostTime) -> Bool
    ) -> RecordFinding {
        guard let track = track(named: name) else { return .no("it has not started") }
        guard track.lane.kind == .recorder else { return .no("it is not a recording") }
        let ends = recordingEnds.filter { $0.stream == name }
        if let end = ends.first(where: { isInside($0.time) }) {
            return .yes("ends at \(seconds(end.time)) s (\(end.words))", at: end.time)
        }
        guard let last = ends.last else { return .no("it does not end") }
        return .no("it ends at \(seconds(last.time)) s (\(last.words))")
    }

    private func denied(_ finding: RecordFinding) -> RecordFinding {
        switch finding {
        case .yes(let words, let time): .no(words, at: time)
        case .no(let words, let time): .yes(words, at: time)
        }
    }

    private func told(
        _ app: String, _ event: ExpectedNotification, _ isInside: (HostTime) -> Bool
    ) -> RecordFinding {
        let heard = told.filter { $0.app == app && isInside($0.time) }
        if let match = heard.first(where: { event.matches($0.notification, in: $0.state) }) {
            let words = match.notification.words
            let detail = words.detail.isEmpty ? "" : " " + words.detail
            return .yes("told \(words.event)\(detail) at \(seconds(match.time)) s", at: match.time)
        }
        guard !heard.isEmpty else { return .no("\(app) was told nothing") }
        let list = heard.prefix(5).map { entry in
            let state =
                entry.notification.isLifeCycleNotification && event.isOfState
                ? " in \(entry.state.words)" : ""
            let (event, detail) = entry.notification.words
            let words = detail.isEmpty ? event : "\(event) \(detail)"
            return "\(words)\(state) at \(seconds(entry.time)) s"
        }
        return .no("\(app) was told only: \(list.joined(separator: ", "))")
    }

    private func vibrated(_ isInside: (HostTime) -> Bool) -> RecordFinding {
        if let time = vibrations.first(where: isInside) {
            return .yes("vibrates at \(seconds(time)) s", at: time)
        }
        if let missing = missingVibrations.first(where: { isInside($0.time) }) {
            return .no("\(missing.words), at \(seconds(missing.time)) s", at: missing.time)
        }
        return .no("does not vibrate")
    }

    private func volumes(
        _ timeline: Timeline<Float>, _ wanted: Double, _ when: ExpectationTime
    ) -> RecordFinding {
        held(timeline, when, { abs(Double($0) - wanted) <= 0.001 }) { "volume \(shortest($0))" }
    }

    /// Whether the timeline had a value: at the moment, throughout the span, or (for `never`) ever.
    func held<Value: Hashable & Sendable>(
        _ timeline: Timeline<Value>, _ when: ExpectationTime, _ isWanted: (Value) -> Bool,
        _ words: (Value) -> String
    ) -> RecordFinding {
        switch when {
        case .moment(let at):
            let value = timeline.value(at: at)
            return isWanted(value) ? .yes(words(value)) : .no(words(value))
        case .span(let from, let to):
            let trim = ConditionEvaluator.edgeMargin
            let values = timeline.values(
                from: from + trim, to: to + HostInterval(nanoseconds: -trim.nanoseconds))
            if let other = values.first(where: { !isWanted($0.value) }) {
                return .no(
                    "\(words(other.value)), from \(seconds(other.time)) s",
                    at: max(other.time, from))
            }
            return .yes(words(values[0].value))
        case .within(_, of: _, at: let start):
            let value = timeline.value(at: start)
            if isWanted(value) { return .yes(words(value), at: start) }
            let later = timeline.changes.first { $0.time > start && isWanted($0.value) }
            guard let later else { return .no(words(value)) }
            return .yes("\(words(later.value)) at \(seconds(later.time)) s", at: later.time)
        case .never:
            guard let first = timeline.changes.first(where: { isWanted($0.value) }) else {
                return .no("never")
            }
            return .yes(
                "\(words(first.value)) at \(seconds(first.time)) s", at: first.time)
        }
    }
}

extension ExpectedNotification {
    /// Whether the condition is about `applicationState`.
    fileprivate var isOfState: Bool {
        if case .lifeCycle(_, .some) = self { true } else { false }
    }

    /// - Parameter state: The app's `applicationState` at the notification.
    func matches(_ notification: AppNotification, in state: AppState) -> Bool {
        switch (self, notification) {
        case (.interruptionBegan(let wanted), .interruptionBegan(let reason)):
            wanted == nil || wanted == reason
        case (.interruptionEnded(let wanted), .interruptionEnded(let shouldResume)):
            wanted == nil || wanted == shouldResume
        case (.routeChange(let wanted), .routeChanged(let reason, _)): wanted == reason
        case (.hint(let wanted), .secondaryAudioHint(let begins)): wanted == begins
        case (.mediaServicesLost, .mediaServicesLost): true
        case (.mediaServicesReset, .mediaServicesReset): true
        case (.volume(let wanted), .outputVolumeChanged(let volume)):
            abs(Double(volume) - wanted) <= 0.001
        case (.lifeCycle(let wanted, let wantedState), _):
            wanted.rawValue == notification.words.event
                && (wantedState == nil || wantedState == state)
        case (.command(let wanted), .remoteCommand(let command)): wanted == command
        case (.changed(let wanted), .changed(let change)): wanted == change
        default: false
        }
    }
}
