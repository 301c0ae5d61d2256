import AudioModel
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization

import SoundClient

/// An app on a phone of its own, with a microphone that captures what a test supplies.
final class RecordingApp {
    let server: Server
    let sound: AppSound
    let microphone = TestMicrophone()
    let environment = HandEnvironment()

    /// - Parameter category: The category to set; `nil` keeps the default.
    init(
        category: SessionCategory? = .playAndRecord,
        permission: MicrophonePermission = .granted, mediaVolume: Float = 0.8
    ) {
        var configuration = PolicyConfiguration()
        configuration.microphone = permission
        configuration.mediaVolume = mediaVolume
        let server = Server(configuration: configuration, clock: StillClock())
        self.server = server
        sound = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: environment, inputDevice: microphone
        ) { server.connect(AppDescription(name: "Memo"), $0) }
        server.open(sound.connection.app)
        if let category {
            try? sound.request(.setCategory(category, .default, [], .default))
        }
    }

    func record() throws -> (number: Int, log: RecordingLog) {
        let log = RecordingLog()
        let number = try sound.startRecording(
            onCapture: log.capture, transportChanged: log.note, ended: log.end)
        return (number, log)
    }
}

/// The callbacks of one recording.
final class RecordingLog: Sendable {
    private struct State {
        var sounds: [CapturedSound] = []
        var transports: [StreamDirective.Transport] = []
        var endings: [Bool] = []
    }

    private let state = Mutex(State())

    var samples: [Float] { state.withLock { $0.sounds.flatMap(\.samples) } }
    var positions: [Int] { state.withLock { $0.sounds.map(\.position) } }
    var transports: [StreamDirective.Transport] { state.withLock { $0.transports } }
    var endings: [Bool] { state.withLock { $0.endings } }

    @Sendable func capture(_ sound: CapturedSound) { state.withLock { $0.sounds.append(sound) } }
    @Sendable func note(_ transport: StreamDirective.Transport) {
        state.withLock { $0.transports.append(transport) }
    }
    @Sendable func end(_ byItself: Bool) { state.withLock { $0.endings.append(byItself) } }
}

/// A mono microphone of 48 kHz that captures what a test supplies.
final class TestMicrophone: InputDevice {
    let sampleRate = 48_000.0
    let channelCount = 1

    private struct State {
        var sink: InputSink?
        var openCount = 0
        var isBroken = false
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.sink != nil } }
    var openCount: Int { state.withLock { $0.openCount } }
    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    func start(_ sink: InputSink) throws(DeviceError) {
        let isBroken = state.withLock { state in
            if !state.isBroken, state.sink == nil {
                state.sink = sink
                state.openCount += 1
            }
            return state.isBroken
        }
        if isBroken { throw DeviceError(what: "microphone", why: "broken", advice: "mend it") }
    }

    func stop() {
        state.withLock { $0.sink = nil }
    }

    func deliver(_ samples: [Float], services: Bool = true) {
        guard let sink = state.withLock({ $0.sink }) else { return }
        let wants = sink.deliver(samples, frameCount: samples.count, at: .zero)
        if wants, services { sink.service() }
    }
}

/// An environment that runs queued blocks when a test says so.
final class HandEnvironment: AppEnvironment {
    private let blocks = Mutex<[@Sendable () -> Void]>([])

    let now = HostTime.zero

    func onMain(_ block: @escaping @Sendable () -> Void) { onQueue(block) }
    func onQueue(_ block: @escaping @Sendable () -> Void) { blocks.withLock { $0.append(block) } }
    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {}

    func makeWorkQueue(label: String) -> any WorkQueue { HandQueue(environment: self) }

    func runAll() {
        while let next = blocks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
    }
}

private final class HandQueue: WorkQueue {
    let runsWhileCallersWait = false
    let environment: HandEnvironment

    init(environment: HandEnvironment) {
        self.environment = environment
    }

    func async(_ block: @escaping @Sendable () -> Void) { environment.onQueue(block) }
}

final class StillClock: ServerClock {
    let now = HostTime.zero
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {}
}
