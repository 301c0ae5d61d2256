import CCurl
import Glibc
import Synchronization

/// The thread that makes all transfers of a service.
///
/// Nothing on it waits but the poll: names are looked up on threads of libcurl's, and a transfer that is
/// cancelled during such a lookup stays until the lookup has ended, where libcurl would wait for it.
struct CurlThread: ~Copyable {
    /// How long the thread waits for another transfer.
    private static let idleSeconds = 5.0

    private let service: CurlTransfers
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var idleSince = curlNow()

    init(_ service: CurlTransfers) {
        self.service = service
    }

    consuming func run() {
        blockSignals()
        if sori_curl_load() { multi = sori_curl_multi() }
        if let multi { service.open(CurlHandle(pointer: multi)) }
        repeat {
            for command in service.takeCommands() { perform(command) }
            guard let multi else { continue }
            sori_curl_multi_perform(multi)
            takeEnded()
            endLate()
            // A callback may have asked for something meanwhile: then the poll returns at once.
            if !isOver { sori_curl_multi_poll(multi, waitMilliseconds) }
        } while !(isOver && service.endThread())
        if let multi { sori_curl_multi_free(multi) }
    }

    /// Whether there has been no transfer for a while.
    private var isOver: Bool {
        guard multi != nil else { return true }
        return transfers.isEmpty && Double(curlNow() - idleSince) / 1e9 >= Self.idleSeconds
    }

    /// Signals are for the app's own threads, and an encrypted connection that breaks off sends one.
    private func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private mutating func perform(_ command: CurlCommand) {
        switch command {
        case .start(let transfer):
            guard !transfer.isCancelled.load(ordering: .relaxed) else { return }
            begin(transfer)
        case .resume(let transfer):
            if isHere(transfer) { transfer.goOn() }
        case .cancel(let transfer):
            if isHere(transfer) { end(transfer) }
        }
    }

    private func isHere(_ transfer: CurlTransfer) -> Bool {
        transfer.easy.map { transfers[$0] === transfer } ?? false
    }

    private mutating func begin(_ transfer: CurlTransfer) {
        guard let multi else {
            let reason = String(cString: sori_curl_error())
            transfer.tell(
                .failed(
                    TransferFailure(
                        .unknown,
                        reason.isEmpty
                            ? "libcurl has no memory for transfers." : "A transfer needs \(reason)."
                    )))
            return
        }
        guard transfer.prepare(), let easy = transfer.easy, sori_curl_multi_add(multi, easy) else {
            transfer.tell(
                .failed(
                    transfer.problem
                        ?? TransferFailure(.unknown, "libcurl refuses the transfer.")))
            return
        }
        transfers[easy] = transfer
    }

    /// Takes a transfer away, with its connection unless that can be used again.
    private mutating func end(_ transfer: CurlTransfer) {
        guard let multi, let easy = transfer.easy else { return }
        // It ends by itself when the name is there: the connection is refused then.
        guard !transfer.isLookingUp else { return }
        sori_curl_multi_remove(multi, easy)
        transfers[easy] = nil
        idleSince = curlNow()
    }

    private mutating func takeEnded() {
        guard let multi else { return }
        var code: Int32 = 0
        while let easy = sori_curl_multi_next_ended(multi, &code) {
            guard let transfer = transfers[easy] else { continue }
            sori_curl_multi_remove(multi, easy)
            transfers[easy] = nil
            idleSince = curlNow()
            if transfer.isCancelled.load(ordering: .relaxed) { continue }
            if transfer.takeRedirect() {
                begin(transfer)
            } else if let problem = transfer.problem {
                transfer.tell(.failed(problem))
            } else if code == 0 {
                transfer.tell(.finished)
            } else {
                let systemError = sori_curl_number(easy, Int32(SORI_CURL_INFO_OS_ERROR))
                transfer.tell(
                    .failed(
                        TransferRules.failure(
                            code, systemError: systemError, transfer.libraryError, transfer.url)))
            }
        }
    }

    /// Ends the transfers that have waited too long.
    private mutating func endLate() {
        let now = curlNow()
        for transfer in Array(transfers.values) {
            guard !transfer.isCancelled.load(ordering: .relaxed),
                let deadline = deadline(of: transfer), deadline <= now
            else { continue }
            if transfer.phase == .connecting, transfer.isConnected {
                transfer.enter(.response)
                continue
            }
            let failure = lateness(of: transfer)
            transfer.tell(.failed(failure))
            transfer.isCancelled.store(true, ordering: .relaxed)
            end(transfer)
        }
    }

    /// When a transfer has waited too long; `nil` while it is the consumer that waits.
    private func deadline(of transfer: CurlTransfer) -> Int64? {
        let seconds: Double
        switch transfer.phase {
        case .connecting: seconds = transfer.limits.connectSeconds
        case .response: seconds = transfer.limits.firstByteSeconds
        case .bytes:
            guard !transfer.isPaused else { return nil }
            seconds = transfer.limits.silenceSeconds
        }
        return transfer.lastSign + Int64(min(max(seconds, 0), 1e6) * 1e9)
    }

    private func lateness(of transfer: CurlTransfer) -> TransferFailure {
        switch transfer.phase {
        case .connecting:
            TransferFailure(
                .timedOut,
                "No connection within \(transfer.limits.connectSeconds) s (\(transfer.url)).")
        case .response:
            TransferFailure(
                .timedOut,
                "No answer within \(transfer.limits.firstByteSeconds) s (\(transfer.url)).")
        case .bytes:
            TransferFailure(
                .connectionLost,
                "No byte within \(transfer.limits.silenceSeconds) s (\(transfer.url)).")
        }
    }

    private var waitMilliseconds: Int32 {
        let now = curlNow()
        var wait = Int64(Self.idleSeconds * 1e9)
        for transfer in transfers.values where !transfer.isCancelled.load(ordering: .relaxed) {
            if let deadline = deadline(of: transfer) { wait = min(wait, deadline - now) }
        }
        return Int32(clamping: max(wait, 0) / 1_000_000 + 1)
    }
}
