package import AudioModel
package import ScenarioLanguage
import SimulationReports
import SoundPolicy
import SoundServer

/// An app of a live phone that runs elsewhere: a program of the user in its own process.
package protocol ExternalApp: AnyObject, Sendable {
    /// The app's identifier on the phone's server.
    var app: AppID { get }
    /// Whether it runs and was asked to end, or is being killed.
    var isEnding: Bool { get }
    /// The status with which its process has exited without being asked to; `nil` while it runs, and
    /// where something else ended it, such as a signal.
    var exitStatus: Int32? { get }
    /// Linear peak of a stream's latest samples after all gains; 0 for an unknown stream.
    func level(ofStream number: Int) -> Float
}

extension ExternalApp {
    package var exitStatus: Int32? { nil }
}

extension LivePhone {
    /// Number of external apps at which the ended ones are removed.
    private static let externalAppsMax = 256

    /// Adds an app that has connected to the server. Its requests are recorded in the scenario.
    ///
    /// - Parameter declaration: The app's declaration in the recorded scenario. An external app
    ///   that had this name before is replaced.
    package func adopt(_ externalApp: any ExternalApp, as declaration: AppDeclaration) {
        namedApps.removeAll { $0.name == declaration.name }
        if namedApps.count >= Self.externalAppsMax {
            namedApps.removeAll { entry in
                server.inspect { $0.state(of: entry.externalApp.app) } == .notRunning
            }
        }
        namedApps.append((declaration.name, externalApp))
        recorder.follow(externalApp.app, declaration, at: .zero + age) { [weak externalApp] in
            externalApp?.exitStatus == 0
        }
    }

    /// The external apps added so far, the last one per name; ended ones too.
    package var externalApps: [any ExternalApp] { namedApps.map(\.externalApp) }

    /// The external app with this name, while it runs.
    package func externalApp(named name: String) -> (any ExternalApp)? {
        guard let externalApp = namedApps.first(where: { $0.name == name })?.externalApp,
            server.inspect({ $0.state(of: externalApp.app) }) != .notRunning
        else { return nil }
        return externalApp
    }
}

/// An external app that is being recorded.
struct RecordedExternalApp {
    let script: ExternalAppScript
    /// Position of its launch, and of the last delivery of each callback that it may hang in.
    let launched: LiveRecorder.Place
    var told: [WatchedCallback: LiveRecorder.Place] = [:]
    var isAsleep = false
    /// Whether it was notified of its end; later requests have no effect.
    var isEnding = false
    /// Returns whether its process has exited successfully.
    private let hasQuit: @Sendable () -> Bool
    /// Numbers of all streams that it ever started.
    private var streams: Set<Int> = []

    init(
        script: ExternalAppScript, launched: LiveRecorder.Place,
        hasQuit: @escaping @Sendable () -> Bool
    ) {
        self.hasQuit = hasQuit
        self.script = script
        self.launched = launched
    }

    /// The action that records an event; `nil` for an event that the language cannot express, or
    /// one without effect.
    mutating func action(for event: PolicyEventOfApp, _ refusal: SessionError?) -> Action? {
        guard !isEnding else { return nil }
        if case .asked(let request) = event {
            // Requests sent before the app was suspended may still arrive.
            guard !isAsleep, isKnown(request) else { return nil }
        }
        guard var action = script.action(for: event) else { return nil }
        if case .ended(.crashed) = event, hasQuit() { action = .app(script.name, .ends(.quit)) }
        guard refusal == nil || action.canFail else { return nil }
        if case .asked(.setCategory(_, _, let options, _)) = event, refusal != nil {
            // A refusal because of options that the language has no names for is not recorded.
            guard options.isSubset(of: ExternalAppScript.knownOptions) else { return nil }
        }
        return action
    }

    /// Whether a scenario can name the stream: only streams that were started have names.
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

/// Translates an external app's requests to the scenario language.
struct ExternalAppScript {
    let name: String

    /// Stands in for the app's sounds, which are unknown here; it never ends by itself.
    private static let sound = SoundSpec.tone(hertz: 440, seconds: nil)
    /// Stands in for system sounds, with their longest duration.
    private static let systemSound = SoundSpec.tone(hertz: 440, seconds: 30)
    static let knownOptions = SessionOptions(
        Words.options.words.compactMap { Words.options.value(of: $0) })

    /// The action for an event; `nil` if the language cannot express it.
    func action(for event: PolicyEventOfApp) -> Action? {
        switch event {
        case .opened: .app(name, .opens)
        case .left: .app(name, .leaves)
        case .woken(let work): .app(name, .isWoken(work))
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
            .allowHapticsAndSystemSoundsDuringRecording, .startPlayer, .openPlayer:
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
                .plays(
                    StreamStart(
                        Self.sound, as: stream, volume: volume,
                        player: player == .player ? nil : player))
            }
        }
    }

    static func stream(_ number: Int) -> String { "stream\(number)" }

    /// A volume clamped as the policy clamps it; values too small to matter are zero.
    private static func volume(_ volume: Float) -> Double {
        volume.isFinite && volume >= 1e-6 ? Double(min(volume, 1)) : 0
    }
}

/// A policy event that concerns one app.
enum PolicyEventOfApp {
    case opened
    case left
    case woken(BackgroundWork)
    case ended(Termination)
    case asked(AppRequest)
}
