package import CommandLineTool

/// What an installation makes from the table of commands, by two commands that the help leaves out:
/// `sori manual FOLDER` and `sori completions bash|zsh|fish`.
extension Program {
    /// The date of the version.
    package static let date = "2026-11-26"

    package static var syntax: ProgramSyntax {
        ProgramSyntax(
            name: "sori", version: version, date: date,
            summary: "the iPhone's sound system for Swift on Linux",
            commands: commands.map { $0.syntax },
            exitCodes: [
                ("0", "done"), ("1", "an expectation or a check failed"), ("2", "wrong use"),
                ("3", "bad input"), ("4", "a device, a service, a library or space is missing"),
                ("130", "stopped with Ctrl-C; 143 by SIGTERM, 129 by SIGHUP"),
            ])
    }

    /// The completions for a shell.
    static func completion(_ words: [String]) throws(ProgramError) -> String {
        switch words {
        case ["bash"]: return syntax.bashCompletion
        case ["zsh"]: return syntax.zshCompletion
        case ["fish"]: return syntax.fishCompletion
        default:
            throw ProgramError(
                .wrongUse, "one shell is wanted", in: "sori completions",
                advice: "give bash, zsh or fish")
        }
    }

    /// Writes the manual pages into a folder.
    static func writeManual(_ words: [String]) throws(ProgramError) {
        guard let folder = words.first, words.count == 1 else {
            throw ProgramError(
                .wrongUse, "one folder is wanted", in: "sori manual",
                advice: "give the folder for the pages")
        }
        try makeFolder(folder)
        for page in syntax.manualPages {
            try replaceFile(page.text, at: folder + "/" + page.fileName)
        }
    }
}
