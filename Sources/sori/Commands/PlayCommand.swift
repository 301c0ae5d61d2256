import AudioModel
import Simulation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Plays files.
package enum PlayCommand: Command {
    package static let syntax = CommandSyntax(
        name: "play", summary: "plays sound files",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax(
                "--category", value: "C",
                "the session's category: \(PlayRequest.categoryDefault.rawValue) unless given"),
            OptionSyntax("--volume", value: "V", "the app's own volume, 0 to 1"),
            OptionSyntax("--rate", value: "R", "the speed, pitch kept; only 1 is supported yet"),
            OptionSyntax("--loops", value: "N", "plays it N more times; -1 for ever"),
            OptionSyntax("--from", value: "S", "begins so many seconds into the file"),
            OptionSyntax("--to", value: "S", "ends so many seconds into the file"),
            OptionSyntax("--output", value: "WHERE", "pipewire, null or file:PATH (a WAV)"),
            OptionSyntax("--json", "prints what was played, an object a file"),
        ],
        notes: [
            "On a terminal: space pauses and goes on, the left and right arrows seek 5 seconds, "
                + "q ends, Ctrl-C ends with exit code 130 (SIGTERM 143, SIGHUP 129).",
            "Without --output it plays through PipeWire where that runs, else into a null device, "
                + "and says so.",
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
                worst = max(worst, Program.report(error, console))
            }
        }
        return worst
    }

    private static func show(
        _ player: any Player, of request: PlayRequest, isJSON: Bool, _ console: Console
    ) throws(ProgramError) -> PlaybackScreen.Ending {
        let output: any TextSink = isJSON ? SilentSink() : console.output
        var screen = PlaybackScreen(
            player, name: request.path.split(separator: "/").last.map(String.init) ?? request.path,
            output: output)
        let isFile = if case .file = request.output { true } else { false }
        let isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        guard !isJSON, !isFile, isOnTerminal, let terminal = RawTerminal(STDIN_FILENO) else {
            return try screen.runQuietly { EndSignals.first }
        }
        defer { terminal.restore() }
        return try screen.run(
            on: terminal, descriptor: STDIN_FILENO,
            width: { RawTerminal.width(STDOUT_FILENO) }, endSignal: { EndSignals.first })
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
        if let word = arguments.value("--category") {
            request.category = try category(word, arguments)
        }
        request.volume = try arguments.number("--volume", in: 0...1) ?? 1
        request.loops = try arguments.integer("--loops", in: -1...loopsMax) ?? 0
        // A day is longer than any file that plays here.
        request.from = try arguments.number("--from", in: 0...86_400) ?? 0
        request.to = try arguments.number("--to", in: 0...86_400)
        if let rate = try arguments.number("--rate", in: 0.25...4), rate != 1 {
            throw ProgramError(
                .wrongUse, "a rate other than 1 is not supported yet", in: arguments.place,
                advice: "leave out --rate")
        }
        if let to = request.to, to <= request.from {
            throw ProgramError(
                .wrongUse, "--to is not after --from", in: arguments.place,
                advice: "give a later end")
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

    private static func category(_ word: String, _ arguments: Arguments) throws(ProgramError)
        -> SessionCategory
    {
        if let category = SessionCategory(rawValue: word) { return category }
        let known = SessionCategory.allCases.map(\.rawValue)
        throw ProgramError(
            .wrongUse, "unknown category '\(word)'", in: arguments.place,
            advice: nearestWord(to: word, among: known).map { "did you mean '\($0)'?" }
                ?? "one of " + known.joined(separator: ", "))
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
            throw ProgramError(
                .wrongUse, "unknown output '\(word)'", in: arguments.place,
                advice: "one of pipewire, null, file:PATH")
        }
    }

    /// A file is written as fast as it goes: without an end it would fill the disk.
    private static func checkFileOutput(_ request: PlayRequest, _ arguments: Arguments)
        throws(ProgramError)
    {
        guard request.loops >= 0 else {
            throw ProgramError(
                .wrongUse, "--loops -1 never ends", in: arguments.place,
                advice: "give a number of loops when writing a file")
        }
        guard arguments.operands.count == 1 else {
            throw ProgramError(
                .wrongUse, "--output file: takes one FILE", in: arguments.place,
                advice: "write the others one by one")
        }
    }
}
