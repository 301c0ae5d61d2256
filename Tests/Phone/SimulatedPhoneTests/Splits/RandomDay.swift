import AVFAudio
import AudioModel
import Foundation
import Simulation
import SoundPolicy

/// A short run of a phone with some apps: a seed decides the user's actions and their times.
@MainActor
struct RandomDay {
    private let acts: [(at: Duration, seed: UInt64)]
    private let end: Duration
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        var time = Duration.zero
        acts = (0..<Int.random(in: 3...8, using: &random)).map { _ in
            time += Self.interval(&random)
            return (time, random.next())
        }
        end = time + .milliseconds(150)
    }

    /// A random time between two actions: multiples of tenths, near a frame or a block, or any.
    private static func interval(_ random: inout SeededGenerator) -> Duration {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .zero
        case 1, 2: .milliseconds(10 * Int64.random(in: 1...15, using: &random))
        case 3:
            .nanoseconds(Int64.random(in: 1...6000, using: &random) * 1_000_000_000 / 48_000)
        case 4:
            .milliseconds(10 * Int64.random(in: 1...12, using: &random))
                + .nanoseconds(Int64.random(in: -12_000...12_000, using: &random))
        default: .nanoseconds(Int64.random(in: 1...150_000_000, using: &random))
        }
    }

    /// The results of a run.
    struct Outcome: Equatable {
        var calls: [String]
        var histories: [String]
        var why: [String]
        var vibrations: [Duration]
        var findings: [String]
        var mix: [Float]
    }

    /// - Parameter splits: Seed for dividing the phone's time further; `nil` for no division.
    func run(splits: UInt64?, sounds: [URL]) -> Outcome {
        var configuration = PolicyConfiguration()
        configuration.suspensionDelay = .milliseconds(120)
        configuration.backgroundTaskLimitOverride = .milliseconds(200)
        configuration.expirationNotice = .milliseconds(60)
        configuration.resumeWindow = .milliseconds(150)
        configuration.snooze = .milliseconds(150)
        configuration.duckRamp = .milliseconds(70)
        let phone = SimulatedPhone(configuration)
        var findings: [String] = []
        phone.onFinding = { findings.append("\($0.time) \($0)") }
        let log = CallLog(phone)
        var cutter = splits.map { TimeCutter(seed: $0) }
        var apps: [(app: SimulatedPhone.App, code: RandomApp)] = []
        for (time, seed) in acts {
            pass(to: time, on: phone, &cutter)
            var user = RandomUser(seed: seed, phone: phone, log: log, sounds: sounds)
            user.act(on: &apps)
        }
        pass(to: end, on: phone, &cutter)
        return Outcome(
            calls: log.lines,
            histories: phone.history + apps.flatMap(\.app.history),
            why: apps.map { phone.why($0.app).description },
            vibrations: phone.vibrations, findings: findings,
            mix: phone.heard(during: .zero..<phone.now).samples)
    }

    private func pass(to time: Duration, on phone: SimulatedPhone, _ cutter: inout TimeCutter?) {
        while var piece = cutter?.piece(before: time - phone.now) {
            piece = min(piece, time - phone.now)
            phone.advance(by: piece)
            if cutter?.looks() == true { look(at: phone) }
            if phone.now >= time { return }
        }
        phone.advance(by: time - phone.now)
    }

    /// Reads the phone's state, which must change nothing.
    private func look(at phone: SimulatedPhone) {
        _ = phone.heard.level
        for app in phone.apps {
            _ = phone.why(app).description
            _ = (app.state, app.category, app.history, phone.outputs)
        }
    }
}

/// Divides time into pieces of every size: none, less than a frame, less than a block, more.
struct TimeCutter {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// - Returns: The piece; `nil` for all the rest.
    mutating func piece(before rest: Duration) -> Duration? {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .zero
        case 1: .nanoseconds(1)
        case 2: .nanoseconds(Int64.random(in: 1...20_833, using: &random))
        case 3, 4: .nanoseconds(Int64.random(in: 1...1_000_000, using: &random))
        case 5, 6: .nanoseconds(Int64.random(in: 1...10_000_000, using: &random))
        case 7: .milliseconds(10)
        case 8:
            .milliseconds(10) + .nanoseconds(Int64.random(in: -12_000...12_000, using: &random))
        case 9: rest - .nanoseconds(Int64.random(in: 0...15_000, using: &random))
        case 10: .nanoseconds(Int64.random(in: 1...60_000_000, using: &random))
        default: nil
        }
    }

    mutating func looks() -> Bool { Int.random(in: 0..<10, using: &random) == 0 }
}

/// Carries out one random action of the user or the environment.
@MainActor
struct RandomUser {
    private var random: SeededGenerator
    private let phone: SimulatedPhone
    private let log: CallLog
    private let sounds: [URL]

    init(seed: UInt64, phone: SimulatedPhone, log: CallLog, sounds: [URL]) {
        random = SeededGenerator(seed: seed)
        self.phone = phone
        self.log = log
        self.sounds = sounds
    }

    mutating func act(on apps: inout [(app: SimulatedPhone.App, code: RandomApp)]) {
        if apps.count < 3, apps.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
            return apps.append(launch())
        }
        guard let (app, code) = apps.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<24, using: &random) {
        case 0...8: if app.state != .notRunning, app.state != .suspended { app.run { code.act() } }
        case 9: phone.home()
        case 10: if app.state != .notRunning, !phone.isLocked { phone.open(app) }
        case 11: phone.isLocked ? phone.unlock() : phone.lock()
        case 12: call()
        case 13: phone.flipSwitch(Bool.random(using: &random) ? .silent : .ring)
        case 14: phone.press(Bool.random(using: &random) ? .up : .down)
        case 15: phone.setVolume(Double.random(in: 0...1, using: &random))
        case 16: phone.plug(.headphones)
        case 17: phone.unplug(.headphones)
        case 18: alarm()
        case 19: phone.makeSound(hertz: Double.random(in: 100...2000, using: &random))
        case 20, 21: call()
        case 22: if Bool.random(using: &random) { phone.resetMediaServices() }
        default: if app.state != .notRunning { phone.crash(app) }
        }
    }

    private mutating func launch() -> (app: SimulatedPhone.App, code: RandomApp) {
        let name = "App \(phone.apps.count + 1)"
        let modes = Bool.random(using: &random) ? ["audio"] : []
        let seed = random.next()
        var code: RandomApp?
        let app = phone.launch(name, backgroundModes: modes) {
            code = RandomApp(name, seed: seed, log: log, sounds: sounds)
            return code
        }
        guard let code else { fatalError("its code has run") }
        return (app, code)
    }

    private mutating func call() {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 4: phone.receiveCall()
        case 1: phone.answerCall()
        case 2: phone.declineCall()
        default: phone.endCall()
        }
    }

    private mutating func alarm() {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: phone.fireAlarm()
        case 1: phone.snoozeAlarm()
        default: phone.dismissAlarm()
        }
    }
}
