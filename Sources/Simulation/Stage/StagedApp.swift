import AudioModel
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

    private struct Output {
        var samples: [Float]
        var block: [Float]
    }

    init(
        _ description: AppDescription, on server: Server, _ environment: VirtualEnvironment,
        startingAt frame: Int, microphone: VirtualMicrophone?
    ) {
        let threads = AppThreads(environment)
        let log = NotificationLog()
        sound = AppSound(
            mixer: Mixer(outputRate: Double(OutputFrames.rate)), environment: threads,
            inputDevice: microphone,
            notificationHandler: { log.add($0) },
            connect: { server.connect(description, $0) })
        threads.adopt(sound)
        self.threads = threads
        self.microphone = microphone
        notificationLog = log
        output = Mutex(
            Output(
                samples: Array(repeating: 0, count: 2 * frame),
                block: Array(repeating: 0, count: 2 * OutputFrames.blockFrames)))
    }

    package var id: AppID { sound.connection.app }

    /// What the app was told, in order.
    package var notifications: [AppNotification] { notificationLog.all }

    /// Runs code as the app's, on its main thread.
    @discardableResult
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try threads.run(on: .main, body)
    }

    /// Everything so far, interleaved stereo, from the stage's first frame on.
    package var samples: [Float] { output.withLock { $0.samples } }

    /// One side of a stretch, in frames from the stage's first on; 0 left, 1 right.
    package func channel(_ side: Int, _ frames: Range<Int>) -> [Float] {
        output.withLock { output in
            frames.map { 2 * $0 + side < output.samples.count ? output.samples[2 * $0 + side] : 0 }
        }
    }

    /// - Parameter frameCount: At most a block.
    /// - Returns: Whether `attend` is wanted.
    func render(frameCount: Int) -> Bool {
        output.withLock { output in
            let wantsAttention = output.block.withUnsafeMutableBufferPointer { block in
                guard let start = block.baseAddress else { return false }
                return sound.output.render(into: start, frameCount: frameCount)
            }
            output.samples.append(contentsOf: output.block.prefix(2 * frameCount))
            return wantsAttention
        }
    }

    func attend() {
        sound.output.attend()
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
    private let app = Mutex(Weak())

    private struct Weak {
        weak var sound: AppSound?
    }

    init(_ environment: VirtualEnvironment) {
        self.environment = environment
    }

    func adopt(_ sound: AppSound) {
        app.withLock { $0.sound = sound }
    }

    func run<Result>(on thread: SimulatedThread, _ body: () throws -> Result) rethrows -> Result {
        let sound = app.withLock { $0.sound }
        return try CurrentApp.$simulated.withValue(sound) {
            try SimulatedThread.$current.withValue(thread) { try body() }
        }
    }

    var now: HostTime { environment.now }

    func onMain(_ block: @escaping @Sendable () -> Void) {
        environment.onMain { [self] in run(on: .main, block) }
    }

    func onQueue(_ block: @escaping @Sendable () -> Void) {
        environment.onQueue { [self] in run(on: .control, block) }
    }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        environment.after(interval) { [self] in run(on: .control, block) }
    }

    func makeWorkQueue(label: String) -> any WorkQueue {
        VirtualWorkQueue { [weak self] block in
            guard let self else { return }
            environment.onQueue { [self] in run(on: .work(label), block) }
        }
    }
}

/// Notifications as they came.
private final class NotificationLog: Sendable {
    private let notifications = Mutex<[AppNotification]>([])

    var all: [AppNotification] { notifications.withLock { $0 } }

    func add(_ notification: AppNotification) {
        notifications.withLock { $0.append(notification) }
    }
}
