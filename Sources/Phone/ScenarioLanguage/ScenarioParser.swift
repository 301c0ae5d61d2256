import AudioModel
import DeviceActions

/// Parses a scenario.
///
/// - Parameters:
///   - text: The text of the whole file.
///   - path: The file's path, for errors and for finding sounds.
/// - Throws: All errors, at most one per line, up to `ScenarioErrors.countMax`. A story with cases
///   (`for each`) is one; `parseScenarios(bytes:path:reading:)` parses it.
public func parseScenario(_ text: String, path: String) throws(ScenarioErrors) -> Scenario {
    try parseScenario(bytes: Array(text.utf8), path: path)
}

/// Parses a scenario from the bytes of its file, which may not be text at all.
///
/// - Throws: The errors of `parseScenario(_:path:)`; bytes that are not UTF-8 are one error.
public func parseScenario(bytes: [UInt8], path: String) throws(ScenarioErrors) -> Scenario {
    var parser = ScenarioParser(bytes: bytes, path: path, read: nil)
    return try parser.parseOnly()
}

/// Parses a scenario from the bytes of its file, and the files that it includes.
///
/// - Parameter read: Reads an included file; its path begins with the folder of `path`.
/// - Throws: The errors of `parseScenario(_:path:)`, each with the file in which it is.
public func parseScenario(
    bytes: [UInt8], path: String, reading read: @escaping IncludeReader
) throws(ScenarioErrors) -> Scenario {
    var parser = ScenarioParser(bytes: bytes, path: path, read: read)
    return try parser.parseOnly()
}

/// Parses the lines once, and collects their contents and errors.
package struct ScenarioParser {
    var bytes: [UInt8]
    var path: String
    let read: IncludeReader?
    /// The files that are being included, from the scenario's own on.
    var includes: IncludeStack
    private(set) var errors: [(line: Int, error: ScenarioError)] = []

    /// The number of the current line, from 1.
    var lineNumber = 0
    var scenario: Scenario
    var cast = SymbolTable()
    /// Conditions to check at the end of the file: apps, streams and the length may follow them.
    var pending: [PendingCondition] = []

    /// The names of values, and the tables of cases so far.
    var values = ValueTable()
    var tables: [CaseTable] = []
    /// The row of each table that the present case has, as far as it is known.
    let rowIndices: [Int]
    /// The labels of timed lines.
    var labels = LabelTable()
    /// Bytes of the values that took the place of names so far.
    var readByteCount = 0
    /// Bytes of the files that it includes.
    var readFileBytes = 0
    /// What names stand for in lines with conditions, for messages about those.
    private var noted: [Int: [Token]] = [:]

    var phoneGiven: [String] = []
    var settingsGiven: [DeviceSetting] = []
    var firstTimedLine: Int?
    var previousTime: (time: HostTime, line: Int)?
    var endLine: Int?
    /// Whether an unreadable line may have had `end`.
    private var mayHaveMissedEnd = false

    /// Limit of a line's length in bytes.
    package static let lineByteCountMax = 64 << 10
    /// Limit of what the names of one case stand for, in bytes.
    static let readByteCountMax = Scenario.byteCountMax

    /// - Parameter rowIndices: The rows of the case, table by table; the first row of all others.
    init(bytes: [UInt8], path: String, read: IncludeReader?, rowIndices: [Int] = []) {
        self.read = read
        self.rowIndices = rowIndices
        includes = IncludeStack(path)
        self.bytes = bytes
        self.path = path
        scenario = Scenario(path: path, duration: .zero)
    }

    /// Parses a story that is told once.
    mutating func parseOnly() throws(ScenarioErrors) -> Scenario {
        let scenario = try parse()
        guard let table = tables.first else { return scenario }
        let message = "expected a story that is told once, found 'for each'"
        throw ScenarioErrors(
            errors: [ScenarioError(path: path, line: table.line, column: 1, message: message)])
    }

    mutating func parse() throws(ScenarioErrors) -> Scenario {
        guard bytes.count <= Scenario.byteCountMax else {
            let message =
                "expected a file of at most \(Scenario.byteCountMax) bytes, found \(bytes.count)"
            throw ScenarioErrors(
                errors: [ScenarioError(path: path, line: 1, column: 1, message: message)])
        }
        if let error = encodingError() { throw ScenarioErrors(errors: [error]) }
        parseLines()
        judgeClaims()
        if errors.isEmpty { judgeNames() }
        guard errors.isEmpty else {
            // Errors of an included file stand where it is included.
            let order = errors.indices.sorted {
                let (left, right) = (errors[$0], errors[$1])
                return (left.line, left.error.line, left.error.column, $0)
                    < (right.line, right.error.line, right.error.column, $1)
            }
            throw ScenarioErrors(errors: order.map { errors[$0].error }, isTruncated: isFull)
        }
        return scenario
    }

    private var isFull: Bool { errors.count >= ScenarioErrors.countMax }

    private mutating func report(_ error: LineError, inLine line: Int) {
        report(
            ScenarioError(path: path, line: line, column: error.column, message: error.message))
    }

    mutating func report(_ error: ScenarioError) {
        guard !isFull else { return }
        errors.append((includes.mainLine ?? error.line, error))
    }

    func encodingError() -> ScenarioError? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            let offset = error.byteOffsets.lowerBound
            let before = bytes[..<offset]
            let lineStart = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
            let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
            return ScenarioError(
                path: path, line: before.count { $0 == .lineFeed } + 1, column: column,
                message: "expected UTF-8 text, found other bytes at offset \(offset)")
        }
    }

    // MARK: Lines

    private mutating func parseLines() {
        parseAllLines()
        if endLine == nil, !mayHaveMissedEnd {
            let message =
                "expected 'at T end', which sets the length of the story, "
                + "found the end of the file"
            report(LineError(column: 1, message: message), inLine: lineNumber)
        }
    }

    /// Parses the lines of the present file.
    mutating func parseAllLines() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        while !isFull {
            lineNumber += 1
            let end = rest.firstIndex(of: .lineFeed)
            var line = rest[..<(end ?? rest.endIndex)]
            if line.last == .carriageReturn { line = line.dropLast() }
            do throws(LineError) {
                try parseLine(line)
            } catch {
                report(error, inLine: lineNumber)
            }
            guard let end else { break }
            rest = rest[(end + 1)...]
        }
    }

    private mutating func parseLine(_ line: ArraySlice<UInt8>) throws(LineError) {
        var kind: LineKind?
        var written: [Token] = []
        do throws(LineError) {
            guard line.count <= Self.lineByteCountMax else {
                throw LineError(
                    column: 1,
                    message: "expected a line of at most \(Self.lineByteCountMax) bytes, "
                        + "found \(line.count)")
            }
            let isTable = LineKind.isTable(line)
            written = try LineTokenizer.tokens(
                of: line, hasReferences: true, splitsAtCommas: isTable)
            guard !written.isEmpty else { return }
            guard var tokens = try resolve(written) else {
                return noteBrokenLine(nil, written)
            }
            if isTable { tokens = tokens.flatMap(\.splitAtCommas) }
            var cursor = LineCursor(tokens)
            cursor.known = cast.known
            let lineKind = try cursor.expectOne(of: LineKind.self)
            kind = lineKind
            if kind == .expect, written.contains(where: { !$0.references.isEmpty }) {
                noted[lineNumber] = written
            }
            try parse(lineKind, column: tokens[0].column, &cursor)
        } catch {
            noteBrokenLine(kind, written)
            throw withNote(error, about: written)
        }
    }

    /// The error, with what the names stand for where it is.
    private func withNote(_ error: LineError, about tokens: [Token]) -> LineError {
        var error = error
        error.message += values.note(about: tokens, at: error.column, in: path)
        return error
    }

    /// Records what an unreadable line may have declared, so that no further errors follow from it.
    ///
    /// - Parameters:
    ///   - kind: The line's kind, if it was read.
    ///   - tokens: The line as far as its words could be told from each other.
    private mutating func noteBrokenLine(_ kind: LineKind?, _ tokens: [Token]) {
        switch kind ?? tokens.first.flatMap({ LineKind(rawValue: $0.text) }) {
        case nil:
            cast.knowsAllApps = false
            cast.knowsAllActs = false
            values.knowsAllNames = false
            mayHaveMissedEnd = true
        case .at, .then:
            cast.knowsAllActs = false
            mayHaveMissedEnd = true
        case .include:
            cast.knowsAllApps = false
            values.knowsAllNames = false
        case .value, .table:
            let names = tokens.dropFirst().drop { $0.text == "each" }
                .prefix { $0.text != "in" && $0.text != "=" }
            names.forEach { values.noteBroken($0.text) }
            if names.isEmpty { values.knowsAllNames = false }
        case .scenario, .phone, .setting, .app, .expect:
            break
        }
    }

    // MARK: Claims

    private mutating func judgeClaims() {
        let brokenLines = Set(errors.map(\.line))
        var reportedLine = 0
        for claim in pending where claim.line != reportedLine && !brokenLines.contains(claim.line) {
            do throws(LineError) {
                try judge(try resolved(claim))
            } catch {
                reportedLine = claim.line
                report(withNote(error, about: noted[claim.line] ?? []), inLine: claim.line)
            }
        }
    }

    /// The condition with the time of the line that it counts from.
    private mutating func resolved(_ claim: PendingCondition) throws(LineError) -> PendingCondition
    {
        guard let label = claim.label,
            case .within(let interval, of: _, at: _) = scenario.expectations[claim.index].when
        else { return claim }
        guard let time = try labels.time(of: label, knowsAll: cast.knowsAllActs) else {
            return claim
        }
        scenario.expectations[claim.index].when = .within(interval, of: label.name, at: time)
        var claim = claim
        claim.lastTime = time + interval
        return claim
    }

    private func judge(_ claim: PendingCondition) throws(LineError) {
        if endLine != nil, claim.lastTime > scenario.duration {
            throw LineError(
                column: claim.lastTimeColumn,
                message: "expected a time within the story, which ends at "
                    + "\(DecimalText.text(scenario.duration)), "
                    + "found '\(DecimalText.text(claim.lastTime))'")
        }
        for use in claim.uses { try cast.check(use) }
    }
}

/// The keyword at the beginning of a line.
enum LineKind: String, CaseIterable {
    case scenario, include, phone, setting, app
    case value = "let"
    case table = "for"
    case at, then
    case expect

    /// Whether a line begins with `for`, where commas stand between words.
    static func isTable(_ line: ArraySlice<UInt8>) -> Bool {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let words = line.drop(while: isBlank)
        let keyword = LineKind.table.rawValue.utf8
        return words.starts(with: keyword)
            && words.dropFirst(keyword.count).first.map(isBlank) ?? true
    }
}

/// A condition with names and times that are not checked yet.
struct PendingCondition {
    var line: Int
    var uses: [NameUse]
    /// The latest time that the condition is about; zero for `never`.
    var lastTime: HostTime
    var lastTimeColumn: Int
    /// The expectation's index in the scenario.
    var index: Int
    /// The label of the line that it counts from; `nil` for one that names its time itself.
    var label: LabelUse?
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
