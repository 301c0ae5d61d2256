import AudioModel
import SoundClient
import Synchronization

/// An app with a clock that moves only when a test says so.
final class VirtualApp: AppEnvironment {
    private struct State {
        var now = HostTime.zero
        var waiting: [(due: HostTime, block: @Sendable () -> Void)] = []
    }
    private let state = Mutex(State())

    var now: HostTime { state.withLock { $0.now } }
    /// Blocks that wait for their time.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func onMain(_ block: @escaping @Sendable () -> Void) { after(.zero, block) }
    func onQueue(_ block: @escaping @Sendable () -> Void) { after(.zero, block) }
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(($0.now + interval, block)) }
    }
    func makeWorkQueue(label: String) -> any WorkQueue { Queue(app: self) }

    /// Runs what is due until then, in the order of the times, each at its time.
    func run(until end: HostTime) {
        while let block = next(until: end) { block() }
        state.withLock { $0.now = end }
    }

    /// Moves the clock without running anything, as a thread that was busy.
    func sleep(until time: HostTime) { state.withLock { $0.now = time } }

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
        let app: VirtualApp
        init(app: VirtualApp) { self.app = app }
        let runsWhileCallersWait = false
        func async(_ block: @escaping @Sendable () -> Void) { app.after(.zero, block) }
    }
}

/// Collects what a stream delivers.
final class Collected<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    var values: [Value] { state.withLock { $0 } }
    func add(_ value: Value) { state.withLock { $0.append(value) } }
}
