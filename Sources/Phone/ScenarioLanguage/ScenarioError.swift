/// An error in a scenario's text.
public struct ScenarioError: Error, Hashable, Sendable {
    /// The path given to the parser.
    public var path: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int
    /// What was expected there and what was found.
    public var message: String

    public init(path: String, line: Int, column: Int, message: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }
}

extension ScenarioError: CustomStringConvertible {
    public var description: String { "\(path):\(line):\(column): \(message)" }
}

/// The errors of an unreadable scenario: at most one per line, in the order of the lines.
public struct ScenarioErrors: Error, Hashable, Sendable {
    /// The errors: at least one, at most `countMax`.
    public var errors: [ScenarioError]
    /// Whether parsing stopped early because there were too many errors.
    public var isTruncated: Bool

    public init(errors: [ScenarioError], isTruncated: Bool = false) {
        self.errors = errors
        self.isTruncated = isTruncated
    }

    /// Number of errors after which parsing stops.
    public static let countMax = 20
}

extension ScenarioErrors: CustomStringConvertible {
    /// The errors, one line each.
    public var description: String {
        var lines = errors.map(\.description)
        if isTruncated, let last = errors.last {
            lines.append("\(last.path): \(errors.count) errors; the rest of the file is not read")
        }
        return lines.joined(separator: "\n")
    }
}
