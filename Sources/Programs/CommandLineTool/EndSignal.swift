import Glibc

/// A signal that asks a program to end.
package enum EndSignal: Sendable, CaseIterable {
    case hangUp
    case interrupt
    case quit
    case terminate

    init?(number: Int32) {
        guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = signal
    }

    package var number: Int32 {
        switch self {
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .terminate: SIGTERM
        }
    }

    /// The exit code of shells for a program that the signal ended: 128 plus its number.
    package var exitCode: ExitCode {
        switch self {
        case .hangUp: .hungUp
        case .interrupt: .stopped
        case .quit: .quit
        case .terminate: .terminated
        }
    }
}
