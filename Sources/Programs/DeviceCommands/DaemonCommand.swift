import AppHosting
import AudioModel
import CLinuxShim
package import CommandLineTool
import DesktopEntries
import DeviceEvents
import DeviceService
import Dispatch
import Foundation
import Glibc
import InputDevices
import ScenarioLanguage
import SoundRuntime
import Synchronization

/// The device service.
package enum DaemonCommand: Command {
    package static let syntax = CommandSyntax(
        name: "daemon", summary: "decides for all programs of the machine: the device service",
        operands: .none,
        options: [
            OptionSyntax(
                "--profile", value: "P",
                "desktop (the default): all programs may sound in the background; or phone"),
            OptionSyntax("--config", value: "FILE", "reads this configuration"),
            OptionSyntax(
                "--input", value: "WORDS",
                "which keys and switches are read: phone, desktop, off, no-jacks, …"),
            OptionSyntax("--print-config", "prints a configuration with all that can be set"),
            OptionSyntax(
                "--record", value: "FILE",
                "writes what happens as a scenario, every second"),
            OptionSyntax("--no-guard", "leaves programs that do not use Sori alone"),
            OptionSyntax("--release", "gives back what a killed service has silenced, and ends"),
            OptionSyntax("--socket", value: "PATH", "the socket on which programs connect"),
            OptionSyntax("--state", value: "FOLDER", "keeps volumes and settings there"),
        ],
        notes: [
            "Programs that use Sori find the service by themselves and decide for themselves again "
                + "when it ends. 'sori status', 'sori why APP', 'sori switch', 'sori call' and "
                + "others show and drive it. See docs/device.md."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if arguments.has("--print-config") {
            console.print(ConfigurationFile.template)
            return .done
        }
        let environment = ProcessInfo.processInfo.environment
        let socketPath = arguments.value("--socket") ?? deviceServiceSocketPath(environment)
        if arguments.has("--release") {
            if let socketPath, AppSocketServer.isListening(at: socketPath) {
                console.warn("a device service runs, and decides: nothing was given back")
                return .done
            }
        }
        if arguments.has("--release"), let socketPath {
            do throws(Leftovers.Failure) {
                let released = try Leftovers.release(socketPath: socketPath)
                if !released.isEmpty { console.print("given back: \(released.words)\n") }
            } catch {
                throw ProgramError(.deviceMissing, "no stream was given back: \(error.why)")
            }
            return .done
        }
        guard let socket = socketPath else {
            throw ProgramError(
                .deviceMissing, "there is no place for the socket", in: "XDG_RUNTIME_DIR",
                advice: "set it, or give --socket PATH")
        }
        var options = DeviceServiceHost.Options(
            socketPath: socket,
            stateFolder: arguments.value("--state")
                ?? DeviceStateStore.standardFolder { environment[$0] }
        ) { message in
            // The console belongs to one thread.
            writeError("sori: \(message)\n")
        }
        (options.configuration, options.ringTone) = try configuration(
            arguments, environment, console)
        // What the user writes here comes before the file.
        if let profile: ServiceProfile = try arguments.choice("--profile", "profile") {
            options.configuration.profile = profile
        }
        options.input = try input(arguments, options.configuration.profile ?? options.profile)
        let foreground = ForegroundOptions(environment: environment)
        options.desktopFiles = foreground.desktopFiles
        options.foreground = foreground
        options.guardsPrograms = !arguments.has("--no-guard")
        let profile = options.configuration.profile ?? options.profile
        options.ready = {
            writeError("sori: the device service is ready: profile \(profile), socket \(socket)\n")
            notifySupervisor("READY=1", environment)
        }
        var recording: StoryFile?
        if let recordPath = arguments.value("--record") {
            try checkWritable(recordPath)
            var setup = PhoneSetup()
            (setup.mediaVolume, setup.ringerVolume) = (1, 1)
            let recorder = LiveRecorder(path: recordPath, setup: setup)
            recording = storyFile(recordPath, recorder)
            options.recorder = recorder
        }
        return try serve(options, recording)
    }

    /// The keys and switches to read: those of the profile, changed by the words given.
    private static func input(
        _ arguments: Arguments, _ profile: ServiceProfile
    ) throws(ProgramError) -> InputOptions {
        var options = profile == .phone ? InputOptions.phone : .desktop
        if let words = arguments.value("--input"), let unknown = options.apply(words) {
            throw ProgramError(
                .wrongUse, "expected words of --input, found '\(unknown)'",
                advice: "there are phone, desktop, off, ring-switch=CODE, and with or without "
                    + "'no-' before them " + InputOptions.optionWords.joined(separator: ", "))
        }
        return options
    }

    private static func configuration(
        _ arguments: Arguments, _ environment: [String: String], _ console: Console
    ) throws(ProgramError) -> (ServiceConfiguration, RingTone?) {
        let standard = ConfigurationFile.standardPaths { environment[$0] }
            .first { FileManager.default.fileExists(atPath: $0) }
        guard let path = arguments.value("--config") ?? standard else {
            return (ServiceConfiguration(), nil)
        }
        let bytes = try readFile(path, byteCountMax: ServiceConfiguration.byteCountMax)
        let (configuration, problems) = ServiceConfiguration.parse(
            String(decoding: bytes, as: UTF8.self))
        for problem in problems {
            console.warn("\(path):\(problem.line): \(problem.message)")
        }
        let tone = configuration.ringTone.flatMap { Self.ringTone($0, of: path, console) }
        return (configuration, tone)
    }

    /// The ring tone that a configuration names, by a path from its folder.
    private static func ringTone(
        _ named: ServiceConfiguration.NamedFile, of configurationPath: String, _ console: Console
    ) -> RingTone? {
        let folder = URL(fileURLWithPath: configurationPath).deletingLastPathComponent()
        let path = URL(fileURLWithPath: named.path, relativeTo: folder).path
        do throws(RingTone.LoadError) {
            return try RingTone(path: path)
        } catch {
            console.warn("\(configurationPath):\(named.line): \(path): \(error.message)")
            return nil
        }
    }

    private static func storyFile(_ path: String, _ recorder: LiveRecorder) -> StoryFile {
        let source = StoryFile.Source(
            actCount: { recorder.actCount }, lostActCount: { recorder.lostActCount },
            text: { recorder.scenario(endingAt: $0).description })
        return StoryFile(path, source) { writeError("sori: \($0)\n") }
    }

    private static func serve(
        _ options: DeviceServiceHost.Options, _ recording: StoryFile?
    ) throws(ProgramError) -> ExitCode {
        // Before there is any thread.
        let supervisor = startSupervisor(socketPath: options.socketPath)
        defer { if supervisor >= 0 { sori_end_supervisor(supervisor) } }
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<ExitCode, ProgramError>?>(nil)
        let finish: @Sendable (Result<ExitCode, ProgramError>) -> Void = { ending in
            result.withLock { if $0 == nil { $0 = ending } }
            done.signal()
        }
        let sources = EndSignal.sources(label: "sori.device.signals") {
            finish(.success($0.exitCode))
        }
        let host: DeviceServiceHost
        do throws(AppSocketError) {
            host = try DeviceServiceHost(options) { ending in
                switch ending {
                case .nameTaken:
                    finish(
                        .failure(
                            ProgramError(
                                .deviceMissing, "a device service runs already",
                                in: DeviceServiceNames.busName,
                                advice: "see 'sori status', or stop that one first")))
                }
            }
        } catch {
            let isInUse = if case .inUse = error { true } else { false }
            throw ProgramError(
                .deviceMissing, "\(error)",
                advice: isInUse
                    ? "stop the other one, or give --socket PATH"
                    : "give a path that can be made by --socket PATH")
        }
        recording?.begin { [weak host] in host.map { .zero + $0.age } }
        done.wait()
        let end = HostTime.zero + host.age
        host.close()
        for source in sources { source.cancel() }
        try recording?.finish(at: end)
        return try (result.withLock { $0 } ?? .success(.done)).get()
    }

    /// Starts the process that gives back what the service has silenced when that is killed.
    private static func startSupervisor(socketPath: String) -> Int32 {
        let arguments = ["sori", "daemon", "--release", "--socket", socketPath]
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        return sori_start_supervisor(words + [nil])
    }
}
