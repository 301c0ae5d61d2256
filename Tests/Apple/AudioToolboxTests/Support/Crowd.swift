import Foundation
import Synchronization

/// Threads that run one piece of code at once.
final class Crowd: Sendable {
    private let running: Mutex<Int>
    private let done = DispatchSemaphore(value: 0)

    init(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
        running = Mutex(count)
        for index in 0..<count {
            let thread = Thread { [self] in
                body(index)
                let isLast = running.withLock { running in
                    running -= 1
                    return running == 0
                }
                if isLast { done.signal() }
            }
            thread.start()
        }
    }

    var isDone: Bool { running.withLock { $0 == 0 } }

    /// Call once.
    func wait() {
        done.wait()
    }
}
