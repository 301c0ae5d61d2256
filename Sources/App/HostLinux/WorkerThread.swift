import Dispatch
import Glibc
package import SoundClient
import Synchronization

/// A thread that runs one function and can be asked to stop.
package final class WorkerThread: Sendable {
    private let isStopRequestedFlag = Atomic(false)
    /// The thread's `pthread_t`, once it runs.
    private let identity = Atomic<UInt>(0)
    /// Left when the function has returned; unlike a join, several threads may wait for it.
    private let running = DispatchGroup()

    private final class Start {
        let worker: WorkerThread
        let previous: WorkerThread?
        let body: @Sendable (WorkerThread) -> Void

        init(
            worker: WorkerThread, previous: WorkerThread?,
            body: @escaping @Sendable (WorkerThread) -> Void
        ) {
            self.worker = worker
            self.previous = previous
            self.body = body
        }
    }

    /// - Parameters:
    ///   - previous: A thread that has been asked to stop; `body` starts when that has returned.
    ///   - body: Checks `isStopRequested` between two steps of its work.
    /// - Returns: `nil` when the system refuses a thread.
    package init?(after previous: WorkerThread?, _ body: @escaping @Sendable (WorkerThread) -> Void)
    {
        let start = Unmanaged.passRetained(Start(worker: self, previous: previous, body: body))
        running.enter()
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            {
                // Never null: made by `passRetained` above.
                WorkerThread.run(Unmanaged<Start>.fromOpaque($0!).takeRetainedValue())
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            running.leave()
            start.release()
            return nil
        }
        pthread_detach(thread)
    }

    private static func run(_ start: Start) {
        let worker = start.worker
        worker.identity.store(UInt(pthread_self()), ordering: .relaxed)
        start.previous?.running.wait()
        start.body(worker)
        worker.running.leave()
    }

    package var isStopRequested: Bool { isStopRequestedFlag.load(ordering: .acquiring) }

    /// Asks the function to return and waits for it; from within it, only asks. Any thread.
    package func end() {
        isStopRequestedFlag.store(true, ordering: .releasing)
        if identity.load(ordering: .relaxed) != UInt(pthread_self()) {
            running.wait()
        }
    }
}

/// The worker thread of a device: at most one runs at a time.
package final class WorkerSlot: Sendable {
    private let worker = Mutex<WorkerThread?>(nil)

    package init() {}

    deinit {
        end()
    }

    /// Runs `body` on a thread, unless one runs already. Any thread, the worker's too.
    ///
    /// - Parameter name: The device's name, for error messages.
    package func start(
        for name: String, _ body: @escaping @Sendable (WorkerThread) -> Void
    ) throws(DeviceError) {
        let isRunning = worker.withLock { worker in
            if worker?.isStopRequested ?? true {
                worker = WorkerThread(after: worker, body)
            }
            return worker != nil
        }
        guard isRunning else {
            throw DeviceError(
                what: name, why: "the system refused another thread",
                advice: "end other programs or raise the limit on processes")
        }
    }

    /// Stops the worker; see `WorkerThread.end`.
    package func end() {
        worker.withLock { $0 }?.end()
    }
}
