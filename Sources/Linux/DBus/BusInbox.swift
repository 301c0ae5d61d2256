import CLinuxShim
import Dispatch
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
    /// The thread's `pthread_t`, once it runs.
    private let identity = Atomic<UInt>(0)
    /// Left when the thread has ended.
    private let running = DispatchGroup()
    /// Readable when there is a command; negative when the system has no descriptor left.
    let wakeDescriptor: Int32

    init() {
        wakeDescriptor = sori_make_wake_descriptor()
    }

    deinit {
        if wakeDescriptor >= 0 { Glibc.close(wakeDescriptor) }
    }

    var uniqueName: String? {
        get { state.withLock { $0.uniqueName } }
        set { state.withLock { $0.uniqueName = newValue } }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    var isOnThread: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

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
        if error == nil { wake() }
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

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    // MARK: The thread

    /// Runs `body` on a thread of its own, which ends the inbox when it returns.
    func start(_ body: @escaping @Sendable () -> Void) {
        final class Start {
            let inbox: BusInbox
            let body: @Sendable () -> Void
            init(_ inbox: BusInbox, _ body: @escaping @Sendable () -> Void) {
                self.inbox = inbox
                self.body = body
            }
        }
        let start = Unmanaged.passRetained(Start(self, body))
        running.enter()
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                start.inbox.identity.store(UInt(pthread_self()), ordering: .relaxed)
                start.body()
                start.inbox.running.leave()
                return nil
            }, start.toOpaque())
        guard error == 0 else {
            start.release()
            running.leave()
            return close(waits: false)
        }
        pthread_detach(thread)
    }

    func close(waits: Bool) {
        let abandoned = state.withLock { state in
            state.isClosed = true
            // A running thread finishes the waiting commands itself.
            return identity.load(ordering: .relaxed) == 0 ? state.commands : []
        }
        wake()
        if waits, !isOnThread { running.wait() }
        for command in abandoned where identity.load(ordering: .relaxed) == 0 {
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
