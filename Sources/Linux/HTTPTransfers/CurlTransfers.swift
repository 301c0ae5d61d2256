import CCurl
import Glibc
import Synchronization

/// The transfers of a process over the machine's network, by libcurl. Any thread.
///
/// One thread makes all transfers. It starts with the first one, and ends some seconds after the last.
/// Without libcurl every transfer fails, and says what is missing.
package final class CurlTransfers: TransferService {
    /// The service of the process.
    package static let shared = CurlTransfers()

    private struct State {
        var commands: [CurlCommand] = []
        var hasThread = false
        /// The thread's set of transfers, while it can be woken.
        var multi: CurlHandle?
    }

    private let state = Mutex(State())

    let authorities: CertificateAuthorities

    /// - Parameter authorities: What is trusted for certificates of servers.
    package init(authorities: CertificateAuthorities = .chosen) {
        self.authorities = authorities
    }

    package func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let transfer = CurlTransfer(request, self, receive)
        send(.start(transfer))
        return transfer
    }

    /// Has the thread do something, and starts it if there is none.
    func send(_ command: CurlCommand) {
        state.withLock { state in
            guard state.hasThread || command.needsThread else { return }
            state.commands.append(command)
            if let multi = state.multi {
                sori_curl_multi_wake_up(multi.pointer)
            } else if !state.hasThread {
                state.hasThread = startThread()
            }
        }
    }

    private func startThread() -> Bool {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil,
            { start in
                // Never null: made by `passRetained`.
                let service = Unmanaged<CurlTransfers>.fromOpaque(start!).takeRetainedValue()
                CurlThread(service).run()
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Lets the thread be woken.
    func open(_ multi: CurlHandle) {
        state.withLock { $0.multi = multi }
    }

    /// What the thread is to do next.
    func takeCommands() -> [CurlCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Ends the thread, unless it has something to do.
    ///
    /// - Returns: Whether it ends; it is woken no more.
    func endThread() -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty else { return false }
            state.multi = nil
            state.hasThread = false
            return true
        }
    }
}

/// What the thread of transfers is asked to do.
enum CurlCommand: Sendable {
    case start(CurlTransfer)
    case resume(CurlTransfer)
    case cancel(CurlTransfer)

    /// Whether a thread is started for it.
    var needsThread: Bool {
        switch self {
        case .start: true
        case .resume, .cancel: false
        }
    }
}

/// An object of libcurl.
///
/// Ownership: the thread of transfers uses it; other threads only wake it.
struct CurlHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}
