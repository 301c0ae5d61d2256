/// Parses the cases of a scenario from the bytes of its file, and the files that it includes.
///
/// - Parameters:
///   - bytes: The bytes of the whole file.
///   - path: The file's path, for errors and for finding sounds.
///   - read: Reads an included file; its path begins with the folder of `path`. Without it the
///     scenario includes none.
/// - Returns: A scenario for each case in the order of the tables, at most `StoryCase.countMax`; one
///   for a story that is told once.
/// - Throws: The errors of `parseScenario(_:path:)`, each with the file in which it is, and with the
///   case where not all cases have it.
public func parseScenarios(
    bytes: [UInt8], path: String, reading read: IncludeReader? = nil
) throws(ScenarioErrors) -> [Scenario] {
    var cases = CaseParser(bytes: bytes, path: path, read: read)
    return try cases.parse()
}

/// Parses a scenario once for each of its cases.
private struct CaseParser {
    let bytes: [UInt8]
    let path: String
    let read: IncludeReader?

    /// Limit of what all cases of a scenario read together, in bytes.
    private static let byteCountMax = 64 << 20

    private var scenarios: [Scenario] = []
    private var parsedCases: [StoryCase] = []
    /// Each error with its line in the scenario's own file and the numbers of the cases that have it.
    private var errors: [(line: Int, error: ScenarioError, cases: [Int])] = []
    private var indices: [ScenarioError: Int] = [:]
    private var isTruncated = false

    init(bytes: [UInt8], path: String, read: IncludeReader?) {
        (self.bytes, self.path, self.read) = (bytes, path, read)
    }

    mutating func parse() throws(ScenarioErrors) -> [Scenario] {
        var rows: [Int]? = []
        var byteCount = 0
        while let current = rows {
            var parser = ScenarioParser(bytes: bytes, path: path, read: read, rowIndices: current)
            do throws(ScenarioErrors) {
                scenarios.append(try parser.parse())
            } catch {
                note(error, of: parser)
            }
            parsedCases.append(parser.scenario.storyCase)
            rows = Self.rows(after: current, in: parser.tables)
            byteCount += bytes.count + parser.readFileBytes + parser.readByteCount
            guard rows != nil, let line = parser.tables.first?.line else { continue }
            if parsedCases.count >= StoryCase.countMax {
                throw tooMuch("at most \(StoryCase.countMax) cases", inLine: line)
            }
            if byteCount > Self.byteCountMax {
                throw tooMuch(
                    "a story of at most \(Self.byteCountMax) bytes in all of its cases",
                    inLine: line)
            }
        }
        guard errors.isEmpty else { throw allErrors }
        return scenarios
    }

    /// The rows of the case after one with these rows; `nil` after the last.
    private static func rows(after rows: [Int], in tables: [CaseTable]) -> [Int]? {
        var next = tables.indices.map { $0 < rows.count ? rows[$0] : 0 }
        while let last = next.popLast() {
            guard last + 1 < tables[next.count].rows.count else { continue }
            return next + [last + 1]
        }
        return nil
    }

    private func tooMuch(_ expected: String, inLine line: Int) -> ScenarioErrors {
        let message = "expected \(expected), found more"
        return ScenarioErrors(
            errors: [ScenarioError(path: path, line: line, column: 1, message: message)])
    }

    // MARK: Errors

    private mutating func note(_ found: ScenarioErrors, of parser: ScenarioParser) {
        isTruncated = isTruncated || found.isTruncated
        for error in found.errors {
            if let index = indices[error] {
                errors[index].cases.append(parsedCases.count)
            } else if errors.count < ScenarioErrors.countMax {
                let line = parser.errors.first { $0.error == error }?.line ?? error.line
                indices[error] = errors.count
                errors.append((line, error, [parsedCases.count]))
            } else {
                isTruncated = true
            }
        }
    }

    /// The errors of all cases, in the order of the lines.
    private var allErrors: ScenarioErrors {
        let sorted = errors.indices.sorted { left, right in
            let (first, second) = (errors[left], errors[right])
            return (first.line, first.error.line, first.error.column, left)
                < (second.line, second.error.line, second.error.column, right)
        }
        return ScenarioErrors(
            errors: sorted.map { withCases(errors[$0].error, errors[$0].cases) },
            isTruncated: isTruncated)
    }

    /// The error with the first case that has it, where not all have it.
    private func withCases(_ error: ScenarioError, _ cases: [Int]) -> ScenarioError {
        guard let first = cases.first, cases.count < parsedCases.count else { return error }
        var error = error
        error.message += " [case \(parsedCases[first])"
        if cases.count > 1 {
            error.message += " and \(cases.count - 1) other\(cases.count > 2 ? "s" : "")"
        }
        error.message += "]"
        return error
    }
}
