package import CommandLineTool
import DBus
import Glibc
package import MusicLibrary
import MusicService
package import Playback
import Terminal

/// The music player on the process's terminal.
package enum MusicTerminal {
    /// Whether a command asks for it: without an action, on a terminal.
    static func isWanted(_ arguments: Arguments) -> Bool {
        arguments.operands.isEmpty && !arguments.has("--json")
            && RawTerminal.canShowScreen(type: environmentValue("TERM"))
    }

    /// Shows the system's music player, or one in this process where there is no message bus.
    static func open(_ console: Console) throws(ProgramError) -> ExitCode {
        let location = LibraryLocation.standard(environmentValue)
        let library: MediaLibrary
        do throws(LibraryError) { library = try MediaLibrary(at: location) } catch {
            throw LibraryAccess.programError(error)
        }
        let client: MusicServiceClient
        do throws(ProgramError) { client = try MusicRemoteControl.connect() } catch {
            let player = LocalMusicPlayer(library)
            defer { player.stop() }
            let notice = "plays until q: \(player.warning ?? "there is no music service")"
            return try run(player.control, library, console, notice: notice)
        }
        return try run(client, library, console) { () throws(ProgramError) in
            try MusicServiceLauncher.launch()
            do throws(DBusError) { try client.waitUntilReady() } catch {
                throw ProgramError(.deviceMissing, error.message, in: "the music service")
            }
        }
    }

    /// Shows the player until the user or a signal ends it; the player goes on.
    ///
    /// - Parameters:
    ///   - notice: What the user should know of the player, in a few words.
    ///   - restart: Starts the player's process again when it has ended.
    package static func run(
        _ control: any MusicControl, _ library: MediaLibrary, _ console: Console,
        notice: String? = nil, restart: (() throws(ProgramError) -> Void)? = nil
    ) throws(ProgramError) -> ExitCode {
        guard RawTerminal.canShowScreen(type: environmentValue("TERM")) else {
            throw ProgramError(
                .deviceMissing, "the player needs a terminal", in: "sori music",
                advice: "use 'sori music status', 'sori music play' and so on in scripts")
        }
        EndSignals.listen()
        JobSignals.listen()
        guard let terminal = RawTerminal(STDIN_FILENO, wholeScreen: STDOUT_FILENO) else {
            throw ProgramError(.deviceMissing, "the terminal cannot be set up", in: "sori music")
        }
        defer { terminal.restore() }
        var session = MusicSession(
            control, library, notice: notice, isColored: console.isColored,
            environment: environmentValue)
        session.restart = restart
        if let problem = library.notice { session.screen.message = problem }
        return session.run(
            on: terminal, output: console.output,
            size: { RawTerminal.size(STDOUT_FILENO) },
            cellSize: { RawTerminal.cellSize(STDOUT_FILENO) },
            endSignal: { EndSignals.first })
    }
}

extension MusicServiceClient: RemoteMusicControl {}
