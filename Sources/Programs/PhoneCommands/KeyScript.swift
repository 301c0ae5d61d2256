package import AudioModel
package import CommandLineTool
package import Simulation
import Terminal

/// A script of keys and pauses for a phone in virtual time: `1 ..s.q`.
package struct KeyScript: Equatable {
    package var steps: [Step]

    package enum Step: Hashable, Sendable {
        case key(KeyCommand)
        case wait(HostInterval)
    }

    /// - Throws: A `ProgramError` when a character is not a key.
    package init(_ text: String) throws(ProgramError) {
        var steps: [Step] = []
        for character in text {
            switch character {
            case ".": steps.append(.wait(.seconds(1)))
            case ",": steps.append(.wait(.milliseconds(100)))
            default:
                guard let command = KeyCommand(.character(character)) else {
                    throw ProgramError(
                        .wrongUse, "'\(character)' is not a key of the phone", in: "--keys",
                        advice: "see 'sori phone --help'; a point waits a second, a comma a tenth")
                }
                steps.append(.key(command))
            }
        }
        self.steps = steps
    }

    /// Runs the script up to its end or `q`.
    package func run(_ controller: PhoneController, in rehearsal: VirtualDriver) {
        for step in steps {
            switch step {
            case .key(.quit): return
            case .key(let command):
                controller.perform(command)
                rehearsal.settle()
                _ = controller.snapshot()
            case .wait(let interval):
                rehearsal.advance(by: interval, controller.phone)
                _ = controller.snapshot()
            }
        }
    }
}
