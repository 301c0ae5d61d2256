import AudioModel
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization

/// A device with its apps, in virtual time: nothing happens but by `pass`.
final class VirtualPhone: Sendable {
    let time = VirtualTime()
    let server: Server
    let vibrations: Vibrations
    private let apps = Mutex<[VirtualApp]>([])

    init(_ configuration: PolicyConfiguration = PolicyConfiguration()) {
        vibrations = Vibrations(time)
        server = Server(configuration: configuration, clock: time, outputs: vibrations)
    }

    /// Launches an app and brings it to the foreground, before which the earlier one goes.
    func open(
        _ name: String, backgroundModes: [String] = [], microphone: (any InputDevice)? = nil
    ) -> VirtualApp {
        let description = AppDescription(name: name, backgroundModes: backgroundModes)
        let app = VirtualApp(description, on: server, time, microphone: microphone)
        apps.withLock { $0.append(app) }
        server.open(app.id)
        return app
    }

    /// Lets time pass: what is due runs, and every app's output is rendered.
    func pass(_ interval: HostInterval) {
        let end = time.now + interval
        while time.now < end {
            time.runDue()
            let step = min(end, time.now + VirtualApp.blockDuration)
            for app in apps.withLock({ $0 }) { app.render(until: step) }
            time.move(to: step)
        }
        time.runDue()
    }
}

/// The clock of the server and the timers of all apps.
final class VirtualTime: ServerClock {
    private struct State {
        var now = HostTime.zero
        var waiting: [(due: HostTime, block: @Sendable () -> Void)] = []
        var deadline: (due: HostTime, block: @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var now: HostTime { state.withLock { $0.now } }

    /// How much waits for its time.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.deadline = time.map { ($0, block) } }
    }

    /// Runs `block` after `interval`, after everything that is due before it or as early.
    func run(after interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(($0.now + interval, block)) }
    }

    func move(to time: HostTime) {
        state.withLock { $0.now = max($0.now, time) }
    }

    /// Runs everything that is due, and what that makes due.
    func runDue() {
        while let block = takeNext() { block() }
    }

    private func takeNext() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if let deadline = state.deadline, deadline.due <= state.now {
                state.deadline = nil
                return deadline.block
            }
            var first: Int?
            for index in state.waiting.indices where state.waiting[index].due <= state.now {
                if first.map({ state.waiting[index].due < state.waiting[$0].due }) ?? true {
                    first = index
                }
            }
            return first.map { state.waiting.remove(at: $0).block }
        }
    }
}

/// Where a piece of an app's code is taken to run.
enum VirtualThread: Equatable {
    case main
    case queue

    @TaskLocal static var current: VirtualThread?
}

/// When the phone vibrated.
final class Vibrations: DeviceOutputs {
    private let time: VirtualTime
    private let all = Mutex<[HostTime]>([])

    init(_ time: VirtualTime) {
        self.time = time
    }

    var times: [HostTime] { all.withLock { $0 } }
    var count: Int { times.count }

    func vibrate(with stream: StreamID?) {
        let now = time.now
        all.withLock { $0.append(now) }
    }

    func begin(_ deviceSound: StreamKind) {}
    func end(_ deviceSound: StreamKind) {}
}
