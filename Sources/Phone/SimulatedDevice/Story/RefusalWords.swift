import AudioModel
import ScenarioLanguage
import SoundClient
import SoundServer

// A refusal in words.

extension AppRequest {
    /// What the request asks for, as a noun with its article or name.
    var noun: String {
        switch self {
        case .setCategory(let category, _, _, _): "category \(category.rawValue)"
        case .setMode(let mode): "mode \(mode.rawValue)"
        case .activate: "the activation of its session"
        case .deactivate: "the deactivation of its session"
        case .startStream(_, .recorder, _), .prepareStream(_, .recorder, _): "a recording"
        case .startStream: "the start of a sound"
        case .prepareStream: "the preparation of a player"
        case .resumeStream: "the resumption of a sound"
        case .vibrate: "a vibration"
        case .overrideOutput: "the override of its output"
        case .setPreferredInput: "its choice of input"
        case .beginBackgroundTask: "a background task"
        case .openURL: "to open a URL of another app"
        case .startPlayer, .openPlayer: "a music player"
        case .call, .prepareCall: "a call"
        case .pauseStream, .stopStream, .setStreamVolume, .letStreamOutliveApp, .streamEnded,
            .setMediaVolume, .allowHapticsAndSystemSoundsDuringRecording, .prefer,
            .endBackgroundTask, .returned, .enableRemoteCommands:
            "a request"
        }
    }
}

extension RefusalReason {
    /// The error and the rule: `badParam, rule options-must-fit`.
    var ruleAndError: String { rule.isEmpty ? "\(error)" : "\(error), rule \(rule)" }
}

extension ScriptedPhone {
    /// Why an action of an app was refused with this error; `nil` where that is not known.
    func reason(for error: SessionError, in action: Action) -> RefusalReason? {
        guard case .app(let name, let act) = action else { return nil }
        var actor = name
        if case .startsPlayer(let player) = act { actor = player }
        return app(named: actor)?.sound.connection.reason(for: error)
    }
}

/// A status code in words: `'!pla' (cannotStartPlaying)`, `-50 (badParam)`, `-66671`.
struct StatusWords: CustomStringConvertible {
    private let status: Int32
    private let isNamed: Bool

    /// - Parameter isNamed: Whether the name of the session's error follows.
    init(_ status: Int32, named isNamed: Bool = true) {
        self.status = status
        self.isNamed = isNamed
    }

    var description: String {
        let bytes = withUnsafeBytes(of: status.bigEndian) { Array($0) }
        let isText = bytes.allSatisfy { (0x20...0x7E).contains($0) }
        let code = isText ? "'\(String(decoding: bytes, as: UTF8.self))'" : String(status)
        guard isNamed, let error = SessionError(rawValue: status) else { return code }
        return "\(code) (\(error))"
    }
}

extension Story {
    /// Where a refused category comes from that an app's opening asks for; empty for other acts.
    func origin(of timed: TimedAction) -> String {
        switch timed.action {
        case .app(let app, .opens), .app(let app, .opensURL): "; the line 'app \(app)' asks for it"
        default: ""
        }
    }
}
