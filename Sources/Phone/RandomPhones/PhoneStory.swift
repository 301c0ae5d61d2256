package import AudioModel
import DeviceActions
package import Simulation
package import SoundPolicy

/// Converts a phone's events to a scenario for `sori sim`.
///
/// Events that the scenario language cannot express are left out and listed.
package struct PhoneStory {
    package private(set) var scenario: Scenario
    /// Descriptions of events that the language cannot express, one line each.
    package private(set) var leftOut: [String] = []
    /// The events that the policy receives when `sori sim` runs the scenario.
    package private(set) var reproducedTurns: [PolicyLogEntry] = []

    /// Follows the events to know which are refused or have no effect.
    private var machine: PolicyMachine
    private var opened: Set<AppID> = []
    private var names: [AppID: String] = [:]
    private var started: Set<StreamID> = []
    private var systemSounds: Set<StreamID> = []
    private var queues: Set<StreamID> = []
    /// Running apps that have not been opened; a scenario launches them when it opens them.
    private var launches: [(app: AppID, time: HostTime, description: AppDescription)] = []

    /// Time between the last event and the scenario's end.
    private static let ending = HostInterval.seconds(1)

    /// - Parameters:
    ///   - turns: Events in order of time.
    package init(
        _ turns: [PolicyLogEntry], _ configuration: PolicyConfiguration, title: String? = nil
    ) {
        machine = PolicyMachine(configuration)
        scenario = Scenario(path: "fuzz.scenario", title: title, duration: .zero)
        setUp(configuration)
        for turn in turns where !turn.isDerived { tell(turn) }
        for launch in launches { leaveOutLaunch(launch.app, at: launch.time) }
        let end = (turns.last?.time ?? .zero) + PhoneStory.ending
        scenario.duration = min(end, Scenario.durationMax)
        scenario.timed.removeAll { $0.time > scenario.duration }
    }

    /// Adds the expectation that a stream is silent from just after `time`.
    package mutating func expectSilence(of stream: StreamID, from time: HostTime) {
        guard let app = names[stream.app], started.contains(stream) else { return }
        let end = min(time + .milliseconds(900), scenario.duration)
        guard end - time >= .milliseconds(300) else { return }
        scenario.expectations.append(
            Expectation(
                .span(from: time + .milliseconds(100), to: end),
                .stream(
                    .app(app, stream: AppNames(app: stream.app).name(ofStream: stream.number)),
                    .silent(because: nil))))
    }

    /// The scenario's text, with what was left out in comments.
    package var text: String {
        scenario.description + leftOut.map { "# Not in the language, left out: \($0)\n" }.joined()
    }

    // MARK: The phone

    private mutating func setUp(_ configuration: PolicyConfiguration) {
        scenario.phone.ringSwitch = configuration.ringSwitch
        scenario.phone.mediaVolume = PhoneStory.decimal(configuration.mediaVolume)
        scenario.phone.ringerVolume = PhoneStory.decimal(configuration.ringerVolume)
        scenario.phone.profile = configuration.profile
        scenario.phone.microphone = configuration.microphone
        scenario.phone.hasPasscode = configuration.hasPasscode
        scenario.phone.losesInterruptionEnds = configuration.losesInterruptionEnds
        scenario.phone.emergencyButtons = configuration.emergencyButtons
        for setting in configuration.settingsOff { scenario.settings[setting] = false }
        if let port = configuration.pickedOutput ?? configuration.accessories.first {
            scenario.phone.route = port
        }
        if configuration != configuration.asScenariosSayIt {
            leftOut.append("some of the phone's configuration")
        }
    }

    /// A volume with at most as many decimals as a person would write: `0.8`, not the Float's
    /// expansion.
    static func decimal(_ volume: Float) -> Double {
        Double("\(possible(volume))") ?? 0
    }

    // MARK: Events

    private mutating func tell(_ turn: PolicyLogEntry) {
        while let due = machine.nextDeadline, due <= turn.time {
            _ = machine.handle(.deadlineReached, at: due)
            if let next = machine.nextDeadline, next <= due { break }
        }
        let action = action(for: turn.event, at: turn.time)
        let words = machine.words(for: turn.event)
        let front = names.keys.sorted().first { isInFront($0) }
        let response = machine.handle(turn.event, at: turn.time)
        for case .appChanged(let app, .notRunning) in response.effects { opened.remove(app) }
        switch action {
        case .nothing: break
        case .noWords:
            leftOut.append("at \(turn.time.shortSecondsText) \(words)")
            tellEnd(ofRestarted: turn)
        case .act(let action):
            noteTold(turn, action, front: front)
            var failure: ExpectedFailure?
            if let refusal = response.refusal { failure = ExpectedFailure(refusal) }
            scenario.timed.append(TimedAction(time: turn.time, action: action, fails: failure))
        }
    }

    /// Lets the scenario stop a stream that a second start, which has no words, has ended: a system
    /// sound in silent mode.
    private mutating func tellEnd(ofRestarted turn: PolicyLogEntry) {
        guard case .app(let app, .startStream(let number, _, _)) = turn.event,
            started.contains(StreamID(app: app, number: number)),
            machine.verdict(of: StreamID(app: app, number: number)) == nil,
            case .act(let action) = self.action(for: .stopStream(number: number), of: app)
        else { return }
        scenario.timed.append(TimedAction(time: turn.time, action: action))
        reproducedTurns.append(
            PolicyLogEntry(time: turn.time, event: .app(app, .stopStream(number: number))))
    }

    /// - Parameter front: The app in front before the event.
    private mutating func noteTold(_ turn: PolicyLogEntry, _ action: Action, front: AppID?) {
        if case .app(_, let act) = action, act.startsApp {
            noteLaunch(before: turn)
        }
        for event in PhoneStory.events(for: turn.event, front: front) {
            reproducedTurns.append(PolicyLogEntry(time: turn.time, event: event))
        }
        guard turn.event == .device(.mediaServicesReset) else { return }
        // The scenario's queues end when the media services are lost.
        for queue in queues.sorted(by: { ($0.app, $0.number) < ($1.app, $1.number) })
        where started.remove(queue) != nil && machine.verdict(of: queue) != nil {
            let stop = PolicyEvent.app(queue.app, .stopStream(number: queue.number))
            reproducedTurns.append(PolicyLogEntry(time: turn.time, event: stop))
        }
        queues = []
    }

    private mutating func noteLaunch(before turn: PolicyLogEntry) {
        guard let index = launches.firstIndex(where: { turn.event.isOpening(of: $0.app) }) else {
            return
        }
        let launch = launches.remove(at: index)
        var description = launch.description
        description.answersCallbacks = false
        reproducedTurns.append(
            PolicyLogEntry(time: turn.time, event: .appLaunched(launch.app, description)))
        if launch.time < turn.time { leaveOutLaunch(launch.app, at: launch.time) }
    }

    private mutating func leaveOutLaunch(_ app: AppID, at time: HostTime) {
        leftOut.append(
            "at \(time.shortSecondsText) \(names[app] ?? "an app") was launched in the background")
    }

    private enum Told {
        case act(Action)
        case nothing
        case noWords
    }

    private mutating func action(for event: PolicyEvent, at time: HostTime) -> Told {
        switch event {
        case .appLaunched(let app, let description):
            declare(app, description, at: time)
            return .nothing
        case .appOpened(let app): return open(app)
        case .appOpenedByURL(let app, let url):
            guard case .act = open(app), let name = names[app] else { return .nothing }
            return .act(.app(name, .opensURL(url)))
        case .appRunInBackground(let app, let work): return run(app, for: work)
        case .appLeft(let app): return isInFront(app) ? act(app, .leaves) : .nothing
        case .appEnded(let app, let termination): return act(app, .ends(termination))
        case .app(let app, let request): return action(for: request, of: app)
        case .appCall(let app, let event): return act(app, .call(event))
        case .appSystemChanged: return .noWords
        case .device(let event): return action(for: event)
        case .deadlineReached: return .nothing
        }
    }

    private mutating func declare(
        _ app: AppID, _ description: AppDescription, at now: HostTime
    ) {
        names[app] = description.name
        launches.append((app, now, description))
        guard !scenario.apps.contains(where: { $0.name == description.name }) else { return }
        // The app's own actions are written as separate lines.
        var declared = AppDeclaration(
            name: description.name, backgroundModes: description.backgroundModes,
            reaction: .ignores, role: description.role)
        declared.footprint = description.footprint
        declared.exitsOnSuspend = description.exitsOnSuspend
        declared.commands = description.commands
        scenario.apps.append(declared)
    }

    private mutating func open(_ app: AppID) -> Told {
        guard let name = names[app], machine.state(of: app) != .notRunning, !machine.isLocked else {
            return .nothing
        }
        opened.insert(app)
        return .act(.app(name, .opens))
    }

    private mutating func run(_ app: AppID, for work: BackgroundWork) -> Told {
        guard let name = names[app], machine.state(of: app) != .notRunning, !isInFront(app),
            machine.configuration.profile.hasBackground
        else { return .nothing }
        opened.insert(app)
        return .act(.app(name, .isWoken(work)))
    }

    private func isInFront(_ app: AppID) -> Bool {
        [.active, .inactive].contains(machine.state(of: app))
    }

    private func act(_ app: AppID, _ act: AppAct) -> Told {
        guard let name = names[app], machine.state(of: app) != .notRunning else { return .nothing }
        // A launch in the background cannot be written in a scenario.
        guard opened.contains(app) else { return .noWords }
        return .act(.app(name, act))
    }

    // MARK: Requests

    private mutating func action(for request: AppRequest, of app: AppID) -> Told {
        let act = AppAct(request, AppNames(app: app))
        let told = act.map { self.act(app, $0) } ?? .noWords
        switch request {
        case .setCategory(_, _, let options, _):
            let known = SessionOptions(SessionOptions.named.map(\.option))
            return known.isSuperset(of: options) ? told : .noWords
        case .setMediaVolume(let volume):
            guard opened.contains(app) else { return .nothing }
            return .act(.phone(.slider(PhoneStory.decimal(volume))))
        case .startStream(let number, let kind, _):
            return start(StreamID(app: app, number: number), kind, told)
        case .prepareStream(let number, let kind, let volume):
            guard kind == .player, volume == 1 else { return .noWords }
            return start(StreamID(app: app, number: number), kind, told)
        case .pauseStream(let number), .resumeStream(let number), .stopStream(let number),
            .streamEnded(let number):
            return use(StreamID(app: app, number: number), told)
        case .setStreamVolume(let number, _):
            let stream = StreamID(app: app, number: number)
            // System sounds have no volume of their own.
            return systemSounds.contains(stream) ? .nothing : use(stream, told)
        case .setMode, .activate, .deactivate, .vibrate, .overrideOutput, .prefer, .call,
            .beginBackgroundTask, .endBackgroundTask, .openURL, .enableRemoteCommands,
            .allowHapticsAndSystemSoundsDuringRecording, .setPreferredInput, .letStreamOutliveApp,
            .returned, .startPlayer, .openPlayer, .prepareCall:
            return told
        }
    }

    private mutating func start(_ stream: StreamID, _ kind: StreamKind, _ told: Told) -> Told {
        // A scenario cannot start a lasting stream a second time.
        guard machine.verdict(of: stream) == nil else { return .noWords }
        note(told, stream, kind)
        return told
    }

    private mutating func note(_ told: Told, _ stream: StreamID, _ kind: StreamKind) {
        if case .act = told {
            started.insert(stream)
            if kind == .queue { queues.insert(stream) } else { queues.remove(stream) }
        }
        if kind.isSystemSound { systemSounds.insert(stream) } else { systemSounds.remove(stream) }
    }

    /// An action on a stream; it has no effect on a stream that does not exist.
    private func use(_ stream: StreamID, _ told: Told) -> Told {
        guard started.contains(stream) else {
            return machine.verdict(of: stream) == nil ? .nothing : .noWords
        }
        return told
    }

    // MARK: The device

    private func action(for event: DeviceEvent) -> Told {
        func isWord(_ port: Port) -> Bool {
            Words.ports.entries.contains { $0.value == port.kind }
                && (port.kind == .airplay) != port.name.isEmpty
        }
        var isWritten = true
        switch event {
        case .volumeSet(.call, _), .mediaServicesLost: isWritten = false
        case .mediaServicesReset: return .act(.phone(.mediaServicesReset))
        case .volumeSet(let kind, let volume):
            return .act(.phone(.event(.volumeSet(kind, Float(PhoneStory.decimal(volume))))))
        case .portPlugged(let port), .portUnplugged(let port):
            if port.kind.isBuiltIn { return .nothing }
            isWritten = port.kind != .airplay && isWord(port)
        case .routePicked(let port):
            guard machine.mayBePicked(port) else { return .nothing }
            isWritten = isWord(port)
        case .memoryNeeded(let megabytes):
            isWritten = (1...Scenario.megabytesMax).contains(megabytes)
        case .headsetPressed(let times): isWritten = DeviceEvent.headsetPresses.contains(times)
        case .headsetHeld(let presses): isWritten = DeviceEvent.headsetHolds.contains(presses)
        default: break
        }
        return isWritten ? .act(.phone(.event(event))) : .noWords
    }
}

/// Names of a random app's streams and tasks, and test tones for its sounds.
private struct AppNames: RequestNames {
    let app: AppID

    func name(ofStream number: Int) -> String {
        number < 0 ? "n\(number.magnitude)" : "s\(number)"
    }

    func name(of task: BackgroundTaskID) -> String {
        task.rawValue < 0 ? "n\(task.rawValue.magnitude)" : "t\(task.rawValue)"
    }

    /// A tone of a frequency of its own for each stream, as far as possible.
    func sound(ofStream number: Int, isSystemSound: Bool) -> SoundSpec {
        .tone(
            hertz: 200 + Double((app.rawValue &* 97 &+ number &* 31) & 1023),
            seconds: isSystemSound ? 20 : nil)
    }

    func input(ofStream number: Int) -> SoundSpec? {
        sound(ofStream: number, isSystemSound: false)
    }

    func volume(_ volume: Float) -> Double { PhoneStory.decimal(volume) }
}
