#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Records a sound file.
package enum RecordCommand: Command {
    package static let syntax = CommandSyntax(
        name: "record", summary: "records a sound file", operands: .one("FILE"),
        options: [
            OptionSyntax("--seconds", value: "S", "ends after so many seconds"),
            OptionSyntax(
                "--format", value: "F",
                RecordRequest.Coding.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; without it, aac for .m4a and .aac, else pcm16"),
            OptionSyntax("--force", "replaces a file that is there"),
            OptionSyntax("--input", value: "NAME", "the source, by the name PipeWire knows it by"),
        ],
        notes: [
            "The file's kind is its name's end: "
                + RecordRequest.Container.allCases.map { "." + $0.rawValue }
                .joined(separator: ", ") + ". It is 44.1 kHz stereo.",
            "On a terminal: space pauses and goes on, q ends, Ctrl-C ends with exit code 130 "
                + "(SIGTERM 143, SIGHUP 129). When the program is killed, the file can be read up "
                + "to its last second; an .m4a is written in fragments until it is closed.",
            "The file has the frames that were recorded, to the last one; .aac and .aifc have no "
                + "word for what an encoder adds before and after them.",
            "Without a microphone it ends with exit code 4, and touches no file.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, MachineRecorders())
    }

    package static func run(
        _ arguments: Arguments, _ console: Console, _ maker: some RecordingMaker
    ) throws(ProgramError) -> ExitCode {
        let request = try RecordRequest(arguments)
        EndSignals.listen()
        let recording = try maker.record(request, console)
        let name = request.path.split(separator: "/").last.map(String.init) ?? request.path
        var screen = PlaybackScreen(recording, name: name, .recording, output: console.output)
        let isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        guard isOnTerminal, let terminal = RawTerminal(STDIN_FILENO) else {
            return try screen.runQuietly { EndSignals.first }.exitCode
        }
        defer { terminal.restore() }
        return try screen.run(
            on: terminal, descriptor: STDIN_FILENO,
            width: { RawTerminal.width(STDOUT_FILENO) }, endSignal: { EndSignals.first }
        ).exitCode
    }
}
