import CoreAudio
import CoreAudioKit
import Foundation
import Testing
import os

@Suite("An unfair lock")
struct UnfairLockTests {
    /// A class of Apple's older style: the lock in a property, passed by its address.
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

    @Test("by pointer, says whether it is free")
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

    @Test("with a state lets one thread at it")
    func state() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<5000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock { $0 } == 40_000)
        let isFree = lock.withLock { _ in lock.withLockIfAvailable { $0 } == nil }
        #expect(isFree)
        #expect(lock.withLockIfAvailable { $0 } == 40_000)
        #expect(throws: CancellationError.self) {
            try lock.withLock { _ in throw CancellationError() }
        }
        #expect(lock.withLock { $0 } == 40_000)
    }

    @Test("without a state is a lock")
    func noState() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        lock.precondition(.owner)
        lock.unlock()
        #expect(lock.withLock { 3 } == 3)
        lock.precondition(.notOwner)
    }

    @Test("stands beside the modules of audio")
    func modules() {
        var list = AudioBufferList()
        list.mNumberBuffers = 1
        #expect(
            withUnsafeMutablePointer(to: &list) { UnsafeMutableAudioBufferListPointer($0).count }
                == 1)
        #expect(kAudioFormatLinearPCM == 0x6C70_636D)
    }
}
