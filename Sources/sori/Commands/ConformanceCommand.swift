import Simulation

/// Measures the behaviour of every category and prints it.
package enum ConformanceCommand: Command {
    package static let syntax = CommandSyntax(
        name: "conformance", summary: "measures what every category does under every condition",
        operands: .none,
        options: [OptionSyntax("--json", "prints JSON instead of Markdown")],
        notes: [
            "Every cell is a phone of its own in virtual time: what is printed was found in the "
                + "samples that came out of it. docs/conformance.md is this command's output."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let report = ConformanceReport.measured()
        console.print(
            arguments.has("--json") ? report.json.readableText + "\n" : report.markdown)
        return .done
    }
}
