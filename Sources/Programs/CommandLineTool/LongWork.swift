import Dispatch
import Glibc

extension Console {
    private static var firstMilliseconds: Int { 1000 }
    private static var periodMilliseconds: Int { 500 }

    /// Shows on a terminal how far work is that takes longer than a second, until it ends.
    ///
    /// - Parameters:
    ///   - words: Returns the line, for the whole seconds since the beginning. Called on a queue of
    ///     its own while `work` runs, which itself writes nothing.
    package func progress<Result, Failure: Error>(
        _ words: @escaping @Sendable (_ seconds: Int) -> String,
        during work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isatty(STDERR_FILENO) == 1 else { return try work() }
        // The thread that owns the console works meanwhile.
        nonisolated(unsafe) let console = self
        let queue = DispatchQueue(label: "sori.progress")
        let start = DispatchTime.now().uptimeNanoseconds
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .milliseconds(Self.firstMilliseconds),
            repeating: .milliseconds(Self.periodMilliseconds))
        timer.setEventHandler {
            let now = DispatchTime.now().uptimeNanoseconds
            console.progress(words(Int((now - start) / 1_000_000_000)))
        }
        timer.activate()
        defer {
            timer.cancel()
            // What the timer has begun to write comes before what follows.
            queue.sync { console.progress("") }
        }
        return try work()
    }
}
