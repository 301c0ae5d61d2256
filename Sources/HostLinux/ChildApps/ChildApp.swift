import AudioModel
import Glibc
import SoundClient
import SoundServer
import DeviceProtocol
import Synchronization

/// A program of the user's that runs as an app of this phone, in a process of its own. Any thread.
///
/// It is an app of the server from `launch` until its process has ended or the server has ended
/// it; opening, leaving and ending are the server's (`Server.open(_:)` and so on). A process that
/// crashes, hangs, floods, sends nonsense or does not read loses its place on the phone, and
/// `news` says why. It never keeps the server waiting.
package final class ChildApp: Sendable {
    package let information: ProgramInformation
    /// The file that gets what the program prints.
    package var outputPath: String { folder.outputPath }

    let server: Server
    let folder: ChildFolder
    let limits: ChildLimits
    let wakeUp = WakeUp()
    let state = Mutex(State())
    let clock: @Sendable () -> HostTime = { LinuxClock.now }
    /// Runs what has the server decide, and waits for it.
    let inTurn: @Sendable (() -> Void) -> Void
    private let told: @Sendable (ChildAppEvent) -> Void
    private let service = WorkerSlot()

    struct State {
        var process: ChildProcess?
        var connection: (any AppConnection)?
        /// Once it has said hello.
        var line: MessageSocket?
        /// What the kernel did not take, in order.
        var backlog = Backlog()
        /// What it is to be told once it has connected.
        var kept: [AppNotification] = []
        /// Since when it launches without having called; `nil` before, and when that is over.
        var launchingSince: HostTime?
        var lastNotification: UInt32 = 0
        var unanswered: [Unanswered] = []
        var live: Set<Int> = []
        var levels: [Int: StreamLevel] = [:]
        var suspension = Suspension.none
        var wasAskedToTerminate = false
        /// Whether its library says when the app's code has returned (`AppRequest.returned`);
        /// until then it has when the library has dealt with a notification.
        var saysItReturns = false
        var heldDirectives: [Int: StreamDirective] = [:]
        var failure: ChildFailure?
        var ending: Ending?
        var end: ChildEnd?
    }

    /// A notification that the app has not dealt with.
    struct Unanswered {
        var number: UInt32
        var notification: AppNotification
        var since: HostTime
    }

    enum Suspension: Equatable {
        case none
        /// Its output is coming to a stand.
        case holding(since: HostTime)
        /// Its process is stopped.
        case stopped
    }

    /// The server has ended the app; its process is on its way out.
    struct Ending {
        var since: HostTime
        /// Why it is killed without a word; `nil` for one that is told.
        var reason: KillReason?
        var isAsked = false
        var isKilled = false
    }

    /// Starts a program and launches it as an app in the background.
    ///
    /// - Parameters:
    ///   - told: Is told what happens to it, in order, on a thread of its own; must not wait for
    ///     it.
    ///   - inTurn: Runs what has the server decide, and waits for it: for a phone whose own apps are
    ///     to be told on one queue only, `queue.sync`. `awaitEnd` is then not for that queue.
    package static func launch(
        _ program: ChildProgram, in server: Server, limits: ChildLimits = ChildLimits(),
        told: @escaping @Sendable (ChildAppEvent) -> Void = { _ in },
        inTurn: @escaping @Sendable (() -> Void) -> Void = { $0() }
    ) throws(ChildAppError) -> ChildApp {
        let child = try ChildApp(program, server, limits, inTurn, told)
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
        _ program: ChildProgram, _ server: Server, _ limits: ChildLimits,
        _ inTurn: @escaping @Sendable (() -> Void) -> Void,
        _ told: @escaping @Sendable (ChildAppEvent) -> Void
    ) throws(ChildAppError) {
        information = program.information
        folder = try ChildFolder(container: program.container)
        self.server = server
        self.limits = limits
        self.inTurn = inTurn
        self.told = told
    }

    private func start(_ program: ChildProgram) throws(ChildAppError) {
        let environment = hostEnvironment().merging(program.environment) { $1 }
            .merging(folder.environment) { $1 }
        let process = try ChildProcess(
            program.path, arguments: program.arguments, environment: environment,
            outputPath: folder.outputPath, ended: { [wakeUp] in wakeUp.wake() })
        state.withLock { $0.process = process }
        do throws(OutputError) {
            try service.start(for: "an app") { [self] _ in serve(process) }
        } catch {
            process.signal(SIGKILL)
            throw .notStarted(program.path, errno: EAGAIN)
        }
    }

    // MARK: What the phone shows

    /// On the server.
    package var app: AppID { state.withLock { $0.connection?.app } ?? .phone }

    /// Of the program's process, which leads a process group.
    package var processID: Int32 { state.withLock { $0.process?.pid } ?? 0 }

    package var status: ChildStatus {
        state.withLock { state in
            if let end = state.end { return .ended(end) }
            if state.ending != nil || state.failure != nil { return .ending }
            if state.suspension != .none { return .suspended }
            return state.line == nil ? .notConnected : .running
        }
    }

    /// Whether it has been told to end, or is being killed, and has not ended.
    package var isEnding: Bool {
        state.withLock { state in
            state.end == nil
                && (state.wasAskedToTerminate || state.ending != nil || state.failure != nil)
        }
    }

    /// How loud its streams are, by their numbers; reported some 15 times a second.
    package var levels: [Int: StreamLevel] { state.withLock { $0.levels } }

    // MARK: Its end

    /// Ends the app as the user does in the app switcher: it is told, asked, and after
    /// `ChildLimits.endTime` killed. Returns at once.
    package func end() {
        guard let connection = state.withLock({ $0.connection }) else { return }
        connection.disconnect(.quit)
    }

    /// Kills its process, as the phone is switched off. Returns at once; the app is gone from the
    /// server soon after.
    package func kill() {
        let process = state.withLock { state in
            if state.ending == nil { state.ending = Ending(since: clock(), isKilled: true) }
            return state.process
        }
        process?.signal(SIGKILL)
    }

    /// Waits until its process is gone.
    ///
    /// - Returns: Whether it was within `interval`.
    @discardableResult
    package func awaitEnd(for interval: HostInterval) -> Bool {
        let deadline = clock() + interval
        while state.withLock({ $0.end }) == nil {
            guard clock() < deadline else { return false }
            sleep(until: min(deadline, clock() + .milliseconds(5)))
        }
        return true
    }

    /// Removes what was made for it, before the phone's own process ends; its container stays
    /// where that is the user's. Not while it runs.
    package func removeFolder() { folder.remove() }

    func tell(_ news: ChildAppEvent) { told(news) }

    /// Kills the process for what it did; the first reason counts.
    func fail(_ failure: ChildFailure) {
        let process = state.withLock { state -> ChildProcess? in
            guard state.failure == nil, state.end == nil else { return nil }
            state.failure = failure
            return state.process
        }
        process?.signal(SIGKILL)
    }
}

/// What became of an app that is a process of its own.
package enum ChildStatus: Hashable, Sendable {
    /// Its process runs and has not used sound yet.
    case notConnected
    case running
    case suspended
    case ending
    case ended(ChildEnd)

    /// For people.
    package var words: String {
        switch self {
        case .notConnected: "runs, without a sound so far"
        case .running: "runs"
        case .suspended: "is suspended"
        case .ending: "is ending"
        case .ended(let end): end.words
        }
    }
}

/// Something that happened to an app that is a process of its own.
package enum ChildAppEvent: Hashable, Sendable {
    case connected
    /// It has not called the phone since it was launched, for `ChildLimits.callTime`.
    case didNotConnect(seconds: Double)
    /// A line of what it prints, or words about that.
    case printed(String)
    /// Its process stands still.
    case suspended
    case wentOn
    case ended(ChildEnd)

    /// A clause without a subject.
    package var words: String {
        switch self {
        case .connected: "has connected"
        case .didNotConnect(let seconds):
            "has run for \(seconds.shortText) s without a word: it hangs, needs no sound, or is not built "
                + "with Sori"
        case .printed(let text): "prints: \(text)"
        case .suspended: "stands still: its process is stopped"
        case .wentOn: "goes on: its process runs again"
        case .ended(let end): (end.words.hasPrefix("killed") ? "was " : "") + end.words
        }
    }
}
