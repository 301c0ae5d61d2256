package import AudioModel
import Realtime
package import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// An app on a `SimulatedStage`, with all of its output.
package final class StagedApp: Sendable {
    package let sound: AppSound
    private let threads: AppThreads
    private let microphone: VirtualMicrophone?
    private let notificationLog: NotificationLog
    private let output: Mutex<Output>
    private let loop: EventLoop

    /// Connects the host clock of simulated apps' code to the phone's time, once per process.
    private static let followsPhones: Bool = {
        HostTimeNow.follow { CurrentApp.simulated?.environment.now.nanoseconds }
        VirtualTime.install()
        return true
    }()

    private struct Output {
        var record: SoundRecord
        var block: [Float]
        /// Whether a render since the last service requested one.
        var wantsService = false
    }

    init(
        _ loop: EventLoop, startingAt frame: Int, microphone: VirtualMicrophone?,
        systemSounds rule: SystemSoundRule = .documented, systemSoundNames: Bool = true,
        interruptedRecordings: InterruptedRecordingRule = .discarded,
        connect: (any AppReceiver) -> any AppConnection
    ) {
        self.loop = loop
        _ = Self.followsPhones
        let threads = AppThreads(loop)
        let log = NotificationLog()
        sound = AppSound(
            mixer: Mixer(outputRate: Double(OutputFrames.rate)), environment: threads,
            inputDevice: microphone, systemSoundRule: rule,
            systemSoundNames: systemSoundNames,
            interruptedRecordings: interruptedRecordings,
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

    /// The app's notifications, in order.
    package var notifications: [AppNotification] { notificationLog.all }

    /// Runs code as the app, on its main thread.
    @discardableResult
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        loop.prepareForCode()
        return try threads.run(on: .main, body)
    }

    /// Keeps the app's main thread busy for an interval; what is due there waits.
    package func stayBusy(for interval: HostInterval) { threads.stayBusy(for: interval) }

    /// Stops running any code of the app.
    package func fallSilent() {
        threads.end()
    }

    /// How often the app's code has run.
    package var runCount: Int { threads.runCount }

    /// All output so far, interleaved stereo, from the stage's first frame; silence where it was
    /// dropped.
    package var samples: [Float] {
        output.withLock { output in
            var samples = [Float](repeating: 0, count: 2 * output.record.frameCount)
            output.record.add(0..<output.record.frameCount, to: &samples)
            return samples
        }
    }

    /// One channel of a range of frames; 0 is left, 1 right. Frames count from the stage's first.
    package func channel(_ side: Int, _ frames: Range<Int>) -> [Float] {
        var samples = [Float](repeating: 0, count: 2 * frames.count)
        add(frames, to: &samples)
        return stride(from: side, to: samples.count, by: 2).map { samples[$0] }
    }

    /// Adds a range of the app's output to `mix`. Frames count from the stage's first.
    package func add(_ frames: Range<Int>, to mix: inout [Float]) {
        output.withLock { $0.record.add(frames, to: &mix) }
    }

    /// First frame that is still known.
    package var forgottenBefore: Int { output.withLock { $0.record.forgottenBefore } }

    /// - Parameter frameCount: Frames, at most a block.
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

    /// Services the output, if a render has requested it since the last time.
    func serviceOutput() {
        let isWanted = output.withLock { output in
            defer { output.wantsService = false }
            return output.wantsService
        }
        if isWanted { sound.output.service() }
    }

    /// Lets the microphone deliver what is due.
    func listen(until time: HostTime) {
        microphone?.listen(until: time)
    }
}

extension StagedApp: DeviceSoundPlayer {
    func perform(_ block: @escaping @Sendable () -> Void) { block() }

    func start(_ tone: DeviceTone, _ kind: StreamKind) -> Int? {
        let buffer = SoundBuffer.tone(
            hertz: tone.hertz, seconds: tone.seconds ?? 1, isWhole: tone.seconds != nil)
        return try? sound.startStream(
            kind, .buffer(buffer, loopCount: tone.seconds == nil ? -1 : 0), ended: { _ in })
    }

    func start(_ source: VoiceSource, _ kind: StreamKind) -> Int? {
        try? sound.startStream(kind, source, ended: { _ in })
    }

    func stop(_ number: Int) { try? sound.stopStream(number) }
}

/// An app's library, with threads that are suspended with the app.
private final class SleepingReceiver: AppReceiver {
    private let library: any AppReceiver
    private let threads: AppThreads

    init(_ library: any AppReceiver, _ threads: AppThreads) {
        self.library = library
        self.threads = threads
    }

    func apply(_ directive: StreamDirective, toStream number: Int) {
        library.apply(directive, toStream: number)
    }

    func receive(_ notification: AppNotification) { library.receive(notification) }

    func follow(_ state: AppState) {
        threads.sleep(state == .suspended)
        library.follow(state)
    }

    func end(becauseOf reason: KillReason) { library.end(becauseOf: reason) }
}

/// Notifications in the order of arrival.
private final class NotificationLog: Sendable {
    private let notifications = Mutex<[AppNotification]>([])

    var all: [AppNotification] { notifications.withLock { $0 } }

    func add(_ notification: AppNotification) {
        notifications.withLock { $0.append(notification) }
    }
}
