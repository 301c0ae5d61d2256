import Glibc

/// A recursive lock: app code that runs while it is held may call the queue that it belongs to.
///
/// Ownership: immutable; the POSIX mutex behind the pointer synchronises itself.
final class RecursiveLock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held.
    func withLock<Result, Problem: Error>(
        _ body: () throws(Problem) -> Result
    ) throws(Problem) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Runs `body` with the lock held, or without it after a timeout.
    ///
    /// - Parameter seconds: The timeout.
    func withLock(orAfter seconds: Int, _ body: () -> Void) {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        let isHeld = pthread_mutex_timedlock(mutex, &deadline) == 0
        defer { if isHeld { pthread_mutex_unlock(mutex) } }
        body()
    }
}
