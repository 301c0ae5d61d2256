import AudioModel
package import CommandLineTool
import FrameworkPlayers
import Simulation

/// Measures the behaviour of every category and prints it.
package enum ConformanceCommand: Command {
    package static let syntax = CommandSyntax(
        name: "conformance", summary: "measures every category under every condition",
        operands: .none,
        options: [OptionSyntax("--json", "prints JSON instead of Markdown")],
        notes: [
            "Every cell is a separate phone in virtual time, measured from its output samples. "
                + "docs/conformance.md is this command's output."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let report = ConformanceReport.measured(withEach: FrameworkPlayers.conformanceSources)
        console.print(arguments.has("--json") ? report.json.readableText + "\n" : report.markdown)
        return .done
    }
}
