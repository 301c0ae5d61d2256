import HTTPTransfers
import Synchronization

/// The transfer of a source, and its events until the source's work takes them. Any thread.
final class TransferInbox: Sendable {
    private struct State {
        var transfer: (any Transfer)?
        var number = 0
        var events: [TransferEvent] = []
        var byteCount = 0
        var isPaused = false
        /// Whether the work wants no more bytes for now.
        var isHeld = false
        var isAnnounced = false
        var isClosed = false
        var announce: (@Sendable () -> Void)?
    }

    private let service: any TransferService
    private let state = Mutex(State())

    /// Bytes that wait for the work before the server waits.
    private static let byteCountMax = 256 << 10

    init(_ service: any TransferService) {
        self.service = service
    }

    /// Sets what has the work take the events.
    func setAnnouncement(_ announce: @escaping @Sendable () -> Void) {
        state.withLock { $0.announce = announce }
    }

    /// Begins another transfer in place of the present one.
    func start(_ request: TransferRequest) {
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            reset(&state)
            return state.number
        }
        guard let number else { return }
        let transfer = service.start(request) { [weak self] event in
            self?.take(event, number)
        }
        let isLate = state.withLock { state in
            guard !state.isClosed, state.number == number else { return true }
            state.transfer = transfer
            if state.isPaused { transfer.pause() }
            return false
        }
        if isLate { transfer.cancel() }
    }

    /// Ends the transfer; its events are dropped.
    func cancel() {
        state.withLock { reset(&$0) }
    }

    /// Ends the transfer for good.
    func close() {
        state.withLock { state in
            state.isClosed = true
            reset(&state)
        }
    }

    private func reset(_ state: inout State) {
        state.transfer?.cancel()
        state.transfer = nil
        state.number += 1
        state.events = []
        state.byteCount = 0
        state.isPaused = state.isHeld
    }

    private func take(_ event: TransferEvent, _ number: Int) {
        let announce = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.number == number, !state.isClosed else { return nil }
            state.events.append(event)
            if case .bytes(let bytes) = event {
                state.byteCount += bytes.count
                if state.byteCount >= Self.byteCountMax, !state.isPaused {
                    state.isPaused = true
                    state.transfer?.pause()
                }
            }
            defer { state.isAnnounced = true }
            return state.isAnnounced ? nil : state.announce
        }
        announce?()
    }

    /// The events since the last call.
    func takeEvents() -> [TransferEvent] {
        state.withLock { state in
            defer { state.events = [] }
            state.byteCount = 0
            state.isAnnounced = false
            resumeIfWanted(&state)
            return state.events
        }
    }

    /// Lets the server wait, or goes on.
    func hold(_ isHeld: Bool) {
        state.withLock { state in
            guard state.isHeld != isHeld else { return }
            state.isHeld = isHeld
            if isHeld, !state.isPaused {
                state.isPaused = true
                state.transfer?.pause()
            }
            resumeIfWanted(&state)
        }
    }

    private func resumeIfWanted(_ state: inout State) {
        guard state.isPaused, !state.isHeld, state.byteCount < Self.byteCountMax else { return }
        state.isPaused = false
        state.transfer?.resume()
    }
}
