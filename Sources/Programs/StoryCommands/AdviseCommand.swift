import AudioModel
package import CommandLineTool
import Simulation

/// Says what the guidelines for sound advise against in what a story's apps do.
package enum AdviseCommand: Command {
    package static let syntax = CommandSyntax(
        name: "advise", summary: "says what the guidelines advise against in what apps do",
        operands: .oneOrMore("SCENARIO"),
        options: [OptionSyntax("--json", "prints JSON; an array for several scenarios")],
        notes: [
            "Each piece of advice has the moment, what the app did, the guideline and the remedy.",
            "docs/advice.md has each guideline: what is found, why, and the remedy.",
            "Exits with 1 when there is advice, with 3 when a scenario cannot be read.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, SimulatedStories())
    }

    package static func run(_ arguments: Arguments, _ console: Console, _ reader: some StoryReader)
        throws(ProgramError) -> ExitCode
    {
        var stories: [any ReadStory] = []
        for path in arguments.operands { stories += try reader.read(path) }
        var results: [JSONValue] = []
        var code = ExitCode.done
        for story in stories {
            let report = try story.run()
            if !report.advice.isEmpty { code = .expectationFailed }
            if arguments.has("--json") {
                results.append(report.adviceJSON)
            } else {
                console.print(report.adviceText(inColor: console.isColored))
            }
        }
        if arguments.has("--json") {
            let value = results.count == 1 ? results[0] : .array(results)
            console.print(value.readableText + "\n")
        }
        return code
    }
}
