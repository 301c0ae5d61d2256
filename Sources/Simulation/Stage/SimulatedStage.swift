import AudioModel
import SoundClient
import SoundPolicy
import SoundServer
import Synchronization

/// A phone and apps in virtual time, for code that calls Apple's functions: nothing happens but by
/// `advance`, and the same calls give the same samples.
///
/// One thread at a time.
package final class SimulatedStage {
    package let server: Server
    private let clock = VirtualClock()
    private let environment: VirtualEnvironment
    private let motor = VibrationCounter()
    private var apps: [StagedApp] = []
    package private(set) var frame = 0
    private var isRunningDue = false
    /// Looks on; nothing is done to it.
    weak var audience: (any StageAudience)?

    /// Frames a second of every app's output.
    package static let sampleRate = OutputFrames.rate
    /// Frames rendered at a time at most: 10 ms.
    package static let blockFrames = OutputFrames.blockFrames

    package init(
        _ configuration: PolicyConfiguration = PolicyConfiguration(),
        outputs: (any DeviceOutputs)? = nil, observer: PolicyObserver? = nil
    ) {
        environment = VirtualEnvironment(clock: clock)
        server = Server(
            configuration: configuration, clock: clock, outputs: outputs ?? motor,
            observer: observer)
    }

    deinit {
        server.close()
        environment.close()
    }

    package var now: HostTime { clock.now }

    /// How often the phone has vibrated.
    package var vibrationCount: Int { motor.count }

    /// Launches an app and brings it to the foreground, before which the earlier one goes.
    ///
    /// - Parameter microphone: Its own; `nil` for none, which hears nothing.
    package func open(
        _ name: String, backgroundModes: [String] = [], microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        open(AppDescription(name: name, backgroundModes: backgroundModes), microphone: microphone)
    }

    /// As `open(_:backgroundModes:microphone:)`, with everything that an app can be.
    package func open(
        _ description: AppDescription, microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        let app = launch(description, microphone: microphone)
        server.open(app.id)
        return app
    }

    /// Starts an app's process, in the background.
    func launch(_ description: AppDescription, microphone: VirtualMicrophone?) -> StagedApp {
        let app = StagedApp(environment, startingAt: frame, microphone: microphone) {
            server.connect(description, $0)
        }
        apps.append(app)
        return app
    }

    /// The device's own sounds.
    func connectDevice() -> StagedApp {
        let device = StagedApp(environment, startingAt: frame, microphone: nil) {
            server.connectDevice($0)
        }
        apps.append(device)
        return device
    }

    /// Ends an app's process. What it still has to sound is heard.
    package func end(_ app: StagedApp, _ termination: Termination) {
        server.end(app.id, termination)
    }

    /// Lets time pass, with whatever falls due on the way.
    package func advance(by interval: HostInterval) {
        let end = clock.now + interval
        runDue()
        while clock.now < end {
            let due = [clock.deadline, environment.nextTimer].compactMap { $0 }.min()
            let next = max(min(due ?? end, end), clock.now)
            render(to: OutputFrames.index(at: next))
            clock.advance(to: max(next, clock.now))
            clock.fire()
            runDue()
        }
    }

    /// Runs what is due at this moment; from within such code nothing, because it will run anyway.
    func runDue() {
        guard !isRunningDue else { return }
        isRunningDue = true
        environment.runDue()
        isRunningDue = false
        audience?.noteWhatHappened()
    }

    private func render(to end: Int) {
        while frame < end {
            let blockEnd = (frame / Self.blockFrames + 1) * Self.blockFrames
            let count = min(end, blockEnd) - frame
            frame += count
            let attention = apps.filter { $0.render(frameCount: count) }
            audience?.noteRendered(upTo: frame)
            clock.advance(to: max(OutputFrames.time(of: frame), clock.now))
            for app in attention { app.attend() }
            for app in apps { app.listen(until: clock.now) }
            runDue()
        }
    }
}

/// Counts; the device's own sounds have no library here that could sound them.
private final class VibrationCounter: DeviceOutputs {
    private let vibrations = Mutex(0)

    var count: Int { vibrations.withLock { $0 } }

    func vibrate(with stream: StreamID?) { vibrations.withLock { $0 += 1 } }
    func begin(_ deviceSound: StreamKind) {}
    func end(_ deviceSound: StreamKind) {}
}

/// Who watches a stage while its time passes.
protocol StageAudience: AnyObject {
    /// Everything that was due at this moment has happened.
    func noteWhatHappened()
    /// Samples up to a frame are there; a block is whole where the frame is its end.
    func noteRendered(upTo frame: Int)
}
