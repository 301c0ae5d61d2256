import Foundation
import HTTPTransfers

/// What a transfer has told.
///
/// Ownership: the events are used under the condition's lock.
final class EventRecorder: @unchecked Sendable {
    private let condition = NSCondition()
    private var events: [TransferEvent] = []

    func take(_ event: TransferEvent) {
        condition.withLock {
            events.append(event)
            condition.broadcast()
        }
    }

    var all: [TransferEvent] { condition.withLock { events } }

    /// Waits until the events are as wanted.
    @discardableResult
    func wait(seconds: Double = 20, until isThere: ([TransferEvent]) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isThere(events) {
                guard condition.wait(until: end) else { return isThere(events) }
            }
            return true
        }
    }

    /// Waits for the end of the transfer.
    @discardableResult
    func waitForEnd(seconds: Double = 20) -> Bool {
        wait(seconds: seconds) { $0.contains { $0.isEnd } }
    }

    var bytes: [UInt8] {
        all.flatMap { event -> [UInt8] in
            if case .bytes(let bytes) = event { bytes } else { [] }
        }
    }

    var response: TransferResponse? {
        all.lazy.compactMap { event -> TransferResponse? in
            if case .response(let response) = event { response } else { nil }
        }.first
    }

    var redirects: [String] {
        all.compactMap { event in
            if case .redirected(let url) = event { url } else { nil }
        }
    }

    var failure: TransferFailure? {
        all.lazy.compactMap { event -> TransferFailure? in
            if case .failed(let failure) = event { failure } else { nil }
        }.first
    }

    var hasFinished: Bool {
        all.contains { event in
            if case .finished = event { true } else { false }
        }
    }
}

extension TransferEvent {
    var isEnd: Bool {
        switch self {
        case .finished, .failed: true
        case .redirected, .response, .bytes: false
        }
    }
}

extension TransferService {
    /// Makes a transfer, and waits for its end.
    func run(_ request: TransferRequest, seconds: Double = 20) -> EventRecorder {
        let recorder = EventRecorder()
        let transfer = start(request) { recorder.take($0) }
        recorder.waitForEnd(seconds: seconds)
        withExtendedLifetime(transfer) {}
        return recorder
    }
}

/// Bytes that differ everywhere.
func testBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}
