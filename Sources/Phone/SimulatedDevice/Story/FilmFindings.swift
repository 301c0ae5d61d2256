import AudioModel
import Cameras
import ScenarioLanguage

// Films of a story: what has become of them, and conditions about it.

extension StoryRecords {
    func note(_ film: Film, at time: HostTime) {
        films[film.name, default: Timeline(.stopped)].set(film.state, at: time)
    }

    func note(_ zoom: CameraZoom, of app: String, at time: HostTime) {
        zooms[app, default: Timeline(CameraZoom())].set(zoom, at: time)
    }

    /// Evaluates a condition about a film.
    func finding(
        ofFilm film: StreamReference, _ claim: StreamCondition, _ when: ExpectationTime,
        duration: HostTime
    ) -> RecordFinding {
        guard let states = films[film.fullName] else {
            return .no(
                track(named: film.fullName) == nil ? "it has not started" : "it is not a film")
        }
        switch claim {
        case .films: return held(states, when, { $0 == .films }, \.words)
        case .interrupted(let by):
            return held(states, when, { $0.isInterrupted(by: by) }, \.words)
        case .stopped: return held(states, when, { $0 == .stopped || $0 == .denied }, \.words)
        case .zoom(let factor): return zoomed(film, factor, when, duration)
        case .waiting, .failed: return .no("a film plays nothing")
        case .audible, .silent, .paused, .ducked, .gain, .records, .recording, .recordingEnds:
            return .no("a film has no sound of its own")
        }
    }

    private func zoomed(
        _ film: StreamReference, _ wanted: Double, _ when: ExpectationTime,
        _ duration: HostTime
    ) -> RecordFinding {
        guard case .app(let app, _) = film else { return .no("it is not a film") }
        let zooms = zooms[app] ?? Timeline(CameraZoom())
        func factor(at time: HostTime) -> Double { zooms.value(at: time).factor(at: time) }
        func words(_ factor: Double) -> String { "zoom \(Numeral.short(factor, places: 3))" }
        let times: [HostTime]
        switch when {
        case .moment(let at): times = [at]
        case .span(let from, let to):
            // A way from one factor to another is at the wanted one only between its ends.
            let trim = ConditionEvaluator.edgeMargin
            let (first, last) = (
                from + trim, to + HostInterval(nanoseconds: -trim.nanoseconds)
            )
            times =
                [first] + zooms.values(from: first, to: last).map { max($0.time, first) } + [last]
        case .within(_, of: _, at: let start):
            guard let time = zooms.firstTime(at: wanted, from: start, to: duration) else {
                return .no(words(factor(at: start)))
            }
            return .yes("\(words(wanted)) at \(seconds(time)) s", at: time)
        case .never:
            let ends = zooms.changes.dropFirst().map(\.time) + [duration]
            for (change, end) in zip(zooms.changes, ends) {
                // A way from one factor to another passes all between them.
                let (one, other) = (
                    change.value.factor(at: change.time),
                    change.value.factor(at: end + HostInterval(nanoseconds: -1))
                )
                if min(one, other) * 0.99 <= wanted, wanted <= max(one, other) * 1.01 {
                    return .yes(
                        "\(words(wanted)) after \(seconds(change.time)) s", at: change.time)
                }
            }
            return .no("never")
        }
        for time in times where abs(factor(at: time) - wanted) > wanted * 0.01 {
            return .no("\(words(factor(at: time))), at \(seconds(time)) s", at: time)
        }
        return .yes(words(times.first.map(factor) ?? 1))
    }
}

extension Timeline<CameraZoom> {
    /// The first moment at which the factor is a wanted one, within 1 %; a way from one factor to
    /// another passes all between them.
    fileprivate func firstTime(
        at wanted: Double, from start: HostTime, to end: HostTime
    ) -> HostTime? {
        func isReached(_ zoom: CameraZoom, _ time: HostTime) -> Bool {
            abs(zoom.factor(at: time) - wanted) <= wanted * 0.01
        }
        let pieces = values(from: start, to: end)
        for (index, piece) in pieces.enumerated() {
            let next = index + 1 < pieces.count ? pieces[index + 1].time : end
            var (before, after) = (max(piece.time, start), next)
            if isReached(piece.value, before) { return before }
            let isBelow = piece.value.factor(at: before) < wanted
            func isPast(_ time: HostTime) -> Bool {
                isReached(piece.value, time) || (piece.value.factor(at: time) < wanted) != isBelow
            }
            guard after > before, isPast(after + HostInterval(nanoseconds: -1)) else { continue }
            while after - before > .milliseconds(1) {
                let half = HostInterval(nanoseconds: (after - before).nanoseconds / 2)
                if isPast(before + half) { after = before + half } else { before = before + half }
            }
            return after
        }
        return nil
    }
}

extension Film.State {
    var words: String {
        switch self {
        case .stopped: "stopped"
        case .films: "films"
        case .isBlack: "films black, until the user permits more"
        case .denied: "the user has denied the camera"
        case .interrupted(let by):
            by.isEmpty ? "interrupted (in the background)" : "interrupted by \(by)"
        }
    }

    func isInterrupted(by suspect: Suspect?) -> Bool {
        guard case .interrupted(let by) = self else { return false }
        return switch suspect {
        case nil: true
        case .app(let name)?: by == name
        case .system(let interrupter)?: by == interrupter.rawValue
        }
    }
}

extension StreamCondition {
    /// Whether only a film can fulfil the condition.
    var isOfFilm: Bool {
        switch self {
        case .films, .zoom: true
        default: false
        }
    }
}

extension Scenario {
    /// The full names of what its apps film.
    var filmNames: Set<String> {
        var names: Set<String> = []
        for timed in timed {
            guard case .app(let app, .films(let film, _)) = timed.action else { continue }
            names.insert("\(app).\(film)")
        }
        return names
    }
}
