import SoundClient
import Synchronization

/// Calls a queue's app, in order and one call at a time: returned buffers and property changes.
///
/// Calls run where the app asked for them: on its run loop, or on a work queue of the audio queue's
/// own. `deliverBuffersNow` calls on its caller's thread.
final class CallbackDispatcher: Sendable {
    private struct Delivery {
        var isOfBuffer: Bool
        var call: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Delivery] = []
        var isOver = false
    }

    private let schedule: CallbackSchedule
    private let state = Mutex(State())
    /// Its turn lasts during a call of the app.
    private let lock = QueueLock()

    /// Longest wait for another thread that runs the app's code. That thread may be waiting for
    /// this one, so an unlimited wait could deadlock.
    private static let gateWaitSeconds = 1

    init(_ schedule: @escaping CallbackSchedule) {
        self.schedule = schedule
    }

    func add(ofBuffer isOfBuffer: Bool, _ call: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver {
                state.waiting.append(Delivery(isOfBuffer: isOfBuffer, call: call))
            }
            return state.isOver
        }
        if isOver { return }
        schedule { [weak self] in self?.deliverNext() }
    }

    private func deliverNext() {
        lock.withLock {
            let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            if let next { lock.unlocked(next.call) }
        }
    }

    /// Delivers all returned buffers on this thread.
    func deliverBuffersNow() {
        lock.withTurn(orAfter: Self.gateWaitSeconds) {
            while let call = takeBuffer() { call() }
        }
    }

    private func takeBuffer() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: \.isOfBuffer) else { return nil }
            return state.waiting.remove(at: index).call
        }
    }

    /// Drops pending and future calls. A call under way goes on.
    func close() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }

    /// Drops pending calls. No call of the app runs after the return, except one that contains this
    /// call.
    func end() {
        close()
        lock.withTurn(orAfter: Self.gateWaitSeconds) {}
    }
}

/// Runs a block later where the app wants its callbacks: in order, never at once.
public typealias CallbackSchedule = @Sendable (_ block: @escaping @Sendable () -> Void) -> Void
