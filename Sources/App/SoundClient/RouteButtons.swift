import Synchronization

/// A button of an app that opens the device's route picker. Main thread of the app.
package protocol RouteButton: AnyObject, Sendable {
    /// Whether the user can press it: it is enabled, and it is not hidden.
    var canBePressed: Bool { get }
    /// Presses it as a user does.
    func tap()
    /// The sheet is about to be shown.
    func sheetWillOpen()
    /// The sheet is gone.
    func sheetDidClose()
}

/// The buttons of an app that open the device's route picker, the latest last. Any thread.
///
/// A simulated app is given those of its phone when it is launched.
package final class RouteButtons: Sendable {
    private struct WeakButton: Sendable {
        weak let button: (any RouteButton)?
    }

    private let buttons = Mutex<[WeakButton]>([])
    private let open: (@Sendable (any RouteButton) -> Void)?

    /// - Parameter open: Opens the device's sheet, on the app's main thread; `nil` for an app of this
    ///   machine: its process shows the sheet.
    package init(open: (@Sendable (any RouteButton) -> Void)?) {
        self.open = open
    }

    /// Adds a button, which is not retained.
    package func add(_ button: any RouteButton) {
        buttons.withLock { buttons in
            buttons.removeAll { $0.button == nil }
            buttons.append(WeakButton(button: button))
        }
    }

    /// The button that was made last, of those that the user can press. Main thread of the app.
    package var front: (any RouteButton)? {
        let all = buttons.withLock { $0 }
        return all.reversed().lazy.compactMap(\.button).first(where: \.canBePressed)
    }

    /// Opens the device's sheet for a button that was pressed.
    ///
    /// - Returns: Whether the device has a sheet; otherwise the process shows one.
    package func press(_ button: any RouteButton) -> Bool {
        open?(button)
        return open != nil
    }
}

extension AppSound {
    /// The app's buttons that open the device's route picker.
    package var routeButtons: RouteButtons {
        attachment { RouteButtons(open: nil) }
    }
}
