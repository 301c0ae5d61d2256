/// What the program leaves behind for the one who called it.
enum ExitCode: Int32, Sendable, Comparable {
    case done = 0
    /// An expectation or a check failed.
    case expectationFailed = 1
    case wrongUse = 2
    case badInput = 3
    /// A device or a service is missing, or failed.
    case deviceMissing = 4

    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

/// Why the program could not do what it was asked: what, where, what to do.
struct ProgramError: Error, Equatable {
    var code: ExitCode
    var what: String
    var place: String
    var advice: String
    /// Lines that stand before it, as they are: `story.scenario:3:10: …`.
    var details: [String]

    init(
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
    var message: String {
        "sori: " + [what, place, advice].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
