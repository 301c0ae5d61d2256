package import AudioModel

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
    private let request: PermissionRequest<MediaLibraryPermission>

    /// The access of a process of the user's own machine.
    package init() {
        folder = nil
        hasUsageText = nil
        reportViolation = nil
        hasUser = false
        request = PermissionRequest(.undetermined)
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
        request = PermissionRequest(permission)
    }

    /// The present permission.
    package var permission: MediaLibraryPermission { request.permission }

    /// Whether the user is looking at a request.
    package var isAsking: Bool { request.isAsking }

    /// Asks the user, unless that has happened.
    ///
    /// - Parameter answered: Called with the answer, at once if it is known.
    package func ask(_ answered: @escaping @Sendable (MediaLibraryPermission) -> Void = { _ in }) {
        request.ask(answered) {
            if !hasUser { _ = request.answer(.granted) }
        }
    }

    /// Answers the request that the user is looking at.
    ///
    /// - Returns: Whether there was one.
    package func answer(_ permission: MediaLibraryPermission) -> Bool { request.answer(permission) }
}

extension AppSound {
    /// The app's way to the music library.
    package var mediaLibraryAccess: MediaLibraryAccess { attachment { MediaLibraryAccess() } }
}
