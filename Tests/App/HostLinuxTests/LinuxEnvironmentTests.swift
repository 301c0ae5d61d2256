import AudioModel
import Dispatch
import Foundation
import Synchronization
import Testing

import HostLinux

@Suite("The clock of this machine")
struct LinuxClockTests {
    @Test("never goes back")
    func order() {
        let times = (0..<1_000).map { _ in LinuxClock.now }
        #expect(times == times.sorted())
    }

    @Test("rings not before the time, on its queue")
    func alarm() {
        let queue = DispatchQueue(label: "alarm")
        let clock = LinuxClock(queue: queue)
        let time = LinuxClock.now + .milliseconds(20)
        let rung = DispatchSemaphore(value: 0)
        clock.schedule(at: time) {
            dispatchPrecondition(condition: .onQueue(queue))
            #expect(LinuxClock.now >= time)
            rung.signal()
        }
        #expect(rung.wait(timeout: .now() + 10) == .success)
    }

    @Test("rings once for what was scheduled last, and never for what was cancelled")
    func replacement() {
        let queue = DispatchQueue(label: "alarm")
        let clock = LinuxClock(queue: queue)
        let rings = Mutex<[String]>([])
        let rung = DispatchSemaphore(value: 0)
        // Suspended, so that nothing rings early however busy the machine is.
        queue.suspend()
        // Given an alarm that is due and one that was taken back.
        clock.schedule(at: LinuxClock.now + .milliseconds(1)) {
            rings.withLock { $0.append("cancelled") }
        }
        clock.cancel()
        clock.schedule(at: LinuxClock.now + .milliseconds(1)) {
            rings.withLock { $0.append("replaced") }
        }
        // When another takes its place before it rings.
        clock.schedule(at: LinuxClock.now + .milliseconds(50)) {
            rings.withLock { $0.append("last") }
            rung.signal()
        }
        queue.resume()
        // Then only that one rings.
        #expect(rung.wait(timeout: .now() + 10) == .success)
        #expect(rings.withLock { $0 } == ["last"])
    }

    @Test("takes times of any size", arguments: [Int64.min, 0, .max])
    func extremes(nanoseconds: Int64) {
        let clock = LinuxClock(queue: DispatchQueue(label: "alarm"))
        let rung = DispatchSemaphore(value: 0)
        clock.schedule(at: HostTime(nanoseconds: nanoseconds)) { rung.signal() }
        let isPast = nanoseconds <= 0
        #expect((rung.wait(timeout: .now() + (isPast ? 10 : 0.05)) == .success) == isPast)
    }
}

@Suite("The threads of a real process")
struct LinuxEnvironmentTests {
    @Test("run a queue's blocks in order, and never on the main thread")
    func queue() {
        let environment = LinuxEnvironment()
        let order = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        environment.after(.milliseconds(20)) {
            #expect(!Thread.isMainThread)
            order.withLock { $0.append(2) }
            done.signal()
        }
        for number in 0..<2 {
            environment.onQueue {
                #expect(!Thread.isMainThread)
                order.withLock { $0.append(number) }
            }
        }
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(order.withLock { $0 } == [0, 1, 2])
    }

    @Test("run the main thread's blocks in order, later")
    @MainActor func main() async {
        let environment = LinuxEnvironment()
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { done in
            for number in 0..<3 {
                environment.onMain {
                    dispatchPrecondition(condition: .onQueue(.main))
                    order.withLock { $0.append(number) }
                    if number == 2 {
                        done.resume()
                    }
                }
            }
            #expect(order.withLock { $0.isEmpty })
        }
        #expect(order.withLock { $0 } == [0, 1, 2])
    }
}
