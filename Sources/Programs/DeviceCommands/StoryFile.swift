import AudioModel
import CommandLineTool
import Dispatch
import ScenarioLanguage
import Synchronization

/// The file of a recorded story, written while it happens: a killed service leaves one that plays.
///
/// Ownership: one thread begins and finishes, with the timer; a queue of its own writes in between.
final class StoryFile: @unchecked Sendable {
    private let recorder: LiveRecorder
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "sori.device.story")
    private let state: Mutex<State>
    private var timer: (any DispatchSourceTimer)?

    private struct State {
        var file: GrowingTextFile
        /// Number of actions in the file; `nil` before it is written.
        var writtenActCount: Int?
        /// Whether the last attempt to write failed, which has been reported.
        var isRefused = false
        /// Whether it was reported that the recorder takes no more.
        var isFull = false
    }

    private static let periodMilliseconds = 1000

    /// - Parameter report: Shows a message to the user.
    init(
        _ path: String, _ recorder: LiveRecorder, report: @escaping @Sendable (String) -> Void
    ) {
        self.recorder = recorder
        self.report = report
        state = Mutex(State(file: GrowingTextFile(path)))
    }

    /// Writes the story now, and then each second in which something has happened.
    ///
    /// - Parameter now: The time since the device was switched on; `nil` when it is gone.
    func begin(_ now: @escaping @Sendable () -> HostTime?) {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in
            if let self, let time = now() { update(at: time) }
        }
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(Self.periodMilliseconds),
            leeway: .milliseconds(100))
        timer.activate()
        self.timer = timer
    }

    private func update(at time: HostTime) {
        let message: String? = state.withLock { state in
            let actCount = recorder.actCount
            guard actCount != state.writtenActCount, state.file.canBeUpdated else { return nil }
            do throws(ProgramError) {
                try state.file.update(recorder.scenario(endingAt: time).description)
                state.writtenActCount = actCount
                state.isRefused = false
                return nil
            } catch {
                defer { state.isRefused = true }
                return state.isRefused ? nil : Self.message(error)
            }
        }
        if let message { report(message) }
        reportLostActs()
    }

    /// The message of a refusal, once for several in a row.
    private static func message(_ error: ProgramError) -> String {
        "\(error.place): \(error.what); what happens is kept in memory meanwhile, and what was "
            + "written before stays: \(error.advice)"
    }

    private func reportLostActs() {
        guard recorder.lostActCount > 0 else { return }
        let isNew = state.withLock { state in
            defer { state.isFull = true }
            return !state.isFull
        }
        guard isNew else { return }
        report("the story is full: what happens after \(LiveRecorder.actsMax) acts is left out")
    }

    /// Writes the whole story.
    ///
    /// - Throws: An error when it cannot be written; what was written before stays.
    func finish(at end: HostTime) throws(ProgramError) {
        timer?.cancel()
        // Behind an update that still runs.
        queue.sync {}
        let story = recorder.scenario(endingAt: end).description
        try state.withLock { state throws(ProgramError) in
            if state.file.canBeUpdated {
                try state.file.update(story)
            } else {
                try replaceFile(story, at: state.file.path)
            }
        }
        reportLostActs()
    }
}
