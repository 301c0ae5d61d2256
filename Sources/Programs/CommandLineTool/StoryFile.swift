package import AudioModel
import Dispatch
import Synchronization

/// The file of a recorded story, written while it happens: a killed process leaves one that plays.
///
/// Ownership: one thread begins and finishes, with the timer; a queue of its own writes in between.
package final class StoryFile: @unchecked Sendable {
    /// What a recorder has recorded so far. Any thread.
    package struct Source: Sendable {
        /// Number of acts in the story.
        var actCount: @Sendable () -> Int
        /// Number of acts that were left out because the story is full.
        var lostActCount: @Sendable () -> Int
        /// Returns the text of the story, which ends at a time since the device was switched on.
        var text: @Sendable (HostTime) -> String

        package init(
            actCount: @escaping @Sendable () -> Int, lostActCount: @escaping @Sendable () -> Int,
            text: @escaping @Sendable (HostTime) -> String
        ) {
            self.actCount = actCount
            self.lostActCount = lostActCount
            self.text = text
        }
    }

    private let source: Source
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "sori.story")
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
    package init(
        _ path: String, _ source: Source, report: @escaping @Sendable (String) -> Void
    ) {
        self.source = source
        self.report = report
        state = Mutex(State(file: GrowingTextFile(path)))
    }

    /// Writes the story now, and then each second in which something has happened.
    ///
    /// - Parameter now: The time since the device was switched on; `nil` when it is gone.
    package func begin(_ now: @escaping @Sendable () -> HostTime?) {
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
            let actCount = source.actCount()
            guard actCount != state.writtenActCount, state.file.canBeUpdated else { return nil }
            do throws(ProgramError) {
                try state.file.update(source.text(time))
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
        guard source.lostActCount() > 0 else { return }
        let isNew = state.withLock { state in
            defer { state.isFull = true }
            return !state.isFull
        }
        guard isNew else { return }
        report("the story is full: what happens after \(source.actCount()) acts is left out")
    }

    /// Writes no more until `finish`.
    package func stop() {
        timer?.cancel()
        // Behind an update that still runs.
        queue.sync {}
    }

    /// Writes the whole story, which ends at a time since the device was switched on.
    ///
    /// - Throws: An error when it cannot be written; what was written before stays.
    package func finish(at end: HostTime) throws(ProgramError) { try finish(source.text(end)) }

    /// Writes the whole story.
    ///
    /// - Throws: As `finish(at:)`.
    package func finish(_ story: String) throws(ProgramError) {
        stop()
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
