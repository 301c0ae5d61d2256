/// The syntax of a program with commands: what its manual pages and completions are made from.
package struct ProgramSyntax: Sendable {
    package var name: String
    package var version: String
    /// The date of the version, as in `2026-11-26`.
    package var date: String
    /// What the program is, in one clause.
    package var summary: String
    package var commands: [CommandSyntax]
    /// The exit codes with their meanings.
    package var exitCodes: [(code: String, meaning: String)]

    package init(
        name: String, version: String, date: String, summary: String, commands: [CommandSyntax],
        exitCodes: [(code: String, meaning: String)]
    ) {
        self.name = name
        self.version = version
        self.date = date
        self.summary = summary
        self.commands = commands
        self.exitCodes = exitCodes
    }

    /// All commands, each before its own commands.
    package var allCommands: [CommandSyntax] { commands.flatMap { [$0] + $0.commands } }
}

extension CommandSyntax {
    /// The words after the program's name that run the command: `library scan`.
    package var path: [String] { invocation.split(separator: " ").dropFirst().map(String.init) }

    /// The options that the command accepts, with those of every command.
    package var allOptions: [OptionSyntax] { options + Self.everywhere }
}
