import AudioModel
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// One app on a `VirtualPhone`, and a recording of everything it put out.
final class VirtualApp: Sendable {
    static let sampleRate = 48_000.0
    static let blockDuration = HostInterval.milliseconds(10)
    private static let blockFrames = 480

    let sound: AppSound
    let id: AppID
    private let server: Server
    private let recording = Mutex<[Float]>([])
    private let watch = Mutex<(@Sendable (() -> Void) -> Void)?>(nil)

    init(
        _ description: AppDescription, on server: Server, _ time: VirtualTime,
        microphone: (any InputDevice)? = nil
    ) {
        let environment = Environment(time)
        sound = AppSound(
            mixer: Mixer(outputRate: Self.sampleRate), environment: environment,
            inputDevice: microphone,
            connect: { server.connect(description, $0) })
        environment.adopt(sound)
        id = sound.connection.app
        self.server = server
    }

    /// Runs code as the app's, on its main thread.
    @discardableResult
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentApp.run(as: sound) {
            try VirtualThread.$current.withValue(.main) { try body() }
        }
    }

    func end(_ termination: Termination) {
        server.end(id, termination)
    }

    /// Lets `watch` call what the device's render thread does.
    func watchRendering(_ watch: @escaping @Sendable (() -> Void) -> Void) {
        self.watch.withLock { $0 = watch }
    }

    /// Takes part in the render up to `time`, a whole block later than the last one.
    func render(until time: HostTime) {
        var block = [Float](repeating: 0, count: 2 * Self.blockFrames)
        let watch = watch.withLock { $0 }
        let needsAttention = block.withUnsafeMutableBufferPointer { block in
            guard let start = block.baseAddress else { return false }
            var needsAttention = false
            let render = {
                needsAttention = self.sound.output.render(
                    into: start, frameCount: Self.blockFrames)
            }
            if let watch { watch(render) } else { render() }
            return needsAttention
        }
        // Blocks start when the app does; the recording starts with the phone.
        let end = 2 * Int((time.seconds * Self.sampleRate).rounded())
        recording.withLock { recording in
            if recording.count < end - block.count {
                let silence = end - block.count - recording.count
                recording.append(contentsOf: repeatElement(0, count: silence))
            }
            recording += block
        }
        if needsAttention { sound.output.service() }
    }

    /// The largest sample put out in a stretch of time, given in seconds.
    func peak(_ seconds: ClosedRange<Double>) -> Float {
        recording.withLock { recording in
            let first = 2 * Int(seconds.lowerBound * Self.sampleRate)
            let end = min(recording.count, 2 * Int(seconds.upperBound * Self.sampleRate))
            guard first < end else { return 0 }
            return recording[first..<end].reduce(0) { max($0, abs($1)) }
        }
    }

    /// The smallest sample put out in a stretch of time, given in seconds.
    func lowest(_ seconds: ClosedRange<Double>) -> Float {
        recording.withLock { recording in
            let first = 2 * Int(seconds.lowerBound * Self.sampleRate)
            let end = min(recording.count, 2 * Int(seconds.upperBound * Self.sampleRate))
            return first < end ? recording[first..<end].min() ?? 0 : 0
        }
    }

    private final class Environment: AppEnvironment {
        private let time: VirtualTime
        private let app = Mutex(Weak())

        private struct Weak {
            weak var sound: AppSound?
        }

        init(_ time: VirtualTime) {
            self.time = time
        }

        func adopt(_ sound: AppSound) {
            app.withLock { $0.sound = sound }
        }

        var now: HostTime { time.now }

        func makeWorkQueue(label: String) -> any WorkQueue {
            Queue(environment: self)
        }

        private final class Queue: WorkQueue {
            let runsWhileCallersWait = false
            let environment: Environment

            init(environment: Environment) {
                self.environment = environment
            }

            func async(_ block: @escaping @Sendable () -> Void) {
                environment.onQueue(block)
            }
        }

        func onMain(_ block: @escaping @Sendable () -> Void) {
            run(.main, after: .zero, block)
        }

        func onQueue(_ block: @escaping @Sendable () -> Void) {
            run(.queue, after: .zero, block)
        }

        func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
            run(.queue, after: interval, block)
        }

        private func run(
            _ thread: VirtualThread, after interval: HostInterval,
            _ block: @escaping @Sendable () -> Void
        ) {
            let sound = app.withLock { $0.sound }
            time.run(after: interval) { [weak sound] in
                CurrentApp.run(as: sound) {
                    VirtualThread.$current.withValue(thread) { block() }
                }
            }
        }
    }
}
