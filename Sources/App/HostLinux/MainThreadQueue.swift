import CoreFoundation
import Dispatch
import Foundation  // CoreFoundation is inside its library, and is not linked without it.
import Synchronization

/// A queue of blocks for the main thread.
///
/// A main thread in a run loop serves that loop's blocks, also in a nested loop. A main thread that
/// runs Dispatch's main queue (an asynchronous `main`) serves only that. Blocks are announced to
/// both, and the first to run executes them.
final class MainThreadQueue: Sendable {
    static let shared = MainThreadQueue()

    private struct State {
        /// Blocks before `nextIndex` have been removed.
        var blocks: [(@Sendable () -> Void)?] = []
        var nextIndex = 0
        /// Whether an announcement is pending; it is not repeated.
        var isRunLoopNotified = false
        var isQueueNotified = false

        mutating func takeNext() -> (@Sendable () -> Void)? {
            guard nextIndex < blocks.count else { return nil }
            defer {
                nextIndex += 1
                if 2 * nextIndex >= blocks.count {
                    blocks.removeFirst(nextIndex)
                    nextIndex = 0
                }
            }
            return blocks[nextIndex].take()
        }
    }

    private let state = Mutex(State())

    func add(_ block: @escaping @Sendable () -> Void) {
        let (notifiesRunLoop, notifiesQueue) = state.withLock { state in
            state.blocks.append(block)
            defer {
                state.isRunLoopNotified = true
                state.isQueueNotified = true
            }
            return (!state.isRunLoopNotified, !state.isQueueNotified)
        }
        if notifiesRunLoop {
            let main = CFRunLoopGetMain()
            CFRunLoopPerformBlock(main, kCFRunLoopDefaultMode) { [self] in
                state.withLock { $0.isRunLoopNotified = false }
                run()
            }
            // A new block does not wake a sleeping run loop by itself.
            CFRunLoopWakeUp(main)
        }
        if notifiesQueue {
            DispatchQueue.main.async { [self] in
                state.withLock { $0.isQueueNotified = false }
                run()
            }
        }
    }

    private func run() {
        // Only the blocks queued now: blocks that add blocks must not occupy the thread endlessly.
        let count = state.withLock { $0.blocks.count - $0.nextIndex }
        for _ in 0..<count {
            // One at a time: a block may run a nested loop, which runs the blocks after it.
            state.withLock { $0.takeNext() }?()
        }
    }
}
