package import CommandLineTool

/// Records a sound file.
package enum RecordCommand: Command {
    package static let syntax = CommandSyntax(
        name: "record", summary: "records a sound file", operands: .one("FILE"),
        options: [
            OptionSyntax("--seconds", value: "S", "duration in seconds"),
            OptionSyntax(
                "--format", value: "F",
                RecordRequest.Coding.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; default aac for .m4a and .aac, otherwise pcm16"),
            OptionSyntax("--force", "replaces an existing file"),
            OptionSyntax("--input", value: "NAME", "the name of a PipeWire source"),
        ],
        notes: [
            "The file name extension selects the file type: "
                + RecordRequest.Container.allCases.map { "." + $0.rawValue }
                .joined(separator: ", ") + ". It is 44.1 kHz stereo.",
            "Keys on a terminal: space pauses and resumes, q stops, Ctrl-C stops with exit code "
                + "130 (SIGTERM 143, SIGHUP 129). When the program is killed, the file can be read "
                + "up to its last second; an .m4a is written in fragments until it is closed.",
            "The file has exactly the recorded frames; .aac and .aifc cannot express an encoder's "
                + "priming and remainder.",
            "Without a microphone it exits with code 4 and changes no file.",
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
        var screen = PlaybackScreen(
            recording, name: fileName(of: request.path), .recording, output: console.output)
        return try screen.run().exitCode
    }
}
