import AVFAudio
import Foundation
import Simulation
import Synchronization
import Testing

/// All of an app's time is the phone's: the app calls libc, Dispatch, Foundation and Swift as
/// always.
@MainActor
@Suite("An app's time in a simulated phone")
struct AppTimeTests {
    private let phone = SimulatedPhone()
    private let log = TimeLog()

    init() { phone.onFinding = { Issue.record($0) } }

    @discardableResult
    private func launch(_ code: @MainActor () -> Void = {}) -> SimulatedPhone.App {
        log.phone = phone
        return phone.launch("App") { code() }
    }

    @Test("reads dates and clocks")
    func clocks() {
        let app = launch()
        func readings() -> [Double] {
            app.run {
                var readings = [Date().timeIntervalSinceReferenceDate]
                readings.append(ProcessInfo.processInfo.systemUptime)
                readings.append(CFAbsoluteTimeGetCurrent())
                readings.append(Double(DispatchTime.now().uptimeNanoseconds) / 1e9)
                readings.append(Double(time(nil)))
                return readings
            }
        }
        let start = app.run { (ContinuousClock.now, SuspendingClock.now) }
        let before = readings()
        #expect(readings() == before, "a clock goes by itself")
        phone.advance(by: .seconds(60))
        let after = readings()
        for index in before.indices {
            #expect(abs(after[index] - before[index] - 60) < 1e-5, "clock \(index)")
        }
        let end = app.run { (ContinuousClock.now, SuspendingClock.now) }
        #expect(end.0 - start.0 == .seconds(60))
        #expect(end.1 - start.1 == .seconds(60))
        // The test itself lives by the machine's clock.
        let here = Date()
        phone.advance(by: .seconds(120))
        #expect(Date().timeIntervalSince(here) < 60)
    }

    @Test("starts at the date that the phone is given")
    func date() {
        var settings = SimulatedPhone.Settings()
        settings.date = Date(timeIntervalSince1970: 1_000_000_000)
        let phone = SimulatedPhone(settings)
        let app = phone.launch("App") {}
        phone.advance(by: .seconds(1.5))
        #expect(app.run { Date() } == Date(timeIntervalSince1970: 1_000_000_001.5))
    }

    @Test("fires timers, scheduled, added and changed")
    func timers() {
        let app = launch {
            _ = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { _ in log.note("once")
            }
            _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
                log.note("repeats")
                if log.lines.last == "3 repeats" { timer.invalidate() }
            }
            let added = Timer(fire: Date() + 0.75, interval: 0, repeats: false) { _ in
                log.note("added")
            }
            RunLoop.main.add(added, forMode: .common)
            RunLoop.current.add(added, forMode: .default)
            let moved = Timer(fire: Date() + 100, interval: 0, repeats: false) { _ in
                log.note("moved")
            }
            RunLoop.main.add(moved, forMode: .default)
            moved.fireDate = Date() + 0.25
            let invalid = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in
                log.note("invalid")
            }
            invalid.invalidate()
            RunLoop.main.perform { log.note("performed") }
            log.note("launched")
        }
        phone.advance(by: .seconds(10))
        #expect(
            log.lines == [
                "0 launched", "0 performed", "0.25 moved", "0.5 once", "0.75 added", "1 repeats",
                "2 repeats", "3 repeats",
            ])
        // Like all code of an app that has ended.
        app.run {
            _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in log.note("") }
        }
        phone.kill(app)
        phone.advance(by: .seconds(10))
        #expect(log.lines.count == 8)
    }

    @Test("runs every form of Dispatch at its time")
    func dispatch() {
        launch {
            let queue = DispatchQueue(label: "queue")
            let item = DispatchWorkItem { log.note("item") }
            queue.asyncAfter(deadline: .now() + 0.125, execute: item)
            let cancelled = DispatchWorkItem { log.note("cancelled") }
            queue.asyncAfter(deadline: .now() + 0.2, execute: cancelled)
            cancelled.cancel()
            queue.asyncAfter(deadline: .now() + .milliseconds(3), qos: .utility, flags: .barrier) {
                log.note("flags")
            }
            queue.asyncAfter(wallDeadline: .now() + 2) { log.note("date") }
            queue.async(flags: .barrier) { log.note("barrier") }
            queue.sync { log.note("sync") }
            let group = DispatchGroup()
            queue.async(group: group) { log.note("group") }
            group.notify(queue: .main) { log.note("notified") }
            log.note("launched")
        }
        phone.advance(by: .seconds(3))
        #expect(
            log.lines == [
                "0 barrier", "0 sync", "0 launched", "0 group", "0 notified", "0.003 flags",
                "0.125 item", "2 date",
            ])
    }

    @Test("never fires the timer of a source that is gone")
    func sourcesThatAreGone() {
        launch {
            for _ in 0..<300 {
                let dropped = DispatchSource.makeTimerSource()
                dropped.setEventHandler { log.note("dropped") }
                dropped.schedule(deadline: .now() + 0.1)
                dropped.activate()
            }
        }
        phone.advance(by: .seconds(1))
        #expect(log.lines == [])
    }

    @Test("fires the timers of dispatch sources")
    func sources() {
        var kept: [any DispatchSourceTimer] = []
        let app = launch {
            let repeating = DispatchSource.makeTimerSource(queue: .main)
            repeating.schedule(deadline: .now() + 0.5, repeating: 0.25)
            repeating.setEventHandler { [log] in
                log.note("repeats")
                if log.lines.count == 3 { repeating.cancel() }
            }
            repeating.setCancelHandler { log.note("cancelled") }
            repeating.resume()
            let dropped = DispatchSource.makeTimerSource()
            dropped.setEventHandler { log.note("dropped") }
            dropped.schedule(deadline: .now() + 0.6)
            dropped.activate()
            kept = [repeating]
        }
        phone.advance(by: .seconds(2))
        #expect(log.lines == ["0.5 repeats", "0.75 repeats", "1 repeats", "1 cancelled"])
        app.run {
            let suspended = DispatchSource.makeTimerSource(queue: .main)
            suspended.setEventHandler { log.note("suspended") }
            suspended.schedule(deadline: .now() + 0.5)
            suspended.activate()
            suspended.suspend()
            kept.append(suspended)
        }
        phone.advance(by: .seconds(1))
        #expect(log.lines.count == 4)
        app.run { kept.last?.resume() }
        phone.advance(by: .milliseconds(10))
        #expect(log.lines.last == "3 suspended")
    }

    @Test("runs operations, and waits for them")
    func operations() {
        launch {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { log.note("first") }
            let second = BlockOperation { log.note("second") }
            second.completionBlock = { log.note("completed") }
            queue.addOperation(second)
            OperationQueue.main.addOperation { log.note("main") }
        }
        phone.advance(by: .milliseconds(10))
        #expect(Set(log.lines) == ["0 first", "0 second", "0 completed", "0 main"])
    }

    @Test("sleeps and waits while the phone's time passes")
    func waiting() {
        launch {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { log.note("main") }
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { log.note("global") }
            Thread.sleep(forTimeInterval: 1)
            log.note("slept")
            usleep(250_000)
            log.note("slept again")
            let semaphore = DispatchSemaphore(value: 0)
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.75) { semaphore.signal() }
            #expect(semaphore.wait(timeout: .now() + 10) == .success)
            log.note("signalled")
            #expect(semaphore.wait(timeout: .now() + 1) == .timedOut)
            log.note("timed out")
            let group = DispatchGroup()
            group.enter()
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { group.leave() }
            group.wait()
            log.note("left")
        }
        phone.advance(by: .milliseconds(10))
        #expect(
            log.lines == [
                "0.5 global", "1 slept", "1.25 slept again", "2 signalled", "3 timed out", "4 left",
                "4 main",
            ])
    }

    /// The times of a film's frames, at which what remains of a sleep is often less than a nanosecond.
    @Test("ends a sleep of which less than a nanosecond remains")
    func shortSleeps() {
        launch {
            for _ in 0..<200 { Thread.sleep(forTimeInterval: 1.0 / 30) }
            log.note("slept")
        }
        phone.advance(by: .milliseconds(10))
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.hasSuffix(" slept") == true)
    }

    @Test("runs its run loop for a while")
    func runLoop() {
        launch {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { log.note("main") }
            _ = Timer.scheduledTimer(withTimeInterval: 0.25, repeats: false) { _ in
                log.note("timer")
            }
            RunLoop.current.run(until: Date() + 1)
            log.note("ran")
            #expect(Thread.isMainThread)
            _ = RunLoop.main.run(mode: .default, before: Date() + 1)
            log.note("ran again")
        }
        #expect(log.lines == ["0.25 timer", "0.5 main", "1 ran", "2 ran again"])
    }

    @Test("lets tasks sleep, on whatever clock")
    func tasks() async {
        launch {
            Task {
                log.note("begins")
                try await Task.sleep(nanoseconds: 500_000_000)
                log.note("nanoseconds")
                try await Task.sleep(for: .seconds(1))
                log.note("for")
                try await Task.sleep(until: .now + .seconds(1), clock: .continuous)
                log.note("until")
                try await SuspendingClock().sleep(for: .milliseconds(125))
                log.note("suspending")
                for number in 0..<600 {
                    try await Task.sleep(for: .milliseconds(500))
                    if number == 599 { log.note("five minutes") }
                }
            }
        }
        await phone.advance(by: .milliseconds(10))
        await phone.advance(by: .seconds(400))
        #expect(
            log.lines.map { $0.split(separator: " ", maxSplits: 1)[1] } == [
                "begins", "nanoseconds", "for", "until", "suspending", "five minutes",
            ])
        let times = log.times
        #expect(times.count == 6)
        for (index, step) in [0.5, 1, 1, 0.125, 300].enumerated() where times.count == 6 {
            #expect(abs(times[index + 1] - times[index] - step) < 1e-6)
        }
    }

    @Test("gives the same for the same, whatever the machine does")
    func repeats() {
        func run() -> [String] {
            let phone = SimulatedPhone()
            let log = TimeLog()
            log.phone = phone
            _ = phone.launch("App") {
                _ = Timer.scheduledTimer(withTimeInterval: 1.0 / 60, repeats: true) { _ in
                    log.note("frame")
                }
                DispatchQueue.main.asyncAfter(deadline: .now() + 1.0 / 3) { log.note("third") }
            }
            phone.advance(by: .seconds(5))
            return log.lines
        }
        #expect(run() == run())
    }
}

/// What an app's code has done, with the phone's time in seconds.
///
/// Ownership: a mutex guards the lines; the phone is set before the app runs, and read on its
/// threads, which are the test's.
final class TimeLog: @unchecked Sendable {
    private let entries = Mutex<[(Double, String)]>([])
    nonisolated(unsafe) weak var phone: SimulatedPhone?

    func note(_ what: String) {
        let now = MainActor.assumeIsolated { phone?.now ?? .zero }
        let seconds = Double(now.components.seconds) + Double(now.components.attoseconds) / 1e18
        entries.withLock { $0.append((seconds, what)) }
    }

    var lines: [String] {
        entries.withLock { $0.map { "\(Self.text($0.0)) \($0.1)" } }
    }

    var times: [Double] { entries.withLock { $0.map(\.0) } }

    private static func text(_ seconds: Double) -> String {
        let rounded = (seconds * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
