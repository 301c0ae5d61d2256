package import AudioModel
package import DeviceProtocol
import Foundation
import Glibc
package import SoundServer
import Synchronization

/// An app's connection to the device service of the machine, or to a server of the process's own for
/// as long as there is none. Any thread.
///
/// When a service comes or goes, the app's session, its streams and what it shows move to the other
/// server: what plays goes on, and the app is told only what changes for it.
package final class DeviceServiceConnection: AppConnection {
    /// What the app's library does for the connection. Called on threads of the connection.
    package struct Events: Sendable {
        /// The service has granted a stream.
        package var streamStarted: @Sendable () -> Void = {}
        /// The app is about to be suspended: its output has to stop.
        package var holdOutput: @Sendable () -> Void = {}
        /// The app's output may go on.
        package var resumeOutput: @Sendable () -> Void = {}
        /// A service cannot be used, and why.
        package var warned: @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    private struct State {
        var current: any AppConnection
        var relay: Relay
        var replica = AppReplica()
        var filter = LifeCycleFilter()
        /// Notifications that arrive while the server changes; `nil` when they are delivered at
        /// once.
        var kept: [AppNotification]?
        /// Attempts in a row at a service that is busy.
        var retryCount = 0
    }

    private let state: Mutex<State>
    /// Held by every request, and while the server changes. Recursive: an app may answer a
    /// notification with a request.
    private let turns = NSRecursiveLock()
    private let receiver: any AppReceiver
    private let description: AppDescription
    private let ownServer: @Sendable () -> Server
    private let socketPath: String
    private let reportsCallbackReturns: Bool
    private let events: Events
    private let watch: SocketWatch?

    /// Connects to the service, or to the own server, and follows the service's coming and going.
    ///
    /// - Parameters:
    ///   - socketPath: The service's socket.
    ///   - ownServer: The process's own server, made when it is first needed.
    ///   - reportsCallbackReturns: Whether the app's code will send `AppRequest.returned`.
    package init(
        _ description: AppDescription, socketPath: String, reportsCallbackReturns: Bool = false,
        events: Events, ownServer: @escaping @Sendable () -> Server, _ receiver: any AppReceiver
    ) {
        self.description = description
        self.socketPath = socketPath
        self.reportsCallbackReturns = reportsCallbackReturns
        self.events = events
        self.ownServer = ownServer
        self.receiver = receiver
        watch = SocketWatch(socketPath)
        let relay = Relay()
        state = Mutex(State(current: Disconnected(), relay: relay))
        relay.owner = self
        watch?.start { [weak self] in self?.useService() }
        useService()
        turns.withLock { if state.withLock({ $0.current is Disconnected }) { useOwnServer() } }
    }

    // MARK: Requests

    package var app: AppID { current.app }

    /// Whether a device service decides, and not the own server.
    package var isServed: Bool { current is PhoneConnection }

    private var current: any AppConnection { state.withLock { $0.current } }

    package func request(_ request: AppRequest) throws(SessionError) {
        turns.lock()
        defer { turns.unlock() }
        while true {
            let (connection, translated) = state.withLock { state in
                (state.current, state.replica.translated(request))
            }
            if let translated {
                do throws(SessionError) {
                    try connection.request(translated)
                } catch {
                    guard moved(from: connection) else {
                        if case .deactivate = request {
                            state.withLock { $0.replica.note(request) }
                        }
                        throw error
                    }
                    continue
                }
            }
            // A stream that has been started in place of being resumed is no longer dormant.
            return state.withLock { $0.replica.note(translated ?? request) }
        }
    }

    /// Moves to the own server if a connection is lost.
    ///
    /// - Returns: Whether the app is with another server now.
    private func moved(from connection: any AppConnection) -> Bool {
        guard let service = connection as? PhoneConnection, service.isLost else { return false }
        if state.withLock({ $0.current === service }) { useOwnServer() }
        return true
    }

    package func report(_ report: AppReport) {
        turns.withLock {
            state.withLock { $0.replica.note(report) }
            current.report(report)
        }
    }

    package func verdict(ofStream number: Int) -> Verdict? { current.verdict(ofStream: number) }

    package var session: SessionSnapshot { current.session }

    package var lastRefusal: RefusalReason? { current.lastRefusal }

    package func disconnect(_ termination: Termination) {
        watch?.stop()
        current.disconnect(termination)
    }

    /// Reports levels of streams, which only a service wants.
    package func reportLevels(_ levels: [StreamLevel]) {
        (current as? PhoneConnection)?.reportLevels(levels)
    }

    /// Reports that the output has stopped after `Events.holdOutput`.
    package func reportOutputHeld() { (current as? PhoneConnection)?.reportOutputHeld() }

    // MARK: Servers

    /// Moves to the service, if there is one and it is not the server already.
    private func useService() {
        guard !isServed else { return }
        let introduction = AppIntroduction(
            name: description.name, backgroundModes: description.backgroundModes,
            exitsOnSuspend: description.exitsOnSuspend,
            isInBackground: state.withLock { $0.filter.state == .background })
        let service: PhoneConnection
        do throws(PhoneConnectionError) {
            service = try PhoneConnection(
                to: socketPath, reportsCallbackReturns: reportsCallbackReturns,
                introducedBy: introduction)
        } catch {
            return tryAgain(after: error)
        }
        turns.withLock {
            guard !isServed else { return service.disconnect(.quit) }
            state.withLock { $0.retryCount = 0 }
            let former = current
            move(to: service) { relay in
                var connectionEvents = PhoneConnectionEvents()
                connectionEvents.streamStarted = events.streamStarted
                connectionEvents.holdOutput = events.holdOutput
                connectionEvents.resumeOutput = events.resumeOutput
                connectionEvents.lost = { [weak self] _ in self?.serviceLost(service) }
                service.attach(relay, events: connectionEvents)
            }
            former.disconnect(.killed)
        }
    }

    /// Tries again where the service may answer later: it is busy, or about to end.
    private func tryAgain(after error: PhoneConnectionError) {
        switch error {
        case .unreachable(EAGAIN), .silent, .closed:
            let count = state.withLock { state in
                defer { state.retryCount += 1 }
                return state.retryCount
            }
            watch?.check(after: min(0.25 * exp2(Double(min(count, 8))), 60))
        case .unreachable: break
        case .notOurs, .versionsDiffer, .garbled:
            events.warned("the device service is not used: " + error.words(about: "it"))
        }
    }

    private func serviceLost(_ service: PhoneConnection) {
        events.resumeOutput()
        turns.withLock {
            if state.withLock({ $0.current === service }) { useOwnServer() }
        }
        // It may be back already.
        watch?.check()
    }

    private func useOwnServer() {
        let server = ownServer()
        let relay = newRelay()
        let connection = server.connect(description, relay)
        move(to: connection, through: relay) { _ in
            if state.withLock({ $0.filter.state != .background }) { server.open(connection.app) }
        }
    }

    private func newRelay() -> Relay {
        let relay = Relay()
        relay.owner = self
        return relay
    }

    private func move(to connection: any AppConnection, _ attach: (Relay) -> Void) {
        move(to: connection, through: newRelay(), attach)
    }

    /// Tells a server all about the app, and lets it decide from now on.
    private func move(
        to connection: any AppConnection, through relay: Relay, _ attach: (Relay) -> Void
    ) {
        let (requests, reports, wasInterrupted) = state.withLock { state in
            state.current = connection
            state.relay = relay
            state.kept = state.kept ?? []
            return (
                state.replica.takeRequests(), state.replica.reports, state.replica.isInterrupted
            )
        }
        attach(relay)
        var isRefused = false
        for request in requests {
            do throws(SessionError) {
                try connection.request(request)
            } catch {
                guard let number = request.startedStream else { continue }
                isRefused = true
                state.withLock { $0.replica.noteRefusal(of: number) }
                receiver.apply(
                    StreamDirective(transport: .held, sessionGain: 1), toStream: number)
            }
        }
        for report in reports { connection.report(report) }
        // The new server knows of no interruption, and none would end.
        if isRefused, !wasInterrupted { take(.interruptionBegan(reason: .default), from: relay) }
        if wasInterrupted, !isRefused { take(.interruptionEnded(shouldResume: false), from: relay) }
        deliverKept()
    }

    private func deliverKept() {
        while true {
            let next = state.withLock { state -> AppNotification? in
                guard let first = state.kept?.first else {
                    state.kept = nil
                    return nil
                }
                state.kept?.removeFirst()
                return first
            }
            guard let next else { return }
            receiver.receive(next)
        }
    }

    // MARK: From the servers

    fileprivate func apply(_ directive: StreamDirective, toStream number: Int, from relay: Relay) {
        let isCurrent = state.withLock { state in
            guard state.relay === relay else { return false }
            state.replica.note(directive, ofStream: number)
            return true
        }
        if isCurrent { receiver.apply(directive, toStream: number) }
    }

    fileprivate func take(_ notification: AppNotification, from relay: Relay) {
        let told = state.withLock { state -> AppNotification? in
            guard state.relay === relay, let told = state.filter.filtered(notification) else {
                return nil
            }
            state.replica.note(told)
            guard state.kept != nil else { return told }
            state.kept?.append(told)
            return nil
        }
        if let told { receiver.receive(told) }
    }

    fileprivate func follow(_ appState: AppState, from relay: Relay) {
        if state.withLock({ $0.relay === relay }) { receiver.follow(appState) }
    }
}

/// The receiver of one server's decisions, which count for as long as it is the app's server.
///
/// Ownership: `owner` is set once, before a server has the relay.
private final class Relay: AppReceiver, @unchecked Sendable {
    weak var owner: DeviceServiceConnection?

    func apply(_ directive: StreamDirective, toStream number: Int) {
        owner?.apply(directive, toStream: number, from: self)
    }

    func receive(_ notification: AppNotification) { owner?.take(notification, from: self) }

    func follow(_ state: AppState) { owner?.follow(state, from: self) }
}

/// No server, before the first.
private final class Disconnected: AppConnection {
    let app = AppID(rawValue: -1)
    var session: SessionSnapshot { .ofAnAppAlone }

    func request(_ request: AppRequest) throws(SessionError) { throw .mediaServicesFailed }
    func report(_ report: AppReport) {}
    func verdict(ofStream number: Int) -> Verdict? { nil }
    func disconnect(_ termination: Termination) {}
}
