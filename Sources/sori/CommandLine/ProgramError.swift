/// What the program leaves behind for the one who called it.
package enum ExitCode: Int32, Sendable, Comparable {
    case done = 0
    /// An expectation or a check failed.
    case expectationFailed = 1
    case wrongUse = 2
    case badInput = 3
    /// A device or a service is missing, or failed.
    case deviceMissing = 4
    /// Its terminal went away, SIGHUP: like those that follow, what shells say of the signal.
    case hungUp = 129
    /// Somebody wanted the end before it was done, with Ctrl-C.
    case stopped = 130
    /// SIGQUIT.
    case quit = 131
    /// SIGTERM.
    case terminated = 143

    package static func < (left: ExitCode, right: ExitCode) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Why the program could not do what it was asked: what, where, what to do.
package struct ProgramError: Error, Equatable {
    package var code: ExitCode
    package var what: String
    package var place: String
    package var advice: String
    /// Lines that stand before it, as they are: `story.scenario:3:10: …`.
    package var details: [String]

    package init(
        _ code: ExitCode, _ what: String, in place: String = "", advice: String = "",
        details: [String] = []
    ) {
        self.code = code
        self.what = what
        self.place = place
        self.advice = advice
        self.details = details
    }

    /// Without the details.
    package var message: String {
        "sori: " + [what, place, advice].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
