package import AudioModel
package import SoundClient
import Synchronization

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
    private let state: Mutex<State>

    private struct State {
        var permission: CameraPermission
        var isAsking = false
        var waiting: [@Sendable (CameraPermission) -> Void] = []
    }

    /// Most requests that wait for one answer; later ones are answered like the first.
    private static let waitingMax = 1000

    /// The access of a process of the user's own machine.
    package init(to cameras: any CameraProvider) {
        self.cameras = cameras
        desk = CameraDesk()
        hasUsageText = nil
        reportViolation = nil
        hasUser = false
        state = Mutex(State(permission: .undetermined))
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
        state = Mutex(State(permission: permission))
    }

    /// The present permission.
    package var permission: CameraPermission { state.withLock { $0.permission } }

    /// Whether the user is looking at a request.
    package var isAsking: Bool { state.withLock { $0.isAsking } }

    /// Asks the user, unless that has happened.
    ///
    /// - Parameter answered: Called with the answer, at once if it is known.
    package func ask(_ answered: @escaping @Sendable (CameraPermission) -> Void = { _ in }) {
        let (known, isFirst) = state.withLock { state -> (CameraPermission?, Bool) in
            guard state.permission == .undetermined else { return (state.permission, false) }
            guard state.waiting.count < Self.waitingMax else { return (.undetermined, false) }
            defer { state.isAsking = true }
            state.waiting.append(answered)
            return (nil, !state.isAsking)
        }
        if let known { return answered(known) }
        guard isFirst, !hasUser else { return }
        // The machine's user is asked by the machine, or has nothing to say.
        cameras.askForAccess { [weak self] in _ = self?.answer($0 ? .granted : .denied) }
    }

    /// Answers the request that the user is looking at.
    ///
    /// - Returns: Whether there was one.
    package func answer(_ permission: CameraPermission) -> Bool {
        let waiting = state.withLock { state -> [@Sendable (CameraPermission) -> Void]? in
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
    /// The app's way to the cameras.
    package var cameraAccess: CameraAccess {
        attachment { CameraAccess(to: machineCameras()) }
    }
}
