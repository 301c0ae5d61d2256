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

    /// The differences of a run from the earlier one with the same generation of the system, or with
    /// one that the earlier results do not tell: of the same path and title, else of the same path,
    /// else of the same title.
    ///
    /// - Returns: `nil` when the earlier run did not have the story.
    func comparison(with report: StoryReport) -> ReportComparison? {
        let profile = report.profile.map { Double($0.rawValue) }
        let fitting = stories.filter { story in
            let known = story["profile"]?.double
            return known == nil || profile == nil || known == profile
        }
        let samePath = fitting.filter { $0["path"]?.text == report.path }
        let story =
            samePath.first { $0["scenario"]?.text == report.title }
            ?? samePath.first { _ in report.storyCase.isOnly }
            ?? fitting.first { $0["scenario"]?.text == report.title }
        return story.map { ReportComparison(report, with: $0, named: path) }
    }
}
