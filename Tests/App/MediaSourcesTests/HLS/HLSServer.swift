import AudioModel
import Foundation
import HTTPTransfers
import SoundClient
import Synchronization

/// An app on a clock that moves only when a test says so.
final class HLSClock: AppEnvironment {
    private struct State {
        var now = HostTime.zero
        var waiting: [(due: HostTime, block: @Sendable () -> Void)] = []
    }
    private let state = Mutex(State())

    var now: HostTime { state.withLock { $0.now } }

    func onMain(_ block: @escaping @Sendable () -> Void) { after(.zero, block) }
    func onQueue(_ block: @escaping @Sendable () -> Void) { after(.zero, block) }
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(($0.now + interval, block)) }
    }
    func makeWorkQueue(label: String) -> any WorkQueue { Queue(clock: self) }

    /// Runs what is due in the next seconds, in order, each at its time.
    func run(_ seconds: Double) {
        let end = now + .seconds(seconds)
        while let block = next(until: end) { block() }
        state.withLock { $0.now = end }
    }

    private func next(until end: HostTime) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let indices = state.waiting.indices
            guard let first = indices.min(by: { state.waiting[$0].due < state.waiting[$1].due }),
                state.waiting[first].due <= end
            else { return nil }
            let next = state.waiting.remove(at: first)
            state.now = max(state.now, next.due)
            return next.block
        }
    }

    private final class Queue: WorkQueue {
        let clock: HLSClock
        init(clock: HLSClock) { self.clock = clock }
        let runsWhileCallersWait = false
        func async(_ block: @escaping @Sendable () -> Void) { clock.after(.zero, block) }
    }
}

/// A server by script, in virtual time.
final class HLSServer: TransferService {
    /// What it answers.
    enum Answer: Sendable {
        case bytes([UInt8])
        case status(Int)
        case failure(TransferFailure.Kind)
        /// Nothing, for as long as it is asked.
        case silence
    }

    struct Request: Sendable {
        var url: String
        var firstByte: Int64?
        var lastByte: Int64?
        var headers: [TransferHeader]
        var time: Double
    }

    private struct State {
        var answers: [String: @Sendable (Double) -> Answer] = [:]
        var requests: [Request] = []
        var openCount = 0
        var bytesPerSecond = 1e6
        var answersRanges = true
    }

    static let base = "http://radio.example/"
    private let clock: HLSClock
    private let state = Mutex(State())
    private let latency = 0.05

    init(_ clock: HLSClock) {
        self.clock = clock
    }

    /// Serves a resource, by its name below `base`.
    func serve(_ name: String, _ answer: @escaping @Sendable (Double) -> Answer) {
        state.withLock { $0.answers[Self.base + name] = answer }
    }

    func serve(_ name: String, _ bytes: [UInt8]) { serve(name) { _ in .bytes(bytes) } }
    func serve(_ name: String, text: String) { serve(name, Array(text.utf8)) }

    var requests: [Request] { state.withLock { $0.requests } }
    var openCount: Int { state.withLock { $0.openCount } }
    func requestCount(_ name: String) -> Int {
        requests.count { $0.url == Self.base + name }
    }
    func setBytesPerSecond(_ rate: Double) { state.withLock { $0.bytesPerSecond = rate } }
    func ignoreRanges() { state.withLock { $0.answersRanges = false } }

    func start(
        _ request: TransferRequest, _ receive: @escaping @Sendable (TransferEvent) -> Void
    ) -> any Transfer {
        let transfer = Run(receive) { [weak self] in self?.state.withLock { $0.openCount -= 1 } }
        let now = clock.now.seconds
        let (answer, rate, answersRanges) = state.withLock { state in
            state.openCount += 1
            state.requests.append(
                Request(
                    url: request.url, firstByte: request.firstByte, lastByte: request.lastByte,
                    headers: request.headers, time: now))
            return (
                state.answers[request.url]?(now) ?? .status(404), state.bytesPerSecond,
                state.answersRanges
            )
        }
        switch answer {
        case .silence: break
        case .failure(let kind):
            later(latency, transfer, .failed(TransferFailure(kind, "by script")))
        case .status(let status):
            later(
                latency, transfer,
                .response(TransferResponse(url: request.url, status: status, headers: [])))
            later(latency, transfer, .finished)
        case .bytes(var bytes):
            var status = 200
            if let first = request.firstByte, answersRanges {
                status = 206
                let end = request.lastByte.map { Int($0) + 1 } ?? bytes.count
                bytes = Array(bytes[min(Int(first), bytes.count)..<min(end, bytes.count)])
            }
            later(
                latency, transfer,
                .response(TransferResponse(url: request.url, status: status, headers: [])))
            var sent = 0
            for piece in stride(from: 0, to: bytes.count, by: 16_384) {
                let part = Array(bytes[piece..<min(piece + 16_384, bytes.count)])
                sent += part.count
                later(latency + Double(sent) / rate, transfer, .bytes(part))
            }
            later(latency + Double(sent) / rate, transfer, .finished)
        }
        return transfer
    }

    private func later(_ seconds: Double, _ transfer: Run, _ event: TransferEvent) {
        clock.after(.seconds(seconds)) { transfer.give(event) }
    }

    private final class Run: Transfer {
        private let receive: Mutex<(@Sendable (TransferEvent) -> Void)?>
        private let ended: @Sendable () -> Void

        init(
            _ receive: @escaping @Sendable (TransferEvent) -> Void,
            ended: @escaping @Sendable () -> Void
        ) {
            self.receive = Mutex(receive)
            self.ended = ended
        }

        func pause() {}
        func resume() {}
        func cancel() { end() }

        private func end() {
            let wasOpen = receive.withLock { receive in
                defer { receive = nil }
                return receive != nil
            }
            if wasOpen { ended() }
        }

        func give(_ event: TransferEvent) {
            let receive = receive.withLock { $0 }
            switch event {
            case .finished, .failed: end()
            case .redirected, .response, .bytes: break
            }
            receive?(event)
        }
    }
}
