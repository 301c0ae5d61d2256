import CoreFoundation
import Dispatch
import Foundation  // CoreFoundation is inside its library, and is not linked without it.
import Synchronization

/// Blocks for the main thread, run in order by whatever serves it.
///
/// A main thread in a run loop serves that loop's blocks, also when the loop was entered from within
/// a block of the main queue. One that has given itself to Dispatch (an asynchronous `main`) serves
/// the main queue alone. Both are told, and whoever comes first runs what waits.
final class MainThreadQueue: Sendable {
    static let shared = MainThreadQueue()

    private struct State {
        /// Those before `nextIndex` have been taken out.
        var blocks: [(@Sendable () -> Void)?] = []
        var nextIndex = 0
        /// Told and not come yet; one that never comes is not told again.
        var isRunLoopTold = false
        var isQueueTold = false

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
        let (tellsRunLoop, tellsQueue) = state.withLock { state in
            state.blocks.append(block)
            defer {
                state.isRunLoopTold = true
                state.isQueueTold = true
            }
            return (!state.isRunLoopTold, !state.isQueueTold)
        }
        if tellsRunLoop {
            let main = CFRunLoopGetMain()
            CFRunLoopPerformBlock(main, kCFRunLoopDefaultMode) { [self] in
                state.withLock { $0.isRunLoopTold = false }
                run()
            }
            // A block alone does not wake a run loop that sleeps.
            CFRunLoopWakeUp(main)
        }
        if tellsQueue {
            DispatchQueue.main.async { [self] in
                state.withLock { $0.isQueueTold = false }
                run()
            }
        }
    }

    private func run() {
        // Only those that wait now: blocks that add blocks must not keep the thread for ever.
        let count = state.withLock { $0.blocks.count - $0.nextIndex }
        for _ in 0..<count {
            // One at a time: a block may run the loop, and with it the blocks after it.
            state.withLock { $0.takeNext() }?()
        }
    }
}
