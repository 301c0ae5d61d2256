package import AudioModel
package import CommandLineTool
import Playback
import Terminal

/// Plays files.
package enum PlayCommand: Command {
    package static let syntax = CommandSyntax(
        name: "play", summary: "plays sound files, folders, playlists and addresses",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax(
                "--category", value: "C",
                "audio session category; default \(PlayRequest.categoryDefault.rawValue)"),
            OptionSyntax("--volume", value: "V", "volume, 0 to 1; default 1"),
            OptionSyntax("--rate", value: "R", "speed with unchanged pitch, 0.25 to 4; default 1"),
            OptionSyntax("--pitch", value: "N", "change of pitch in semitones, -24 to 24"),
            OptionSyntax("--loop", "repeats all files without end"),
            OptionSyntax("--loops", value: "N", "plays each file N times more; -1 without end"),
            OptionSyntax("--shuffle", "plays the files in random order"),
            OptionSyntax("--seed", value: "N", "number that decides the order of --shuffle"),
            OptionSyntax("--from", value: "T", "start position: 83.5 or 1:23.5"),
            OptionSyntax("--to", value: "T", "end position"),
            OptionSyntax(
                "--replaygain", value: "MODE",
                "track or album: as loud as the tags say; default off"),
            OptionSyntax("--resume", "begins where the last run with --resume was left"),
            OptionSyntax(
                "--output", value: "WHERE",
                "pipewire, an output of 'sori devices', null or file:PATH (a WAV file)"),
            OptionSyntax("--force", "replaces the file of --output file:PATH"),
            OptionSyntax("--json", "prints one JSON object per file"),
        ],
        notes: [
            "FILE may be a folder, whose files are played in natural order with those of its "
                + "folders, a playlist (.m3u, .m3u8, .pls, .xspf), a FIFO, or - for standard input. "
                + "Files follow each other without a gap. Through a FIFO or standard input every type "
                + "is played whose header comes first. FILE may also be an address, http or https, of "
                + "a file, a radio, HTTP Live Streaming, or a playlist of them; a playlist of HTTP "
                + "Live Streaming may be a file. A sound that ends early is played, a message says "
                + "what is missing, and the exit code is 3. Of several files of which some fail a last "
                + "line says how many.",
            "Keys on a terminal, also when standard input is the sound: space pauses and resumes, "
                + "the left and right arrows seek 5 seconds, comma and full stop 60, up and down "
                + "change the volume, m mutes, [ and ] change the speed by 0.1, backspace makes it "
                + "1, page up and page down go to the next and the previous chapter, n and p to "
                + "the next and the previous file, ? shows the keys, Ctrl-Z suspends, q stops, "
                + "Ctrl-C stops with exit code 130 (SIGTERM 143, SIGHUP 129).",
            "On the session's message bus it is org.mpris.MediaPlayer2.sori, for media keys, desktops "
                + "and playerctl.",
            "When its output is removed, it stops before another one is heard: on a terminal it is "
                + "paused, and space goes on with what output there is then; otherwise it ends with "
                + "exit code 4.",
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
        // The options are checked before folders are read.
        _ = try PlayRequest.requests(arguments)
        let found = PlayListPaths(arguments.operands)
        var worst = ExitCode.done
        for error in found.errors { worst = max(worst, console.report(error)) }
        let requests = try PlayRequest.requests(arguments, found.paths)
        EndSignals.listen()
        var list = PlayList(requests, repeats: arguments.has("--loop"))
        let positions = arguments.has("--resume") ? PlayPositions(environmentValue) : nil
        let left = positions?.newest(among: requests.map(\.path))
        if let left { list.requests[left.index].resumeAt = left.seconds }
        // The operands that could not be read count as files.
        var tally = ListTally(count: requests.count + found.errors.count)
        for index in found.errors.indices { tally.fail(requests.count + index) }
        return max(
            worst,
            try play(
                list, from: left?.index ?? 0, tally, positions, isJSON: arguments.has("--json"),
                console, maker))
    }

    private static func play(
        _ given: PlayList, from first: Int, _ tally: ListTally, _ positions: PlayPositions?,
        isJSON: Bool, _ console: Console, _ maker: some PlayerMaker
    ) throws(ProgramError) -> ExitCode {
        var list = given
        var tally = tally
        var worst = ExitCode.done
        var index = first
        /// Files in a row that failed: a list that repeats must end when all do.
        var failures = 0
        var controls: PlaybackControls?
        defer { controls?.close() }
        while let request = list.request(at: index), failures < list.requests.count {
            var step = 1
            do throws(ProgramError) {
                let player = try maker.play(list, at: index, console)
                failures = 0
                // A desktop learns of it when it sounds already.
                if controls == nil, request.isHeard { controls = .standard() }
                let ending = try show(
                    player, at: index, of: list, controls, isJSON: isJSON, console)
                if isJSON {
                    console.print(json(request, player, ending).compactText + "\n")
                }
                list.takeOver(player)
                positions?.note(ending, of: request.path, at: player, console)
                // The sound has been played: an error of reading it again is none of playing it.
                if ending == .finished, request.to == nil,
                    let missing = try? player.missingAudio()
                {
                    worst = max(worst, console.report(shortageError(missing, in: request.path)))
                    tally.fail(index % list.requests.count)
                }
                // The next file would be heard from another output.
                if case .deviceRemoved(let error) = ending {
                    return max(worst, console.report(error))
                }
                if case .skipped(let places) = ending {
                    step = places
                } else if ending != .finished {
                    return max(worst, ending.exitCode)
                }
                tally.end(index % list.requests.count)
            } catch {
                // A signal ends the wait for a stream, too.
                if let signal = EndSignals.first { return max(worst, signal.exitCode) }
                // The next file may be a good one.
                worst = max(worst, console.report(error))
                tally.fail(index % list.requests.count)
                failures += 1
            }
            index = max(index + step, 0)
        }
        if let words = tally.words { console.warn(words) }
        return worst
    }

    private static func show(
        _ player: any Player, at index: Int, of list: PlayList, _ controls: PlaybackControls?,
        isJSON: Bool, _ console: Console
    ) throws(ProgramError) -> PlaybackScreen.Ending {
        let request = list.requests[index % list.requests.count]
        let output: any TextSink = isJSON ? SilentSink() : console.output
        var screen = PlaybackScreen(
            player, name: request.name, place: list.place(of: index), output: output)
        screen.remote = controls.map {
            PlaybackScreen.Remote(
                $0, id: "\(index)", url: request.address,
                hasNext: list.request(at: index + 1) != nil)
        }
        return try screen.run(
            isOnTerminal: !isJSON && request.isHeard,
            isInputSound: list.requests.contains { $0.path == "-" })
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

    /// - Parameter paths: The files; those of the arguments for `nil`.
    /// - Returns: One for each file.
    package static func requests(
        _ arguments: Arguments, _ paths: [String]? = nil
    ) throws(ProgramError) -> [PlayRequest] {
        var request = PlayRequest(path: "")
        request.category = try arguments.choice("--category", "category") ?? categoryDefault
        request.volume = try arguments.number("--volume", in: 0...1) ?? 1
        request.loops = try arguments.integer("--loops", in: -1...loopsMax) ?? 0
        request.from = try arguments.time("--from") ?? 0
        request.to = try arguments.time("--to")
        request.speed.rate = try arguments.number("--rate", in: 0.25...4) ?? 1
        request.speed.pitchCents = try 100 * (arguments.number("--pitch", in: -24...24) ?? 0)
        if let to = request.to, to <= request.from {
            throw arguments.wrongUse("--to is not after --from", advice: "give a later end")
        }
        request.replayGain = try arguments.choice("--replaygain", "mode") ?? .off
        request.mayReplace = arguments.has("--force")
        if let word = arguments.value("--output") { request.output = try output(word, arguments) }
        var paths = paths ?? arguments.operands
        try checkResuming(request, arguments)
        if case .file = request.output {
            try checkFileOutput(request, arguments, paths)
        }
        let seed = try arguments.integer("--seed", in: 0...Int.max)
        if arguments.has("--shuffle") {
            var generator = SeededGenerator(
                seed: seed.map { UInt64($0) } ?? .random(in: 0...UInt64.max))
            paths.shuffle(using: &generator)
        } else if seed != nil {
            throw arguments.wrongUse("--seed needs --shuffle", advice: "write both, or neither")
        }
        return paths.map { path in
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
        case "file:-":
            throw arguments.wrongUse(
                "--output file: takes the path of a file, not standard output",
                advice: "write 'sori convert IN - --container wav'")
        case _ where word.hasPrefix("file:") && word.count > 5:
            return .file(String(word.dropFirst(5)))
        case "file:":
            throw arguments.wrongUse("--output file: has no path", advice: "write file:PATH")
        default: return .device(word)
        }
    }

    /// What is left and taken up again is heard, in order, from its beginning.
    private static func checkResuming(
        _ request: PlayRequest, _ arguments: Arguments
    ) throws(ProgramError) {
        guard arguments.has("--resume") else { return }
        if case .file = request.output {
            throw arguments.wrongUse(
                "--resume is for sound that is heard", advice: "leave out --resume, or file:")
        }
        for other in ["--from", "--shuffle"]
        where arguments.has(other) || arguments.value(other) != nil {
            throw arguments.wrongUse(
                "--resume and \(other) say where to begin", advice: "give one of them")
        }
    }

    /// A file is written as fast as it goes: without an end it would fill the disk.
    private static func checkFileOutput(
        _ request: PlayRequest, _ arguments: Arguments, _ paths: [String]
    ) throws(ProgramError) {
        guard request.loops >= 0, !arguments.has("--loop") else {
            throw arguments.wrongUse(
                arguments.has("--loop") ? "--loop never ends" : "--loops -1 never ends",
                advice: "give a number of loops when writing a file")
        }
        guard paths.count <= 1 else {
            throw arguments.wrongUse(
                "--output file: takes one sound, and these are \(paths.count)",
                advice: "write them one by one")
        }
    }
}
