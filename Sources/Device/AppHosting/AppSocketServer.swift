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

    /// Listens at a path, and serves what connects.
    ///
    /// - Throws: `AppSocketError`: another service listens there, or the system refuses.
    package init(
        at path: String, limits: AppConnectionLimits = AppConnectionLimits(), _ handlers: Handlers
    ) throws(AppSocketError) {
        listener = try ListeningSocket(ofService: path)
        self.limits = limits
        self.handlers = handlers
        do throws(DeviceError) {
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

    private func serve() {
        var sockets = AppSockets<AppSocketServer>(
            listener, limits: limits, clientsMax: Self.appsMax, messagesATime: 1,
            introductionTime: limits.answerTime, wakeUp: wakeUp)
        threadID.store(pthread_self(), ordering: .relaxed)
        while !isClosing.load(ordering: .acquiring) {
            sockets.awaitEvent()
            sockets.serve(for: self)
            if isStale.exchange(false, ordering: .acquiringAndReleasing) {
                updatePages(of: sockets.clients)
            }
            for client in sockets.removeGone() { part(from: client) }
        }
        for client in sockets.clients { part(from: client) }
        listener.close()
    }

    /// Writes the sessions into the pages of shared memory that the apps read, unless each page is of
    /// the last decision.
    private func updatePages(of clients: [AppClient<ConnectedApp>]) {
        let isEachShown = clients.allSatisfy { $0.app?.isPageCurrent != false }
        guard !isEachShown else { return }
        handlers.performSync { for client in clients { client.app?.updatePage() } }
    }

    private func part(from client: AppClient<ConnectedApp>) {
        client.socket.shutDown()
        guard let app = client.app else { return }
        handlers.performSync { app.disconnect() }
        handlers.disconnected(app)
    }
}

extension AppSocketServer: AppHost {
    func admits(_ socket: MessageSocket) -> Bool {
        guard socket.isPeerSameUser, socket.peerProcess != nil else {
            handlers.log("a process of another user, or one that had ended, was refused")
            return false
        }
        return true
    }

    func app(
        of client: AppClient<ConnectedApp>, introducedBy introduction: AppIntroduction?
    ) -> ConnectedApp? {
        guard let introduction else { return nil }
        let app = ConnectedApp(
            introduction, client, limits: limits, decisions: decisions,
            performSync: handlers.performSync, wake: { [wakeUp] in wakeUp.wake() })
        handlers.performSync {
            app.welcome(handlers.connect(app))
            handlers.connected(app)
        }
        return app
    }

    func failed(_ failure: AppConnectionFailure, _ client: AppClient<ConnectedApp>) {
        let process = "process \(client.processID)"
        let subject = client.app.map { "\($0.introduction.name) (\(process))" } ?? process
        handlers.log("\(subject) was disconnected: \(failure.words)")
    }
}
