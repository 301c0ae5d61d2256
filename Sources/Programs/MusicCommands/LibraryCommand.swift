package import CommandLineTool

/// The user's music: scanned, listed and searched.
package enum LibraryCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "library", summary: "scans, lists and searches the user's music",
            operands: .oneOrMore("COMMAND"),
            commands: subcommands.map { $0.syntax },
            notes: [
                "The library is the folder 'sori' in $XDG_DATA_HOME (~/.local/share), or that of "
                    + "--library. Files of music are never changed."
            ])
    }

    package static var subcommands: [any Command.Type] {
        [
            LibraryScanCommand.self, LibraryStatusCommand.self, LibraryListCommand.self,
            LibrarySearchCommand.self, LibraryShowCommand.self, LibraryPlaylistsCommand.self,
        ]
    }

    /// Never called: the program asks for one of the commands.
    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        throw arguments.wrongUse("no command is given", advice: "see 'sori library --help'")
    }
}
