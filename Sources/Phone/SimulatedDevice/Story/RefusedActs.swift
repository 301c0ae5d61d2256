import AudioModel
import ScenarioLanguage
import SimulationReports
import SoundPolicy

/// The acts of a story that were refused unexpectedly, and the failures that only follow from them.
///
/// A failure follows from a refused act while the refusal lasts, which is until the app succeeds
/// with an act of the same kind: conditions on the app's streams and notifications follow from a
/// refused category, mode or activation, those on one stream from its refused start, and those that
/// name the app as the interrupter from either. An act follows from a refused category, mode or
/// activation only where it was refused itself: that nothing runs in a suspended app does not.
struct RefusedActs {
    /// What was refused; a later success of the same kind by the same app ends the refusal.
    enum Kind: Hashable {
        case category
        case activation
        case stream(String)

        init?(_ act: AppAct) {
            switch act {
            case .opens, .opensURL, .setsCategory, .setsMode: self = .category
            case .activates: self = .activation
            case .plays, .prepares, .resumes, .records:
                guard let stream = act.stream else { return nil }
                self = .stream(stream)
            default: return nil
            }
        }
    }

    fileprivate struct Refused {
        var time: HostTime
        var end: HostTime?
        var line: Int
        var app: String
        var kind: Kind
        /// Whether it asked for a session that mixes.
        var asksToMix: Bool
        /// Whether it asked for a session that records.
        var asksForInput: Bool
        /// The rule that refused it; empty for none.
        var rule: String
    }

    private var acts: [Refused] = []

    /// Notes how an app's act went.
    ///
    /// - Parameters:
    ///   - app: The app as the scenario declares it.
    ///   - reason: Why it was refused although it should not have been; `nil` when it was not.
    mutating func note(
        _ act: AppAct, by declaration: AppDeclaration, at time: HostTime, line: Int,
        refusedFor reason: RefusalReason?
    ) {
        guard let kind = Kind(act) else { return }
        let app = declaration.name
        if let reason {
            acts.append(
                Refused(
                    time: time, line: line, app: app, kind: kind,
                    asksToMix: act.asksToMix(for: declaration),
                    asksForInput: act.asksForInput(for: declaration), rule: reason.rule))
        } else {
            for index in acts.indices
            where acts[index].app == app && acts[index].kind == kind && acts[index].end == nil {
                acts[index].end = time
            }
        }
    }

    /// Marks the failures and conditions of a report that follow from an earlier one.
    func markConsequences(in report: inout StoryReport, of scenario: Scenario) {
        for index in report.failures.indices {
            let failure = report.failures[index]
            guard let action = scenario.timed.first(where: { $0.isPlaced(as: failure) })?.action,
                case .app(let app, let act) = action
            else { continue }
            let ownRefusal = acts.first { $0.line == failure.line }
            report.failures[index].followsFrom = cause(before: failure) { refused in
                refused.app == app && (refused.kind != Kind(act) || !act.canFail)
                    && refused.concerns(stream: act.stream)
                    && (ownRefusal != nil || refused.isOfStream)
                    && refused.mayCause(ownRefusal?.rule)
            }
        }
        for index in report.expectations.indices where !report.expectations[index].isOK {
            let result = report.expectations[index]
            let claim = scenario.expectations[index].claim
            let time = result.failureTime(in: report.duration)
            let origin = acts.first { $0.lasts(at: time) && $0.explains(claim) }
            let line =
                origin.map { act in firstCause(of: act.line, in: report) }
                ?? earlierLine(of: index, in: report, scenario)
            if line != result.line { report.expectations[index].followsFrom = line }
        }
    }

    private func cause(before failure: StoryFailure, where isCause: (Refused) -> Bool) -> Int? {
        acts.first { $0.line < failure.line && $0.lasts(at: failure.at) && isCause($0) }?.line
    }

    private func firstCause(of line: Int, in report: StoryReport) -> Int {
        report.failures.first { $0.line == line }?.followsFrom ?? line
    }

    /// The line of an earlier expectation of the same condition that failed because of the same
    /// span of the same stream.
    private func earlierLine(of index: Int, in report: StoryReport, _ scenario: Scenario) -> Int? {
        guard case .stream(let stream, _) = scenario.expectations[index].claim,
            let span = failedSpan(of: stream, report.expectations[index], in: report)
        else { return nil }
        let earlier = report.expectations.indices.prefix(index).first { other in
            let result = report.expectations[other]
            return !result.isOK
                && scenario.expectations[other].claim == scenario.expectations[index].claim
                && failedSpan(of: stream, result, in: report) == span
        }
        return earlier.map { report.expectations[$0].followsFrom ?? report.expectations[$0].line }
    }

    /// The beginning of the stream's span in which an expectation failed.
    private func failedSpan(
        of stream: StreamReference, _ result: ExpectationResult, in report: StoryReport
    ) -> HostTime? {
        let lane = report.streams.first { $0.fullName == stream.fullName }
        let time = result.failureTime(in: report.duration)
        return lane?.spans.last { $0.from <= time && time <= $0.to }?.from
    }
}

extension RefusedActs.Refused {
    fileprivate func lasts(at time: HostTime) -> Bool {
        self.time <= time && end.map { time < $0 } ?? true
    }

    /// Whether a sound or a recording was refused, and not a session.
    fileprivate var isOfStream: Bool { if case .stream = kind { true } else { false } }

    /// Whether the refusal stands in the way of one of the app's streams; `nil` for the session.
    fileprivate func concerns(stream: String?) -> Bool {
        if case .stream(let refused) = kind { refused == stream } else { true }
    }

    /// Whether another refusal may follow from this one: a category that would not have mixed
    /// either changes nothing about what a call, an alarm or the background refuses, and one
    /// without input nothing about recording.
    fileprivate func mayCause(_ rule: String?) -> Bool {
        let blocking: [Rule] = [
            .interrupterBlocksActivation, .backgroundMayNotInterrupt, .backgroundMayNotStart,
        ]
        if kind == .category, !asksForInput, rule == Rule.inputNeedsCategory.rawValue {
            return false
        }
        guard kind == .category, !asksToMix else { return true }
        return !blocking.contains { $0.rawValue == rule }
    }

    /// Whether a condition may fail because of the refusal alone.
    fileprivate func explains(_ claim: Condition) -> Bool {
        switch claim {
        case .stream(_, .recording) where kind == .category && !asksForInput: false
        case .stream(_, .records) where kind == .category && !asksForInput: false
        case .stream(.app(app, let stream), _): concerns(stream: stream)
        case .stream(_, .interrupted(by: .app(app)?)), .stream(_, .ducked(by: .app(app)?)): true
        case .told(app, _), .notTold(app, _): concerns(stream: nil)
        default: false
        }
    }
}

extension AppAct {
    /// Whether the act asks for a session that mixes; `opens` asks as the declaration says.
    fileprivate func asksToMix(for app: AppDeclaration) -> Bool {
        let (category, options): (SessionCategory?, SessionOptions) =
            if case .setsCategory(let category, _, let options, _) = self {
                (category, options)
            } else {
                (app.category, app.options)
            }
        return category == .ambient || !options.isDisjoint(with: [.mixWithOthers, .duckOthers])
    }

    /// Whether the act asks for a session with input; `opens` asks as the declaration says.
    fileprivate func asksForInput(for app: AppDeclaration) -> Bool {
        let category: SessionCategory? =
            if case .setsCategory(let category, _, _, _) = self { category } else { app.category }
        return category.map { SoundPolicy.takesInput($0) } ?? false
    }
}

extension TimedAction {
    fileprivate func isPlaced(as failure: StoryFailure) -> Bool {
        location.line == failure.line && location.column == failure.column
    }
}

extension Story {
    /// Notes whether an act was refused unexpectedly, for what follows from it.
    func noteRefusal(of timed: TimedAction, status: Int32?) {
        guard case .app(let name, let act) = timed.action,
            let app = scenario.apps.first(where: { $0.name == name })
        else { return }
        var reason: RefusalReason?
        if let status, timed.fails == nil {
            let error = SessionError(rawValue: status) ?? .unspecified
            reason =
                self.reason(for: error, in: timed.action) ?? RefusalReason(error, sentence: "")
        }
        records.refusedActs.note(
            act, by: app, at: loop.now, line: timed.location.line, refusedFor: reason)
    }
}
