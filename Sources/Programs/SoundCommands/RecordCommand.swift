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
                    + "; default aac for .m4a, .m4b, .mp4 and .aac, that of its name for .flac, "
                    + ".opus, .ogg and .mp3, otherwise pcm16"),
            OptionSyntax(
                "--rate", value: "R", "sample rate in hertz; default 44100, for opus 48000"),
            OptionSyntax(
                "--bitrate", value: "B", "bits per second for AAC, Opus, MP3 (its nearest): 128k"),
            OptionSyntax("--channels", value: "N", "1 or 2; default 2"),
            OptionSyntax("--force", "replaces an existing file"),
            OptionSyntax(
                "--input", value: "NAME",
                "an input of 'sori devices', or OUTPUT.monitor for what an output of it plays"),
        ],
        notes: [
            "The file name extension selects the file type: "
                + RecordRequest.Container.allCases.map { "." + $0.rawValue }
                .joined(separator: ", ") + ".",
            "Keys on a terminal: space pauses and resumes, ? shows the keys, Ctrl-Z suspends, q stops, "
                + "Ctrl-C stops with exit code 130 (SIGTERM 143, SIGHUP 129). When the program is killed, the file can be read "
                + "up to its last second; an .m4a is written in fragments until it is closed.",
            "The file has exactly the recorded frames; .aac and .aifc cannot express an encoder's "
                + "priming and remainder.",
            "When its microphone is removed, it takes no other: on a terminal it is paused, and space "
                + "goes on with what input there is then; otherwise it ends with exit code 4, and "
                + "keeps what was recorded.",
            "--input OUTPUT.monitor records what that output plays, of all programs; --input monitor "
                + "what the default output plays.",
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
        let ending = try screen.run()
        if case .deviceRemoved(let error) = ending { return console.report(error) }
        return ending.exitCode
    }
}
