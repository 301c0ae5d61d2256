import Simulation
import Terminal

/// An error in a scenario, the line that it is in, and a caret under its place.
struct ScenarioExcerpt {
    private let error: ScenarioError
    /// The text of the error's line; `nil` for a line of another file.
    private let line: String?

    /// What is shown of a long line, in characters before and after the place.
    private static let charactersBefore = 60
    private static let charactersAfter = 40

    /// - Parameters:
    ///   - source: The scenario's bytes.
    ///   - path: The path that they were read from.
    init(_ error: ScenarioError, in source: [UInt8], path: String) {
        self.error = error
        let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let index = error.line - 1
        line =
            error.path == path && lines.indices.contains(index)
            ? String(decoding: lines[index].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            : nil
    }

    /// The lines to print: one, or three.
    var lines: [String] {
        guard let line else { return [error.description] }
        let scalars = Array(line.unicodeScalars)
        let place = min(max(error.column - 1, 0), scalars.count)
        let start = max(place - Self.charactersBefore, 0)
        let end = min(place + Self.charactersAfter, scalars.count)
        let before = Self.text(scalars[start..<place], isCut: start > 0)
        let after = Self.text(scalars[place..<end])
        let more = end < scalars.count ? "…" : ""
        return [
            error.description, "    " + before + after + more,
            "    " + String(repeating: " ", count: before.columnCount) + "^",
        ]
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>, isCut: Bool = false) -> String {
        var text = isCut ? "…" : ""
        for scalar in scalars { text.unicodeScalars.append(scalar == "\t" ? " " : scalar) }
        return printableInScreen(text)
    }
}
