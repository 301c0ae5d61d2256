public import AudioModel

/// The app's side of its connection to the server.
public protocol AppReceiver: AnyObject, Sendable {
    /// Applies a directive to one of the app's streams.
    ///
    /// Called while the server decides, on the thread of the caller of the server. Must return at
    /// once and must not call the server.
    func apply(_ directive: StreamDirective, toStream number: Int)

    /// Delivers a notification. Called without the server's lock, in order, one at a time; may call
    /// the server.
    func receive(_ notification: AppNotification)

    /// Reports a state transition of the app. Called like `receive`, before the notifications about
    /// the transition; `.notRunning` comes last.
    func follow(_ state: AppState)

    /// Reports that the system kills the app's process without notifying the app; the transition to
    /// `.notRunning` follows.
    func end(becauseOf reason: KillReason)
}

extension AppReceiver {
    /// Does nothing; most apps need only the notifications.
    public func follow(_ state: AppState) {}
    /// Does nothing; most apps need only the notifications.
    public func end(becauseOf reason: KillReason) {}
}

/// The server's side of an app's connection. Any thread.
public protocol AppConnection: AnyObject, Sendable {
    var app: AppID { get }

    /// Sends a request. When it returns without throwing, the request is in effect and all
    /// directives have been obeyed.
    func request(_ request: AppRequest) throws(SessionError)

    /// Why the last refused request of this app was refused; `nil` for none. With requests from
    /// several threads it may be another thread's, which its error tells.
    var lastRefusal: RefusalReason? { get }

    /// Reports something that the phone shows to its user. It takes effect at once.
    func report(_ report: AppReport)

    /// The policy's present verdict on a stream of this app; `nil` for an unknown stream.
    func verdict(ofStream number: Int) -> Verdict?

    /// The app's session as the policy has it.
    var session: SessionSnapshot { get }

    /// Ends the connection: the app's process and all that it owned are gone.
    func disconnect(_ termination: Termination)
}

extension AppConnection {
    /// No reason: for connections that know none.
    public var lastRefusal: RefusalReason? { nil }

    /// Why a request was refused with this error; without a reason where none is known.
    package func reason(for error: SessionError) -> RefusalReason? {
        lastRefusal.flatMap { $0.error == error ? $0 : nil }
    }
}
