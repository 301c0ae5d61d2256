import AudioModel
import DeviceActions

/// Parses a scenario.
///
/// - Parameters:
///   - text: The text of the whole file.
///   - path: The file's path, for errors and for finding sounds.
/// - Throws: All errors, at most one per line, up to `ScenarioErrors.countMax`.
public func parseScenario(_ text: String, path: String) throws(ScenarioErrors) -> Scenario {
    try parseScenario(bytes: Array(text.utf8), path: path)
}

/// Parses a scenario from the bytes of its file, which may not be text at all.
///
/// - Throws: The errors of `parseScenario(_:path:)`; bytes that are not UTF-8 are one error.
public func parseScenario(bytes: [UInt8], path: String) throws(ScenarioErrors) -> Scenario {
    var parser = ScenarioParser(bytes: bytes, path: path, read: nil)
    return try parser.parse()
}

/// Parses a scenario from the bytes of its file, and the files that it includes.
///
/// - Parameter read: Reads an included file; its path begins with the folder of `path`.
/// - Throws: The errors of `parseScenario(_:path:)`, each with the file in which it is.
public func parseScenario(
    bytes: [UInt8], path: String, reading read: @escaping IncludeReader
) throws(ScenarioErrors) -> Scenario {
    var parser = ScenarioParser(bytes: bytes, path: path, read: read)
    return try parser.parse()
}

/// Parses the lines once, and collects their contents and errors.
package struct ScenarioParser {
    var bytes: [UInt8]
    var path: String
    let read: IncludeReader?
    /// The files that are being included, from the scenario's own on.
    var includes: IncludeStack
    private var errors: [(line: Int, error: ScenarioError)] = []

    /// The number of the current line, from 1.
    var lineNumber = 0
    var scenario: Scenario
    var cast = SymbolTable()
    /// Conditions to check at the end of the file: apps, streams and the length may follow them.
    var pending: [PendingCondition] = []

    var phoneGiven: [String] = []
    var settingsGiven: [DeviceSetting] = []
    var firstTimedLine: Int?
    var previousTime: (time: HostTime, line: Int)?
    var endLine: Int?
    /// Whether an unreadable line may have had `end`.
    private var mayHaveMissedEnd = false

    /// Limit of a line's length in bytes.
    package static let lineByteCountMax = 64 << 10

    init(bytes: [UInt8], path: String, read: IncludeReader?) {
        self.read = read
        includes = IncludeStack(path)
        self.bytes = bytes
        self.path = path
        scenario = Scenario(path: path, duration: .zero)
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
        do throws(LineError) {
            guard line.count <= Self.lineByteCountMax else {
                throw LineError(
                    column: 1,
                    message: "expected a line of at most \(Self.lineByteCountMax) bytes, "
                        + "found \(line.count)")
            }
            let tokens = try LineTokenizer.tokens(of: line)
            guard !tokens.isEmpty else { return }
            var cursor = LineCursor(tokens)
            let lineKind = try cursor.expectOne(of: LineKind.self)
            kind = lineKind
            try parse(lineKind, column: tokens[0].column, &cursor)
        } catch {
            noteBrokenLine(kind)
            throw error
        }
    }

    /// Records what an unreadable line may have declared, so that no further errors follow from it.
    private mutating func noteBrokenLine(_ kind: LineKind?) {
        switch kind {
        case nil:
            cast.knowsAllApps = false
            cast.knowsAllActs = false
            mayHaveMissedEnd = true
        case .at, .then:
            cast.knowsAllActs = false
            mayHaveMissedEnd = true
        case .include: cast.knowsAllApps = false
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
                try judge(claim)
            } catch {
                reportedLine = claim.line
                report(error, inLine: claim.line)
            }
        }
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
    case at, then
    case expect
}

/// A condition with names and times that are not checked yet.
struct PendingCondition {
    var line: Int
    var uses: [NameUse]
    /// The latest time that the condition is about; zero for `never`.
    var lastTime: HostTime
    var lastTimeColumn: Int
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
