import AudioModel
import SoundPolicy

/// Generates a phone's events: the user's, the environment's and the apps' random actions.
struct RandomPhone {
    private let plan: PhonePlan
    private var dice: RandomSource
    /// Random numbers for the apps' life cycle events.
    private var lifeDice: RandomSource
    private var remoteDice: RandomSource
    private var running: [RunningApp] = []
    private var nextApp = 1
    /// The app that was just launched, which the user usually opens next.
    private var justLaunched: AppID?
    /// Number of requests that the app in front still makes before anything else happens.
    private var busy = 0

    init(_ plan: PhonePlan) {
        self.plan = plan
        // A generator apart from the plan's, so that changes to one do not shift the other.
        dice = RandomSource(seed: plan.seed ^ 0x5041_5353_4147_4500)
        lifeDice = RandomSource(seed: plan.seed ^ 0x4c49_4645_0000_0002)
        remoteDice = RandomSource(seed: plan.seed ^ 0x5245_4d4f_5445_0002)
    }

    /// Generates events until the planned number is reached or a checker finds something.
    mutating func live(_ run: inout PhoneRun) {
        while run.stepCount < plan.stepCount, run.violation == nil {
            if answer(&run) { continue }
            let pause = self.pause()
            while !run.advance(to: run.now + (run.isRinging ? min(pause, patience) : pause)) {
                while answer(&run) {}
            }
            while answer(&run) {}
            perform(nextEvent(run), &run)
        }
    }

    // MARK: Time

    /// Longest time that a phone is left ringing; more would add only vibrations.
    private var patience: HostInterval { .seconds(10) }

    private mutating func pause() -> HostInterval {
        if plan.isBrief { return .milliseconds(Int64(dice.number(1...6)) * 100) }
        return switch dice.number(0...19) {
        case 0...9: .zero
        case 10...14: .milliseconds(Int64(dice.number(1...400)))
        case 15...17: .milliseconds(Int64(dice.number(400...9_000)))
        case 18: .seconds(Double(dice.number(10...600)))
        default:
            dice.chance(1, of: 2)
                ? .seconds(Double(dice.number(1...60)))
                : .seconds(Double(dice.number(600...20_000)))
        }
    }

    // MARK: Events

    private mutating func perform(_ event: PolicyEvent, _ run: inout PhoneRun) {
        run.perform(event)
        forgetEnded(run)
    }

    /// Lets one app react to its last notification.
    ///
    /// - Returns: Whether there was a notification to react to.
    private mutating func answer(_ run: inout PhoneRun) -> Bool {
        guard run.violation == nil, !run.unanswered.isEmpty else { return false }
        let (app, notification) = run.unanswered.removeFirst()
        guard let index = running.firstIndex(where: { $0.app == app }) else { return true }
        for request in running[index].answer(notification) {
            guard run.snapshot.app(app).map({ $0.state != .suspended }) ?? false else { break }
            run.perform(.app(app, request))
        }
        forgetEnded(run)
        return true
    }

    private mutating func forgetEnded(_ run: PhoneRun) {
        running.removeAll { !run.step.after.isRunning($0.app) }
    }

    private mutating func nextEvent(_ run: PhoneRun) -> PolicyEvent {
        if let next = justLaunched {
            justLaunched = nil
            if dice.chance(4, of: 5) {
                busy = 4
                return .appOpened(next)
            }
        }
        let awake = running.indices.filter {
            let state = run.step.after.app(running[$0].app)?.state
            return state != nil && state != .suspended
        }
        if plan.hasRemoteControl, remoteDice.chance(1, of: 8) { return remoteEvent(awake) }
        if plan.isEventful, lifeDice.chance(1, of: 5) { return lifeEvent(run, awake) }
        let device = run.step.after.device
        if device.isLocked, dice.chance(1, of: 5) { return .device(.unlocked) }
        if device.areMediaServicesLost, dice.chance(1, of: 3) {
            return .device(.mediaServicesReset)
        }
        if busy > 0 {
            busy -= 1
            if let index = awake.first(where: { running[$0].app == device.foregroundApp }) {
                return .app(running[index].app, running[index].nextRequest(&dice))
            }
        }
        switch dice.number(0...99) {
        case 0..<58 where !awake.isEmpty:
            // The app in front is the one in use.
            let front = awake.first { running[$0].app == device.foregroundApp }
            let index = dice.chance(2, of: 5) ? front ?? dice.pick(awake) : dice.pick(awake)
            return .app(running[index].app, running[index].nextRequest(&dice))
        case 0..<74: return appLife(run)
        case 74: return strangeEvent()
        default: return .device(UserActs.next(run.step.after.device, &dice))
        }
    }

    /// A random life cycle event, apart from opening and leaving apps.
    private mutating func lifeEvent(_ run: PhoneRun, _ awake: [Int]) -> PolicyEvent {
        switch lifeDice.number(0...11) {
        case 0...3 where !awake.isEmpty:
            let index = lifeDice.pick(awake)
            return .app(running[index].app, running[index].nextTaskRequest(&lifeDice))
        case 0...4 where !running.isEmpty:
            return .appRunInBackground(
                lifeDice.pick(running).app, lifeDice.pick(BackgroundWork.allCases))
        case 5 where !running.isEmpty:
            return .appOpenedByURL(lifeDice.pick(running).app, "sound:1")
        default: return .device(UserActs.nextOfLife(run.step.after.device, &lifeDice))
        }
    }

    private mutating func remoteEvent(_ awake: [Int]) -> PolicyEvent {
        guard !awake.isEmpty, remoteDice.chance(1, of: 8) else {
            return .device(UserActs.nextOfRemoteControl(&remoteDice))
        }
        let app = running[remoteDice.pick(awake)].app
        return .app(app, .enableRemoteCommands(UserActs.someCommands(&remoteDice)))
    }

    private mutating func appLife(_ run: PhoneRun) -> PolicyEvent {
        let front = run.step.after.device.foregroundApp
        let isEmpty = running.isEmpty
        switch dice.number(0...9) {
        case 0...2 where running.count < plan.apps.count, 0... where isEmpty:
            return launch()
        case 3...6:
            busy = 2
            return .appOpened(dice.pick(running).app)
        case 7: return .appLeft(front ?? dice.pick(running).app)
        case 8:
            guard dice.chance(1, of: 2) else { return .appOpened(dice.pick(running).app) }
            return .appEnded(dice.pick(running).app, dice.pick(Termination.allCases))
        default: return launch()
        }
    }

    /// Launches an app that does not run; opens one when all run.
    private mutating func launch() -> PolicyEvent {
        let idle = plan.apps.filter { app in !running.contains { $0.installed == app } }
        guard !idle.isEmpty else { return .appOpened(dice.pick(running).app) }
        let app = RunningApp(dice.pick(idle), app: AppID(rawValue: nextApp))
        nextApp += 1
        running.append(app)
        justLaunched = app.app
        return .appLaunched(app.app, app.installed.description)
    }

    /// Requests from apps that do not run, and deadlines that are not due.
    private mutating func strangeEvent() -> PolicyEvent {
        let stranger = dice.pick([AppID(rawValue: 5_000), AppID(rawValue: -1), .phone])
        return dice.pick([
            .deadlineReached, .appOpened(stranger), .appLeft(stranger),
            .appEnded(stranger, .killed),
            .app(stranger, .activate), .app(stranger, .stopStream(number: -1)),
        ])
    }
}
