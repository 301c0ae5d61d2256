@_exported public import COS

/// A lock in memory of its own, with the state that it protects.
///
/// Ownership: the thread that holds the lock owns the state.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    /// The expected relation of the calling thread to the lock, for `precondition`.
    public enum Ownership: Hashable, Sendable {
        /// The calling thread holds the lock.
        case owner
        /// The calling thread does not hold the lock.
        case notOwner
    }

    private let storage: LockStorage<State>

    /// Makes a lock with a state that need not be `Sendable`.
    public init(uncheckedState initialState: State) {
        storage = LockStorage(initialState)
    }

    /// Calls `body` with the state while the calling thread holds the lock. Not recursive.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state.pointee)
    }

    /// Calls `body` with the state if the lock is free.
    ///
    /// - Returns: `nil` if the lock was held.
    public func withLockIfAvailableUnchecked<R>(
        _ body: (inout State) throws -> R
    ) rethrows -> R? {
        guard os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state.pointee)
    }

    /// Calls `body` with the state while the calling thread holds the lock. Not recursive.
    public func withLock<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` with the state if the lock is free.
    ///
    /// - Returns: `nil` if the lock was held.
    public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Ends the process unless the calling thread's relation to the lock is as expected.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Makes a lock with a state.
    public init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Makes a lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Calls `body` while the calling thread holds the lock.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls `body` if the lock is free; returns `nil` if it was held.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Calls `body` while the calling thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls `body` if the lock is free; returns `nil` if it was held.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Acquires the lock, and waits for it if necessary.
    @available(*, noasync, message: "Use withLock instead")
    public func lock() { os_unfair_lock_lock(storage.lock) }

    /// Releases the lock, on the thread that holds it.
    @available(*, noasync, message: "Use withLock instead")
    public func unlock() { os_unfair_lock_unlock(storage.lock) }

    /// Acquires the lock if it is free, and returns whether it was.
    @available(*, noasync, message: "Use withLockIfAvailable instead")
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }
}

/// A lock and its state at fixed addresses.
private final class LockStorage<State> {
    let lock: os_unfair_lock_t
    let state: UnsafeMutablePointer<State>

    init(_ initialState: State) {
        lock = .allocate(capacity: 1)
        lock.initialize(to: os_unfair_lock())
        state = .allocate(capacity: 1)
        state.initialize(to: initialState)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        lock.deinitialize(count: 1)
        lock.deallocate()
    }
}
