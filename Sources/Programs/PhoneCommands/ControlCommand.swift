package import CommandLineTool
package import DeviceActions

/// A command of `sori phone ctl`: one for any device, or one for the keys and the program of a phone.
package enum ControlCommand: Equatable, Sendable {
    case device(DeviceCommand)
    case key(KeyCommand)
    /// `status` as JSON, for `sori phone ctl --json`.
    case statusAsJSON
    /// The screen as a picture.
    case screenshot
    case end

    /// The commands with their words, for the help and for completions.
    package static let words =
        DeviceCommand.words + [
            ("press", "presses the main button of the app in front, like space"),
            ("extra", "presses its other button, like e"),
            ("kill", "kills the app in front"),
            ("crash", "crashes it"),
            ("screenshot", "prints a picture of the screen, as SVG"),
            ("quit", "ends the phone"),
        ]

    /// The first words of all commands, in order.
    package static let firstWords = DeviceCommand.distinct(
        DeviceCommand.firstWords + words.map(\.usage).filter { !$0.contains(" ") })

    /// What asks for the status as JSON.
    static let statusAsJSONWords = ["status", "json"]

    private static let keys: [String: KeyCommand] = [
        "press": .playPause, "extra": .extra, "kill": .quitApp, "crash": .crashApp,
    ]

    /// - Throws: A `ProgramError` when the line is no command.
    package init(_ line: String) throws(ProgramError) {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else { throw Self.unknown("") }
        if words.count == 1, let key = Self.keys[first] {
            self = .key(key)
        } else if words == Self.statusAsJSONWords {
            self = .statusAsJSON
        } else if words == ["screenshot"] {
            self = .screenshot
        } else if words == ["quit"] {
            self = .end
        } else {
            self = .device(try Self.deviceCommand(line, first))
        }
    }

    private static func deviceCommand(
        _ line: String, _ first: String
    ) throws(ProgramError) -> DeviceCommand {
        do throws(PhoneActError) {
            return try DeviceCommand(parsing: line)
        } catch {
            guard firstWords.contains(first) else { throw unknown(first) }
            throw ProgramError(
                .wrongUse, error.message, in: "sori phone ctl",
                advice: "see 'sori phone ctl --help'")
        }
    }

    private static func unknown(_ word: String) -> ProgramError {
        let help = "see 'sori phone ctl --help'"
        guard !word.isEmpty else {
            return ProgramError(
                .wrongUse, "no command is given", in: "sori phone ctl", advice: help)
        }
        return ProgramError(
            .wrongUse, "unknown command '\(word)'", in: "sori phone ctl",
            advice: advice(insteadOf: word, among: firstWords, otherwise: help))
    }
}
