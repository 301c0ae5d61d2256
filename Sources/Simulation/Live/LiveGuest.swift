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
        recorder.follow(guest.app, declaration)
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

/// What an app that runs elsewhere does, in the scenario language.
struct GuestScript {
    let name: String

    /// What its sounds sound like is not known here; they never end by themselves.
    private static let sound = SoundSpec.tone(hertz: 440, seconds: nil)
    /// A system sound lasts at most so long.
    private static let systemSound = SoundSpec.tone(hertz: 440, seconds: 30)

    /// `nil` for what is not the app's, or not in the language.
    func action(for event: PolicyEventOfApp) -> Action? {
        switch event {
        case .opened: .app(name, .opens)
        case .left: .app(name, .leaves)
        case .ended(let termination): .app(name, .ends(termination))
        case .asked(.setMediaVolume(let volume)): .phone(.slider(Double(volume)))
        case .asked(let request): act(for: request).map { .app(name, $0) }
        }
    }

    private func act(for request: AppRequest) -> AppAct? {
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            .setsCategory(category, mode: mode, options: options, policy: policy)
        case .setMode(let mode): .setsMode(mode)
        case .activate: .activates
        case .deactivate(let notifying): .deactivates(notifying: notifying)
        case .startStream(let number, let kind, let volume):
            start(of: Self.stream(number), kind, volume: Double(volume))
        case .prepareStream(let number, _): .prepares(Self.sound, stream: Self.stream(number))
        case .pauseStream(let number): .pauses(stream: Self.stream(number))
        case .resumeStream(let number): .resumes(stream: Self.stream(number))
        case .stopStream(let number), .streamEnded(let number): .stops(stream: Self.stream(number))
        case .setStreamVolume(let number, let volume):
            .setsVolume(stream: Self.stream(number), Double(volume))
        case .vibrate: .vibrates
        case .overrideOutput(let port): .overrides(port)
        case .prefer(let preference, let isOn): .prefers(preference, isOn)
        case .beginBackgroundTask(let task): .beginsTask("task\(task.rawValue)")
        case .endBackgroundTask(let task): .endsTask("task\(task.rawValue)")
        case .setMediaVolume, .letStreamOutliveApp, .returned, .setPreferredInput,
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
}

/// What concerns one app among the events of the policy.
enum PolicyEventOfApp {
    case opened
    case left
    case ended(Termination)
    case asked(AppRequest)
}
