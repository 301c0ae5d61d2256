import AudioModel
import CommandLineTool
import LiveDevice
import Simulation
import SoundPolicy

// Commands from other processes.

extension PhoneController {
    /// Most events that `log` shows.
    private static let logLinesMax = 20

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
        case .act(let act): return events { $0.perform(act) }
        case .key(let key): return events { $0.perform(key) }
        case .hangUp: return events { $0.perform(.decline) }
        case .dismiss: return dismiss()
        case .open(let name): return open(name)
        case .why(let name): return why(name)
        case .status: return PhoneAnswer(.done, statusLines)
        case .log:
            _ = snapshot()
            return PhoneAnswer(
                .done,
                activityLog.suffix(Self.logLinesMax).map {
                    "\(Numeral.clock($0.age.seconds)) \($0.text)"
                })
        case .end:
            var answer = PhoneAnswer()
            answer.endsPhone = true
            return answer
        }
    }

    /// The events that a closure causes, or why the phone refuses it.
    private func events(_ body: (PhoneController) -> Void) -> PhoneAnswer {
        _ = snapshot()
        let before = loggedCount
        refusal = nil
        body(self)
        _ = snapshot()
        if let refusal { return PhoneAnswer(.badInput, [refusal]) }
        let new = min(loggedCount - before, activityLog.count)
        return PhoneAnswer(.done, activityLog.suffix(new).map(\.text))
    }

    private func dismiss() -> PhoneAnswer {
        let sounding = snapshot().device.interrupters
        guard sounding.contains(.alarm) || sounding.contains(.timer) else {
            return PhoneAnswer(.badInput, ["no alarm and no timer sounds"])
        }
        return events { controller in
            if sounding.contains(.alarm) { controller.perform(.alarm) }
            if sounding.contains(.timer) { controller.perform(.timer) }
        }
    }

    private func open(_ name: String) -> PhoneAnswer {
        let names = apps.map(\.name) + (externalProgram.map { [$0.name] } ?? [])
        let index = names.firstIndex { $0.lowercased() == name.lowercased() }
        guard let place = index.map({ $0 + 1 }) ?? Int(name), (1...names.count).contains(place)
        else {
            return PhoneAnswer(
                .badInput,
                ["there is no app '\(name)'; there are \(names.joined(separator: ", "))"])
        }
        return events { $0.perform(KeyCommand.open(place)) }
    }

    private func why(_ name: String?) -> PhoneAnswer {
        let snapshot = snapshot()
        let wanted = name?.lowercased() ?? ""
        let streams = snapshot.streams.filter { stream in
            let stream = stream.name.lowercased()
            return wanted.isEmpty || stream == wanted || stream.hasPrefix(wanted + ".")
        }
        guard streams.isEmpty else {
            return PhoneAnswer(.done, streams.map { "\($0.name): \($0.why)" })
        }
        guard let name else { return PhoneAnswer(.done, ["nothing sounds"]) }
        if let app = snapshot.apps.first(where: { $0.name.lowercased() == wanted }) {
            let state = app.state == .notRunning ? "not running" : app.state.words
            return PhoneAnswer(.done, ["\(app.name) has no sound: it is \(state)"])
        }
        return PhoneAnswer(.badInput, ["there is no app or stream '\(name)'"])
    }

    private var statusLines: [String] {
        let screen = PhoneScreen(snapshot(), apps: apps)
        return screen.statusLines
    }
}
