import AudioModel
import CVirtualTime
import SoundClient
import Synchronization

/// The thread on which a simulated app's code is assumed to run.
package enum SimulatedThread: Hashable, Sendable {
    case main
    /// The app library's thread.
    case control
    /// A named work queue.
    case work(String)

    /// The thread of the present code; `nil` outside a simulated app.
    @TaskLocal package static var current: SimulatedThread?
}

/// The threads of one app: each block runs as the app's code, on the thread it was scheduled for.
final class AppThreads: AppEnvironment {
    private let environment: EventLoop
    private let app = Mutex(State())

    private struct State {
        weak var sound: AppSound?
        /// Whether the process has ended, and its threads with it.
        var isOver = false
        /// Time until which the app's main thread is busy, and the blocks that wait for it.
        var busyUntil = HostTime.zero
        var waiting: [@Sendable () -> Void] = []
        /// Whether the app is suspended, and the blocks that wait for its main thread.
        var isAsleep = false
        var deferredBlocks: [@Sendable () -> Void] = []
        var runCount = 0
        /// The number of waits of the app's code that last, each within the one before.
        var waitDepth = 0
    }

    init(_ environment: EventLoop) {
        self.environment = environment
    }

    func adopt(_ sound: AppSound) {
        app.withLock { $0.sound = sound }
    }

    func end() {
        app.withLock { $0.isOver = true }
    }

    var runCount: Int { app.withLock { $0.runCount } }

    func run<Result>(on thread: SimulatedThread, _ body: () throws -> Result) rethrows -> Result {
        let sound = app.withLock { app in
            app.runCount += 1
            return app.sound
        }
        sori_virtual_time_enter()
        defer { sori_virtual_time_leave() }
        return try CurrentApp.run(as: sound) {
            try CurrentApp.$isOnSimulatedMain.withValue(thread == .main) {
                try SimulatedThread.$current.withValue(thread) { try body() }
            }
        }
    }

    /// Runs a block that is due, unless the app has ended.
    private func runDue(on thread: SimulatedThread, _ block: @escaping @Sendable () -> Void) {
        // The library's thread still runs, to release resources.
        guard thread == .control || !app.withLock({ $0.isOver }) else { return }
        run(on: thread, block)
    }

    var now: HostTime { environment.now }

    func onMain(_ block: @escaping @Sendable () -> Void) {
        environment.onMain { [self] in
            if !oversleeps(block), !waitsForMain(block) { runDue(on: .main, block) }
        }
    }

    /// Suspends or resumes the main thread. When the app resumes, waiting blocks run after the
    /// notifications delivered then.
    func sleep(_ isAsleep: Bool) {
        let deferredBlocks = app.withLock { app in
            app.isAsleep = isAsleep
            guard !isAsleep else { return [] as [@Sendable () -> Void] }
            defer { app.deferredBlocks = [] }
            return app.deferredBlocks
        }
        guard !deferredBlocks.isEmpty else { return }
        environment.onQueue { [self] in
            for block in deferredBlocks { onMain(block) }
        }
    }

    private func oversleeps(_ block: @escaping @Sendable () -> Void) -> Bool {
        app.withLock { app in
            guard app.isAsleep, !app.isOver else { return false }
            app.deferredBlocks.append(block)
            return true
        }
    }

    /// The phone's date in nanoseconds since 1970.
    var date: Int64 { environment.startDate &+ now.nanoseconds }

    /// Lets the phone's time pass in a wait of the app's code, which the calling thread runs.
    ///
    /// - Parameter blocks: Whether the waiting thread of the app runs nothing meanwhile.
    /// - Returns: Whether the phone's time could pass.
    func pass(
        _ interval: HostInterval, blocks: Bool, until isEnough: () -> Bool
    ) -> Bool {
        let isOnMain = SimulatedThread.current == .main
        let end = now + interval
        let isTooDeep = app.withLock { app in
            guard app.waitDepth < Self.waitDepthMax else { return true }
            app.waitDepth += 1
            if blocks, isOnMain { app.busyUntil = max(app.busyUntil, end) }
            return false
        }
        guard !isTooDeep else { return false }
        CurrentApp.run(as: nil) {
            SimulatedThread.$current.withValue(nil) {
                CurrentApp.$isOnSimulatedMain.withValue(false) {
                    environment.advanceDuringCode(to: end, until: isEnough)
                }
            }
        }
        app.withLock { app in
            app.waitDepth -= 1
            if blocks, isOnMain { app.busyUntil = min(app.busyUntil, environment.now) }
        }
        if blocks, isOnMain { environment.onQueue { [self] in catchUp() } }
        return true
    }

    /// Limit of waits within each other: a block that runs in a wait may wait itself.
    private static let waitDepthMax = 16

    func stayBusy(for interval: HostInterval) {
        let until = now + interval
        app.withLock { $0.busyUntil = max($0.busyUntil, until) }
        environment.after(interval) { [self] in catchUp() }
    }

    private func waitsForMain(_ block: @escaping @Sendable () -> Void) -> Bool {
        let now = now
        return app.withLock { app in
            guard app.busyUntil > now || !app.waiting.isEmpty else { return false }
            app.waiting.append(block)
            return true
        }
    }

    /// Runs the waiting blocks, until one keeps the thread busy again.
    private func catchUp() {
        while let block = takeWaiting() { runDue(on: .main, block) }
    }

    private func takeWaiting() -> (@Sendable () -> Void)? {
        let now = now
        return app.withLock { app in
            guard app.busyUntil <= now, !app.waiting.isEmpty else { return nil }
            return app.waiting.removeFirst()
        }
    }

    func onQueue(_ block: @escaping @Sendable () -> Void) {
        environment.onQueue { [self] in runDue(on: .control, block) }
    }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        environment.after(interval) { [self] in runDue(on: .control, block) }
    }

    func makeWorkQueue(label: String) -> any WorkQueue {
        VirtualWorkQueue { [weak self] block in
            guard let self else { return }
            environment.onQueue { [self] in runDue(on: .work(label), block) }
        }
    }
}
