import AppHosting
import AudioCodecs
import AudioModel
package import CommandLineTool
import Glibc
import Simulation
import SoundClient
import Terminal

/// Runs a live phone on the terminal.
package enum PhoneCommand: Command {
    package static let syntax = CommandSyntax(
        name: "phone",
        summary: "runs a phone on the terminal, with its sound on this machine",
        operands: .any("ARG"),
        options: [
            OptionSyntax(
                "--name", value: "NAME",
                "a phone that keeps its state: made when it is new, else continued"),
            OptionSyntax(
                "--app", value: "PROGRAM",
                "runs your program as an app; further words are its arguments"),
            OptionSyntax("--record", value: "F", "records the session as a scenario"),
            OptionSyntax("--song", value: "FILE", "the music app's sound file, instead of a tone"),
            OptionSyntax(
                "--profile", value: "N",
                "the iOS generation: 3, 6, 8, 13, 17 or 26; 17 unless given"),
            OptionSyntax("--passcode", "sets a passcode: the locked phone protects files"),
            OptionSyntax("--output", value: "WHERE", "pipewire or null"),
            OptionSyntax(
                "--keys", value: "KEYS",
                "presses these keys in silence and virtual time, and prints the last screen"),
        ],
        commands: subcommands.map { $0.syntax },
        notes: [
            "Keys: "
                + KeyCommand.keyWords.map { "\($0.keys) \($0.words)" }.joined(separator: "; ")
                + ".",
            "Without --output it plays through PipeWire if that runs; otherwise it is silent.",
            "The program of --app is built with Sori and runs in its own process; 7 opens it, also "
                + "again after its end. Write -- before arguments that begin with -.",
            "A phone with a name keeps what a phone keeps when it is switched off: its generation, "
                + "switch, volumes, settings and passcode, and the programs of --app with their "
                + "files and keychain. See 'sori phone list'.",
            "In --keys a dot waits for a second, a comma for a tenth of one. 'sori sim' runs what "
                + "--record writes, with the same verdicts.",
        ])

    package static var subcommands: [any Command.Type] {
        [
            PhoneControlCommand.self, PhoneListCommand.self, PhoneEraseCommand.self,
            PhoneCloneCommand.self, PhoneDeleteCommand.self,
        ]
    }
    package static var isRunAlone: Bool { true }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let request = try PhoneRequest(arguments)
        if let keys = request.keys { return try rehearse(keys, request, console) }
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw ProgramError(
                .deviceMissing, "there is no terminal to show a phone on", in: arguments.place,
                advice: "run it in one, or use --keys or 'sori sim'")
        }
        guard getenv("TERM").map({ strcmp($0, "dumb") != 0 }) ?? true else {
            throw ProgramError(
                .deviceMissing, "this terminal shows lines only (TERM is dumb)",
                in: arguments.place,
                advice: "run it in another, or use --keys or 'sori sim'")
        }
        // Checked before an hour's work can be lost.
        if let path = request.recordPath { try checkWritable(path) }
        EndSignals.listen()
        let machine = try MachinePhone(request.output)
        let keeper = try request.beginKeeping(machine.world.environment)
        let controller = request.controller(in: machine.world, keeper)
        try request.open(machine, controller, keeper)
        let socket: PhoneSocket?
        var socketError: ProgramError?
        do throws(ProgramError) {
            socket = try PhoneSocket(in: PhoneSocketFolder())
        } catch {
            (socket, socketError) = (nil, error)
        }
        let recording = request.recordPath.map { storyFile($0, controller, machine) }
        recording?.begin { [weak controller] in controller.map { .zero + $0.phone.age } }
        show(controller, on: machine, socket, request, console)
        socket?.close()
        recording?.stop()
        var scenario: Scenario?
        machine.sync {
            scenario = controller.phone.scenario
            keeper?.look()
            controller.end()
        }
        machine.stop(controller)
        // A state that cannot be kept costs no story.
        let failure = finish(keeper)
        try record(
            scenario, lostActCount: controller.phone.lostActCount, recording, request, console)
        if let socketError { console.warn(socketError.message()) }
        if let warning = machine.warning, request.output != .null {
            console.warn("sori: \(warning)")
        }
        if let failure { throw failure }
        return .done
    }

    private static func show(
        _ controller: PhoneController, on machine: MachinePhone, _ socket: PhoneSocket?,
        _ request: PhoneRequest, _ console: Console
    ) {
        JobSignals.listen()
        guard let terminal = RawTerminal(STDIN_FILENO, wholeScreen: STDOUT_FILENO) else { return }
        defer { terminal.restore() }
        var session = PhoneSession(
            controller, name: request.named?.name.text, recordPath: request.recordPath,
            sync: machine.sync, outputName: { machine.routeName })
        var size = ExternalProgram.terminalSize
        session.run(
            on: terminal,
            writer: ScreenWriter(console.output, isColored: console.isColored),
            socket: socket,
            size: {
                let before = size
                size = ExternalProgram.terminalSize
                if size != before { machine.resize(controller, to: size) }
                return (size.columns, size.rows)
            },
            shouldEnd: { EndSignals.hasCome || console.output.isClosed })
    }

    /// Runs the phone in virtual time, for scripts.
    private static func rehearse(
        _ keys: KeyScript, _ request: PhoneRequest, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        let rehearsal = VirtualDriver()
        let keeper = try request.beginKeeping(rehearsal.world.environment)
        let controller = request.controller(in: rehearsal.world, keeper)
        keys.run(controller, in: rehearsal)
        var session = PhoneSession(
            controller, name: request.named?.name.text, recordPath: request.recordPath,
            sync: { $0() }, outputName: { "nowhere" })
        for line in session.screen().lines(width: 80, height: 24) {
            console.print(line.text + "\n")
        }
        keeper?.look()
        let failure = finish(keeper)
        try record(
            controller.phone.scenario, lostActCount: controller.phone.lostActCount, nil, request,
            console, isQuiet: true)
        controller.end()
        if let failure { throw failure }
        return .done
    }

    /// - Returns: Why the phone's state cannot be kept; `nil` if it is, or none is to be.
    private static func finish(_ keeper: PhoneKeeper?) -> ProgramError? {
        do throws(ProgramError) { try keeper?.finish() } catch { return error }
        return nil
    }

    /// The file of the session, written as it goes; what it has to say is in the phone's log.
    private static func storyFile(
        _ path: String, _ controller: PhoneController, _ machine: MachinePhone
    ) -> StoryFile {
        let recorder = controller.phone.recorder
        let environment = machine.world.environment
        let source = StoryFile.Source(
            actCount: { recorder.actCount }, lostActCount: { recorder.lostActCount },
            text: { recorder.scenario(endingAt: $0).description })
        return StoryFile(path, source) { [weak controller] words in
            environment.onQueue { [controller] in controller?.say(words) }
        }
    }

    /// Writes the whole session.
    ///
    /// - Parameter recording: The file that has been written as it went; `nil` for none.
    private static func record(
        _ scenario: Scenario?, lostActCount: Int, _ recording: StoryFile?,
        _ request: PhoneRequest, _ console: Console, isQuiet: Bool = false
    ) throws(ProgramError) {
        guard let path = request.recordPath, let scenario else { return }
        if let recording {
            try recording.finish(scenario.description)
        } else {
            try replaceFile(scenario.description, at: path)
        }
        if !isQuiet {
            console.print(
                "\(scenario.timed.count) acts are in \(printable(path)); "
                    + "'sori sim \(printable(path))' acts them out\n")
        }
        if lostActCount > 0 {
            console.warn(
                "sori: \(lostActCount) acts are not in \(printable(path)): a story is full after "
                    + "\(scenario.timed.count); record shorter ones")
        }
    }
}
