import AudioModel
import Dispatch
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// An app on the machine's clock, with threads of its own.
final class MachineApp {
    let sound: AppSound
    private let server: Server

    /// - Parameter hurries: Whether delays are left out.
    init(hurries: Bool = false) {
        let server = Server(configuration: PolicyConfiguration(), clock: StillClock())
        self.server = server
        sound = AppSound(
            mixer: Mixer(outputRate: 48_000), environment: MachineEnvironment(hurries: hurries)
        ) { server.connect(AppDescription(name: "Player"), $0) }
        server.open(sound.connection.app)
    }
}

private final class StillClock: ServerClock {
    let now = HostTime.zero
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {}
}

private final class MachineEnvironment: AppEnvironment {
    private let queue = DispatchQueue(label: "test.control")
    private let hurries: Bool

    init(hurries: Bool) {
        self.hurries = hurries
    }

    var now: HostTime {
        HostTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
    }

    func onMain(_ block: @escaping @Sendable () -> Void) { onQueue(block) }
    func onQueue(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }

    func after(_ interval: HostInterval, _ block: @escaping @Sendable () -> Void) {
        guard !hurries else { return onQueue(block) }
        queue.asyncAfter(
            deadline: .now() + .nanoseconds(Int(interval.nanoseconds)), execute: block)
    }

    func makeWorkQueue(label: String) -> any WorkQueue { Queue(label) }

    private final class Queue: WorkQueue {
        let runsWhileCallersWait = true
        private let queue: DispatchQueue

        init(_ label: String) {
            queue = DispatchQueue(label: label)
        }

        func async(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
    }
}
