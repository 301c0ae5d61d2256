package import AudioModel
package import CommandLineTool
package import DeviceActions
package import LiveDevice
package import Simulation
import SoundClient
package import SoundPolicy
package import SoundServer

/// Controls a live phone with its built-in apps.
///
/// Ownership: the queue of the phone's environment, on which every method must be called.
package final class PhoneController: @unchecked Sendable {
    package let phone: LivePhone
    package let apps: [BuiltInApp]
    /// The user's programs; their numbers follow those of the built-in apps.
    package let programs: [ExternalProgram]
    /// Called when the user has erased the phone.
    var whenErased: () -> Void = {}
    /// Events, oldest first; at most `activityLogMax`.
    package private(set) var activityLog: [ActivityLogEntry] = []
    private var reporter = ActivityReporter()
    /// How often each app's second key was pressed.
    private var extraCounts: [String: Int] = [:]
    /// Apps with a routine that space has switched on.
    private var isOn: Set<String> = []
    /// Apps with a routine that is scheduled.
    private var hasRoutine: Set<String> = []
    private var isOver = false
    /// Number of events so far, those no longer in `activityLog` too.
    package private(set) var loggedCount = 0
    /// Why the last action was impossible; `nil` if it was not.
    var refusal: String?

    /// Presses of a headset's button that are not carried out yet.
    private var headsetPressCount = 0

    package static let activityLogMax = 200
    /// Longest interval between presses of a headset's button that belong together.
    package static let headsetPressInterval = HostInterval.milliseconds(400)

    package init(
        _ apps: [BuiltInApp], programs: [ExternalProgram] = [],
        setup: PhoneSetup = PhoneSetup(), memory: DeviceMemory? = nil,
        path: String = "", world: LiveEnvironment, observer: PolicyObserver? = nil
    ) {
        self.apps = apps
        self.programs = programs
        phone = LivePhone(
            setup, installed: apps.map(\.declaration), path: path, world: world,
            configure: { $0.memory = memory }, observer: observer)
    }

    /// The phone's present state, after adding all events so far to `activityLog`.
    package func snapshot() -> LiveSnapshot {
        take(reporter.newEntries(of: phone.device))
        var snapshot = phone.snapshot
        // In the order of the numbers that open them, also those that have not been opened.
        let known = snapshot.apps
        snapshot.apps.removeAll { app in programs.contains { $0.name == app.name } }
        snapshot.apps += programs.map { program in
            known.first { $0.name == program.name } ?? LiveSnapshot.App(name: program.name)
        }
        return snapshot
    }

    package func end() {
        isOver = true
        phone.switchOff()
    }

    /// Carries out a command; the screen handles `help` and `quit`.
    package func perform(_ command: KeyCommand) {
        phone.handleDeadlines()
        let device = phone.snapshot.device
        switch command {
        case .open(let place): open(place)
        case .playPause: playPauseFront()
        case .extra: withFront { extra($0) }
        case .home: withAnyFront(.leaves)
        case .quitApp: withAnyFront(.ends(.killed))
        case .crashApp: withAnyFront(.ends(.crashed))
        case .ringSwitch: perform(.ringSwitchMoved(device.ringSwitch == .ring ? .silent : .ring))
        case .volumeUp: perform(.volumePressed(.up))
        case .volumeDown: perform(.volumePressed(.down))
        case .headphones: plug(.headphones, device)
        case .bluetooth: plug(Port(.bluetoothA2DP), device)
        case .speaker: perform(.routePicked(.speaker))
        case .lock: perform(device.isLocked ? .unlocked : .locked)
        case .call:
            guard device.call == .none else { return refuse("there is a call already") }
            perform(.callArrived)
        case .answer: perform(.callAnswered)
        case .decline: perform(.hangUp, on: device)
        case .alarm:
            perform(device.interrupters.contains(.alarm) ? .alarmDismissed : .alarmFired)
        case .snooze: perform(.alarmSnoozed)
        case .timer:
            perform(device.interrupters.contains(.timer) ? .timerDismissed : .timerFired)
        case .assistant: perform(.assistant, on: device)
        case .mediaServices: perform(PhoneAct.mediaServicesReset)
        case .remotePlayPause: isNowPlaying ? perform(.remoteCommand(.pause)) : playRemotely()
        case .nextTrack: perform(.remoteCommand(.nextTrack))
        case .previousTrack: perform(.remoteCommand(.previousTrack))
        case .headsetButton: pressHeadset()
        case .headsetHold: holdHeadset()
        case .turn: perform(.turned(phone.snapshot.orientation.turned))
        case .message: perform(.messageArrived)
        case .keyClick: perform(.keyClicked)
        case .help, .quit: break
        }
    }

    // MARK: The phone

    package func perform(_ act: PhoneAct) {
        note(phone.perform(.phone(act)), act.name)
        if act == .erased { whenErased() }
    }

    private func perform(_ event: DeviceEvent) { perform(.event(event)) }

    /// Whether the lock screen shows a pause button.
    private var isNowPlaying: Bool {
        phone.server.inspect { machine in
            machine.nowPlayingApp.map { machine.isPlaying($0) } ?? false
        }
    }

    /// Presses the play button of the lock screen. If nothing has played yet, starts the music
    /// player, in the background if need be.
    private func playRemotely() {
        let player = apps.first {
            $0.declaration.role != .ordinary && $0.declaration.commands.contains(.play)
        }
        let nowPlayingApp = phone.server.inspect { $0.nowPlayingApp }
        guard let player, !phone.hasTrack(player.name),
            nowPlayingApp == nil || nowPlayingApp == phone.id(of: player.name)
        else { return perform(.remoteCommand(.play)) }
        if !phone.isRunning(player.name) { perform(player.name, .isWoken(.audio)) }
        perform(.remoteCommand(.play))
        perform(player.name, player.main)
    }

    /// Holds the button at the last of the presses in quick succession, or releases it.
    private func holdHeadset() {
        if phone.server.inspect({ $0.isHeadsetSeeking }) { return perform(.headsetReleased) }
        let count = min(headsetPressCount + 1, DeviceEvent.headsetHolds.upperBound)
        headsetPressCount = 0
        perform(.headsetHeld(presses: count))
    }

    /// Counts presses in quick succession as one action.
    private func pressHeadset() {
        headsetPressCount += 1
        let count = headsetPressCount
        phone.world.environment.after(Self.headsetPressInterval) { [weak self] in
            guard let self, !isOver, headsetPressCount == count else { return }
            headsetPressCount = 0
            perform(.headsetPressed(times: min(count, DeviceEvent.headsetPresses.upperBound)))
        }
    }

    private func plug(_ port: Port, _ device: DeviceSnapshot) {
        perform(device.accessories.contains(port) ? .portUnplugged(port) : .portPlugged(port))
    }

    private func perform(_ command: DeviceCommand, on device: DeviceSnapshot) {
        do throws(DeviceActError) {
            for act in try command.acts(on: device) { perform(act) }
        } catch {
            refuse(error.message)
        }
    }

    // MARK: Apps

    private var placeCount: Int { apps.count + programs.count }

    private func open(_ place: Int) {
        if programs.indices.contains(place - 1 - apps.count) {
            let program = programs[place - 1 - apps.count]
            do throws(ProgramError) { try open(program) } catch { refuse(error.message()) }
            return
        }
        guard apps.indices.contains(place - 1) else { return refuse("there is no app \(place)") }
        let app = apps[place - 1]
        if !phone.isRunning(app.name) { isOn.remove(app.name) }
        perform(app.name, .opens)
        if app.routine?.onlyWhen == .inBackground { startRoutine(of: app) }
    }

    private func withFront(_ body: (BuiltInApp) -> Void) {
        guard let front = phone.snapshot.front,
            let app = apps.first(where: { $0.name == front.name })
        else {
            return refuse(
                phone.snapshot.front.map { "\($0.name) has no such button here" }
                    ?? "no app is in front; 1 to \(placeCount) open one")
        }
        body(app)
    }

    private func withAnyFront(_ act: AppAct) {
        guard let front = phone.snapshot.front else { return refuse("no app is in front") }
        guard let running = phone.device.externalApp(named: front.name) else {
            return perform(front.name, act)
        }
        // The phone records every action.
        switch act {
        case .leaves: phone.server.leave(running.app)
        case .ends(let termination): phone.server.end(running.app, termination)
        default: break
        }
    }

    /// Brings a program of the user's to the front, and starts it if it does not run.
    ///
    /// - Throws: A `ProgramError` when it cannot be started.
    package func open(_ program: ExternalProgram) throws(ProgramError) {
        guard !phone.snapshot.device.isLocked else { return refuse("the phone is locked") }
        if let running = phone.device.externalApp(named: program.name) {
            guard !running.isEnding else {
                return refuse("\(program.name) is still ending")
            }
            return phone.server.open(running.app)
        }
        let environment = phone.world.environment
        let weak = WeakController(controller: self)
        let started = try program.launch(phone.server, phone.world.performSync) { words in
            environment.onQueue { weak.controller?.say("\(program.name) \(words)") }
        }
        phone.device.adopt(started, as: program.description)
        phone.server.open(started.app)
    }

    /// Presses the button of the app in front: Return for a program's standard input.
    private func playPauseFront() {
        guard let front = phone.snapshot.front,
            let program = phone.device.externalApp(named: front.name)
        else { return withFront { playPause($0) } }
        say("\(front.name) gets Return on its input")
        program.pressReturn()
    }

    private func playPause(_ app: BuiltInApp) {
        if app.routine?.onlyWhen == .isOn {
            if isOn.remove(app.name) == nil {
                isOn.insert(app.name)
                startRoutine(of: app)
            } else {
                say("\(app.name) was switched off")
            }
            return
        }
        guard let stream = app.mainStream, let verdict = phone.verdict(of: stream, of: app.name)
        else { return perform(app.name, app.main) }
        switch verdict.state {
        case .paused, .interrupted: perform(app.name, .resumes(stream: stream))
        case .stopped: perform(app.name, app.main)
        case .audible, .silent, .ducked:
            if case .records = app.main {
                perform(app.name, .stops(stream: stream))
            } else {
                perform(app.name, .pauses(stream: stream))
            }
        }
    }

    private func extra(_ app: BuiltInApp) {
        guard !app.extras.isEmpty else { return }
        let count = extraCounts[app.name, default: 0]
        extraCounts[app.name] = count + 1
        for act in app.extras[count % app.extras.count] { perform(app.name, act) }
    }

    private func perform(_ app: String, _ act: AppAct) {
        note(phone.perform(.app(app, act)), "\(app) \(act.name)")
    }

    // MARK: Routines

    private func startRoutine(of app: BuiltInApp) {
        guard let routine = app.routine, hasRoutine.insert(app.name).inserted else { return }
        runRoutine(of: app, routine)
    }

    private func runRoutine(of app: BuiltInApp, _ routine: BuiltInApp.Routine) {
        let isWanted = routine.onlyWhen == .inBackground || isOn.contains(app.name)
        guard !isOver, isWanted, phone.isRunning(app.name) else {
            hasRoutine.remove(app.name)
            return
        }
        if routine.onlyWhen == .isOn || phone.state(of: app.name) == .background {
            for step in routine.steps { take(step, of: app) }
        }
        phone.world.environment.after(routine.every) { [weak self] in
            self?.runRoutine(of: app, routine)
        }
    }

    private func take(_ step: (after: HostInterval, act: AppAct), of app: BuiltInApp) {
        guard step.after > .zero else { return performByItself(step.act, app) }
        phone.world.environment.after(step.after) { [weak self] in
            self?.performByItself(step.act, app)
        }
    }

    private func performByItself(_ act: AppAct, _ app: BuiltInApp) {
        // A suspended app does nothing, and does not report it.
        guard !isOver, phone.isRunning(app.name), phone.state(of: app.name) != .suspended else {
            return
        }
        perform(app.name, act)
    }

    // MARK: Events

    private func note(_ outcome: LiveDevice.Outcome, _ what: String) {
        // The phone's log already has actions and refusals.
        if case .impossible(let why) = outcome { refuse(why, what) }
    }

    /// Says why an action is impossible.
    ///
    /// - Parameter act: The action, for the log; `nil` where the reason names it.
    private func refuse(_ why: String, _ act: String? = nil) {
        refusal = why
        say((act.map { $0 + ": " } ?? "") + why)
    }

    /// Adds a line to the log.
    package func say(_ text: String) {
        take(reporter.newEntries(of: phone.device))
        take([ActivityLogEntry(age: phone.age, event: text)])
    }

    private func take(_ more: [ActivityLogEntry]) {
        activityLog += more
        loggedCount += more.count
        if activityLog.count > Self.activityLogMax {
            activityLog.removeFirst(activityLog.count - Self.activityLogMax)
        }
    }
}

/// A weak reference, so that a program that still runs does not retain the phone.
private struct WeakController: Sendable {
    weak let controller: PhoneController?
}

extension DeviceOrientation {
    /// The next position of a device that the user turns round and round.
    fileprivate var turned: DeviceOrientation {
        switch self {
        case .portrait, .faceUp, .faceDown: .landscapeLeft
        case .landscapeLeft: .upsideDown
        case .upsideDown: .landscapeRight
        case .landscapeRight: .portrait
        }
    }
}
