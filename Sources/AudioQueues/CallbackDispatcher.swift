import SoundClient
import Synchronization

/// What a queue tells its app, in order and one at a time: buffers that are done and properties
/// that have changed.
///
/// Calls come where the app wants them: on its run loop, or on a queue of the audio queue's own.
/// Calls that the app waits for (`deliverBuffersNow`) come on the thread that waits.
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
    /// Held while the app is called.
    private let gate = RecursiveLock()

    /// Longest that a call waits for another thread that is within the app's code: such a wait can
    /// be for itself, and then nobody would ever come back.
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
        gate.withLock {
            let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            next?.call()
        }
    }

    /// Delivers all buffers that wait, on this thread.
    func deliverBuffersNow() {
        gate.withLock(orAfter: Self.gateWaitSeconds) {
            while let call = takeBuffer() { call() }
        }
    }

    private func takeBuffer() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: \.isOfBuffer) else { return nil }
            return state.waiting.remove(at: index).call
        }
    }

    /// Forgets what waits, and all that is still to come. A call that is under way goes on.
    func close() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }

    /// Forgets what waits. When it returns the app is not called any more, unless it is called from
    /// within such a call.
    func end() {
        close()
        gate.withLock(orAfter: Self.gateWaitSeconds) {}
    }
}

/// Runs a block later, where an app wants to be called; in order, never at once.
public typealias CallbackSchedule = @Sendable (_ block: @escaping @Sendable () -> Void) -> Void
