import CommandLineTool
import DBus
import Dispatch
import Glibc
import MusicService
import Synchronization

/// The process of the system's music player.
enum MusicServiceProcess {
    /// Runs the service until a signal or the service itself ends it.
    static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError) -> ExitCode {
        var options = MusicServiceHost.Options(environment: environmentValue) { message in
            // The console belongs to one thread.
            writeError("sori: \(message)\n")
        }
        options.output = try arguments.choice("--output", "output") ?? .pipewire
        options.idleSeconds = try arguments.number("--idle", in: 0...86_400)
        guard arguments.operands.isEmpty else {
            throw arguments.wrongUse("--service takes no ACTION", advice: "leave it out")
        }
        guard DBusConnection.isSupported, options.address.mayExist else { throw noBus }
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<ExitCode, ProgramError>?>(nil)
        let finish: @Sendable (Result<ExitCode, ProgramError>) -> Void = { ending in
            result.withLock { if $0 == nil { $0 = ending } }
            done.signal()
        }
        let sources = EndSignal.sources(label: "sori.music.signals") {
            finish(.success($0.exitCode))
        }
        let host = MusicServiceHost(options) { ending in
            switch ending {
            case .idle, .quit: finish(.success(.done))
            case .noBus: finish(.failure(noBus))
            case .nameTaken:
                finish(
                    .failure(
                        ProgramError(
                            .deviceMissing, "the music service runs already",
                            in: MusicServiceNames.busName,
                            advice: "use 'sori music' to control it")))
            }
        }
        done.wait()
        host.close()
        for source in sources { source.cancel() }
        return try (result.withLock { $0 } ?? .success(.done)).get()
    }

    static let noBus = ProgramError(
        .deviceMissing, "there is no session bus, which the music player needs",
        in: "DBUS_SESSION_BUS_ADDRESS",
        advice: "run it in a desktop session, or under 'dbus-run-session'")
}
