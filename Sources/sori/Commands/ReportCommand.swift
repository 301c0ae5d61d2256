package import CommandLineTool
import Simulation

/// Works with the reports of earlier runs.
package enum ReportCommand: Command {
    package static let syntax = CommandSyntax(
        name: "report", summary: "puts the results of several runs together",
        operands: .one("COMMAND"),
        commands: [ReportMergeCommand.syntax])

    package static var subcommands: [any Command.Type] { [ReportMergeCommand.self] }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    { .done }
}

/// Merges the JUnit files of the parts of a run.
package enum ReportMergeCommand: Command {
    package static let syntax = CommandSyntax(
        name: "merge", of: "sori report",
        summary: "puts the JUnit files of 'sori sim --shard' together",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax(
                "--junit", value: "F", isRequired: true, "writes all test suites as one file")
        ],
        notes: [
            "Each FILE is one that 'sori sim --junit' wrote. Exits with 1 when one of them has a "
                + "failure."
        ])

    /// Far more than the results of any test run.
    private static let bytesMax = 256 << 20

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let output = arguments.value("--junit") ?? ""
        try checkFolder(ofFile: output)
        var files: [String] = []
        for path in arguments.operands {
            let bytes = try readFile(path, byteCountMax: bytesMax)
            files.append(String(decoding: bytes, as: UTF8.self))
        }
        let merged: (text: String, testCount: Int, failureCount: Int)
        do throws(JUnitMerger.MergeError) {
            merged = try JUnitMerger.merged(files)
        } catch {
            throw ProgramError(
                .badInput, "not a JUnit file of 'sori sim'", in: arguments.operands[error.index],
                advice: "name files that --junit wrote")
        }
        try replaceFile(merged.text, at: output)
        console.print(
            "\(Numeral.counted(files.count, "file")), "
                + "\(Numeral.counted(merged.testCount, "test")), "
                + "\(Numeral.counted(merged.failureCount, "failure"))\n")
        return merged.failureCount == 0 ? .done : .expectationFailed
    }
}
