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
    private var deadlinesLeft = SimulatedStage.deadlinesPerMomentMax
    /// Looks on; nothing is done to it.
    weak var audience: (any StageAudience)?

    /// Frames a second of every app's output.
    package static let sampleRate = OutputFrames.rate
    /// Frames rendered at a time at most: 10 ms.
    package static let blockFrames = OutputFrames.blockFrames

    /// Deadlines that are met at one moment; more wait for the next.
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
        prepareForAct()
        let app = StagedApp(
            environment, startingAt: frame, microphone: microphone, on: self
        ) {
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
        prepareForAct()
        server.end(app.id, termination)
    }

    /// Lets time pass, with whatever falls due on the way.
    ///
    /// However an interval is cut into calls, the same happens at the same times: what reacts to
    /// sound (refills, microphones, ends of sounds) does so at the ends of blocks, at timers and
    /// deadlines, and before each act, never because a call ends.
    package func advance(by interval: HostInterval) {
        let end = clock.now + interval
        advance(to: end) { false }
    }

    /// Lets time pass up to `end`, or up to an earlier moment at which everything that was due has
    /// happened and `isEnough`.
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

    /// Brings everything up to this moment, before something is done at it.
    func prepareForAct() {
        guard isBetweenActs else { return }
        beginMoment()
        reactToSound()
        settle()
    }

    /// Lets the app's library know of all sound up to this moment, before code of the app's runs.
    func prepareForCode() {
        if isBetweenActs { reactToSound() }
    }

    private var isBetweenActs: Bool { !isRunningDue && SimulatedThread.current == nil }

    /// Runs what is due after something was done at this moment; from within such code nothing,
    /// because it will run anyway.
    func runDue() {
        guard !isRunningDue else { return }
        beginMoment()
        runWhatIsDue()
    }

    /// The next block's end, deadline or timer after this moment.
    private var nextDue: HostTime {
        let block = clock.now.nanoseconds / OutputFrames.blockDuration.nanoseconds + 1
        let blockEnd =
            HostTime.zero
            + HostInterval(nanoseconds: block * OutputFrames.blockDuration.nanoseconds)
        let others = [clock.deadline, environment.nextTimer].compactMap { $0 }
        return others.filter { $0 > clock.now }.reduce(blockEnd, min)
    }

    /// Allows what this moment may run: code that keeps making more due must not stop time.
    private func beginMoment() {
        environment.beginMoment()
        deadlinesLeft = Self.deadlinesPerMomentMax
    }

    /// Meets the deadlines that have come and runs what is due.
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
        audience?.noteWhatHappened()
    }

    /// Renders up to this moment, and does nothing else: nobody notices how often that is.
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

    /// Services the outputs that have asked for it, and lets the microphones hear what is due.
    private func reactToSound() {
        for app in apps { app.serviceOutput() }
        for app in apps { app.listen(until: clock.now) }
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
