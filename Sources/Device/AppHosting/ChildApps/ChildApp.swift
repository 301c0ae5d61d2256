package import AudioModel
import DeviceConnections
package import DeviceProtocol
import Glibc
import HostLinux
import SoundClient
package import SoundServer
import Synchronization

/// An app of this phone in a process of its own. Any thread.
///
/// It is an app of the server from `launch` until its process has exited or the server has ended
/// it; the server opens, backgrounds and ends it (`Server.open(_:)` and so on). A process that
/// crashes, hangs, floods, sends malformed messages or does not read is removed from the phone, and
/// a `ChildAppEvent` says why. It never blocks the server.
package final class ChildApp: Sendable {
    /// The app's name and configuration, from its `Info.plist`.
    package let information: ProgramInformation
    /// The log file of the program's standard output and error, without control characters.
    package var outputPath: String { folder.outputPath }

    let server: Server
    let folder: ChildFolder
    let limits: AppConnectionLimits
    let wakeUp = WakeUp()
    let state: Mutex<State>
    let clock: @Sendable () -> HostTime = { LinuxClock.now }
    /// Runs a request to the server and waits for it.
    let performSync: @Sendable (() -> Void) -> Void
    private let onEvent: @Sendable (ChildAppEvent) -> Void
    private let service = WorkerSlot()

    struct State {
        var process: ChildProcess?
        /// The program's input; `nil` once its process has exited.
        var input: ProgramInput?
        /// The program's output; `nil` once its process has exited.
        var output: PseudoTerminal?
        var connection: (any AppConnection)?
        /// The connection to the app, once it has sent its hello.
        var link: AppLink
        /// Notifications to send once it has connected.
        var kept: [AppNotification] = []
        /// When the launch began; `nil` before it and once the app has connected or is overdue.
        var launchingSince: HostTime?
        var suspension = Suspension.none
        var wasAskedToTerminate = false
        var heldDirectives: [Int: StreamDirective] = [:]
        /// How its process exited by itself; `nil` while it runs.
        var exit: ChildProcess.ExitStatus?
        var ending: Ending?
        var end: ChildEnd?
    }

    enum Suspension: Equatable {
        case none
        /// The app is asked to stop its output.
        case holding(since: HostTime)
        /// Its process is stopped by `SIGSTOP`.
        case stopped
    }

    /// The server has ended the app; its process still has to exit.
    struct Ending {
        var since: HostTime
        /// Why the app is killed without notice; `nil` for one that was notified.
        var reason: KillReason?
        var isAsked = false
        var isKilled = false
    }

    /// Starts a program and launches it as an app in the background.
    ///
    /// - Parameters:
    ///   - onEvent: Receives the app's events, in order, on a thread of the app's own; must not wait
    ///     for the app.
    ///   - performSync: Runs a request to the server and waits for it. A phone that calls its own apps
    ///     on one queue passes `queue.sync`; `awaitEnd` must not be called on that queue then.
    /// - Throws: The program cannot be started.
    package static func launch(
        _ program: ChildProgram, in server: Server,
        limits: AppConnectionLimits = AppConnectionLimits(),
        onEvent: @escaping @Sendable (ChildAppEvent) -> Void = { _ in },
        performSync: @escaping @Sendable (() -> Void) -> Void = { $0() }
    ) throws(ChildAppError) -> ChildApp {
        let child = try ChildApp(program, server, limits, performSync, onEvent)
        let connection = server.connect(child.information.description, child)
        child.state.withLock { $0.connection = connection }
        do throws(ChildAppError) {
            try child.start(program)
        } catch {
            connection.disconnect(.crashed)
            throw error
        }
        return child
    }

    private init(
        _ program: ChildProgram, _ server: Server, _ limits: AppConnectionLimits,
        _ performSync: @escaping @Sendable (() -> Void) -> Void,
        _ onEvent: @escaping @Sendable (ChildAppEvent) -> Void
    ) throws(ChildAppError) {
        information = program.information
        folder = try ChildFolder(container: program.container)
        self.server = server
        self.limits = limits
        self.performSync = performSync
        self.onEvent = onEvent
        state = Mutex(State(link: AppLink(limits: limits)))
    }

    private func start(_ program: ChildProgram) throws(ChildAppError) {
        var environment = hostEnvironment().merging(program.environment) { $1 }
            .merging(folder.environment) { $1 }
        OpenALDropIn.add(to: &environment)
        ProgramKeychain.add(to: &environment)
        let input = try ProgramInput()
        var output: PseudoTerminal
        do throws(ChildAppError) {
            output = try PseudoTerminal(program.terminalSize)
        } catch {
            input.end()
            throw error
        }
        let process: ChildProcess
        do throws(ChildAppError) {
            process = try ChildProcess(
                program.path, arguments: program.arguments, environment: environment,
                input: input.reader, output: output.writer, ended: { [wakeUp] in wakeUp.wake() })
        } catch {
            input.end()
            output.end()
            throw error
        }
        output.closeWriter()
        state.withLock { ($0.process, $0.input, $0.output) = (process, input, output) }
        do throws(DeviceError) {
            let reader = output.reader
            try service.start(for: "an app") { [self] _ in serve(process, reader) }
        } catch {
            process.signal(SIGKILL)
            endOutput()
            throw .notStarted(program.path, errno: EAGAIN)
        }
    }

    // MARK: Status

    /// The app's identifier on the server; `.phone` before it is known.
    package var app: AppID { state.withLock { $0.connection?.app } ?? .phone }

    /// Process identifier of the program, which leads a process group; 0 without a process.
    package var processID: Int32 { state.withLock { $0.process?.pid } ?? 0 }

    /// The app's current status.
    package var status: ChildStatus {
        state.withLock { state in
            if let end = state.end { return .ended(end) }
            if state.ending != nil || state.link.failure != nil { return .ending }
            if state.suspension != .none { return .suspended }
            return state.link.isConnected ? .running : .notConnected
        }
    }

    /// Whether it has been asked to end, or is being killed, and has not exited.
    package var isEnding: Bool {
        state.withLock { state in
            state.end == nil
                && (state.wasAskedToTerminate || state.ending != nil || state.link.failure != nil)
        }
    }

    /// The status with which its process has exited without being asked to; `nil` while it runs, and
    /// where a signal or the phone ended it.
    package var exitStatus: Int32? {
        state.withLock { if case .code(let code) = $0.exit { code } else { nil } }
    }

    /// Levels of its streams by stream number; updated about 15 times a second.
    package var levels: [Int: StreamLevel] { withLink { $0.levels } }

    /// Gives the terminal of the program's output another size, and tells the program by `SIGWINCH`.
    package func resizeTerminal(_ size: TerminalSize) {
        state.withLock { state in
            guard let output = state.output else { return }
            output.resize(size)
            state.process?.signal(SIGWINCH)
        }
    }

    /// Gives the program an empty line on its standard input, as the Return key does.
    package func pressReturn() { state.withLock { $0.input?.pressReturn() } }

    /// Closes the terminal of the program's output, and its input.
    func endOutput() {
        state.withLock { state in
            state.input?.end()
            state.input = nil
            state.output?.end()
            state.output = nil
        }
    }

    // MARK: Termination

    /// Ends the app as the app switcher does: notifies it, sends `SIGTERM`, and after
    /// `AppConnectionLimits.endTime` kills it. Returns at once.
    package func end() {
        guard let connection = state.withLock({ $0.connection }) else { return }
        connection.disconnect(.quit)
    }

    /// Kills the process, as when the phone is switched off. Returns at once; the app leaves the
    /// server soon after.
    package func kill() {
        let process = state.withLock { state in
            if state.ending == nil { state.ending = Ending(since: clock(), isKilled: true) }
            return state.process
        }
        process?.signal(SIGKILL)
    }

    /// Waits until the process has exited.
    ///
    /// - Returns: Whether it exited within `interval`.
    @discardableResult
    package func awaitEnd(for interval: HostInterval) -> Bool {
        let deadline = clock() + interval
        while state.withLock({ $0.end }) == nil {
            guard clock() < deadline else { return false }
            sleep(until: min(deadline, clock() + .milliseconds(5)))
        }
        return true
    }

    /// Removes the app's temporary folder, before the phone's own process ends; a container that
    /// the user chose stays. Not while the app runs.
    package func removeFolder() { folder.remove() }

    func report(_ event: ChildAppEvent) { onEvent(event) }

    /// Kills the process for a protocol violation; the first reason counts.
    func fail(_ failure: AppConnectionFailure) {
        let process = state.withLock { state -> ChildProcess? in
            guard state.end == nil else { return nil }
            state.link.fail(failure)
            return state.process
        }
        process?.signal(SIGKILL)
    }

    /// Changes the state; kills the process if that breaks a rule. Any thread.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, failed, needsThread) = state.withLock { state in
            let hadFailed = state.link.failure != nil
            let result = body(&state)
            let hasFailed = !hadFailed && state.link.failure != nil
            return (
                result, hasFailed ? state.process : nil, hasFailed || state.link.hasBacklog
            )
        }
        failed?.signal(SIGKILL)
        if needsThread { wakeUp.wake() }
        return result
    }
}

/// The status of an app in a process of its own.
package enum ChildStatus: Hashable, Sendable {
    /// Its process runs and has not connected to the phone yet.
    case notConnected
    case running
    case suspended
    case ending
    case ended(ChildEnd)

    /// English text for the user.
    package var words: String {
        switch self {
        case .notConnected: "runs, but has not connected to the phone"
        case .running: "runs"
        case .suspended: "is suspended"
        case .ending: "is ending"
        case .ended(let end): end.words
        }
    }
}

/// An event of an app in a process of its own.
package enum ChildAppEvent: Hashable, Sendable {
    case connected
    /// The app has not connected within `AppConnectionLimits.callTime` of its launch.
    case didNotConnect(seconds: Double)
    /// A line of its output, or a note about dropped output.
    case printed(String)
    /// Its process was stopped.
    case suspended
    /// Its process was resumed.
    case resumed
    case ended(ChildEnd)

    /// A clause without a subject, for the user.
    package var words: String {
        switch self {
        case .connected: "has connected"
        case .didNotConnect(let seconds):
            "has not connected for \(Numeral.short(seconds, places: 6)) s: it hangs, uses no sound, or "
                + "is not built with Sori"
        case .printed(let text): "prints: \(text)"
        case .suspended: "is suspended: its process is stopped"
        case .resumed: "resumes: its process runs again"
        case .ended(let end): (end.words.hasPrefix("killed") ? "was " : "") + end.words
        }
    }
}
