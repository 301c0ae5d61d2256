import DeviceActions

/// Reads an included file, by its path.
public typealias IncludeReader = (String) throws(IncludeError) -> [UInt8]

/// The reason why an included file cannot be read.
public struct IncludeError: Error, Hashable, Sendable {
    /// A clause without the path: `cannot be read: No such file or directory`.
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// The files that are being parsed, each included by the one before.
struct IncludeStack {
    private(set) var paths: [String]
    /// The line of the scenario's own file that includes the others; `nil` in that file.
    private(set) var mainLine: Int?
    /// The number of files that were included so far.
    private(set) var count = 0

    /// Limit of the files that include each other.
    static let depthMax = 8
    /// Limit of the included files of one scenario, counting each time.
    static let countMax = 100

    init(_ path: String) {
        paths = [Self.normalized(path)]
    }

    /// Begins an included file.
    ///
    /// - Returns: The reason why it must not be included.
    mutating func push(_ path: String, fromLine line: Int) -> String? {
        let path = Self.normalized(path)
        if paths.contains(path) { return "a file that does not include itself" }
        if paths.count > Self.depthMax { return "files included at most \(Self.depthMax) deep" }
        if count >= Self.countMax { return "at most \(Self.countMax) included files" }
        count += 1
        if mainLine == nil { mainLine = line }
        paths.append(path)
        return nil
    }

    /// The number of files between the scenario's own and the present one: zero in its own.
    var depth: Int { paths.count - 1 }

    mutating func pop() {
        paths.removeLast()
        if paths.count == 1 { mainLine = nil }
    }

    /// The path of a file that is named in another, relative to the folder of that one.
    static func path(of name: String, in path: String) -> String {
        guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }

    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

extension LineKind {
    /// Whether the line sets the state before the story starts.
    var isHeader: Bool {
        switch self {
        case .scenario, .include, .value, .table, .phone, .setting, .app: true
        case .at, .then, .expect: false
        }
    }
}

extension ScenarioParser {
    /// Parses the path after `include`, and the headers of that file.
    mutating func parseInclude(_ cursor: inout LineCursor) throws(LineError) {
        let column = cursor.column
        guard let name = cursor.current, name.kind == .quoted else {
            throw cursor.unexpected("a path in double quotes")
        }
        cursor.advance()
        try cursor.expectEndOfLine()
        guard let read else {
            throw LineError(
                column: column, message: "expected no 'include' in a scenario without files")
        }
        let target = IncludeStack.path(of: name.text, in: path)
        if let expected = includes.push(target, fromLine: lineNumber) {
            throw LineError(column: column, message: "expected \(expected), found '\(name.text)'")
        }
        let outer = (bytes, path, lineNumber)
        defer {
            (bytes, path, lineNumber) = outer
            includes.pop()
        }
        let included: [UInt8]
        do throws(IncludeError) {
            included = try read(target)
        } catch {
            throw LineError(column: column, message: "'\(target)' \(error.reason)")
        }
        guard included.count <= Scenario.byteCountMax else {
            throw LineError(
                column: column,
                message: "expected a file of at most \(Scenario.byteCountMax) bytes, "
                    + "found \(included.count)")
        }
        (bytes, path, lineNumber) = (included, target, 0)
        readFileBytes += included.count
        if let error = encodingError() { return report(error) }
        parseAllLines()
    }
}
