import AudioModel
import CommandLineTool
package import DeviceActions
package import LiveDevice
import Simulation

// Commands from other processes.

extension PhoneController {
    /// Carries out a line of `sori phone ctl`. The answer has the events that it caused, or what was
    /// asked for; code 3 says that it is impossible now.
    package func answer(_ line: String) -> PhoneAnswer {
        let command: ControlCommand
        do throws(ProgramError) {
            command = try ControlCommand(line)
        } catch {
            let parts = [error.what, error.advice].filter { !$0.isEmpty }
            return PhoneAnswer(error.code, [parts.joined(separator: "; ")])
        }
        switch command {
        case .end:
            var answer = PhoneAnswer()
            answer.endsPhone = true
            return answer
        case .statusAsJSON: return PhoneAnswer(asOneText: status.json)
        case .screenshot:
            return PhoneAnswer(
                pictureOf: PhoneScreen(snapshot(), activityLog: activityLog, apps: apps))
        case .key(let key):
            return answer { controller throws(DeviceActError) in
                try controller.carryOut { $0.perform(key) }
                return []
            }
        case .device(let command):
            return answer { controller throws(DeviceActError) in
                try controller.answer(command)
            }
        }
    }

    /// What a closure tells, or the events that it causes, or why the phone refuses it.
    private func answer(
        _ body: (PhoneController) throws(DeviceActError) -> [String]
    ) -> PhoneAnswer {
        _ = snapshot()
        let before = loggedCount
        do throws(DeviceActError) {
            let told = try body(self)
            guard told.isEmpty else { return PhoneAnswer(.done, told) }
            _ = snapshot()
            let new = min(loggedCount - before, activityLog.count)
            return PhoneAnswer(.done, activityLog.suffix(new).map(\.text))
        } catch {
            return PhoneAnswer(.badInput, [error.message])
        }
    }

    private func carryOut(_ body: (PhoneController) -> Void) throws(DeviceActError) {
        refusal = nil
        body(self)
        if let refusal { throw .impossible(refusal) }
    }
}

extension PhoneController: ControlledDevice {
    package var device: LiveDevice { phone.device }

    package var status: DeviceStatus {
        DeviceStatus(snapshot(), "iOS \(phone.device.profile.rawValue)")
    }

    /// Most events that `log` shows.
    private static let logLinesMax = 20

    package var log: [String] {
        activityLog.suffix(Self.logLinesMax).map {
            "\(Numeral.clock($0.age.seconds)) \($0.text)"
        }
    }

    package func knownName(_ name: String) -> String? {
        let wanted = name.lowercased()
        return snapshot().apps.first { $0.name.lowercased() == wanted }?.name
    }

    package func carryOut(_ act: PhoneAct) throws(DeviceActError) {
        try carryOut { $0.perform(act) }
    }

    /// Opens an app by its name, or by its number.
    package func bringToFront(_ name: String) throws(DeviceActError) {
        let names = apps.map(\.name) + programs.map(\.name)
        let index = names.firstIndex { $0.lowercased() == name.lowercased() }
        guard let place = index.map({ $0 + 1 }) ?? Int(name), (1...names.count).contains(place)
        else { throw .noApp(name, among: names) }
        try carryOut { $0.perform(KeyCommand.open(place)) }
    }

    package func leaveFront() throws(DeviceActError) {
        try carryOut { $0.perform(KeyCommand.home) }
    }
}
