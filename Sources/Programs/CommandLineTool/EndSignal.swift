package import Dispatch
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

    /// Listens to the signals that end a service, which then end it no longer by themselves.
    ///
    /// - Parameters:
    ///   - label: Label of the queues on which the handler is called.
    ///   - handler: Called for each such signal.
    /// - Returns: What listens, until it is cancelled.
    package static func sources(
        label: String, _ handler: @escaping @Sendable (EndSignal) -> Void
    ) -> [any DispatchSourceSignal] {
        [EndSignal.terminate, .interrupt, .hangUp].map { end in
            signal(end.number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: end.number, queue: DispatchQueue(label: label))
            source.setEventHandler { handler(end) }
            source.resume()
            return source
        }
    }
}

/// Writes to standard error at once, from any thread; a text that cannot be written is lost.
package func writeError(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
