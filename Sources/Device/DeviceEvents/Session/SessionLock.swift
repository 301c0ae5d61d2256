import AudioModel
import DBus
import Dispatch

/// Whether the device is locked: what logind says of the user's session, or else the screen savers.
///
/// Ownership: `queue`.
final class SessionLock: @unchecked Sendable {
    private let act: @Sendable (DeviceEvent) -> Void
    private var login: LoginSession?
    private var loginState: LoginSession.State
    private var savers: [ScreenSaver] = []
    private var isLocked = false

    /// - Parameter hasLogin: Whether there is a system bus, on which logind may be.
    init(hasLogin: Bool, act: @escaping @Sendable (DeviceEvent) -> Void) {
        loginState = hasLogin ? .unknown : .noSession
        self.act = act
    }

    func start(login service: FollowedService?, user: UInt32, savers services: [FollowedService]) {
        savers = zip(services, ScreenSaver.kinds).map { service, kind in
            ScreenSaver(service, paths: kind.paths) { [weak self] in self?.update() }
        }
        login = service.map { service in
            LoginSession(service, user: user) { [weak self] state in
                self?.loginState = state
                self?.update()
            }
        }
        login?.start()
        for saver in savers { saver.start() }
    }

    private func update() {
        let isLocked: Bool
        switch loginState {
        case .unknown: return
        case .noSession: isLocked = savers.contains { $0.isActive }
        case .session(let isSessionLocked): isLocked = isSessionLocked
        }
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        act(isLocked ? .locked : .unlocked)
    }
}
