/// Puts the JUnit files of several runs together.
///
/// It reads the files that `junitXML` writes: one element `testsuites` with its suites.
public enum JUnitMerger {
    /// The reason why a file cannot be merged.
    public struct MergeError: Error {
        /// The file's place in the list.
        public var index: Int
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// - Parameter files: The texts of the files, in the order of their suites in the result.
    public static func merged(_ files: [String]) throws(MergeError) -> (
        text: String, testCount: Int, failureCount: Int
    ) {
        var suites = ""
        var counts = (tests: 0, failures: 0)
        for (index, file) in files.enumerated() {
            guard let (body, tests, failures) = contents(of: file) else {
                throw MergeError(index: index)
            }
            let (testSum, testOverflow) = counts.tests.addingReportingOverflow(tests)
            let (failureSum, failureOverflow) = counts.failures.addingReportingOverflow(failures)
            guard !testOverflow, !failureOverflow else { throw MergeError(index: index) }
            counts = (testSum, failureSum)
            suites += body
        }
        let head = "<testsuites tests=\"\(counts.tests)\" failures=\"\(counts.failures)\">\n"
        return (declaration + head + suites + "</testsuites>\n", counts.tests, counts.failures)
    }

    private static func contents(of file: String) -> (body: Substring, Int, Int)? {
        let end = "</testsuites>\n"
        guard file.hasPrefix(declaration), file.hasSuffix(end) else { return nil }
        let rest = file.dropFirst(declaration.count)
        guard let headEnd = rest.firstIndex(of: ">") else { return nil }
        let head = rest[..<headEnd]
        let parts = head.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "<testsuites tests=", parts[2] == " failures=",
            parts[4].isEmpty, let tests = Int(parts[1]), let failures = Int(parts[3]), tests >= 0,
            failures >= 0
        else { return nil }
        let body = rest[rest.index(after: headEnd)...].dropLast(end.count)
        return (body.drop(while: \.isNewline), tests, failures)
    }
}
