/// One thing wrong with a scenario's text.
public struct ScenarioError: Error, Hashable, Sendable {
    /// As given to the parser.
    public var path: String
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int
    /// What was expected there and what stands there.
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

/// Why a scenario cannot be read: at most one error a line, in the order of the lines.
public struct ScenarioErrors: Error, Hashable, Sendable {
    /// At least one, at most `countMax`.
    public var errors: [ScenarioError]
    /// Whether reading was given up because there were too many.
    public var isCutShort: Bool

    public init(errors: [ScenarioError], isCutShort: Bool = false) {
        self.errors = errors
        self.isCutShort = isCutShort
    }

    /// After so many errors the rest of the file is not read.
    public static let countMax = 20
}

extension ScenarioErrors: CustomStringConvertible {
    /// One line an error.
    public var description: String {
        var lines = errors.map(\.description)
        if isCutShort, let last = errors.last {
            lines.append(
                "\(last.path): \(errors.count) errors; the rest of the file is not read")
        }
        return lines.joined(separator: "\n")
    }
}
