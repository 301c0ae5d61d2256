import AudioModel
import SoundClient
import Synchronization

// A task of a simulated app sleeps in the phone's time. These functions have the signatures of
// Swift's own and come before them in files that import this module; for all other tasks they
// forward.

extension Task where Success == Never, Failure == Never {
    /// Suspends the task for some nanoseconds: of the phone's time in a simulated app.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public static func sleep(nanoseconds duration: UInt64) async throws {
        guard let app = sleepingApp() else {
            return try await ContinuousClock().sleep(
                until: .now + .nanoseconds(Int64(clamping: duration)), tolerance: nil)
        }
        try await sleep(HostInterval(nanoseconds: Int64(clamping: duration)), in: app)
    }

    /// Suspends the task for a duration: of the phone's time in a simulated app.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        for duration: C.Instant.Duration, tolerance: C.Instant.Duration? = nil,
        clock: C = .continuous
    ) async throws {
        try await sleep(until: clock.now.advanced(by: duration), tolerance: tolerance, clock: clock)
    }

    /// Suspends the task until an instant of a clock. In a simulated app, Swift's clocks are the
    /// phone's.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        until deadline: C.Instant, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
    ) async throws {
        guard clock is ContinuousClock || clock is SuspendingClock, let app = sleepingApp(),
            let duration = clock.now.duration(to: deadline) as? Duration
        else { return try await clock.sleep(until: deadline, tolerance: tolerance) }
        try await sleep(HostInterval(duration), in: app)
    }

    /// The simulated app that the calling task sleeps in; `nil` on the machine's clock.
    private static func sleepingApp() -> AppSound? {
        CurrentApp.isTaskOfTest ? nil : CurrentApp.simulated
    }

    nonisolated(nonsending) private static func sleep(_ interval: HostInterval, in app: AppSound)
        async throws
    {
        try Task<Never, Never>.checkCancellation()
        let sleeper = Sleeper(app.outstandingWork)
        // Schedules the wake before the task suspends; the phone's time could advance otherwise.
        app.environment.after(max(interval, .zero)) { sleeper.wake() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper.begin($0) }
        } onCancel: {
            sleeper.wake()
        }
        sleeper.end()
        try Task<Never, Never>.checkCancellation()
    }
}

extension ContinuousClock {
    /// Suspends the task for a duration: of the phone's time in a simulated app.
    nonisolated(nonsending) public func sleep(for duration: Duration, tolerance: Duration? = nil)
        async throws
    {
        try await Task.sleep(for: duration, tolerance: tolerance, clock: self)
    }
}

extension SuspendingClock {
    /// Suspends the task for a duration: of the phone's time in a simulated app.
    nonisolated(nonsending) public func sleep(for duration: Duration, tolerance: Duration? = nil)
        async throws
    {
        try await Task.sleep(for: duration, tolerance: tolerance, clock: self)
    }
}

extension HostInterval {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let limit: Int64 = seconds < 0 ? .min : .max
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: isTooLong || overflows ? limit : sum)
    }
}

/// The sleep of one task; woken once.
///
/// From the wake until the task runs, the sleep counts as outstanding work, for which the phone's
/// time waits.
private final class Sleeper: Sendable {
    private enum State {
        case notBegun
        case asleep(CheckedContinuation<Void, Never>)
        case awake
    }

    private let state = Mutex(State.notBegun)
    private let outstandingWork: OutstandingWork

    init(_ outstandingWork: OutstandingWork) { self.outstandingWork = outstandingWork }

    /// Suspends the task, unless it has been woken before.
    func begin(_ continuation: CheckedContinuation<Void, Never>) {
        let sleeps = state.withLock { state in
            guard case .notBegun = state else { return false }
            state = .asleep(continuation)
            return true
        }
        if !sleeps { continuation.resume() }
    }

    /// Resumes the task, at the deadline or on cancellation; later calls do nothing.
    func wake() {
        let former = state.withLock { state in
            defer { state = .awake }
            if case .awake = state {} else { outstandingWork.begin() }
            return state
        }
        if case .asleep(let continuation) = former { continuation.resume() }
    }

    /// Ends the outstanding work, because the task runs again.
    func end() { outstandingWork.end() }
}
