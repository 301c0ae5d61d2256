package import AudioModel
public import ScenarioLanguage

/// A scenario that could not be read, among the results of a run.
///
/// A run's results name it as an error, so that a run without it is not taken for a good one.
public struct UnreadStory: Hashable, Sendable {
    /// The path that the run was given.
    public var path: String
    /// What is wrong, at least one error; a line of zero stands for the whole file.
    public var errors: [ScenarioError]

    public init(path: String, errors: [ScenarioError]) {
        self.path = path
        self.errors = errors
    }

    /// The errors as workflow commands: `::error file=…,line=…,col=…::…`.
    ///
    /// - Parameter place: Returns the name that the CI knows a file by, for its path.
    package func errorAnnotations(in place: (String) -> String) -> [String] {
        errors.map {
            StoryReport.annotation(
                path: place($0.path), line: $0.line, column: $0.column,
                title: "the scenario cannot be read", message: $0.message)
        }
    }

    /// An object with the keys that every story has, and `errors`.
    package var json: JSONValue {
        .object([
            ("scenario", .string(path)),
            ("path", .string(path)),
            ("ok", .bool(false)),
            ("expectations", .array([])),
            (
                "errors",
                .array(
                    errors.map {
                        .object([
                            ("path", .string($0.path)),
                            ("line", .number(String($0.line))),
                            ("column", .number(String($0.column))),
                            ("message", .string($0.message)),
                        ])
                    })
            ),
        ])
    }

    /// The first error, and how many more there are.
    var words: String {
        guard let first = errors.first else { return "cannot be read" }
        let moreCount = errors.count - 1
        let more = moreCount > 0 ? " (and \(Numeral.counted(moreCount, "more error")))" : ""
        let place = first.line > 0 ? "line \(first.line): " : ""
        return "cannot be read: \(place)\(first.message)\(more)"
    }

    /// A test suite with one test case, `is read`, that ended with an error.
    func writeSuite(to writer: inout MarkupWriter) {
        writer.open(
            "testsuite",
            [
                "name": path, "file": path, "tests": "1", "failures": "0", "errors": "1",
                "skipped": "0", "time": "0.000",
            ])
        writer.markup("\n")
        writer.open(
            "testcase",
            [
                "classname": path, "name": "is read", "file": errors.first?.path ?? path,
                "line": String(errors.first?.line ?? 0),
            ])
        writer.element(
            "error", ["type": "scenario", "message": words],
            errors.map(\.description).joined(separator: "\n"))
        writer.close()
        writer.close()
    }
}
