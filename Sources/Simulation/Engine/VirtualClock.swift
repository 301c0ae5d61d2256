import AudioModel
import SoundClient
import SoundServer
import Synchronization

/// A clock that the simulation advances.
package final class VirtualClock: ServerClock {
    private struct State {
        var now = HostTime.zero
        var deadline: HostTime?
        var block: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    package var now: HostTime { state.withLock { $0.now } }

    var deadline: HostTime? { state.withLock { $0.deadline } }

    package func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.deadline = time
            state.block = time == nil ? nil : block
        }
    }

    /// Advances to `time`; never goes back.
    package func advance(to time: HostTime) {
        state.withLock { state in
            precondition(time >= state.now, "time runs forward")
            state.now = time
        }
    }

    /// Runs everything scheduled for now or earlier.
    func fire() {
        let block = state.withLock { state -> (@Sendable () -> Void)? in
            guard let deadline = state.deadline, deadline <= state.now else { return nil }
            state.deadline = nil
            return state.block.take()
        }
        block?()
    }
}

/// Threads and timers of simulated apps: everything runs on the simulation's thread, in the order
/// in which it becomes due.
final class VirtualEnvironment: AppEnvironment {
    private struct Timer {
        var time: HostTime
        var block: @Sendable () -> Void
    }

    private struct State {
        var due: [@Sendable () -> Void] = []
        /// Timers in order of time; timers of the same time in the order of setting.
        var timers: [Timer] = []
        /// Blocks that may still run at this moment.
        var blocksLeft = VirtualEnvironment.blocksPerMomentMax
    }

    private let clock: VirtualClock
    private let state = Mutex(State())

    init(clock: VirtualClock) {
        self.clock = clock
    }

    /// Drops pending blocks and timers, which hold the apps that hold this object.
    func close() {
        let dropped = state.withLock { state in
            let dropped = state
            state = State()
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    func onMain(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.due.append(block) }
    }

    func onQueue(_ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.due.append(block) }
    }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        let time = clock.now + interval
        state.withLock { state in
            let index = state.timers.firstIndex { $0.time > time } ?? state.timers.count
            state.timers.insert(Timer(time: time, block: block), at: index)
        }
    }

    var now: HostTime { clock.now }

    func makeWorkQueue(label: String) -> any WorkQueue {
        VirtualWorkQueue { [weak self] block in self?.onQueue(block) }
    }

    var nextTimer: HostTime? { state.withLock { $0.timers.first?.time } }

    /// Allows another `blocksPerMomentMax` blocks to run.
    func beginMoment() {
        state.withLock { $0.blocksLeft = Self.blocksPerMomentMax }
    }

    /// Runs what is due now and what becomes due thereby, up to a limit per moment.
    ///
    /// - Parameter beforeTimer: Runs before each timer; what it makes due runs before that timer
    ///   too.
    func runDue(beforeTimer: () -> Void = {}) {
        while state.withLock({ $0.blocksLeft > 0 }) {
            let now = clock.now
            if state.withLock({ $0.due.isEmpty }) { beforeTimer() }
            let block = state.withLock { state -> (@Sendable () -> Void)? in
                guard let block = Self.takeDue(&state, at: now) else { return nil }
                state.blocksLeft -= 1
                return block
            }
            guard let block else { return }
            block()
        }
    }

    private static func takeDue(_ state: inout State, at now: HostTime) -> (@Sendable () -> Void)? {
        if !state.due.isEmpty { return state.due.removeFirst() }
        guard let timer = state.timers.first, timer.time <= now else { return nil }
        return state.timers.removeFirst().block
    }

    /// Limit of blocks per moment: a block that keeps scheduling another must not stop time.
    static let blocksPerMomentMax = 10_000
}

/// A work queue that runs its blocks on the simulation's thread, in order with all that is due.
final class VirtualWorkQueue: WorkQueue {
    private let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(_ enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.enqueue = enqueue
    }

    func async(_ block: @escaping @Sendable () -> Void) {
        enqueue(block)
    }
}

extension Optional {
    /// Returns the value and leaves `nil`.
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}

/// Frames of the simulated output and their times.
enum OutputFrames {
    /// Frames per second.
    static let rate = 48_000
    /// Frames in a measured block: 10 ms.
    static let blockFrames = 480
    static let blockDuration = HostInterval.milliseconds(10)

    /// The frame nearest to a time.
    static func index(at time: HostTime) -> Int {
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int((rest * Int64(rate) + 500_000_000) / 1_000_000_000)
    }

    static func time(of frame: Int) -> HostTime {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: rate)
        return HostTime(
            nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(rate))
    }
}
