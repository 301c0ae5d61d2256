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
    private var frame = 0

    /// Frames a second of every app's output.
    package static let sampleRate = OutputFrames.rate
    /// Frames rendered at a time at most: 10 ms.
    package static let blockFrames = OutputFrames.blockFrames

    package init(_ configuration: PolicyConfiguration = PolicyConfiguration()) {
        environment = VirtualEnvironment(clock: clock)
        server = Server(configuration: configuration, clock: clock, outputs: motor)
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
        let app = StagedApp(
            description, on: server, environment, startingAt: frame, microphone: microphone)
        apps.append(app)
        server.open(app.id)
        return app
    }

    /// Ends an app's process. What it still has to sound is heard.
    package func end(_ app: StagedApp, _ termination: Termination) {
        server.end(app.id, termination)
    }

    /// Lets time pass, with whatever falls due on the way.
    package func advance(by interval: HostInterval) {
        let end = clock.now + interval
        environment.runDue()
        while clock.now < end {
            let due = [clock.deadline, environment.nextTimer].compactMap { $0 }.min()
            let next = max(min(due ?? end, end), clock.now)
            render(to: OutputFrames.index(at: next))
            clock.advance(to: max(next, clock.now))
            clock.fire()
            environment.runDue()
        }
    }

    private func render(to end: Int) {
        while frame < end {
            let blockEnd = (frame / Self.blockFrames + 1) * Self.blockFrames
            let count = min(end, blockEnd) - frame
            frame += count
            let attention = apps.filter { $0.render(frameCount: count) }
            clock.advance(to: max(OutputFrames.time(of: frame), clock.now))
            for app in attention { app.attend() }
            for app in apps { app.listen(until: clock.now) }
            environment.runDue()
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
