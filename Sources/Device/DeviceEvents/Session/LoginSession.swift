import DBus

/// The lock of the user's graphical session, as logind knows it.
///
/// Source: systemd 252, `org.freedesktop.login1(5)`: `LockedHint`, `Display`. The signals `Lock`
/// and `Unlock` are requests to the locker, and not followed.
///
/// Ownership: the queue of `service`.
final class LoginSession: @unchecked Sendable {
    /// What logind says.
    enum State: Equatable {
        /// Logind has not answered yet, or has just ended.
        case unknown
        /// The user has no graphical session, or there is no logind.
        case noSession
        case session(isLocked: Bool)
    }

    static let busName = "org.freedesktop.login1"
    static let managerPath = "/org/freedesktop/login1"
    static let managerInterface = "org.freedesktop.login1.Manager"
    private static let userInterface = "org.freedesktop.login1.User"
    private static let sessionInterface = "org.freedesktop.login1.Session"

    private let service: FollowedService
    private let user: UInt32
    private let changed: @Sendable (State) -> Void
    private var userPath: String?
    private var sessionPath: String?
    private var state = State.unknown
    /// Counts the questions for the session, of which only the last one's answer counts.
    private var questionCount = 0

    /// - Parameter user: The user's number.
    init(
        _ service: FollowedService, user: UInt32, changed: @escaping @Sendable (State) -> Void
    ) {
        self.service = service
        self.user = user
        self.changed = changed
    }

    func start() {
        for member in ["SessionNew", "SessionRemoved", "UserNew"] {
            service.listen(at: Self.managerPath, to: Self.managerInterface, member) {
                [weak self] _ in self?.findSession()
            }
        }
        service.listen(
            to: DBusNames.properties, "PropertiesChanged", argument: Self.userInterface
        ) { [weak self] signal in
            guard let self, userPath == nil || signal.path == userPath else { return }
            findSession()
        }
        service.listen(
            to: DBusNames.properties, "PropertiesChanged", argument: Self.sessionInterface
        ) { [weak self] signal in self?.sessionChanged(signal) }
        service.follow { [weak self] isRunning in
            guard let self else { return }
            if isRunning {
                findSession()
            } else {
                // A logind that restarts keeps the sessions, and their locks.
                (userPath, sessionPath) = (nil, nil)
                questionCount += 1
                if state == .unknown { set(.noSession) }
            }
        }
    }

    // MARK: The session

    private func findSession() {
        questionCount += 1
        let question = questionCount
        service.call(
            "GetUser", of: Self.managerInterface, at: Self.managerPath, [.uint32(user)]
        ) { [weak self] result in
            guard let self, question == questionCount else { return }
            userPath = (try? result.get())?.first?.text
            guard let path = userPath else { return setSession(nil) }
            service.get("Display", of: Self.userInterface, at: path) { [weak self] value in
                guard let self, question == questionCount else { return }
                guard case .structure(let members)? = value, members.count == 2,
                    members[0].text != "", let session = members[1].text
                else { return setSession(nil) }
                setSession(session)
            }
        }
    }

    private func setSession(_ path: String?) {
        sessionPath = path
        guard let path else { return set(.noSession) }
        let question = questionCount
        service.get("LockedHint", of: Self.sessionInterface, at: path) { [weak self] value in
            guard let self, question == questionCount else { return }
            set(value?.bool.map { .session(isLocked: $0) } ?? .noSession)
        }
    }

    private func sessionChanged(_ signal: DBusSignal) {
        guard signal.path == sessionPath else { return }
        if let isLocked = signal.changedProperties?["LockedHint"]?.bool {
            set(.session(isLocked: isLocked))
        } else if signal.arguments.count == 3,
            signal.arguments[2].elements?.contains(where: { $0.text == "LockedHint" }) == true
        {
            findSession()
        }
    }

    private func set(_ state: State) {
        guard state != self.state else { return }
        self.state = state
        changed(state)
    }
}
