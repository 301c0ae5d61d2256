import Glibc
import Synchronization
import Terminal

/// Signals that ask the program to end; they are noted, so that the playing loop can end cleanly.
package enum EndSignals {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    package static func listen() {
        // Initialised before a handler can use them.
        _ = (hasCome, first)
        for number in signals { signal(number, noteSignal) }
        // Programs started from one of Dispatch's threads inherit these signals blocked.
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in signals { sigaddset(&wanted, number) }
        pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    }

    package static var hasCome: Bool { endSignalCount.load(ordering: .relaxed) > 0 }

    /// The signal that came first.
    package static var first: EndSignal? {
        EndSignal(number: firstEndSignal.load(ordering: .relaxed))
    }
}

private let firstEndSignal = Atomic<Int32>(0)
private let endSignalCount = Atomic<Int>(0)

/// Number of signals after which the process ends at once, whatever it still does.
private let patience = 3

private func noteSignal(_ number: Int32) {
    _ = firstEndSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    let count = endSignalCount.add(1, ordering: .relaxed).newValue
    guard count >= patience else { return }
    RawTerminal.restoreLast()
    _exit(128 + number)
}
