package import AudioModel
package import SoundClient

/// The cameras that an app uses, and its permission to use them. Any thread.
///
/// A simulated app is given those of its phone when it is launched; any other app has the machine's.
package final class CameraAccess: Sendable {
    /// The cameras.
    package let cameras: any CameraProvider
    /// Which app of the phone uses a camera; of a machine's app none knows.
    package let desk: CameraDesk
    /// Whether the app has said why it uses a camera (`NSCameraUsageDescription`); `nil` when its
    /// process must be asked.
    package let hasUsageText: Bool?
    /// Called when the app uses a camera without having said why; `nil` to end the process.
    package let reportViolation: (@Sendable (_ call: String, _ rule: String) -> Void)?
    /// Whether the user answers requests by `answer`, and not at once by granting them.
    private let hasUser: Bool
    private let request: PermissionRequest<CameraPermission>

    /// The access of a process of the user's own machine.
    package init(to cameras: any CameraProvider) {
        self.cameras = cameras
        desk = CameraDesk()
        hasUsageText = nil
        reportViolation = nil
        hasUser = false
        request = PermissionRequest(.undetermined)
    }

    /// The access of a simulated app.
    package init(
        to cameras: any CameraProvider, desk: CameraDesk, permission: CameraPermission,
        hasUsageText: Bool,
        reportViolation: @escaping @Sendable (_ call: String, _ rule: String) -> Void
    ) {
        self.cameras = cameras
        self.desk = desk
        self.hasUsageText = hasUsageText
        self.reportViolation = reportViolation
        hasUser = true
        request = PermissionRequest(permission)
    }

    /// The present permission.
    package var permission: CameraPermission { request.permission }

    /// Whether the user is looking at a request.
    package var isAsking: Bool { request.isAsking }

    /// Asks the user, unless that has happened.
    ///
    /// - Parameter answered: Called with the answer, at once if it is known.
    package func ask(_ answered: @escaping @Sendable (CameraPermission) -> Void = { _ in }) {
        request.ask(answered) {
            guard !hasUser else { return }
            // The machine's user is asked by the machine, or has nothing to say.
            cameras.askForAccess { [weak request] in _ = request?.answer($0 ? .granted : .denied) }
        }
    }

    /// Answers the request that the user is looking at.
    ///
    /// - Returns: Whether there was one.
    package func answer(_ permission: CameraPermission) -> Bool { request.answer(permission) }
}

extension AppSound {
    /// The app's way to the cameras.
    package var cameraAccess: CameraAccess {
        attachment { CameraAccess(to: machineCameras()) }
    }
}
