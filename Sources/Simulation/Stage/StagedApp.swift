import AudioModel
import HostClock
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// One app on a `SimulatedStage`, and everything it has put out.
package final class StagedApp: Sendable {
    package let sound: AppSound
    private let threads: AppThreads
    private let microphone: VirtualMicrophone?
    private let notificationLog: NotificationLog
    private let output: Mutex<Output>
    /// Only touched by its owner, on its thread.
    nonisolated(unsafe) private weak var stage: SimulatedStage?

    /// Whether the host's clock is the phone's in a simulated app's code: from the first one on.
    private static let followsPhones: Bool = {
        HostTimeNow.follow { CurrentApp.simulated?.environment.now.nanoseconds }
        return true
    }()

    private struct Output {
        var record: SoundRecord
        var block: [Float]
        /// Whether something rendered since the last service has asked for it.
        var wantsService = false
    }

    /// - Parameter stage: What is to be up to date before code is run as the app's.
    init(
        _ environment: VirtualEnvironment, startingAt frame: Int, microphone: VirtualMicrophone?,
        on stage: SimulatedStage? = nil,
        connect: (any AppReceiver) -> any AppConnection
    ) {
        self.stage = stage
        _ = Self.followsPhones
        let threads = AppThreads(environment)
        let log = NotificationLog()
        sound = AppSound(
            mixer: Mixer(outputRate: Double(OutputFrames.rate)), environment: threads,
            inputDevice: microphone,
            notificationHandler: { log.add($0) },
            connect: { connect(SleepingReceiver($0, threads)) })
        threads.adopt(sound)
        self.threads = threads
        self.microphone = microphone
        notificationLog = log
        output = Mutex(
            Output(
                record: SoundRecord(startingAt: frame),
                block: Array(repeating: 0, count: 2 * OutputFrames.blockFrames)))
    }

    package var id: AppID { sound.connection.app }

    /// What the app was told, in order.
    package var notifications: [AppNotification] { notificationLog.all }

    /// Runs code as the app's, on its main thread.
    @discardableResult
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        stage?.prepareForCode()
        return try threads.run(on: .main, body)
    }

    /// The code that runs now keeps the app's main thread for so long: what is due there waits.
    package func stayBusy(for interval: HostInterval) { threads.stayBusy(for: interval) }

    /// Runs nothing of the app's own any more.
    func fallSilent() {
        threads.end()
    }

    /// How often code of the app's own was run.
    var runCount: Int { threads.runCount }

    /// Everything so far, interleaved stereo, from the stage's first frame on; silence where it was
    /// too long ago.
    package var samples: [Float] {
        output.withLock { output in
            var samples = [Float](repeating: 0, count: 2 * output.record.frameCount)
            output.record.add(0..<output.record.frameCount, to: &samples)
            return samples
        }
    }

    /// One side of a stretch, in frames from the stage's first on; 0 left, 1 right.
    package func channel(_ side: Int, _ frames: Range<Int>) -> [Float] {
        var samples = [Float](repeating: 0, count: 2 * frames.count)
        add(frames, to: &samples)
        return stride(from: side, to: samples.count, by: 2).map { samples[$0] }
    }

    /// Adds a stretch of what it has put out, in frames from the stage's first on.
    func add(_ frames: Range<Int>, to mix: inout [Float]) {
        output.withLock { $0.record.add(frames, to: &mix) }
    }

    /// Frames before this one are not known any more.
    var forgottenBefore: Int { output.withLock { $0.record.forgottenBefore } }

    /// - Parameter frameCount: At most a block.
    func render(frameCount: Int) {
        output.withLock { output in
            let wantsService = output.block.withUnsafeMutableBufferPointer { block in
                guard let start = block.baseAddress else { return false }
                return sound.output.render(into: start, frameCount: frameCount)
            }
            if wantsService { output.wantsService = true }
            output.block.withUnsafeBufferPointer { block in
                output.record.append(UnsafeBufferPointer(rebasing: block[..<(2 * frameCount)]))
            }
        }
    }

    /// Services the output, if it has asked for that since the last time.
    func serviceOutput() {
        let isWanted = output.withLock { output in
            defer { output.wantsService = false }
            return output.wantsService
        }
        if isWanted { sound.output.attend() }
    }

    /// Lets the microphone hear what is due.
    func listen(until time: HostTime) {
        microphone?.listen(until: time)
    }
}

/// Where a piece of a simulated app's code is taken to run.
package enum SimulatedThread: Hashable, Sendable {
    case main
    /// The app's library.
    case control
    /// A queue that something has of its own.
    case work(String)

    /// Of the code that runs; `nil` for what is no simulated app's.
    @TaskLocal package static var current: SimulatedThread?
}

/// The threads of one app: each block runs as that app's code, on the thread it was meant for.
final class AppThreads: AppEnvironment {
    private let environment: VirtualEnvironment
    private let app = Mutex(State())

    private struct State {
        weak var sound: AppSound?
        /// The process is gone, and with it its own threads.
        var isOver = false
        /// Until when its main thread is kept, and what waits for it.
        var busyUntil = HostTime.zero
        var waiting: [@Sendable () -> Void] = []
        /// The app is suspended, and what its main thread would run by now.
        var isAsleep = false
        var overslept: [@Sendable () -> Void] = []
        var runCount = 0
    }

    init(_ environment: VirtualEnvironment) {
        self.environment = environment
    }

    func adopt(_ sound: AppSound) {
        app.withLock { $0.sound = sound }
    }

    func end() {
        app.withLock { $0.isOver = true }
    }

    var runCount: Int { app.withLock { $0.runCount } }

    func run<Result>(on thread: SimulatedThread, _ body: () throws -> Result) rethrows -> Result {
        let sound = app.withLock { app in
            app.runCount += 1
            return app.sound
        }
        return try CurrentApp.$simulated.withValue(sound) {
            try CurrentApp.$isOnSimulatedMain.withValue(thread == .main) {
                try SimulatedThread.$current.withValue(thread) { try body() }
            }
        }
    }

    /// Runs a block that came due, unless the app is no more.
    private func runDue(on thread: SimulatedThread, _ block: @escaping @Sendable () -> Void) {
        // The library's own thread clears up after it.
        guard thread == .control || !app.withLock({ $0.isOver }) else { return }
        run(on: thread, block)
    }

    var now: HostTime { environment.now }

    func onMain(_ block: @escaping @Sendable () -> Void) {
        environment.onMain { [self] in
            if !oversleeps(block), !waitsForMain(block) { runDue(on: .main, block) }
        }
    }

    /// Nothing of the app's own runs on its main thread while it sleeps; it catches up when it
    /// wakes, after what it is told then.
    func sleep(_ isAsleep: Bool) {
        let overslept = app.withLock { app in
            app.isAsleep = isAsleep
            guard !isAsleep else { return [] as [@Sendable () -> Void] }
            defer { app.overslept = [] }
            return app.overslept
        }
        guard !overslept.isEmpty else { return }
        environment.onQueue { [self] in
            for block in overslept { onMain(block) }
        }
    }

    private func oversleeps(_ block: @escaping @Sendable () -> Void) -> Bool {
        app.withLock { app in
            guard app.isAsleep, !app.isOver else { return false }
            app.overslept.append(block)
            return true
        }
    }

    func stayBusy(for interval: HostInterval) {
        let until = now + interval
        app.withLock { $0.busyUntil = max($0.busyUntil, until) }
        environment.after(interval) { [self] in catchUp() }
    }

    private func waitsForMain(_ block: @escaping @Sendable () -> Void) -> Bool {
        let now = now
        return app.withLock { app in
            guard app.busyUntil > now || !app.waiting.isEmpty else { return false }
            app.waiting.append(block)
            return true
        }
    }

    /// Runs what has waited, up to what keeps the thread once more.
    private func catchUp() {
        while let block = takeWaiting() { runDue(on: .main, block) }
    }

    private func takeWaiting() -> (@Sendable () -> Void)? {
        let now = now
        return app.withLock { app in
            guard app.busyUntil <= now, !app.waiting.isEmpty else { return nil }
            return app.waiting.removeFirst()
        }
    }

    func onQueue(_ block: @escaping @Sendable () -> Void) {
        environment.onQueue { [self] in runDue(on: .control, block) }
    }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        environment.after(interval) { [self] in runDue(on: .control, block) }
    }

    func makeWorkQueue(label: String) -> any WorkQueue {
        VirtualWorkQueue { [weak self] block in
            guard let self else { return }
            environment.onQueue { [self] in runDue(on: .work(label), block) }
        }
    }
}

/// An app's library, whose threads sleep with the app.
private final class SleepingReceiver: AppReceiver {
    private let library: any AppReceiver
    private let threads: AppThreads

    init(_ library: any AppReceiver, _ threads: AppThreads) {
        self.library = library
        self.threads = threads
    }

    func obey(_ directive: StreamDirective, forStream number: Int) {
        library.obey(directive, forStream: number)
    }

    func receive(_ notification: AppNotification) { library.receive(notification) }

    func follow(_ state: AppState) {
        threads.sleep(state == .suspended)
        library.follow(state)
    }

    func end(becauseOf reason: KillReason) { library.end(becauseOf: reason) }
}

/// Notifications as they came.
private final class NotificationLog: Sendable {
    private let notifications = Mutex<[AppNotification]>([])

    var all: [AppNotification] { notifications.withLock { $0 } }

    func add(_ notification: AppNotification) {
        notifications.withLock { $0.append(notification) }
    }
}
