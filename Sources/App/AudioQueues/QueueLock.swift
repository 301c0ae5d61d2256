import Glibc

/// A lock that gives one thread at a time its turn. It is released while a callback of the app runs
/// within the turn: the callback may call the queue, and its calls belong to the turn.
///
/// Ownership: the POSIX mutex guards `turn`.
final class QueueLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let turnEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The thread that keeps its turn while it runs a callback of the app.
    private var turn: pthread_t?

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(turnEnded, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(turnEnded)
        mutex.deallocate()
        turnEnded.deallocate()
    }

    /// Whether it is another thread's turn. Called with the lock held.
    private var isOthersTurn: Bool { turn.map { $0 != pthread_self() } ?? false }

    /// Runs `body` with the lock held. Not recursive.
    ///
    /// - Parameter duringTurns: Whether not to wait for the end of another thread's turn, for a
    ///   `body` that only reads what a turn leaves alone.
    func withLock<Result, Failure: Error>(
        duringTurns: Bool = false, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !duringTurns, isOthersTurn { pthread_cond_wait(turnEnded, mutex) }
        return try body()
    }

    /// Runs a callback of the app with the lock released; the turn lasts, so other threads wait.
    /// Called with the lock held.
    func unlocked<Result>(_ body: () -> Result) -> Result {
        let outerTurn = turn
        turn = pthread_self()
        pthread_mutex_unlock(mutex)
        defer {
            pthread_mutex_lock(mutex)
            turn = outerTurn
            if outerTurn == nil { pthread_cond_broadcast(turnEnded) }
        }
        return body()
    }

    /// Runs a callback of the app in a turn. After a timeout runs it during another thread's turn:
    /// that thread may be waiting for this one, and a deadlock would be worse.
    ///
    /// - Parameter seconds: The timeout.
    func withTurn(orAfter seconds: Int, _ body: () -> Void) {
        var deadline = timespec()
        // The clock of `pthread_cond_timedwait`.
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        pthread_mutex_lock(mutex)
        var isInTime = true
        while isInTime, isOthersTurn {
            isInTime = pthread_cond_timedwait(turnEnded, mutex, &deadline) == 0
        }
        if isInTime { unlocked(body) }
        pthread_mutex_unlock(mutex)
        if !isInTime { body() }
    }
}
