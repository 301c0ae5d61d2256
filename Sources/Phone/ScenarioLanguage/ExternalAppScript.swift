import AudioModel
import DeviceActions
import LiveDevice
import SoundPolicy

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

    /// The actions that record an event; none for an event that the language cannot express, or one
    /// without effect. The volume of a prepared player is an action of its own.
    mutating func actions(for event: PolicyEventOfApp, _ refusal: SessionError?) -> [Action] {
        guard let action = action(for: event, refusal) else { return [] }
        guard case .asked(.prepareStream(let number, _, let volume)) = event, volume != 1,
            refusal == nil,
            let setting = script.action(for: .asked(.setStreamVolume(number: number, volume)))
        else { return [action] }
        return [action, setting]
    }

    private mutating func action(for event: PolicyEventOfApp, _ refusal: SessionError?) -> Action? {
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
        case .startStream(let number, _, _), .prepareStream(let number, _, _):
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

    static let knownOptions = SessionOptions(
        Words.options.words.compactMap { Words.options.value(of: $0) })

    /// The action for an event; `nil` if the language cannot express it.
    func action(for event: PolicyEventOfApp) -> Action? {
        switch event {
        case .opened: .app(name, .opens)
        case .left: .app(name, .leaves)
        case .woken(let work): .app(name, .isWoken(work))
        case .ended(let termination): .app(name, .ends(termination))
        case .asked(.setMediaVolume(let volume)): .phone(.slider(ExternalAppNames().volume(volume)))
        case .asked(let request): act(for: request).map { .app(name, $0) }
        }
    }

    private func act(for request: AppRequest) -> AppAct? {
        switch AppAct(request, ExternalAppNames()) {
        case .setsCategory(let category, let mode, let options, let policy):
            .setsCategory(
                category, mode: mode, options: options.intersection(Self.knownOptions),
                policy: policy)
        // What its user does with the call is the phone's event.
        case .call(let event): [.arrived, .started, .ended].contains(event) ? .call(event) : nil
        case let act: act
        }
    }
}

/// Names of an external app's streams and tasks, and what stands in for its sounds, which are
/// unknown here.
private struct ExternalAppNames: RequestNames {
    func name(ofStream number: Int) -> String { LiveDevice.streamName(number) }

    func name(of task: BackgroundTaskID) -> String { "task\(task.rawValue)" }

    /// A system sound has the longest duration of one; another sound never ends by itself.
    func sound(ofStream number: Int, isSystemSound: Bool) -> SoundSpec {
        .tone(hertz: 440, seconds: isSystemSound ? 30 : nil)
    }

    func input(ofStream number: Int) -> SoundSpec? { nil }

    /// A volume clamped as the policy clamps it; values too small to matter are zero.
    func volume(_ volume: Float) -> Double {
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
