import CoreAudio
import CoreAudioKit
import Foundation
import Testing
import os

@Suite("An unfair lock")
struct UnfairLockTests {
    /// A class with the lock in a stored property, passed with `&`. Apple discourages this, but
    /// much app code does it, so it must work.
    ///
    /// Ownership: `lock` guards `count`.
    private final class Counter: @unchecked Sendable {
        private var lock = os_unfair_lock()
        private(set) var count = 0

        func add() {
            os_unfair_lock_lock(&lock)
            defer { os_unfair_lock_unlock(&lock) }
            count += 1
        }
    }

    @Test("lets one thread in at a time")
    func threads() {
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5000 { counter.add() }
        }
        #expect(counter.count == 40_000)
    }

    @Test("is not acquired by a try while it is held")
    func tryLock() {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        lock.initialize(to: os_unfair_lock())
        defer { lock.deallocate() }
        #expect(os_unfair_lock_trylock(lock))
        os_unfair_lock_assert_owner(lock)
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        os_unfair_lock_assert_not_owner(lock)
        #expect(lock.pointee._os_unfair_lock_opaque == 0)
    }

    @Test("with a state protects it")
    func state() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 40_000)
        let isUnavailable = lock.withLock { _ in lock.withLockIfAvailable { $0 } == nil }
        #expect(isUnavailable)
        #expect(lock.withLockIfAvailable { $0 } == 40_000)
        #expect(throws: CancellationError.self) {
            try lock.withLock { _ in throw CancellationError() }
        }
        #expect(lock.withLock { $0 } == 40_000)
    }

    @Test("without a state locks and unlocks")
    func noState() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        lock.precondition(.owner)
        lock.unlock()
        #expect(lock.withLock { 3 } == 3)
        lock.precondition(.notOwner)
    }

    @Test("can be imported together with the audio modules")
    func modules() {
        // The imports of this file must not conflict.
        var list = AudioBufferList()
        list.mNumberBuffers = 1
        #expect(
            withUnsafeMutablePointer(to: &list) { UnsafeMutableAudioBufferListPointer($0).count }
                == 1)
        #expect(kAudioFormatLinearPCM == 0x6C70_636D)
    }
}
