import AudioModel
import CommandLineTool
import Simulation

/// The stories of an earlier run's JSON output, to compare with.
struct EarlierResults {
    private let path: String
    private let stories: [JSONValue]

    /// Far more than the results of any test run.
    private static let bytesMax = 256 << 20

    /// Reads the file that `sori sim --json` has printed.
    init(_ path: String) throws(ProgramError) {
        self.path = path
        let bytes = try readFile(path, byteCountMax: Self.bytesMax)
        let advice = "make one with 'sori sim --json STORY > \(path)'"
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw ProgramError(
                .badInput, "not JSON: \(error.message), at byte \(error.offset)", in: path,
                advice: advice)
        }
        guard let stories = StoryResults.stories(in: value) else {
            throw ProgramError(.badInput, "not a result of 'sori sim'", in: path, advice: advice)
        }
        self.stories = stories
    }

    /// The differences of a run from the earlier one: of the same path, else of the same title.
    ///
    /// - Returns: `nil` when the earlier run did not have the story.
    func comparison(with report: StoryReport) -> ReportComparison? {
        let story =
            stories.first {
                $0["path"]?.text == report.path && $0["scenario"]?.text == report.title
            } ?? stories.first { $0["path"]?.text == report.path && report.storyCase.isOnly }
            ?? stories.first { $0["scenario"]?.text == report.title }
        return story.map { ReportComparison(report, with: $0, named: path) }
    }
}
