package import AudioModel
import CommandLineTool
import Glibc
import HostLinux
import LiveDevice
import Simulation
package import Terminal

/// Shows a phone on a terminal and takes keys, until the user or a signal ends it.
package struct PhoneSession {
    package let controller: PhoneController
    package let recordPath: String?
    /// The name of the phone; `nil` for one without.
    private let name: String?
    private let sync: (() -> Void) -> Void
    private let outputName: () -> String
    private var decoder = TerminalKeyDecoder()
    private var isHelpShown = false
    /// The levels shown, by stream; they fall slowly, so that the eye can follow.
    private var levels: [String: Float] = [:]

    package static let framesPerSecond = 20
    private static let fallPerFrame: Float = 0.8

    /// - Parameters:
    ///   - sync: Runs a closure on the phone's queue and waits for it.
    ///   - outputName: The name of the output, for display.
    package init(
        _ controller: PhoneController, name: String? = nil, recordPath: String? = nil,
        sync: @escaping (() -> Void) -> Void,
        outputName: @escaping () -> String
    ) {
        self.controller = controller
        self.name = name
        self.recordPath = recordPath
        self.sync = sync
        self.outputName = outputName
    }

    /// - Parameters:
    ///   - socket: Takes commands of other processes.
    ///   - size: Returns columns and rows; called for every frame, because a window may change its
    ///     size.
    ///   - shouldEnd: Returns whether a signal asked for the end.
    package mutating func run(
        on terminal: RawTerminal, writer: ScreenWriter,
        socket: PhoneSocket? = nil, size: () -> (width: Int, height: Int), shouldEnd: () -> Bool
    ) {
        var writer = writer
        while !shouldEnd() {
            if JobSignals.takeStopRequest() {
                terminal.suspend()
                socket?.dropClients()
                writer.forget()
            }
            if JobSignals.takeContinuation() {
                terminal.resume()
                socket?.dropClients()
                writer.forget()
            }
            let (width, height) = size()
            writer.show(screen().lines(width: width, height: height), width: width)
            guard
                terminal.waitForKeys(
                    milliseconds: 1000 / Self.framesPerSecond, or: socket?.descriptors ?? [])
            else { return }
            if let socket, serve(socket, at: LinuxClock.now) { return }
            let keys = decoder.keys(in: terminal.waitingBytes())
            if keys.contains(.suspend) {
                terminal.suspend()
                socket?.dropClients()
                writer.forget()
            }
            if keys.contains(.redraw) { writer.forget() }
            guard press(keys) else { return }
        }
    }

    /// Answers commands of other processes.
    ///
    /// - Returns: Whether one of them ends the phone.
    package mutating func serve(_ socket: PhoneSocket, at now: HostTime) -> Bool {
        var ends = false
        socket.serve(at: now) { line in
            // The session knows more of its screen than the phone does.
            if (try? ControlCommand(line)) == .screenshot {
                return PhoneAnswer(pictureOf: screen())
            }
            var answer = PhoneAnswer()
            sync { answer = controller.answer(line) }
            ends = ends || answer.endsPhone
            return answer
        }
        return ends
    }

    /// - Returns: Whether the session goes on.
    package mutating func press(_ keys: [TerminalKey]) -> Bool {
        for key in keys {
            guard let command = KeyCommand(key) else { continue }
            switch command {
            case .quit where isHelpShown, .help: isHelpShown.toggle()
            case .quit: return false
            default:
                let controller = controller
                sync { controller.perform(command) }
            }
        }
        return true
    }

    /// The screen's present contents.
    package mutating func screen() -> PhoneScreen {
        var snapshot = LiveSnapshot()
        var activityLog: [ActivityLogEntry] = []
        let controller = controller
        sync { (snapshot, activityLog) = (controller.snapshot(), controller.activityLog) }
        let before = levels
        levels = [:]
        for stream in snapshot.streams {
            levels[stream.name] = max(
                stream.level, before[stream.name, default: 0] * Self.fallPerFrame)
        }
        var screen = PhoneScreen(
            snapshot, activityLog: activityLog, apps: controller.apps, output: outputName(),
            recordPath: recordPath)
        screen.phoneName = name
        screen.isHelpShown = isHelpShown
        screen.levels = levels
        return screen
    }
}
