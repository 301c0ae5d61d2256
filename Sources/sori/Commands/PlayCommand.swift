package import AudioModel
package import CommandLineTool
import Simulation

/// Plays files.
package enum PlayCommand: Command {
    package static let syntax = CommandSyntax(
        name: "play", summary: "plays sound files",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax(
                "--category", value: "C",
                "audio session category; default \(PlayRequest.categoryDefault.rawValue)"),
            OptionSyntax("--volume", value: "V", "volume, 0 to 1; default 1"),
            OptionSyntax("--rate", value: "R", "speed with unchanged pitch; only 1 works yet"),
            OptionSyntax("--loops", value: "N", "repeats N times; -1 without end"),
            OptionSyntax("--from", value: "S", "start position in seconds"),
            OptionSyntax("--to", value: "S", "end position in seconds"),
            OptionSyntax("--output", value: "WHERE", "pipewire, null or file:PATH (a WAV file)"),
            OptionSyntax("--json", "prints one JSON object per file"),
        ],
        notes: [
            "Keys on a terminal: space pauses and resumes, the left and right arrows seek 5 "
                + "seconds, q stops, Ctrl-C stops with exit code 130 (SIGTERM 143, SIGHUP 129).",
            "Without --output it plays through PipeWire if that runs, otherwise into a null "
                + "device, with a warning.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, MachinePlayers())
    }

    package static func run(_ arguments: Arguments, _ console: Console, _ maker: some PlayerMaker)
        throws(ProgramError) -> ExitCode
    {
        let requests = try PlayRequest.requests(arguments)
        let isJSON = arguments.has("--json")
        EndSignals.listen()
        var worst = ExitCode.done
        for request in requests {
            do throws(ProgramError) {
                let player = try maker.play(request, console)
                let ending = try show(player, of: request, isJSON: isJSON, console)
                if isJSON {
                    console.print(json(request, player, ending).compactText + "\n")
                }
                guard ending == .finished else {
                    worst = max(worst, ending.exitCode)
                    break
                }
            } catch {
                // The next file may be a good one.
                worst = max(worst, console.report(error))
            }
        }
        return worst
    }

    private static func show(
        _ player: any Player, of request: PlayRequest, isJSON: Bool, _ console: Console
    ) throws(ProgramError) -> PlaybackScreen.Ending {
        let output: any TextSink = isJSON ? SilentSink() : console.output
        var screen = PlaybackScreen(player, name: fileName(of: request.path), output: output)
        let isFile = if case .file = request.output { true } else { false }
        return try screen.run(isOnTerminal: !isJSON && !isFile)
    }

    private static func json(
        _ request: PlayRequest, _ player: any Player, _ ending: PlaybackScreen.Ending
    ) -> JSONValue {
        .object([
            ("path", .string(request.path)),
            ("durationSeconds", player.duration.map { .decimal($0, places: 6) } ?? .null),
            ("positionSeconds", .decimal(player.position, places: 6)),
            ("route", .string(player.route)),
            ("ending", .string(ending.word)),
        ])
    }
}

/// Discards text that must not be shown.
private final class SilentSink: TextSink {
    let hasFailed = false
    func write(_ text: String) {}
}

extension PlayRequest {
    package static let categoryDefault = SessionCategory.playback
    private static let loopsMax = 1_000_000

    /// - Returns: One for each file.
    package static func requests(_ arguments: Arguments) throws(ProgramError) -> [PlayRequest] {
        var request = PlayRequest(path: "")
        request.category = try arguments.choice("--category", "category") ?? categoryDefault
        request.volume = try arguments.number("--volume", in: 0...1) ?? 1
        request.loops = try arguments.integer("--loops", in: -1...loopsMax) ?? 0
        // A day is longer than any file that plays here.
        request.from = try arguments.number("--from", in: 0...86_400) ?? 0
        request.to = try arguments.number("--to", in: 0...86_400)
        if let rate = try arguments.number("--rate", in: 0.25...4), rate != 1 {
            throw arguments.wrongUse(
                "a rate other than 1 is not supported yet", advice: "leave out --rate")
        }
        if let to = request.to, to <= request.from {
            throw arguments.wrongUse("--to is not after --from", advice: "give a later end")
        }
        if let word = arguments.value("--output") { request.output = try output(word, arguments) }
        if case .file = request.output {
            try checkFileOutput(request, arguments)
        }
        return arguments.operands.map { path in
            var copy = request
            copy.path = path
            return copy
        }
    }

    private static func output(_ word: String, _ arguments: Arguments) throws(ProgramError)
        -> Output
    {
        switch word {
        case "pipewire": return .pipewire
        case "null": return .null
        case _ where word.hasPrefix("file:") && word.count > 5:
            return .file(String(word.dropFirst(5)))
        default:
            throw arguments.wrongUse(
                "unknown output '\(word)'", advice: "one of pipewire, null, file:PATH")
        }
    }

    /// A file is written as fast as it goes: without an end it would fill the disk.
    private static func checkFileOutput(_ request: PlayRequest, _ arguments: Arguments)
        throws(ProgramError)
    {
        guard request.loops >= 0 else {
            throw arguments.wrongUse(
                "--loops -1 never ends", advice: "give a number of loops when writing a file")
        }
        guard arguments.operands.count == 1 else {
            throw arguments.wrongUse(
                "--output file: takes one FILE", advice: "write the others one by one")
        }
    }
}
