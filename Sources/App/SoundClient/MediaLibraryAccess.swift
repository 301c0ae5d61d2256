package import AudioModel
import Synchronization

/// The place of the music library that an app uses, and the app's permission to use it. Any thread.
///
/// A simulated app is given that of its phone when it is launched; any other app has the user's.
package final class MediaLibraryAccess: Sendable {
    /// The folder of a library that is not the user's; makes the folder when it is first used.
    package let folder: (@Sendable () -> String)?
    /// Whether the app has said why it uses the library (`NSAppleMusicUsageDescription`); `nil` when
    /// its process must be asked.
    package let hasUsageText: Bool?
    /// Called when the app uses the library without having said why; `nil` to end the process.
    package let reportViolation: (@Sendable (_ call: String, _ rule: String) -> Void)?
    /// Whether the user answers requests by `answer`, and not at once by granting them.
    private let hasUser: Bool
    private let state: Mutex<State>

    private struct State {
        var permission: MediaLibraryPermission
        var isAsking = false
        var waiting: [@Sendable (MediaLibraryPermission) -> Void] = []
    }

    /// Most requests that wait for one answer; later ones are answered like the first.
    private static let waitingMax = 1000

    /// The access of a process of the user's own machine.
    package init() {
        folder = nil
        hasUsageText = nil
        reportViolation = nil
        hasUser = false
        state = Mutex(State(permission: .undetermined))
    }

    /// The access of a simulated app.
    package init(
        folder: @escaping @Sendable () -> String, permission: MediaLibraryPermission,
        hasUsageText: Bool,
        reportViolation: @escaping @Sendable (_ call: String, _ rule: String) -> Void
    ) {
        self.folder = folder
        self.hasUsageText = hasUsageText
        self.reportViolation = reportViolation
        hasUser = true
        state = Mutex(State(permission: permission))
    }

    /// The present permission.
    package var permission: MediaLibraryPermission { state.withLock { $0.permission } }

    /// Whether the user is looking at a request.
    package var isAsking: Bool { state.withLock { $0.isAsking } }

    /// Asks the user, unless that has happened.
    ///
    /// - Parameter answered: Called with the answer, at once if it is known.
    package func ask(_ answered: @escaping @Sendable (MediaLibraryPermission) -> Void = { _ in }) {
        let known = state.withLock { state -> MediaLibraryPermission? in
            if state.permission == .undetermined {
                guard !hasUser else {
                    state.isAsking = true
                    guard state.waiting.count < Self.waitingMax else { return .undetermined }
                    state.waiting.append(answered)
                    return nil
                }
                state.permission = .granted
            }
            return state.permission
        }
        if let known { answered(known) }
    }

    /// Answers the request that the user is looking at.
    ///
    /// - Returns: Whether there was one.
    package func answer(_ permission: MediaLibraryPermission) -> Bool {
        let waiting = state.withLock { state -> [@Sendable (MediaLibraryPermission) -> Void]? in
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

extension AppSound {
    /// The app's way to the music library.
    package var mediaLibraryAccess: MediaLibraryAccess { attachment { MediaLibraryAccess() } }
}
