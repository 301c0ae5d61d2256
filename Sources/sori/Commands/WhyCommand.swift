import AudioModel
package import CommandLineTool
import Simulation

/// Explains one moment of a story.
package enum WhyCommand: Command {
    package static let syntax = CommandSyntax(
        name: "why", summary: "explains why an app sounds as it does at one moment of a story",
        operands: .one("SCENARIO"),
        options: [
            OptionSyntax("--app", value: "A", isRequired: true, "the app's name, or 'phone'"),
            OptionSyntax("--at", value: "T", isRequired: true, "seconds from the story's start"),
            OptionSyntax("--json", "prints JSON"),
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, SimulatedStories())
    }

    package static func run(_ arguments: Arguments, _ console: Console, _ reader: some StoryReader)
        throws(ProgramError) -> ExitCode
    {
        // A million seconds is the longest story.
        let seconds = try arguments.number("--at", in: 0...1_000_000) ?? 0
        let app = arguments.value("--app") ?? ""
        let path = arguments.operands[0]
        let report = try reader.read(path).run(StoryOutputs())
        let time = HostTime.seconds(seconds)
        guard time.nanoseconds <= report.duration.nanoseconds else {
            let length = Numeral.short(report.duration.seconds, places: 3)
            throw ProgramError(
                .wrongUse, "the story is over after \(length) s", in: path,
                advice: "ask for an earlier time")
        }
        guard let explanation = report.explanation(of: app, at: time) else {
            let known = report.explainableApps
            let list =
                known.isEmpty ? "it has none" : "its apps are \(known.joined(separator: ", "))"
            throw ProgramError(
                .wrongUse, "the story has no app '\(app)'", in: path,
                advice: advice(insteadOf: app, among: known, otherwise: list))
        }
        console.print(
            arguments.has("--json")
                ? explanation.jsonText : explanation.text(inColor: console.isColored))
        return .done
    }
}
