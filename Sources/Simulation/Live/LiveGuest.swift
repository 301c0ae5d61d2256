import AudioModel
import SoundServer

/// An app of a live phone that runs elsewhere: a program of the user's in its own process.
package protocol LiveGuest: AnyObject, Sendable {
    /// On the phone's server.
    var app: AppID { get }
    /// Whether it runs and has been told to end, or is being killed.
    var isEnding: Bool { get }
    /// Linear peak of a stream's latest samples after all gains; 0 for one that is not known.
    func level(ofStream number: Int) -> Float
}

extension LivePhone {
    /// Takes in an app that has connected to the server and does what it wants; what it asks for is
    /// written down as well.
    ///
    /// - Parameter declaration: As it will stand in the recorded scenario; one of this name that
    ///   ran before is replaced.
    package func adopt(_ guest: any LiveGuest, as declaration: AppDeclaration) {
        places.removeAll { $0.name == declaration.name }
        places.append((declaration.name, guest))
        recorder.follow(guest.app, declaration, at: .zero + age)
    }

    /// Those that were taken in last, gone ones too.
    package var guests: [any LiveGuest] { places.map(\.guest) }

    /// The guest of this name, while it runs.
    package func guest(named name: String) -> (any LiveGuest)? {
        guard let guest = places.first(where: { $0.name == name })?.guest,
            server.inspect({ $0.state(of: guest.app) }) != .notRunning
        else { return nil }
        return guest
    }
}

/// One that is written down.
struct RecordedGuest {
    let script: GuestScript
    /// Where it was started, and where it was told last what it is to return from.
    let launched: LiveRecorder.Place
    var told: [WatchedCallback: LiveRecorder.Place] = [:]
    var isAsleep = false
    /// Told that it ends: what it still does changes nothing.
    var isEnding = false
    /// Every one that it ever started, by number.
    private var streams: Set<Int> = []

    init(script: GuestScript, launched: LiveRecorder.Place) {
        self.script = script
        self.launched = launched
    }

    /// `nil` for what cannot be told: what is not the app's, not in the language, or of no effect.
    mutating func action(for event: PolicyEventOfApp, _ refusal: SessionError?) -> Action? {
        guard !isEnding else { return nil }
        if case .asked(let request) = event {
            // What was on its way when it fell asleep.
            guard !isAsleep, isKnown(request) else { return nil }
        }
        guard let action = script.action(for: event) else { return nil }
        guard refusal == nil || action.canFail else { return nil }
        if case .asked(.setCategory(_, _, let options, _)) = event, refusal != nil {
            // Refused for what has no name.
            guard options.isSubset(of: GuestScript.knownOptions) else { return nil }
        }
        return action
    }

    /// A story knows only streams that were started.
    private mutating func isKnown(_ request: AppRequest) -> Bool {
        switch request {
        case .startStream(let number, _, _), .prepareStream(let number, _):
            streams.insert(number)
            return true
        case .pauseStream(let number), .resumeStream(let number), .stopStream(let number),
            .streamEnded(let number), .setStreamVolume(let number, _):
            return streams.contains(number)
        default: return true
        }
    }
}

extension Action {
    fileprivate var canFail: Bool {
        if case .app(_, let act) = self { act.canFail } else { false }
    }
}

/// What an app that runs elsewhere does, in the scenario language.
struct GuestScript {
    let name: String

    /// What its sounds sound like is not known here; they never end by themselves.
    private static let sound = SoundSpec.tone(hertz: 440, seconds: nil)
    /// A system sound lasts at most so long.
    private static let systemSound = SoundSpec.tone(hertz: 440, seconds: 30)
    static let knownOptions = SessionOptions(
        Words.options.words.compactMap { Words.options.value(of: $0) })

    /// `nil` for what is not the app's, or not in the language.
    func action(for event: PolicyEventOfApp) -> Action? {
        switch event {
        case .opened: .app(name, .opens)
        case .left: .app(name, .leaves)
        case .ended(let termination): .app(name, .ends(termination))
        case .asked(.setMediaVolume(let volume)): .phone(.slider(Self.volume(volume)))
        case .asked(.openURL): .app(name, .leaves)
        case .asked(let request): act(for: request).map { .app(name, $0) }
        }
    }

    private func act(for request: AppRequest) -> AppAct? {
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            .setsCategory(
                category, mode: mode, options: options.intersection(Self.knownOptions),
                policy: policy)
        case .setMode(let mode): .setsMode(mode)
        case .activate: .activates
        case .deactivate(let notifying): .deactivates(notifying: notifying)
        case .startStream(let number, let kind, let volume):
            start(of: Self.stream(number), kind, volume: Self.volume(volume))
        case .prepareStream(let number, _): .prepares(Self.sound, stream: Self.stream(number))
        case .pauseStream(let number): .pauses(stream: Self.stream(number))
        case .resumeStream(let number): .resumes(stream: Self.stream(number))
        case .stopStream(let number), .streamEnded(let number): .stops(stream: Self.stream(number))
        case .setStreamVolume(let number, let volume):
            .setsVolume(stream: Self.stream(number), Self.volume(volume))
        case .vibrate: .vibrates
        case .overrideOutput(let port): .overrides(port)
        case .prefer(let preference, let isOn): .prefers(preference, isOn)
        case .enableRemoteCommands(let commands): .setsCommands(commands)
        case .beginBackgroundTask(let task): .beginsTask("task\(task.rawValue)")
        case .endBackgroundTask(let task): .endsTask("task\(task.rawValue)")
        case .setMediaVolume, .letStreamOutliveApp, .returned, .openURL, .setPreferredInput,
            .allowHapticsAndSystemSoundsDuringRecording:
            nil
        }
    }

    private func start(of stream: String, _ kind: StreamKind, volume: Double) -> AppAct? {
        switch kind {
        case .systemSound: .sounds(Self.systemSound, stream: stream)
        case .alertSound: .alerts(Self.systemSound, stream: stream)
        case .recorder: .records(stream: stream, from: nil)
        default:
            PlayerKind.allCases.first { $0.streamKind == kind }.map { player in
                .plays(StreamStart(Self.sound, as: stream, volume: volume, player: player))
            }
        }
    }

    static func stream(_ number: Int) -> String { "stream\(number)" }

    /// As the policy takes what apps say; too little for it is nothing.
    private static func volume(_ volume: Float) -> Double {
        volume.isFinite && volume >= 1e-6 ? Double(min(volume, 1)) : 0
    }
}

/// What concerns one app among the events of the policy.
enum PolicyEventOfApp {
    case opened
    case left
    case ended(Termination)
    case asked(AppRequest)
}
