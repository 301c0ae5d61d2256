package import SoundClient
import Synchronization

/// The users of a phone's cameras: they are one app's at a time, the last one's that began. Any
/// thread.
package final class CameraDesk: Sendable {
    private let state = Mutex(State())

    fileprivate struct State {
        /// The runs that film, or want to, in the order of their beginning.
        var users: [Weak] = []
        var isElsewhere = false
        /// The app that has locked the configuration of a camera, by the camera's identifier.
        var locks: [String: ObjectIdentifier] = [:]
    }

    fileprivate struct Weak {
        weak var user: (any CameraUser)?
        /// The app of the user: two runs of one app do not take the camera from each other.
        let app: ObjectIdentifier
    }

    package init() {}

    /// Whether something that is no app of this phone uses the cameras.
    package var isElsewhere: Bool {
        get { state.withLock { $0.isElsewhere } }
        set { change { $0.isElsewhere = newValue } }
    }

    /// Whether the cameras are not this user's to use now.
    package func isTaken(from user: any CameraUser) -> Bool {
        state.withLock { $0.isTaken(from: user) }
    }

    /// A run begins to film: it takes the cameras from the apps before it.
    package func begin(_ user: any CameraUser, of app: AppSound) {
        change { state in
            state.users.removeAll { $0.user == nil || $0.user === user }
            state.users.append(Weak(user: user, app: ObjectIdentifier(app)))
        }
    }

    /// A run films no more: the cameras are the app's before it.
    package func end(_ user: any CameraUser) {
        change { state in state.users.removeAll { $0.user == nil || $0.user === user } }
    }

    /// Locks the configuration of a camera for an app; its caller counts them.
    ///
    /// - Returns: Whether no other app has it.
    package func lock(_ camera: String, for app: AppSound) -> Bool {
        state.withLock { state in
            if let holder = state.locks[camera] { return holder == ObjectIdentifier(app) }
            state.locks[camera] = ObjectIdentifier(app)
            return true
        }
    }

    /// Unlocks the configuration of a camera.
    package func unlock(_ camera: String, for app: AppSound) {
        state.withLock { state in
            if state.locks[camera] == ObjectIdentifier(app) { state.locks[camera] = nil }
        }
    }

    /// Forgets the locks of an app that has ended, and ends what it films.
    package func forget(_ app: AppSound) {
        let ended = state.withLock { state in
            state.users.filter { $0.app == ObjectIdentifier(app) }.compactMap(\.user)
        }
        for user in ended { user.appHasEnded() }
        change { state in
            state.locks = state.locks.filter { $0.value != ObjectIdentifier(app) }
            state.users.removeAll { $0.app == ObjectIdentifier(app) }
        }
    }

    /// Makes a change and tells the users of what has become of it.
    private func change(_ change: (inout State) -> Void) {
        let told = state.withLock { state in
            let before = state.users.compactMap(\.user).map { ($0, state.isTaken(from: $0)) }
            change(&state)
            return before.compactMap { user, wasTaken in
                let isTaken = state.isTaken(from: user)
                return isTaken == wasTaken ? nil : (user, isTaken)
            }
        }
        for (user, isTaken) in told { user.cameraWasTaken(isTaken) }
    }
}

extension CameraDesk.State {
    fileprivate func isTaken(from user: any CameraUser) -> Bool {
        if isElsewhere { return true }
        guard let mine = users.first(where: { $0.user === user }) else { return false }
        let last = users.last { $0.user != nil }
        return last.map { $0.app != mine.app } ?? false
    }
}

/// What films.
package protocol CameraUser: AnyObject, Sendable {
    /// The cameras were taken by another app, or given back. Must return at once.
    func cameraWasTaken(_ isTaken: Bool)
    /// The process of the app has ended. Must return at once.
    func appHasEnded()
}
