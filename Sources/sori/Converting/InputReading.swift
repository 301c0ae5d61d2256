import AudioFormats
import CommandLineTool

/// Reads from the file at `path`.
///
/// - Throws: `badInput` with `advice`, when `body` throws.
func readingInput<Result>(
    _ path: String, advice: String = "", _ body: () throws(FormatError) -> Result
) throws(ProgramError) -> Result {
    do throws(FormatError) { return try body() } catch {
        throw ProgramError(.badInput, error.description, in: path, advice: advice)
    }
}
