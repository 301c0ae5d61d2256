import AudioModel
import DeviceConnections
import DeviceProtocol

/// What the processes that connect to a socket are served for: a device with the apps of a machine,
/// or a program that a phone has started. Called on the thread of the sockets.
protocol AppHost: AnyObject, Sendable {
    associatedtype App: HostedApp

    /// Whether a process may connect.
    func admits(_ socket: MessageSocket) -> Bool
    /// Returns the app of a process, which it welcomes.
    ///
    /// - Parameter introduction: What the process says of itself; `nil` after its hello.
    /// - Returns: `nil` when the process has to introduce itself.
    func app(of client: AppClient<App>, introducedBy introduction: AppIntroduction?) -> App?
    /// Called when a process has broken a rule, before it is disconnected.
    func failed(_ failure: AppConnectionFailure, _ client: AppClient<App>)
}

/// The connection of a process, before and after it has become an app. One thread.
struct AppClient<App: HostedApp> {
    let socket: MessageSocket
    /// The process that has connected, as the kernel knows it; 0 when it does not.
    let processID: Int32
    /// Whether its library has said that it reports when the app's code has returned.
    private(set) var reportsCallbackReturns = false
    private(set) var app: App?
    private(set) var isGone = false
    /// Whether there may be something to receive.
    var isReady = true
    /// When it has to be an app; `nil` for no limit.
    private let introductionDeadline: HostTime?
    private var allowance: MessageAllowance
    private var hasGreeted = false

    init(
        _ socket: MessageSocket, limits: AppConnectionLimits, introductionDeadline: HostTime?,
        at now: HostTime
    ) {
        self.socket = socket
        self.introductionDeadline = introductionDeadline
        processID = socket.peerProcess ?? 0
        allowance = MessageAllowance(limits, at: now)
    }

    /// When it is disconnected unless it becomes an app before.
    var deadline: HostTime? { app == nil ? introductionDeadline : nil }

    /// Sends what waits, and serves messages that have arrived.
    ///
    /// - Parameter messagesMax: Most messages, so that others have their turn.
    mutating func serve<Host: AppHost>(
        for host: Host, messagesMax: Int, limits: AppConnectionLimits, at now: HostTime
    ) where Host.App == App {
        if let app, app.hasBacklog { app.flush() }
        if isReady {
            for _ in 0..<messagesMax where !isGone && app?.failure == nil {
                guard receive(for: host, limits, at: now) else { break }
            }
        }
        isReady = false
        guard !isGone else { return }
        if let deadline, now >= deadline { end(.didNotIntroduceItself, for: host) }
        if let failure = app?.failure { end(failure, for: host) }
    }

    /// - Returns: Whether there was something to receive.
    private mutating func receive<Host: AppHost>(
        for host: Host, _ limits: AppConnectionLimits, at now: HostTime
    ) -> Bool where Host.App == App {
        switch socket.receive() {
        case .nothing: return false
        case .gone: isGone = true
        case .tooLarge: end(.tooLarge, for: host)
        case .message(let bytes):
            guard allowance.take(at: now) else {
                end(.floods(perSecond: limits.messagesPerSecond), for: host)
                break
            }
            do throws(MessageError) {
                handle(try AppMessage(decoding: bytes), for: host)
            } catch {
                end(.garbled(error), for: host)
            }
        }
        return true
    }

    private mutating func handle<Host: AppHost>(_ message: AppMessage, for host: Host)
    where Host.App == App {
        if let app { return app.handle(message) }
        switch message {
        case .hello(let version) where !hasGreeted:
            guard version == .current else {
                if let bytes = try? PhoneMessage.versionMismatch(.current).encoded() {
                    _ = socket.send(bytes)
                }
                return end(.versionsDiffer, for: host)
            }
            hasGreeted = true
            app = host.app(of: self, introducedBy: nil)
        case .reportsCallbackReturns where hasGreeted: reportsCallbackReturns = true
        case .introduction(let introduction) where hasGreeted:
            app = host.app(of: self, introducedBy: introduction)
        default: end(.unexpectedMessage, for: host)
        }
    }

    private mutating func end<Host: AppHost>(_ failure: AppConnectionFailure, for host: Host)
    where Host.App == App {
        isGone = true
        host.failed(failure, self)
        socket.shutDown()
    }
}
