import Glibc
import Synchronization

/// A request to the thread of a connection.
enum BusCommand: Sendable {
    case call(DBusMethodCall, deadline: UInt64, DBusCompletion)
    case emit(DBusSignal)
    case emitChange(path: String, interface: String, [String])
    case subscribe(Int, DBusMatchRule, DBusContentLimits, @Sendable (DBusSignal) -> Void)
    case watchOwner(Int, String, @Sendable (String?) -> Void)
    case cancel(Int)
    case export([DBusInterface], String)
    case requestName(
        String, UInt32, @Sendable (Result<DBusNameReply, DBusError>) -> Void)
    case releaseName(String)
    /// The program of a connection, found in a generation of the connection to the bus.
    case identified(String, AccessRule.Caller, generation: Int)
    /// The answer to a received call.
    case reply(Int, Result<[DBusValue], DBusError>)

    /// Whether the number of such commands that wait is limited. The others are limited by what
    /// they refer to.
    var isLimited: Bool {
        switch self {
        case .call, .emit, .emitChange, .requestName: true
        case .subscribe, .watchOwner, .cancel, .export, .releaseName, .identified, .reply: false
        }
    }

    /// Fails the command's completion, if it has one.
    func fail(_ error: DBusError) {
        switch self {
        case .call(_, _, let completion): completion(.failure(error))
        case .requestName(_, _, let completion): completion(.failure(error))
        default: break
        }
    }
}

/// What all threads share with the thread of a connection.
final class BusInbox: Sendable {
    private struct State {
        var commands: [BusCommand] = []
        var limitedCount = 0
        var isClosed = !DBusConnection.isSupported
        var uniqueName: String?
    }

    private let state = Mutex(State())
    private let thread = OwnThread()

    /// Readable when there is a command; negative when the system has no descriptor left.
    var wakeDescriptor: Int32 { thread.wakeDescriptor }

    var uniqueName: String? {
        get { state.withLock { $0.uniqueName } }
        set { state.withLock { $0.uniqueName = newValue } }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    var isOnThread: Bool { thread.isCurrent }

    /// Adds a command for the thread.
    ///
    /// - Returns: The reason for which it was not added.
    func post(_ command: BusCommand) -> DBusError? {
        let error = state.withLock { state -> DBusError? in
            if state.isClosed {
                return DBusConnection.isSupported
                    ? DBusError(.disconnected, "the connection is closed")
                    : DBusError(.notSupported, "this build has no D-Bus (trait DBus)")
            }
            if command.isLimited {
                guard state.limitedCount < DBusConnection.queuedMax else {
                    return DBusError(.limitsExceeded, "too many messages wait to be sent")
                }
                state.limitedCount += 1
            }
            state.commands.append(command)
            return nil
        }
        if error == nil { thread.wake() }
        return error
    }

    func takeCommands() -> [BusCommand] {
        state.withLock { state in
            defer {
                state.commands = []
                state.limitedCount = 0
            }
            return state.commands
        }
    }

    // MARK: The thread

    /// Runs `body` on a thread of its own, which ends the inbox when it returns.
    func start(_ body: @escaping @Sendable () -> Void) {
        if !thread.start(body) { close(waits: false) }
    }

    func close(waits: Bool) {
        let abandoned = state.withLock { state in
            state.isClosed = true
            // A running thread finishes the waiting commands itself.
            return thread.hasStarted ? [] : state.commands
        }
        thread.wake()
        if waits { thread.waitForEnd() }
        for command in abandoned where !thread.hasStarted {
            command.fail(DBusError(.disconnected, "the connection is closed"))
        }
    }
}

/// The time of `CLOCK_MONOTONIC`, which libsystemd counts in, in microseconds.
func monotonicMicroseconds(after seconds: Double = 0) -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    // NaN counts as none; a day is longer than any sensible time-out.
    let wait = seconds > 0 ? min(seconds, 86_400) : 0
    return now + UInt64(wait * 1_000_000)
}
