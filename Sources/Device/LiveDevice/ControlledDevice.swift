import AudioModel
package import DeviceActions
package import SoundPolicy

/// A live device that other processes control by commands: a phone on its socket, a device service on
/// the message bus. Called on the device's queue.
package protocol ControlledDevice: AnyObject {
    var device: LiveDevice { get }
    /// What it shows to other processes.
    var status: DeviceStatus { get }
    /// The last decisions, oldest first, a line each.
    var log: [String] { get }
    /// The name that the device has for an app that runs; `nil` for one that it does not know.
    func knownName(_ name: String) -> String?
    /// Carries out an action of the device's user.
    func carryOut(_ act: PhoneAct) throws(DeviceActError)
    /// Brings an app to the front, by its name in any case.
    func bringToFront(_ name: String) throws(DeviceActError)
    /// Sends the app that is in front to the background.
    func leaveFront() throws(DeviceActError)
}

extension ControlledDevice {
    /// Carries out a command.
    ///
    /// - Returns: What was asked for, in lines of text; empty for an action.
    package func answer(_ command: DeviceCommand) throws(DeviceActError) -> [String] {
        switch command {
        case .why(let name?): return try explanation(of: name)
        case .why(nil): return status.explanation
        case .status: return status.lines
        case .log: return log
        case .act, .hangUp, .dismiss, .assistant, .open, .home:
            _ = try perform(command)
            return []
        }
    }

    /// Carries out a command that acts.
    ///
    /// - Returns: The actions that it stood for; none for a command that moves apps.
    package func perform(_ command: DeviceCommand) throws(DeviceActError) -> [PhoneAct] {
        switch command {
        case .act, .hangUp, .dismiss, .assistant: break
        case .open(let name): try bringToFront(name)
        case .home: try leaveFront()
        case .why, .status, .log:
            throw .notUnderstood("expected an action, found a question")
        }
        let acts = try command.acts(on: device.snapshot.device)
        for act in acts { try carryOut(act) }
        return acts
    }

    /// Why an app or one stream sounds as it does, in lines of text.
    package func explanation(of name: String) throws(DeviceActError) -> [String] {
        let status = status
        let wanted = name.lowercased()
        if let process = Int32(name) {
            // A process may have several.
            let apps = status.apps.filter { $0.process == process }
            if !apps.isEmpty { return apps.flatMap(status.explanation(of:)) }
        }
        if let known = knownName(name), let app = status.apps.first(where: { $0.name == known }) {
            return status.explanation(of: app)
        }
        if let stream = status.streams.first(where: { $0.name.lowercased() == wanted }) {
            return ["\(stream.name): \(stream.why)"]
        }
        let installed = device.snapshot.apps
        if let app = installed.first(where: { $0.name.lowercased() == wanted }) {
            return ["\(app.name): not running"]
        }
        throw .noApp(name, among: status.apps.map(\.name))
    }
}

extension DeviceActError {
    /// The error for a name that no app has.
    package static func noApp(_ name: String, among known: [String]) -> DeviceActError {
        let list = known.isEmpty ? "there are none" : "there are " + known.joined(separator: ", ")
        return .impossible("there is no app '\(name)'; \(list)")
    }
}

extension DeviceCommand {
    /// The actions that the command stands for on a device in a state; none for a question.
    package func acts(on device: DeviceSnapshot) throws(DeviceActError) -> [PhoneAct] {
        switch self {
        case .act(let act): return [act]
        case .hangUp:
            switch device.call {
            case .none: throw .impossible("there is no call")
            case .ringing: return [.event(.callDeclined)]
            case .connected: return [.event(.callEnded)]
            }
        case .dismiss:
            let sounding = device.interrupters
            var acts: [PhoneAct] = []
            if sounding.contains(.alarm) { acts.append(.event(.alarmDismissed)) }
            if sounding.contains(.timer) { acts.append(.event(.timerDismissed)) }
            guard !acts.isEmpty else { throw .impossible("no alarm and no timer sounds") }
            return acts
        case .assistant:
            let listens = device.interrupters.contains(.assistant)
            return [.event(listens ? .assistantEnded : .assistantBegan)]
        case .open, .home, .why, .status, .log: return []
        }
    }
}
