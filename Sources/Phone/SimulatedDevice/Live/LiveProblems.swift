import AudioModel
import LiveDevice
import ScenarioLanguage
import SoundPolicy
import SoundServer

// The reasons why an action is impossible on a live phone.

extension LivePhone {
    /// The reason why an action of an app is impossible now; `nil` if it is possible.
    func problem(with act: AppAct, by name: String) -> String? {
        switch act {
        case .opens, .opensURL: problem(withOpening: name)
        case .isWoken, .call(.arrived):
            installed.contains { $0.name == name } ? nil : "there is no \(name)"
        case .hangs: "built-in apps do not hang"
        case .isRemoved:
            installed.contains { $0.name == name } ? nil : "there is no \(name)"
        default: problem(ofRunning: act, by: name)
        }
    }

    private func problem(withOpening name: String) -> String? {
        guard installed.contains(where: { $0.name == name }) else { return "there is no \(name)" }
        return server.inspect { $0.isLocked } ? "the phone is locked" : nil
    }

    private func problem(ofRunning act: AppAct, by name: String) -> String? {
        guard let app = app(named: name) else { return "\(name) is not running" }
        switch act {
        case .ends, .changesSetting: return nil
        default: break
        }
        if case .call(let event) = act {
            return server.inspect { $0.missingObject(ofCall: event, of: app.id) }
        }
        if case .resumes(let stream) = act, app.lostQueues.contains(stream) {
            return "\(name).\(stream) went with the media services; start a new queue"
        }
        if act.startsStream, let stream = act.stream, app.isTaken(stream) {
            return "\(name).\(stream) still lasts; stop it first"
        }
        return state(of: app) == .suspended ? "\(name) is suspended, and nothing runs in it" : nil
    }
}
