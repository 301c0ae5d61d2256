/// A command of the program.
package protocol Command {
    static var syntax: CommandSyntax { get }
    static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError) -> ExitCode
    /// Commands of this command: `sori library scan`.
    static var subcommands: [any Command.Type] { get }
    /// Whether the command does something without one of its own commands.
    static var isRunAlone: Bool { get }
}

extension Command {
    package static var subcommands: [any Command.Type] { [] }
    package static var isRunAlone: Bool { subcommands.isEmpty }
}
