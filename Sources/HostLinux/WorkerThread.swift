import Dispatch
import Glibc
import SoundClient
import Synchronization

/// A thread that runs one function, which can be asked to return.
final class WorkerThread: Sendable {
    private let isStopRequestedFlag = Atomic(false)
    /// The `pthread_t` once the thread runs.
    private let identity = Atomic<UInt>(0)
    /// Left when the function has returned; unlike a join, any number of threads may await it.
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
    ///   - previous: Must have been asked to stop; `body` begins when it has returned.
    ///   - body: Looks at `isStopRequested` between two steps of its work.
    /// - Returns: `nil` when the machine has no thread left to give.
    init?(after previous: WorkerThread?, _ body: @escaping @Sendable (WorkerThread) -> Void) {
        let start = Unmanaged.passRetained(Start(worker: self, previous: previous, body: body))
        running.enter()
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            {
                // Made by `passRetained` above: never null.
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

    var isStopRequested: Bool { isStopRequestedFlag.load(ordering: .acquiring) }

    /// Asks the function to return, and waits until it has; from within it, only asks. Any thread.
    func end() {
        isStopRequestedFlag.store(true, ordering: .releasing)
        if identity.load(ordering: .relaxed) != UInt(pthread_self()) {
            running.wait()
        }
    }
}

/// The worker of a device: at most one runs at a time.
final class WorkerSlot: Sendable {
    private let worker = Mutex<WorkerThread?>(nil)

    deinit {
        end()
    }

    /// Runs `body` on a thread, unless one runs already. Any thread, the worker's too.
    ///
    /// - Parameter name: Of the device, for people.
    func start(
        for name: String, _ body: @escaping @Sendable (WorkerThread) -> Void
    ) throws(OutputError) {
        let isRunning = worker.withLock { worker in
            if worker?.isStopRequested ?? true {
                worker = WorkerThread(after: worker, body)
            }
            return worker != nil
        }
        guard isRunning else {
            throw OutputError(
                what: name, why: "the system refused another thread",
                advice: "end other programs or raise the limit on processes")
        }
    }

    /// See `WorkerThread.end`.
    func end() {
        worker.withLock { $0 }?.end()
    }
}
