package import CommandLineTool
import MusicService

/// The music player: the service, and its remote control.
package enum MusicCommand: Command {
    package static let syntax = CommandSyntax(
        name: "music", summary: "plays the music library, and controls the player",
        operands: .any("ACTION"),
        options: [
            OptionSyntax("--artist", value: "A", "play, add: the songs of an artist, by album"),
            OptionSyntax("--album", value: "B", "play, add: the songs of an album, in order"),
            OptionSyntax("--playlist", value: "P", "play, add: the songs of a playlist"),
            OptionSyntax("--next", "add: behind the present item, not at the end"),
            OptionSyntax("--json", "prints one JSON object"),
            OptionSyntax("--service", "is the player itself: the service that all others control"),
            OptionSyntax(
                "--output", value: "WHERE", "with --service: pipewire (the default) or null"),
            OptionSyntax(
                "--idle", value: "S",
                "with --service: ends after S seconds without music and clients"),
        ],
        notes: [
            "play [WORDS… | FILE…], pause, toggle, stop, next, previous, seek SECONDS (+5, -5, "
                + "1:30), volume PERCENT (+5, -5), repeat none|one|all, shuffle off|songs|albums, "
                + "status, queue, add WORDS… | FILE…, clear.",
            "The player is a service on the session bus, which starts when it is needed and plays "
                + "on when this command ends. Media keys and playerctl control it too.",
            "Without an ACTION it shows the player on a terminal (docs/music-terminal.md), and prints what "
                + "is playing elsewhere.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if arguments.has("--service") { return try MusicServiceProcess.run(arguments, console) }
        for option in ["--output", "--idle"] where arguments.has(option) {
            throw arguments.wrongUse("\(option) needs --service", advice: "leave it out")
        }
        if MusicTerminal.isWanted(arguments) { return try MusicTerminal.open(console) }
        return try MusicRemoteControl(arguments, console).run()
    }
}
