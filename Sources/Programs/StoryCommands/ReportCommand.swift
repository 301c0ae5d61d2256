import AudioModel
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

/// Merges the results of the parts of a run.
package enum ReportMergeCommand: Command {
    package static let syntax = CommandSyntax(
        name: "merge", of: "sori report",
        summary: "puts the results of 'sori sim' or 'sori fuzz' with --shard together",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax("--junit", value: "F", "writes the test suites of JUnit files as one"),
            OptionSyntax("--json", value: "F", "writes JSON results as one"),
        ],
        notes: [
            "Each FILE is one that 'sori sim --junit' wrote, or what 'sori sim --json' or 'sori fuzz "
                + "--json' printed; all are of one kind. Exits with 1 when one of them has a "
                + "failure.",
            "The findings of one checker in several fuzz results become one, with the seeds of all.",
        ])

    /// Far more than the results of any test run.
    private static let bytesMax = 256 << 20

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        switch (arguments.value("--junit"), arguments.value("--json")) {
        case (let output?, nil):
            return try mergeJUnit(arguments.operands, into: output, console)
        case (nil, let output?):
            return try mergeJSON(arguments.operands, into: output, console)
        case (nil, nil):
            throw arguments.wrongUse(
                "--junit F or --json F is missing", advice: "write \(syntax.usage)")
        case (_?, _?):
            throw arguments.wrongUse(
                "--junit and --json are of different files", advice: "give one of them")
        }
    }

    private static func mergeJUnit(
        _ paths: [String], into output: String, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        try checkFolder(ofFile: output)
        var files: [String] = []
        for path in paths {
            let bytes = try readFile(path, byteCountMax: bytesMax)
            files.append(String(decoding: bytes, as: UTF8.self))
        }
        let merged: (text: String, testCount: Int, failureCount: Int)
        do throws(JUnitMerger.MergeError) {
            merged = try JUnitMerger.merged(files)
        } catch {
            throw ProgramError(
                .badInput, "not a JUnit file of 'sori sim'", in: paths[error.index],
                advice: "name files that --junit wrote, or merge JSON with --json")
        }
        try replaceFile(merged.text, at: output)
        console.print(
            "\(Numeral.counted(files.count, "file")), "
                + "\(Numeral.counted(merged.testCount, "test")), "
                + "\(Numeral.counted(merged.failureCount, "failure"))\n")
        return merged.failureCount == 0 ? .done : .expectationFailed
    }

    private static func mergeJSON(
        _ paths: [String], into output: String, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        try checkFolder(ofFile: output)
        var stories: [JSONValue] = []
        var phones = FuzzResults()
        // The kind of the first file: whether it is a fuzz result.
        var areFuzzResults: Bool?
        for path in paths {
            let bytes = try readFile(path, byteCountMax: bytesMax)
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue(parsing: bytes)
            } catch {
                throw ProgramError(
                    .badInput, "not JSON: \(error.message), at byte \(error.offset)", in: path,
                    advice: "name files that --json printed, or merge JUnit files with --junit")
            }
            let isFuzzResult = phones.add(value)
            let more = isFuzzResult ? [] : StoryResults.stories(in: value)
            guard let more else {
                throw ProgramError(
                    .badInput, "not a result of 'sori sim' or 'sori fuzz'", in: path,
                    advice: "name files that --json printed")
            }
            guard areFuzzResults == nil || areFuzzResults == isFuzzResult else {
                throw ProgramError(
                    .badInput, "results of 'sori sim' and of 'sori fuzz' cannot be combined",
                    in: path,
                    advice: "merge each kind for itself")
            }
            areFuzzResults = isFuzzResult
            stories += more
        }
        let files = Numeral.counted(paths.count, "file")
        if areFuzzResults == true {
            try replaceFile(phones.json.readableText + "\n", at: output)
            console.print(
                "\(files), \(Numeral.counted(phones.phoneCount, "phone")), "
                    + "\(Numeral.counted(phones.failureCount, "failure"))\n")
            for checker in phones.idleCheckers {
                console.print("never met a situation that it checks: \(checker)\n")
            }
            return phones.isOK ? .done : .expectationFailed
        }
        let failureCount = StoryResults.failureCount(in: stories)
        try replaceFile(StoryResults.text(of: stories), at: output)
        console.print(
            "\(files), \(stories.count == 1 ? "1 story" : "\(stories.count) stories"), "
                + "\(Numeral.counted(failureCount, "failure"))\n")
        return failureCount == 0 ? .done : .expectationFailed
    }
}
