import CommandLineTool
import Dispatch
import Glibc
import HTTPTransfers
import MediaSources
import Synchronization
import Terminal

/// Bytes of a server, for a thread that waits for them.
final class WebFetch: Sendable {
    private struct State {
        var events: [TransferEvent] = []
        var byteCount = 0
        var isPaused = false
        /// Whether the end of the body was taken.
        var isOver = false
    }

    private let address: WebAddress
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let transfer = Mutex<(any Transfer)?>(nil)

    /// Bytes that wait for the thread before the server waits.
    private static let waitingByteCountMax = 1 << 20
    private static let waitInterval = DispatchTimeInterval.milliseconds(100)

    /// Asks for an address.
    init(_ address: WebAddress, _ service: any TransferService, headers: [TransferHeader] = []) {
        self.address = address
        var request = TransferRequest(url: address.text)
        request.headers = headers
        let started = service.start(request) { [weak self] event in self?.take(event) }
        transfer.withLock { $0 = started }
    }

    deinit { cancel() }

    private func take(_ event: TransferEvent) {
        let pauses = state.withLock { state in
            state.events.append(event)
            if case .bytes(let bytes) = event { state.byteCount += bytes.count }
            guard state.byteCount > Self.waitingByteCountMax, !state.isPaused else { return false }
            state.isPaused = true
            return true
        }
        if pauses { transfer.withLock { $0 }?.pause() }
        arrival.signal()
    }

    func cancel() {
        let running = transfer.withLock { transfer in
            defer { transfer = nil }
            return transfer
        }
        running?.cancel()
    }

    /// Waits for what happens next.
    private func next(_ isCancelled: () -> Bool) throws(ProgramError) -> TransferEvent {
        while true {
            let (event, resumes) = state.withLock { state -> (TransferEvent?, Bool) in
                guard !state.events.isEmpty else { return (nil, false) }
                let event = state.events.removeFirst()
                if case .bytes(let bytes) = event { state.byteCount -= bytes.count }
                guard state.isPaused, state.byteCount == 0 else { return (event, false) }
                state.isPaused = false
                return (event, true)
            }
            if resumes { transfer.withLock { $0 }?.resume() }
            if let event { return event }
            guard !isCancelled() else {
                throw ProgramError(
                    EndSignals.first?.exitCode ?? .stopped, "stopped", in: address.shown)
            }
            _ = arrival.wait(timeout: .now() + Self.waitInterval)
        }
    }

    /// Waits for the head of the response.
    ///
    /// - Throws: Also for a status without what was asked for.
    func response(_ isCancelled: () -> Bool) throws(ProgramError) -> TransferResponse {
        while true {
            switch try next(isCancelled) {
            case .redirected, .bytes: continue
            case .response(let response):
                guard (200...299).contains(response.status) else {
                    throw error(status: response.status)
                }
                return response
            case .failed(let failure): throw error(failure)
            case .finished: throw error(TransferFailure(.badServerResponse, "There is no answer."))
            }
        }
    }

    /// Waits for the next bytes of the body; `nil` at its end.
    func bytes(_ isCancelled: () -> Bool) throws(ProgramError) -> [UInt8]? {
        while !state.withLock({ $0.isOver }) {
            switch try next(isCancelled) {
            case .redirected, .response: continue
            case .bytes(let bytes): return bytes
            case .finished: state.withLock { $0.isOver = true }
            case .failed(let failure): throw error(failure)
            }
        }
        return nil
    }

    /// Waits for the body, or for its next bytes.
    ///
    /// - Returns: Less than `count` bytes at the end only; more where they have come at once.
    func body(atLeast count: Int, _ isCancelled: () -> Bool) throws(ProgramError) -> [UInt8] {
        var body: [UInt8] = []
        while body.count < count, let bytes = try bytes(isCancelled) { body += bytes }
        return body
    }

    private func error(_ failure: TransferFailure) -> ProgramError {
        ProgramError(
            MediaFailure(
                domain: MediaErrorDomain.url, code: failure.kind.rawValue, reason: failure.reason),
            of: address)
    }

    private func error(status: Int) -> ProgramError {
        let codes = [404: -1100, 410: -1100, 401: -1102, 403: -1102, 407: -1102]
        return ProgramError(
            MediaFailure(
                domain: MediaErrorDomain.url, code: codes[status] ?? -1011,
                reason: "The server has answered by status \(status)."), of: address)
    }
}

extension WebFetch {
    /// Keeps what an address sends in a file without a name.
    static func saved(
        _ address: WebAddress, _ service: any TransferService, isCancelled: () -> Bool
    ) throws(ProgramError) -> UnnamedFile {
        let fetch = WebFetch(address, service)
        defer { fetch.cancel() }
        let response = try fetch.response(isCancelled)
        if response.headers.contains(where: { $0.name.lowercased().hasPrefix("icy-") }),
            response.contentLength == nil
        {
            throw ProgramError(
                .badInput, "is a radio without an end", in: address.shown,
                advice: "write 'sori play' with --to and --output file:PATH")
        }
        let file = try UnnamedFile()
        var byteCount: Int64 = 0
        while let bytes = try fetch.bytes(isCancelled) {
            byteCount += Int64(bytes.count)
            let number = bytes.withUnsafeBufferPointer { writeAll($0, to: file.descriptor) }
            guard number == 0, byteCount <= SpooledInput.byteCountMax else {
                throw ProgramError(
                    .deviceMissing,
                    "cannot be kept: \(String(cString: strerror(number == 0 ? EFBIG : number)))",
                    in: address.shown, advice: "set TMPDIR to a folder with room for all of it")
            }
        }
        return file
    }
}
