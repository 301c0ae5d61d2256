package import CommandLineTool
import DeviceCommands
import MusicCommands
import PhoneCommands
import SoundCommands
import StoryCommands
import Terminal

/// The program: finds the command, runs it, and reports errors.
package enum Program {
    package static let version = "0.1.0"

    package static var commands: [any Command.Type] {
        [
            SimCommand.self, WhyCommand.self, AdviseCommand.self, PhoneCommand.self,
            PlayCommand.self, RecordCommand.self, DevicesCommand.self, InfoCommand.self,
            ConvertCommand.self, ExplainCommand.self, ConformanceCommand.self, FuzzCommand.self,
            ReportCommand.self, LibraryCommand.self, MusicCommand.self, DaemonCommand.self,
            StatusCommand.self, SwitchCommand.self, VolumeCommand.self,
            RouteCommand.self, CallCommand.self, AlarmCommand.self, LockCommand.self,
            FrontCommand.self, ActCommand.self,
        ]
    }

    /// Runs with the process's standard streams.
    ///
    /// - Parameter words: The arguments; `nil` for one that is not UTF-8 and names no file, because
    ///   it would name another one.
    package static func run(_ words: [String?]) -> Int32 {
        ignoreBrokenPipes()
        ignoreFileSizeLimits()
        let console = ByteNames.showing(Console.standard())
        let code = run(words, console)
        guard !console.output.hasFailed else {
            console.warn("sori: standard output: cannot write; make room or write elsewhere")
            return ExitCode.deviceMissing.rawValue
        }
        return code.rawValue
    }

    package static func run(_ words: [String?], _ console: Console) -> ExitCode {
        if let unknown = words.firstIndex(of: nil) {
            let error = ProgramError(
                .wrongUse, "word \(unknown + 1) is not UTF-8, and no file has that name",
                in: "sori",
                advice: "give the file another name")
            return console.report(error)
        }
        let words = words.compactMap { $0 }
        do throws(ProgramError) {
            return try answer(words, console)
        } catch {
            return console.report(error)
        }
    }

    private static func answer(_ words: [String], _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        guard let name = words.first else {
            throw ProgramError(.wrongUse, "no command is given", advice: "see 'sori --help'")
        }
        let rest = Array(words.dropFirst())
        switch name {
        case "--help", "-h": console.print(helpText)
        case "--version": console.print("sori \(version)\n")
        case "completions": console.print(try completion(rest))
        case "manual": try writeManual(rest)
        case "help":
            guard let topic = rest.first else {
                console.print(helpText)
                return .done
            }
            guard let command = command(topic) else { throw unknown(topic) }
            console.print(subcommand(of: command, rest.dropFirst().first).syntax.helpText)
        default:
            guard let found = command(name) else { throw unknown(name) }
            let command = subcommand(of: found, rest.first)
            let isSubcommand = command.syntax.name != found.syntax.name
            let rest = isSubcommand ? Array(rest.dropFirst()) : rest
            let asked = Set(rest.prefix { $0 != "--" })
            if !asked.isDisjoint(with: ["--help", "-h"]) {
                console.print(command.syntax.helpText)
            } else if asked.contains("--version") {
                console.print("sori \(version)\n")
            } else if !command.isRunAlone {
                throw missingSubcommand(of: command.syntax, rest.first)
            } else {
                if usesMachine(found) { warnOfLeftovers(console) }
                return try command.run(try Arguments(parsing: rest, command.syntax), console)
            }
        }
        return .done
    }

    private static func command(_ name: String) -> (any Command.Type)? {
        // First the one that has to sound at once: each comparison makes a command's whole syntax.
        if PlayCommand.syntax.name == name { return PlayCommand.self }
        return commands.first { $0.syntax.name == name }
    }

    /// Whether a command plays on this machine, records from it, or shows or changes what sounds there.
    private static func usesMachine(_ command: any Command.Type) -> Bool {
        let names: Set<String> = [
            "play", "record", "devices", "music", "phone", "status", "why", "switch", "volume",
            "route", "call", "alarm", "lock", "front", "act",
        ]
        return names.contains(command.syntax.name)
    }

    /// The command that two words name: `sori library scan`; the first alone for any other second word.
    private static func subcommand(
        of command: any Command.Type, _ word: String?
    ) -> any Command.Type {
        command.subcommands.first { $0.syntax.name == word } ?? command
    }

    private static func missingSubcommand(
        of syntax: CommandSyntax, _ word: String?
    ) -> ProgramError {
        let help = "see '\(syntax.invocation) --help'"
        guard let word else {
            return ProgramError(
                .wrongUse, "no command is given", in: syntax.invocation, advice: help)
        }
        return ProgramError(
            .wrongUse, "unknown command '\(word)'", in: syntax.invocation,
            advice: advice(insteadOf: word, among: syntax.commands.map(\.name), otherwise: help))
    }

    private static func unknown(_ name: String) -> ProgramError {
        let isOption = name.hasPrefix("-")
        let known =
            isOption
            ? CommandSyntax.everywhere.map(\.name) : commands.map { $0.syntax.name } + ["help"]
        return ProgramError(
            .wrongUse, "unknown \(isOption ? "option" : "command") '\(name)'", in: "sori",
            advice: advice(insteadOf: name, among: known, otherwise: "see 'sori --help'"))
    }

    package static var helpText: String {
        let width = commands.map { $0.syntax.name.count }.max() ?? 0
        let list = commands.map {
            "  \($0.syntax.name.padded(to: width))  \($0.syntax.summary)\n"
        }
        return """
            sori \(version): the iPhone's sound system for Swift on Linux

            usage: sori COMMAND …

            commands
            \(list.joined())
            'sori COMMAND --help' tells more; --version works everywhere.

            Exit codes: 0 done, 1 an expectation failed, 2 wrong use, 3 bad input,
            4 a device, service, library or space is missing, 130 stopped with Ctrl-C
            (SIGTERM 143, SIGHUP 129).
            NO_COLOR=1 turns colours off.

            """
    }
}
