import Simulation
import AudioModel
package import SoundPolicy

/// Generates random phones, runs them and checks them.
package struct PhoneFuzzer: Sendable {
    /// Events per phone; `nil` for a length that each seed chooses.
    package var stepCount: Int?
    /// Injected around every phone's machine; `nil` for none.
    package var fault: (any PolicyFault)?

    /// Every `everyNth` seed is also rendered and compared rule by rule.
    package static let everyNth: UInt64 = 100

    package init(stepCount: Int? = nil, fault: (any PolicyFault)? = nil) {
        self.stepCount = stepCount
        self.fault = fault
    }

    /// Runs one phone from its seed with all checks.
    package func run(seed: UInt64, into tally: inout FuzzTally) {
        let plan = plan(seed: seed)
        let checkers = cheapCheckers.map { $0.init() }
        let run = lived(plan, checkers)
        tally.phoneCount += 1
        tally.stepCount += run.stepCount
        tally.add(checkers)
        if let violation = run.violation { return tally.add(violation, seed: seed) }
        if isReplayed {
            tally.addPremises(1, of: ReplayedPhone.row.checker)
            if let violation = ReplayedPhone.check(run) {
                return tally.add(violation, seed: seed)
            }
        }
        guard plan.isBrief else { return }
        var comparisonCount = 0
        let compared = RuleComparison.check(run, comparisonCount: &comparisonCount)
        tally.addPremises(comparisonCount, of: RuleComparison.row.checker)
        if let violation = compared { return tally.add(violation, seed: seed) }
        var streamCount = 0
        let rendered = RenderedPhone.check(run.log, plan.configuration, streamCount: &streamCount)
        tally.addPremises(streamCount, of: RenderedPhone.row.checker)
        if let violation = rendered { tally.add(violation, seed: seed) }
    }

    /// Whether to replay the run: faults are injected around the machine, so a replay lacks them.
    private var isReplayed: Bool { fault?.isInReplay ?? true }

    /// Plans a phone; rendered phones are brief, because rendering takes time in proportion.
    private func plan(seed: UInt64) -> PhonePlan {
        PhonePlan(
            seed: seed, stepCount: stepCount,
            isBrief: seed % PhoneFuzzer.everyNth == 0 && fault == nil)
    }

    private func lived(_ plan: PhonePlan, _ checkers: [any Checker]) -> PhoneRun {
        var run = PhoneRun(plan.configuration, checkers: checkers, fault: fault)
        var phone = RandomPhone(plan)
        phone.live(&run)
        return run
    }

    /// Runs one phone with the given checkers.
    ///
    /// - Parameter isBrief: Whether time passes only in short intervals, so that it can be
    ///   rendered.
    package func life(
        seed: UInt64, isBrief: Bool = false, checkers: [any Checker]
    ) -> PhoneRun {
        lived(PhonePlan(seed: seed, stepCount: stepCount, isBrief: isBrief), checkers)
    }

    /// Describes every event of one phone, one line each, and the finding.
    package func log(seed: UInt64) -> [String] {
        let run = lived(plan(seed: seed), cheapCheckers.map { $0.init() })
        // Runs the log again, because the descriptions name apps that run at that moment.
        var machine = PolicyMachine(run.step.configuration)
        return run.log.map { turn in
            let words = machine.words(for: turn.event)
            _ = machine.handle(turn.event, at: turn.time)
            return "\(turn.time.secondsText) \(words)"
        }
    }

    /// The first finding of the selected checkers for one phone; the others do not run.
    ///
    /// - Parameter isAsked: Takes a checker's name and selects it.
    package func finding(seed: UInt64, _ isAsked: (String) -> Bool) -> Violation? {
        let checkers = cheapCheckers.filter { isAsked($0.name) }.map { $0.init() }
        return lived(plan(seed: seed), checkers).violation
    }

    // MARK: Shortening

    /// Shortens the failed phone's events to a minimal story with the same failure.
    package func shortened(_ failure: FuzzTally.FailedPhone) -> Shrinker {
        let plan = plan(seed: failure.seed)
        let run = lived(plan, cheapCheckers.map { $0.init() })
        let isRendered = failure.violation.checker == RenderedPhone.row.checker
        var shrinker = Shrinker(
            plan.configuration, run.log, failure.violation,
            // Rendering is about a thousand times slower.
            runsMax: isRendered ? 200 : Shrinker.runsMax
        ) { configuration, turns in violation(configuration, turns, failure.violation.checker) }
        shrinker.shrink()
        return shrinker
    }

    /// Runs a story and returns the finding of one checker or of those that run after every event.
    package func violation(
        _ configuration: PolicyConfiguration, _ turns: [PolicyLogEntry], _ checker: String
    ) -> Violation? {
        var run = PhoneRun(configuration, checkers: cheapCheckers.map { $0.init() }, fault: fault)
        for turn in turns {
            while !run.advance(to: turn.time) { run.unanswered = [] }
            run.perform(turn.event)
            run.unanswered = []
        }
        if let violation = run.violation { return violation }
        var count = 0
        switch checker {
        case ReplayedPhone.row.checker: return ReplayedPhone.check(run)
        case RuleComparison.row.checker:
            return RuleComparison.check(run, comparisonCount: &count)
        case RenderedPhone.row.checker:
            return RenderedPhone.check(run.log, configuration, streamCount: &count)
        default: return nil
        }
    }
}

extension Shrinker {
    /// The story as a scenario file, with the finding in comments.
    package func scenarioText(seed: UInt64) -> String {
        var story = PhoneStory(turns, configuration, title: "Phone \(seed): \(violation.checker)")
        if let stream = violation.breach.falselyAudibleStream {
            story.expectSilence(of: stream, from: violation.time)
        }
        let head = """
            # Found by sori fuzz --seed \(seed), shortened.
            # \(violation.sentence).
            # At \(violation.time.shortSecondsText) s, when \(violation.event): \
            \(violation.breach.message).

            """
        let note = "# The language cannot express all of these events: 'sori sim' does not fail.\n"
        return head + (isTold ? "" : note) + story.text
    }
}
