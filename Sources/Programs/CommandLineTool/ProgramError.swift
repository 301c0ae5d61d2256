/// The exit code of the program.
package enum ExitCode: Int32, Sendable, Comparable {
    case done = 0
    /// An expectation or a check failed.
    case expectationFailed = 1
    case wrongUse = 2
    case badInput = 3
    /// A device, a service, a library or space is missing, or failed.
    case deviceMissing = 4
    /// SIGHUP ended the program: its terminal was closed. Shells use these codes for signals.
    case hungUp = 129
    /// SIGINT ended the program early: Ctrl-C.
    case stopped = 130
    /// SIGQUIT.
    case quit = 131
    /// SIGTERM.
    case terminated = 143

    package static func < (left: ExitCode, right: ExitCode) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The reason why the program failed: what is wrong, where, and the remedy.
package struct ProgramError: Error, Equatable {
    package var code: ExitCode
    package var what: String
    package var place: String
    package var advice: String
    /// Lines printed before the message, unchanged: `story.scenario:3:10: …`.
    package var details: [String]
    /// The places in files that `details` name, for a CI that marks them.
    package var filePlaces: [FilePlace]

    /// A place in a text file, and what is wrong there.
    package struct FilePlace: Hashable, Sendable {
        package var path: String
        /// The line and the column, from 1.
        package var line: Int
        package var column: Int
        package var message: String

        package init(path: String, line: Int, column: Int, message: String) {
            self.path = path
            self.line = line
            self.column = column
            self.message = message
        }
    }

    package init(
        _ code: ExitCode, _ what: String, in place: String = "", advice: String = "",
        details: [String] = [], filePlaces: [FilePlace] = []
    ) {
        self.code = code
        self.what = what
        self.place = place
        self.advice = advice
        self.details = details
        self.filePlaces = filePlaces
    }

    /// The message of a program, without the details: `sori: FILE: what; what to do`, or
    /// `sori play: what; what to do` where the place is a command.
    package func message(of program: String = "sori") -> String {
        let isCommand = place == program || place.hasPrefix(program + " ")
        let start = isCommand ? [place] : [program, place].filter { !$0.isEmpty }
        let sentence = [what, advice].filter { !$0.isEmpty }.joined(separator: "; ")
        return (start + [sentence]).joined(separator: ": ")
    }
}
