import AudioModel
import SoundClient
import SoundPolicy
import SoundServer
import Synchronization

/// A phone and apps in virtual time, for code that calls Apple's functions: everything happens in
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
    private var deadlinesLeft = SimulatedStage.deadlinesPerMomentMax
    /// The observer, which must not change anything.
    weak var audience: (any StageObserver)?

    /// Frames per second of every app's output.
    package static let sampleRate = OutputFrames.rate
    /// Largest number of frames rendered at a time: 10 ms.
    package static let blockFrames = OutputFrames.blockFrames

    /// Limit of deadlines met at one moment; the rest wait for the next moment.
    private static let deadlinesPerMomentMax = 1000

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

    /// Number of vibrations so far.
    package var vibrationCount: Int { motor.count }

    /// Launches an app and brings it to the foreground; the previous one leaves it first.
    ///
    /// - Parameter microphone: The app's microphone; `nil` for silence.
    package func open(
        _ name: String, backgroundModes: [String] = [], microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        open(AppDescription(name: name, backgroundModes: backgroundModes), microphone: microphone)
    }

    /// Launches an app with a full description; see `open(_:backgroundModes:microphone:)`.
    package func open(
        _ description: AppDescription, microphone: VirtualMicrophone? = nil
    ) -> StagedApp {
        let app = launch(description, microphone: microphone)
        server.open(app.id)
        return app
    }

    /// Starts an app's process, in the background.
    func launch(_ description: AppDescription, microphone: VirtualMicrophone?) -> StagedApp {
        prepareForAct()
        let app = StagedApp(
            environment, startingAt: frame, microphone: microphone, on: self
        ) {
            server.connect(description, $0)
        }
        apps.append(app)
        return app
    }

    /// Connects the device's own sounds.
    func connectDevice() -> StagedApp {
        let device = StagedApp(environment, startingAt: frame, microphone: nil) {
            server.connectDevice($0)
        }
        apps.append(device)
        return device
    }

    /// Ends an app's process. Samples that it already delivered are still heard.
    package func end(_ app: StagedApp, _ termination: Termination) {
        prepareForAct()
        server.end(app.id, termination)
    }

    /// Lets time pass, with everything that is due.
    ///
    /// The result does not depend on how an interval is divided into calls: reactions to sound
    /// (refills, microphones, ends of sounds) occur at the ends of blocks, at timers and deadlines,
    /// and before each action, never at the end of a call.
    package func advance(by interval: HostInterval) {
        let end = clock.now + interval
        advance(to: end) { false }
    }

    /// Lets time pass up to `end`, or up to an earlier moment at which everything due has happened
    /// and `isEnough` is true.
    func advance(to end: HostTime, until isEnough: () -> Bool) {
        settle()
        while clock.now < end, !isEnough() {
            let due = nextDue
            clock.advance(to: min(due, end))
            render()
            guard due <= end else { return }
            beginMoment()
            reactToSound()
            settle()
        }
    }

    /// Brings everything up to this moment, before an action.
    func prepareForAct() {
        guard isBetweenActs else { return }
        beginMoment()
        reactToSound()
        settle()
    }

    /// Delivers all sound up to this moment to the app's library, before the app's code runs.
    func prepareForCode() {
        if isBetweenActs { reactToSound() }
    }

    private var isBetweenActs: Bool { !isRunningDue && SimulatedThread.current == nil }

    /// Runs what is due after an action. Does nothing when it is called from such code, because
    /// that will run anyway.
    func runDue() {
        guard !isRunningDue else { return }
        beginMoment()
        runWhatIsDue()
    }

    /// The next end of a block, deadline or timer.
    private var nextDue: HostTime {
        let block = clock.now.nanoseconds / OutputFrames.blockDuration.nanoseconds + 1
        let blockEnd =
            HostTime.zero
            + HostInterval(nanoseconds: block * OutputFrames.blockDuration.nanoseconds)
        let others = [clock.deadline, environment.nextTimer].compactMap { $0 }
        return others.filter { $0 > clock.now }.reduce(blockEnd, min)
    }

    /// Resets the limits per moment: code that keeps scheduling more must not stop time.
    private func beginMoment() {
        environment.beginMoment()
        deadlinesLeft = Self.deadlinesPerMomentMax
    }

    /// Meets due deadlines and runs due blocks.
    private func settle() {
        guard !isRunningDue else { return }
        while let deadline = clock.deadline, deadline <= clock.now, deadlinesLeft > 0 {
            deadlinesLeft -= 1
            clock.fire()
            runWhatIsDue()
        }
        runWhatIsDue()
    }

    private func runWhatIsDue() {
        isRunningDue = true
        environment.runDue()
        isRunningDue = false
        audience?.stageDidSettle()
    }

    /// Renders up to this moment, without any other effect; the number of calls does not matter.
    private func render() {
        let end = OutputFrames.index(at: clock.now)
        while frame < end {
            let blockEnd = (frame / Self.blockFrames + 1) * Self.blockFrames
            let count = min(end, blockEnd) - frame
            frame += count
            for app in apps { app.render(frameCount: count) }
            audience?.noteRendered(upTo: frame)
        }
    }

    /// Services the outputs that requested it, and lets the microphones deliver what is due.
    private func reactToSound() {
        for app in apps { app.serviceOutput() }
        for app in apps { app.listen(until: clock.now) }
    }
}

/// Counts vibrations; the device's own sounds have no library here.
private final class VibrationCounter: DeviceOutputs {
    private let vibrations = Mutex(0)

    var count: Int { vibrations.withLock { $0 } }

    func vibrate(with stream: StreamID?) { vibrations.withLock { $0 += 1 } }
    func begin(_ deviceSound: StreamKind) {}
    func end(_ deviceSound: StreamKind) {}
}

/// Observes a stage while its time passes.
protocol StageObserver: AnyObject {
    /// Called when everything due at this moment has happened.
    func stageDidSettle()
    /// Called when the samples before a frame are rendered; a block is complete if the frame is its
    /// end.
    func noteRendered(upTo frame: Int)
}
