import CLinuxShim
import Dispatch
import Glibc
import Synchronization

/// A thread of an object's own, which waits for descriptors and is woken by another thread. Any thread.
package final class OwnThread: Sendable {
    /// Readable when the thread has been woken; negative when the system has no descriptor left.
    package let wakeDescriptor: Int32
    /// The thread's `pthread_t`, once it runs.
    private let identity = Atomic<UInt>(0)
    /// Left when the thread has ended.
    private let running = DispatchGroup()

    package init() {
        wakeDescriptor = sori_make_wake_descriptor()
    }

    deinit {
        if wakeDescriptor >= 0 { Glibc.close(wakeDescriptor) }
    }

    /// Whether the thread has begun to run.
    package var hasStarted: Bool { identity.load(ordering: .relaxed) != 0 }

    /// Whether the caller is the thread.
    package var isCurrent: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Runs `body` on the thread, once.
    ///
    /// - Returns: Whether the system had a thread.
    package func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        final class Start {
            let thread: OwnThread
            let body: @Sendable () -> Void
            init(_ thread: OwnThread, _ body: @escaping @Sendable () -> Void) {
                self.thread = thread
                self.body = body
            }
        }
        let start = Unmanaged.passRetained(Start(self, body))
        running.enter()
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                start.thread.identity.store(UInt(pthread_self()), ordering: .relaxed)
                start.body()
                start.thread.running.leave()
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            running.leave()
            return false
        }
        pthread_detach(thread)
        return true
    }

    package func wake() {
        var one: UInt64 = 1
        if wakeDescriptor >= 0 { _ = write(wakeDescriptor, &one, MemoryLayout<UInt64>.size) }
    }

    /// Waits until the thread has ended; not on the thread itself.
    package func waitForEnd() {
        if !isCurrent { running.wait() }
    }
}
