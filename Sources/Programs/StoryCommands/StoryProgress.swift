package import AudioModel
package import CommandLineTool
import Synchronization
import Terminal

/// How far stories have got.
package struct StoryPlace {
    /// Number of stories that were read, and of those that have begun.
    package var count = 0
    package var begun = 0
    package var name = ""
    package var duration: HostTime = .zero
    /// The time of the story's last event.
    package var reached: HostTime = .zero
    /// The number of choices that were tried, and of all; `nil` before they are.
    package var choices: (done: Int, count: Int)?

    package init() {}

    /// A line such as `story 2 of 3, night.scenario: at 62:03.0 of 480:00.0, after 5 s`.
    package func words(afterSeconds seconds: Int) -> String {
        let place = count > 1 ? "story \(begun) of \(count), " : ""
        let start = "\(place)\(printable(name)): "
        if let choices { return start + "\(choices.done) of \(choices.count) choices tried" }
        return start + "at \(Numeral.clock(reached.seconds)) of "
            + "\(Numeral.clock(duration.seconds)), after \(seconds) s"
    }
}

/// Shows on a terminal how far stories that take long have got.
///
/// Ownership: the console belongs to the thread that runs the stories; the rest is locked.
package final class StoryProgress: @unchecked Sendable {
    private let console: Console
    private let state = Mutex(StoryPlace())

    package init(_ console: Console) { self.console = console }

    /// Counts the runs of a story that was read.
    func add(_ count: Int) { state.withLock { $0.count += count } }

    /// Runs a story, which calls `reach` and `tried` from any thread.
    func during<Result, Failure: Error>(
        _ name: String, lasting duration: HostTime, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        state.withLock {
            $0.begun += 1
            ($0.name, $0.duration, $0.reached, $0.choices) = (name, duration, .zero, nil)
        }
        return try console.progress(
            { [self] seconds in state.withLock { $0.words(afterSeconds: seconds) } }, during: body)
    }

    /// The story has an event at this time.
    func reach(_ time: HostTime) { state.withLock { $0.reached = max($0.reached, time) } }

    /// The story has been played again for some of its choices.
    func tried(_ done: Int, of count: Int) { state.withLock { $0.choices = (done, count) } }
}
