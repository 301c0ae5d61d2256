import AudioModel
import SoundPolicy

/// Replays a phone's log on a new machine and compares the results.
enum ReplayedPhone {
    static let row = FuzzTally.Row(
        checker: "ReplayGivesTheSame",
        sentence: "Replaying the log of events gives the same state")

    static func check(_ run: PhoneRun) -> Violation? {
        var twin = PolicyMachine(run.step.configuration)
        for turn in run.log { _ = twin.handle(turn.event, at: turn.time) }
        var snapshot = PolicySnapshot()
        twin.writeSnapshot(to: &snapshot)
        guard
            snapshot != run.snapshot || twin.nextDeadline != run.machine.nextDeadline
                || twin.memory != run.machine.memory
        else { return nil }
        return Violation(
            checker: row.checker, sentence: row.sentence,
            breach: Finding("the twin's state is another after \(run.stepCount) events"),
            time: run.now, stepIndex: run.stepCount, event: "the end")
    }
}
