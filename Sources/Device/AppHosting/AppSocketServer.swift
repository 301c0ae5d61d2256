import AudioModel
import DeviceConnections
import DeviceProtocol
import Glibc
import HostLinux
import SoundClient
package import SoundServer
import Synchronization

/// Serves the apps that connect to a device's socket, all on one thread of its own. Any thread may
/// call it.
///
/// A process that floods, sends malformed messages, does not read or does not introduce itself is
/// disconnected, and `Handlers.log` is told why. Nothing that it does delays another for long.
package final class AppSocketServer: Sendable {
    /// What the sockets are connected with. All are called on the thread of the sockets.
    package struct Handlers: Sendable {
        /// Connects an app to the server.
        package var connect: @Sendable (ConnectedApp) -> any AppConnection
        /// Called when an app has been welcomed.
        package var connected: @Sendable (ConnectedApp) -> Void
        /// Called after an app has left the server.
        package var disconnected: @Sendable (ConnectedApp) -> Void
        /// Receives messages for the user.
        package var log: @Sendable (String) -> Void
        /// Runs a closure that makes the server decide, and waits for it.
        package var performSync: @Sendable (() -> Void) -> Void

        package init(
            connect: @escaping @Sendable (ConnectedApp) -> any AppConnection,
            connected: @escaping @Sendable (ConnectedApp) -> Void = { _ in },
            disconnected: @escaping @Sendable (ConnectedApp) -> Void = { _ in },
            log: @escaping @Sendable (String) -> Void = { _ in },
            performSync: @escaping @Sendable (() -> Void) -> Void = { $0() }
        ) {
            self.connect = connect
            self.connected = connected
            self.disconnected = disconnected
            self.log = log
            self.performSync = performSync
        }
    }

    /// The path of the socket.
    package var path: String { listener.path }

    private let listener: ListeningSocket
    private let limits: AppConnectionLimits
    private let handlers: Handlers
    private let wakeUp = WakeUp()
    private let isClosing = Atomic(false)
    /// Whether sessions may have changed since they were shown.
    private let isStale = Atomic(false)
    private let decisions = DecisionCount()
    /// The thread of the sockets; 0 before it runs.
    private let threadID = Atomic<pthread_t>(0)
    private let thread = WorkerSlot()

    /// Most apps at a time.
    private static let appsMax = 256
    /// Most connections accepted in a burst, and the sustained rate per second.
    private static let connectionsMax = 64
    private static let connectionsPerSecond = 20

    /// Listens at a path, and serves what connects.
    ///
    /// - Throws: `AppSocketError`: another service listens there, or the system refuses.
    package init(
        at path: String, limits: AppConnectionLimits = AppConnectionLimits(), _ handlers: Handlers
    ) throws(AppSocketError) {
        listener = try ListeningSocket(path)
        self.limits = limits
        self.handlers = handlers
        do throws(OutputError) {
            try thread.start(for: "the apps of the device") { [self] _ in serve() }
        } catch {
            throw .notMade(path, errno: EAGAIN)
        }
    }

    /// Whether a server listens at a path, in any process.
    package static func isListening(at path: String) -> Bool { ListeningSocket.isInUse(path) }

    /// Shows all apps their sessions soon, after something has been decided. Returns at once.
    package func sessionsChanged() {
        decisions.add()
        let wasStale = isStale.exchange(true, ordering: .acquiringAndReleasing)
        // The thread itself looks before it waits.
        let isOnThread = threadID.load(ordering: .relaxed) == pthread_self()
        if !wasStale, !isOnThread { wakeUp.wake() }
    }

    /// Disconnects every app, removes the socket, and waits for the thread of the sockets, which must
    /// not call it.
    package func close() {
        isClosing.store(true, ordering: .releasing)
        wakeUp.wake()
        thread.end()
    }

    // MARK: The thread

    /// A connection, before and after its process has introduced itself.
    private struct Client {
        var socket: MessageSocket
        var processID: Int32
        var deadline: HostTime
        var allowance: MessageAllowance
        var hasGreeted = false
        var reportsCallbackReturns = false
        var app: ConnectedApp?
        var isGone = false
        /// Whether there is something to receive.
        var isReady = false
    }

    private func serve() {
        var clients: [Client] = []
        var connectionLimits = limits
        connectionLimits.messagesMax = Self.connectionsMax
        connectionLimits.messagesPerSecond = Self.connectionsPerSecond
        var admission = MessageAllowance(connectionLimits, at: LinuxClock.now)
        var acceptsAt = HostTime.zero
        var wanted: [pollfd] = []
        threadID.store(pthread_self(), ordering: .relaxed)
        while !isClosing.load(ordering: .acquiring) {
            let isCalled = awaitEvent(&clients, acceptsAt, &wanted)
            let now = LinuxClock.now
            if isCalled {
                accept(&clients, &admission, &acceptsAt, at: now)
            }
            for index in clients.indices { serve(&clients[index], at: now) }
            if isStale.exchange(false, ordering: .acquiringAndReleasing) {
                updatePages(of: clients)
            }
            for client in clients where client.isGone { part(from: client) }
            clients.removeAll(where: \.isGone)
        }
        for client in clients { part(from: client) }
        listener.close()
    }

    /// Writes the sessions into the pages of shared memory that the apps read, unless each page is of
    /// the last decision.
    private func updatePages(of clients: [Client]) {
        let isEachShown = clients.allSatisfy { $0.app?.isPageCurrent != false }
        guard !isEachShown else { return }
        handlers.performSync { for client in clients { client.app?.updatePage() } }
    }

    /// Waits until there is something to do, and notes which clients have sent something.
    ///
    /// - Parameter wanted: Memory for the descriptors, kept between two calls.
    /// - Returns: Whether a process wants to connect.
    private func awaitEvent(
        _ clients: inout [Client], _ acceptsAt: HostTime, _ wanted: inout [pollfd]
    ) -> Bool {
        wanted.removeAll(keepingCapacity: true)
        wanted.append(pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0))
        var deadline: HostTime?
        for client in clients where client.app == nil {
            deadline = min(deadline ?? client.deadline, client.deadline)
        }
        var listens = false
        if clients.count < Self.appsMax {
            listens = LinuxClock.now >= acceptsAt
            if !listens { deadline = min(deadline ?? acceptsAt, acceptsAt) }
        }
        // A negative descriptor is passed over.
        let listening = listens ? listener.descriptor : -1
        wanted.append(pollfd(fd: listening, events: Int16(POLLIN), revents: 0))
        for client in clients {
            let events = client.app?.hasBacklog == true ? POLLIN | POLLOUT : POLLIN
            wanted.append(pollfd(fd: client.socket.descriptor, events: Int16(events), revents: 0))
        }
        let timeout = deadline.map { milliseconds($0 - LinuxClock.now) } ?? -1
        let count = poll(&wanted, UInt(wanted.count), timeout)
        guard count > 0 else { return false }
        if wanted[0].revents != 0 { wakeUp.reset() }
        for index in clients.indices {
            let events = Int32(wanted[index + 2].revents)
            clients[index].isReady = events & ~POLLOUT != 0
        }
        return wanted[1].revents != 0
    }

    private func accept(
        _ clients: inout [Client], _ admission: inout MessageAllowance, _ acceptsAt: inout HostTime,
        at now: HostTime
    ) {
        while clients.count < Self.appsMax, let socket = listener.accept() {
            guard socket.isPeerSameUser, let process = socket.peerProcess else {
                handlers.log("a process of another user, or one that had ended, was refused")
                continue
            }
            clients.append(
                Client(
                    socket: socket, processID: process, deadline: now + limits.answerTime,
                    allowance: MessageAllowance(limits, at: now)))
            if !admission.take(at: now) {
                acceptsAt = now + .milliseconds(100)
                return
            }
        }
    }

    /// Serves one message of a client, so that the others have their turn before its next.
    private func serve(_ client: inout Client, at now: HostTime) {
        if client.app?.hasBacklog == true { client.app?.flush() }
        if client.isReady, client.app?.failure == nil { receive(from: &client, at: now) }
        client.isReady = false
        guard !client.isGone else { return }
        if client.app == nil, now >= client.deadline { end(&client, .didNotIntroduceItself) }
        if let failure = client.app?.failure { end(&client, failure) }
    }

    private func receive(from client: inout Client, at now: HostTime) {
        switch client.socket.receive() {
        case .nothing: break
        case .gone: client.isGone = true
        case .tooLarge: end(&client, .tooLarge)
        case .message(let bytes):
            guard client.allowance.take(at: now) else {
                return end(&client, .floods(perSecond: limits.messagesPerSecond))
            }
            do throws(MessageError) {
                handle(try AppMessage(decoding: bytes), from: &client)
            } catch {
                end(&client, .garbled(error))
            }
        }
    }

    private func end(_ client: inout Client, _ failure: AppConnectionFailure) {
        client.isGone = true
        client.socket.shutDown()
        let process = "process \(client.processID)"
        let subject = client.app.map { "\($0.introduction.name) (\(process))" } ?? process
        handlers.log("\(subject) was disconnected: \(failure.words)")
    }

    private func handle(_ message: AppMessage, from client: inout Client) {
        if let app = client.app { return handlers.performSync { app.handle(message) } }
        switch message {
        case .hello(let version) where !client.hasGreeted:
            guard version == .current else {
                if let bytes = try? PhoneMessage.versionMismatch(.current).encoded() {
                    _ = client.socket.send(bytes)
                }
                return end(&client, .versionsDiffer)
            }
            client.hasGreeted = true
        case .reportsCallbackReturns where client.hasGreeted: client.reportsCallbackReturns = true
        case .introduction(let introduction) where client.hasGreeted:
            connect(&client, introduction)
        default: end(&client, .unexpectedMessage)
        }
    }

    private func connect(_ client: inout Client, _ introduction: AppIntroduction) {
        let app = ConnectedApp(
            introduction, processID: client.processID,
            over: AppLink(client.socket, limits: limits),
            reportsCallbackReturns: client.reportsCallbackReturns,
            decisions: decisions, wake: { [wakeUp] in wakeUp.wake() })
        client.app = app
        handlers.performSync {
            app.welcome(handlers.connect(app))
            handlers.connected(app)
        }
    }

    private func part(from client: Client) {
        client.socket.shutDown()
        guard let app = client.app else { return }
        handlers.performSync { app.disconnect() }
        handlers.disconnected(app)
    }
}
