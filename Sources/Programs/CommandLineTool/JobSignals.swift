import Glibc
import Synchronization

/// Signals of job control and of the window, noted for a loop that draws the whole screen.
package enum JobSignals {
    package static func listen() {
        // Initialised before a handler can use them.
        _ = (takeStopRequest(), takeContinuation())
        signal(SIGTSTP) { _ in stopRequests.store(true, ordering: .relaxed) }
        signal(SIGCONT) { _ in continuations.store(true, ordering: .relaxed) }
        // Ends a wait for keys, after which the size is asked for.
        signal(SIGWINCH) { _ in }
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    }

    /// Whether another process has asked the program to stop, since the last call.
    package static func takeStopRequest() -> Bool {
        stopRequests.exchange(false, ordering: .relaxed)
    }

    /// Whether the program went on after it was stopped, since the last call.
    package static func takeContinuation() -> Bool {
        continuations.exchange(false, ordering: .relaxed)
    }
}

private let stopRequests = Atomic(false)
private let continuations = Atomic(false)
