import AudioToolbox
import Foundation
import Synchronization

/// A thread that runs its run loop until it is told to end, or for ten seconds.
///
/// Ownership: the thread sets `runLoop` before `isReady` is signalled; then it is immutable.
final class RunLoopThread: @unchecked Sendable {
    private(set) var runLoop: CFRunLoop!
    private var thread: Thread!
    private let isReady = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let mayEnd = Mutex(false)

    init() {
        thread = Thread { [unowned self] in
            runLoop = CFRunLoopGetCurrent()
            // A run loop with nothing in it would not run.
            let keeper = Timer(timeInterval: 10, repeats: false) { _ in }
            RunLoop.current.add(keeper, forMode: .default)
            isReady.signal()
            let end = Date() + 10
            while !mayEnd.withLock({ $0 }), Date() < end {
                _ = RunLoop.current.run(mode: .default, before: end)
            }
            hasEnded.signal()
        }
        thread.start()
        isReady.wait()
    }

    var isCurrent: Bool { Thread.current === thread }

    /// To be called on the thread itself.
    func end() {
        mayEnd.withLock { $0 = true }
    }

    func waitForEnd() {
        hasEnded.wait()
    }
}
