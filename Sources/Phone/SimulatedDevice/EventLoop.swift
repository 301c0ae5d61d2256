package import AudioModel
import Glibc
package import SoundClient
import SoundServer
import Synchronization

/// The event loop of a simulated device: its clock, the server's deadline, and the threads and
/// timers of its apps. Everything runs on the thread that lets time pass.
///
/// Events are ordered by time. Events of the same time come in this order: reactions to the sound
/// rendered so far, the server's deadline, blocks scheduled without a delay, timers. Within each
/// kind the order of scheduling decides.
package final class EventLoop: ServerClock, AppEnvironment {
    package typealias Block = @Sendable () -> Void

    private struct State {
        var now = HostTime.zero
        /// Frames rendered so far.
        var frame = 0
        /// Whether frames were rendered in a block of the output that is not finished.
        var isBlockOpen = false
        var deadline: (time: HostTime, block: Block)?
        var due: [Block] = []
        /// Timers in order of time; timers of the same time in the order of setting.
        var timers: [(time: HostTime, block: Block)] = []
        /// Blocks and deadlines that may still run at this moment.
        var blocksLeft = EventLoop.blocksPerMomentMax
        var deadlinesLeft = EventLoop.deadlinesPerMomentMax
        var isRunning = false
        /// Counts what may have changed the apps: blocks, deadlines and actions.
        var runCount = 0
    }

    private let state = Mutex(State())
    /// The device, which is used on the loop's thread only.
    nonisolated(unsafe) weak var device: (any RenderedDevice)?

    /// Limit of blocks per moment: a block that keeps scheduling another must not stop time.
    private static let blocksPerMomentMax = 10_000
    /// Limit of deadlines met at one moment; the rest wait for the next moment.
    private static let deadlinesPerMomentMax = 1_000

    /// The date at the start, in nanoseconds since 1970.
    package let startDate: Int64

    /// - Parameter startDate: The date at the start, in nanoseconds since 1970; `nil` for now.
    package init(startDate: Int64? = nil) {
        self.startDate = startDate ?? Self.machineDate
    }

    /// The date in whole seconds, with which sums of dates do not depend on the moment.
    private static var machineDate: Int64 { Int64(Glibc.time(nil)) * 1_000_000_000 }

    package var now: HostTime { state.withLock { $0.now } }

    /// Frames rendered so far.
    package var frame: Int { state.withLock { $0.frame } }

    /// Counts the blocks, deadlines and actions so far.
    var runCount: Int { state.withLock { $0.runCount } }

    // MARK: Scheduling

    package func schedule(at time: HostTime?, _ block: @escaping Block) {
        state.withLock { $0.deadline = time.map { ($0, block) } }
    }

    package func onMain(_ block: @escaping Block) { onQueue(block) }

    package func onQueue(_ block: @escaping Block) {
        state.withLock { $0.due.append(block) }
    }

    package func after(_ interval: HostInterval, _ block: @escaping Block) {
        state.withLock { state in
            let time = state.now + interval
            let index = state.timers.firstIndex { $0.time > time } ?? state.timers.count
            state.timers.insert((time, block), at: index)
        }
    }

    package func makeWorkQueue(label: String) -> any WorkQueue {
        VirtualWorkQueue { [weak self] block in self?.onQueue(block) }
    }

    /// Drops pending blocks and timers, which hold the apps that hold this object.
    func close() {
        let dropped = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: Time

    /// Lets time pass up to `end`, or up to an earlier moment at which everything due has happened
    /// and `isEnough` is true.
    ///
    /// The result does not depend on how an interval is divided into calls: reactions to sound
    /// (refills, microphones, ends of sounds) occur at the ends of blocks, at timers and deadlines,
    /// and before each action, never at the end of a call.
    package func advance(to end: HostTime, until isEnough: () -> Bool = { false }) {
        // Held once: a weak reference is slow to take up.
        let device = device
        settle(device)
        while now < end, !isEnough() {
            let next = nextEvent
            state.withLock { $0.now = min(next, end) }
            render(device)
            guard next <= end else { return }
            beginMoment()
            finishSound(device)
            settle(device)
        }
    }

    /// Lets time pass while an app's code waits, which the loop has called.
    func advanceDuringCode(to end: HostTime, until isEnough: () -> Bool) {
        let wasRunning = state.withLock { state in
            defer { state.isRunning = false }
            return state.isRunning
        }
        defer { state.withLock { $0.isRunning = wasRunning } }
        advance(to: end, until: isEnough)
    }

    /// Brings everything up to this moment, before an action.
    package func prepareForAct() {
        guard isBetweenActs else { return }
        beginMoment()
        let device = device
        finishSound(device)
        settle(device)
    }

    /// Delivers all sound up to this moment to the app's library, before the app's code runs.
    func prepareForCode() {
        if isBetweenActs { device?.reactToSound() }
    }

    /// Runs what is due after an action. Does nothing when it is called from such code, because
    /// that will run anyway.
    package func runDue() {
        let isRunning = state.withLock { state in
            state.runCount += 1
            return state.isRunning
        }
        guard !isRunning else { return }
        beginMoment()
        runWhatIsDue(device)
    }

    private var isBetweenActs: Bool {
        !state.withLock { $0.isRunning } && SimulatedThread.current == nil
    }

    /// The next end of a block, deadline or timer.
    private var nextEvent: HostTime {
        state.withLock { state in
            let length = OutputFrames.blockDuration.nanoseconds
            let block = (state.now.nanoseconds / length + 1) * length
            var next = HostTime(nanoseconds: block)
            if let time = state.deadline?.time, time > state.now { next = min(next, time) }
            if let time = state.timers.first?.time, time > state.now { next = min(next, time) }
            return next
        }
    }

    // MARK: Moments

    /// Resets the limits per moment: code that keeps scheduling more must not stop time.
    private func beginMoment() {
        state.withLock { state in
            state.blocksLeft = Self.blocksPerMomentMax
            state.deadlinesLeft = Self.deadlinesPerMomentMax
        }
    }

    /// Renders up to this moment, without any other effect; the number of calls does not matter.
    private func render(_ device: (any RenderedDevice)?) {
        let (start, end) = state.withLock { ($0.frame, OutputFrames.index(at: $0.now)) }
        guard let device, start < end else { return }
        state.withLock { ($0.frame, $0.isBlockOpen) = (end, true) }
        device.render(start..<end)
    }

    /// Lets the sound rendered so far have its effects, and ends a block of the output.
    private func finishSound(_ device: (any RenderedDevice)?) {
        guard let device, !state.withLock({ $0.isRunning }) else { return }
        device.reactToSound()
        running { while let block = takeBlock(timers: false) { block() } }
        device.didSettle()
        let finished = state.withLock { state -> Int? in
            guard state.isBlockOpen, state.frame % OutputFrames.blockFrames == 0 else { return nil }
            state.isBlockOpen = false
            return state.frame
        }
        if let finished { device.finishBlock(upTo: finished) }
    }

    /// Meets due deadlines and runs due blocks.
    private func settle(_ device: (any RenderedDevice)?) {
        guard !state.withLock({ $0.isRunning }) else { return }
        while let deadline = takeDeadline() {
            deadline()
            runWhatIsDue(device)
        }
        runWhatIsDue(device)
    }

    private func takeDeadline() -> Block? {
        state.withLock { state in
            guard let deadline = state.deadline, deadline.time <= state.now,
                state.deadlinesLeft > 0
            else { return nil }
            state.deadlinesLeft -= 1
            state.runCount += 1
            state.deadline = nil
            return deadline.block
        }
    }

    /// Runs what is due now and what becomes due thereby, up to a limit per moment.
    private func runWhatIsDue(_ device: (any RenderedDevice)?) {
        running { while let block = takeBlock(timers: true) { block() } }
        device?.didSettle()
    }

    private func running(_ body: () -> Void) {
        state.withLock { $0.isRunning = true }
        body()
        state.withLock { $0.isRunning = false }
    }

    private func takeBlock(timers: Bool) -> Block? {
        state.withLock { state in
            guard state.blocksLeft > 0 else { return nil }
            if !state.due.isEmpty {
                state.blocksLeft -= 1
                state.runCount += 1
                return state.due.removeFirst()
            }
            guard timers, let timer = state.timers.first, timer.time <= state.now else {
                return nil
            }
            state.blocksLeft -= 1
            state.runCount += 1
            return state.timers.removeFirst().block
        }
    }
}

/// A device with sound that an event loop renders. The loop calls it on its own thread.
protocol RenderedDevice: AnyObject {
    /// Renders frames, which are part of one block.
    func render(_ frames: Range<Int>)
    /// Lets the rendered sound have its effects: refills, ends of sounds, recordings.
    func reactToSound()
    /// Ends the block of `OutputFrames.blockFrames` frames before `frame`.
    func finishBlock(upTo frame: Int)
    /// Takes note of the results when everything due at this moment has happened.
    func didSettle()
}

/// A work queue that runs its blocks on the event loop, in order with all that is due.
final class VirtualWorkQueue: WorkQueue {
    let runsWhileCallersWait = false
    private let enqueue: @Sendable (@escaping EventLoop.Block) -> Void

    init(_ enqueue: @escaping @Sendable (@escaping EventLoop.Block) -> Void) {
        self.enqueue = enqueue
    }

    func async(_ block: @escaping EventLoop.Block) { enqueue(block) }
}

/// Frames of the simulated output and their times.
package enum OutputFrames {
    /// Frames per second.
    package static let rate = 48_000
    /// Frames in a measured block: 10 ms.
    static let blockFrames = 480
    static let blockDuration = HostInterval.milliseconds(10)

    /// The frame nearest to a time.
    package static func index(at time: HostTime) -> Int {
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int((rest * Int64(rate) + 500_000_000) / 1_000_000_000)
    }

    /// The time of a frame.
    package static func time(of frame: Int) -> HostTime {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: rate)
        return HostTime(
            nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(rate))
    }
}
