import AudioModel
package import CommandLineTool
import DeviceCommands
import Simulation
package import StoryCommands
import Terminal

/// Explains one moment of a story, or what an app of the device service does now.
package enum WhyCommand: Command {
    package static let syntax = CommandSyntax(
        name: "why", summary: "explains why an app sounds as it does, in a story or right now",
        operands: .one("SCENARIO|APP"),
        options: [
            OptionSyntax("--app", value: "A", "with a scenario: the app's name, or 'phone'"),
            OptionSyntax("--at", value: "T", "with a scenario: seconds from the story's start"),
            CaseChoice.syntax,
            OptionSyntax(
                "--profile", value: "N",
                "with a scenario: the generation of the system, 3, 6, 8, 13, 17 or 26; otherwise "
                    + "the first that the scenario names"),
            OptionSyntax("--json", "with a scenario: prints JSON"),
        ],
        notes: [
            "A scenario needs --app and --at. Without them, the word is an app of the device service "
                + "('sori daemon')."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let isAboutStory = ["--app", "--at", "--profile", "--json"].contains(where: arguments.has)
        guard isAboutStory else {
            let word = arguments.operands[0]
            guard !word.hasSuffix(".scenario") else { throw missing("--app", of: arguments) }
            for line in try DeviceServiceClient().explanation(of: word) {
                console.print(printable(line) + "\n")
            }
            return .done
        }
        for option in ["--app", "--at"] where !arguments.has(option) {
            throw missing(option, of: arguments)
        }
        var stories = SimulatedStories()
        if let number = arguments.value("--profile") {
            stories.profiles = [try arguments.profile(number, of: "--profile")]
        }
        return try run(arguments, console, stories)
    }

    private static func missing(_ option: String, of arguments: Arguments) -> ProgramError {
        arguments.wrongUse("a scenario needs \(option)", advice: "see 'sori why --help'")
    }

    /// The only case of the story, or the one that is asked for.
    private static func theCase(
        of cases: [any ReadStory], _ path: String, _ arguments: Arguments
    ) throws(ProgramError) -> any ReadStory {
        let chosen = try CaseChoice(arguments)?.chosen(of: cases, in: path) ?? cases
        guard chosen.count == 1 else {
            throw ProgramError(
                .wrongUse, "the story has \(chosen.count) cases", in: path,
                advice: "choose one of those above with --case", details: chosen.names)
        }
        return chosen[0]
    }

    package static func run(_ arguments: Arguments, _ console: Console, _ reader: some StoryReader)
        throws(ProgramError) -> ExitCode
    {
        // A million seconds is the longest story.
        let seconds = try arguments.number("--at", in: 0...1_000_000) ?? 0
        let app = arguments.value("--app") ?? ""
        let path = arguments.operands[0]
        let report = try theCase(of: reader.read(path), path, arguments).run()
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
