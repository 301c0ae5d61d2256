package import CoreFoundation
import Foundation

/// The run loop of a thread that does not run it until it is told to.
///
/// Ownership: the thread sets `runLoop` before `isReady` is signalled; then it is immutable.
package final class IdleRunLoop: @unchecked Sendable {
    package private(set) var runLoop: CFRunLoop!
    private let isReady = DispatchSemaphore(value: 0)
    private let mayRun = DispatchSemaphore(value: 0)
    private let hasRun = DispatchSemaphore(value: 0)

    package init() {
        let thread = Thread { [self] in
            runLoop = CFRunLoopGetCurrent()
            // A run loop with nothing in it would not run.
            let keeper = Timer(timeInterval: 10, repeats: false) { _ in }
            RunLoop.current.add(keeper, forMode: .default)
            isReady.signal()
            mayRun.wait()
            _ = RunLoop.current.run(mode: .default, before: Date())
            hasRun.signal()
        }
        thread.start()
        isReady.wait()
    }

    /// Runs what waits; returns when it has run.
    package func run() {
        mayRun.signal()
        hasRun.wait()
    }
}
