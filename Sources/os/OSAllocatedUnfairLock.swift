@_exported import COS

/// A lock with a place of its own in memory, and a state that it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    /// What the calling thread is taken to be in `precondition`.
    public enum Ownership: Hashable, Sendable {
        case owner
        case notOwner
    }

    private let storage: LockStorage<State>

    public init(uncheckedState initialState: State) {
        storage = LockStorage(initialState)
    }

    /// Calls `body` with the state while the calling thread has the lock.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state.pointee)
    }

    /// Calls `body` as `withLockUnchecked` does if the lock is free.
    ///
    /// - Returns: `nil` if it was not.
    public func withLockIfAvailableUnchecked<R>(
        _ body: (inout State) throws -> R
    ) rethrows -> R? {
        guard os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state.pointee)
    }

    /// Calls `body` with the state while the calling thread has the lock.
    public func withLock<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls `body` as `withLock` does if the lock is free.
    ///
    /// - Returns: `nil` if it was not.
    public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Ends the process where the calling thread has the lock and should not, or the reverse.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    public init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    public init() {
        self.init(uncheckedState: ())
    }

    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    @available(*, noasync, message: "Use withLock instead")
    public func lock() { os_unfair_lock_lock(storage.lock) }

    @available(*, noasync, message: "Use withLock instead")
    public func unlock() { os_unfair_lock_unlock(storage.lock) }

    /// Takes the lock if it is free.
    @available(*, noasync, message: "Use withLockIfAvailable instead")
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }
}

/// A lock and its state, at addresses that do not change.
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
