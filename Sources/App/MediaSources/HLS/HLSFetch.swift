import AudioModel
import HTTPTransfers
import SoundClient
import Synchronization

/// A request for a whole resource, or for a whole part of one. Any thread.
final class HLSFetch: Sendable {
    /// What has arrived.
    struct Body: Sendable {
        /// The address that has answered.
        var url: String
        var bytes: [UInt8]
        /// Bytes that were transferred.
        var byteCount: Int64
        /// Seconds from the request to the last byte.
        var seconds: Double
    }

    private struct State {
        var transfer: (any Transfer)?
        var response: TransferResponse?
        var bytes: [UInt8] = []
        var isOver = false
    }

    private let request: TransferRequest
    private let bytesMax: Int
    private let start: HostTime
    private let environment: any AppEnvironment
    private let queue: any WorkQueue
    private let completion: @Sendable (Result<Body, HLSFailure>) -> Void
    private let shared = Mutex(State())

    /// Starts a request.
    ///
    /// - Parameters:
    ///   - bytesMax: More bytes are a failure.
    ///   - completion: Called once on the queue, unless it is cancelled before.
    init(
        _ request: TransferRequest, bytesMax: Int, service: any TransferService,
        environment: any AppEnvironment, queue: any WorkQueue,
        completion: @escaping @Sendable (Result<Body, HLSFailure>) -> Void
    ) {
        self.request = request
        self.bytesMax = bytesMax
        self.environment = environment
        self.queue = queue
        self.completion = completion
        start = environment.now
        let transfer = service.start(request) { [self] event in take(event) }
        let isOver = shared.withLock { state in
            if !state.isOver { state.transfer = transfer }
            return state.isOver
        }
        if isOver { transfer.cancel() }
    }

    func cancel() {
        let transfer = shared.withLock { state in
            defer { (state.isOver, state.transfer, state.bytes) = (true, nil, []) }
            return state.transfer
        }
        transfer?.cancel()
    }

    private func take(_ event: TransferEvent) {
        switch event {
        case .redirected: return
        case .response(let response):
            let isGood = (200..<300).contains(response.status)
            shared.withLock { $0.response = response }
            guard isGood else {
                end(.failure(.status(response.status, url: request.url)), cancels: true)
                return
            }
        case .bytes(let bytes):
            let isTooMuch = shared.withLock { state in
                guard !state.isOver else { return false }
                state.bytes += bytes
                return state.bytes.count > room(state.response)
            }
            if isTooMuch { end(.failure(.tooLarge(url: request.url)), cancels: true) }
        case .finished: finish()
        case .failed(let failure):
            end(.failure(.transfer(failure, url: request.url)), cancels: false)
        }
    }

    /// The whole resource may come before the part that is wanted of it.
    private func room(_ response: TransferResponse?) -> Int {
        guard response?.status != 206, let first = request.firstByte else { return bytesMax }
        return bytesMax + Int(min(max(first, 0), 64 << 20))
    }

    private func finish() {
        let (response, bytes) = shared.withLock { ($0.response, $0.bytes) }
        guard let response else {
            return end(.failure(.status(0, url: request.url)), cancels: false)
        }
        var part = bytes[...]
        if let first = request.firstByte, response.status != 206 {
            let count = request.lastByte.map { Int(clamping: $0 - first + 1) } ?? .max
            part = part.dropFirst(Int(clamping: first)).prefix(count)
        }
        let body = Body(
            url: response.url, bytes: part.count == bytes.count ? bytes : Array(part),
            byteCount: Int64(bytes.count), seconds: (environment.now - start).seconds)
        end(.success(body), cancels: false)
    }

    private func end(_ result: Result<Body, HLSFailure>, cancels: Bool) {
        let (isFirst, transfer) = shared.withLock { state in
            defer { (state.isOver, state.transfer, state.bytes) = (true, nil, []) }
            return (!state.isOver, state.transfer)
        }
        guard isFirst else { return }
        if cancels { transfer?.cancel() }
        queue.async { [completion] in completion(result) }
    }
}
