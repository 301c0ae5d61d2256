package import AudioModel
import Synchronization

/// A permission that an app asks its user for.
package protocol AskedPermission: Equatable, Sendable {
    /// The app has not asked, or the user has not answered yet.
    static var undetermined: Self { get }
}

extension CameraPermission: AskedPermission {}
extension MediaLibraryPermission: AskedPermission {}

/// An app's permission, and the request for it that the user looks at and answers. Any thread.
package final class PermissionRequest<Permission: AskedPermission>: Sendable {
    private struct State {
        var permission: Permission
        var isAsking = false
        var waiting: [@Sendable (Permission) -> Void] = []
    }

    private let state: Mutex<State>

    /// Most calls that wait for one answer; later ones are answered like the first.
    private static var waitingMax: Int { 1000 }

    package init(_ permission: Permission) { state = Mutex(State(permission: permission)) }

    /// The present permission.
    package var permission: Permission { state.withLock { $0.permission } }

    /// Whether the user is looking at the request.
    package var isAsking: Bool { state.withLock { $0.isAsking } }

    /// Asks the user, unless that has happened.
    ///
    /// - Parameters:
    ///   - answered: Called with the answer, at once if it is known.
    ///   - show: Called without a lock when the request begins; it may answer at once.
    package func ask(
        _ answered: @escaping @Sendable (Permission) -> Void, show: () -> Void
    ) {
        let (known, isFirst) = state.withLock { state -> (Permission?, Bool) in
            guard state.permission == .undetermined else { return (state.permission, false) }
            guard state.waiting.count < Self.waitingMax else { return (.undetermined, false) }
            defer { state.isAsking = true }
            state.waiting.append(answered)
            return (nil, !state.isAsking)
        }
        if let known { return answered(known) }
        if isFirst { show() }
    }

    /// Answers the request that the user is looking at.
    ///
    /// - Returns: Whether there was one.
    package func answer(_ permission: Permission) -> Bool {
        let waiting = state.withLock { state -> [@Sendable (Permission) -> Void]? in
            guard state.isAsking else { return nil }
            state.isAsking = false
            state.permission = permission
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return false }
        for answered in waiting { answered(permission) }
        return true
    }
}
