import AudioModel
import SoundClient
import SoundPolicy
import SoundServer

extension SimulatedPhone {
    /// An output that the route picker shows.
    public struct RouteChoice: Hashable, Sendable, CustomStringConvertible {
        /// The output.
        public let output: Output
        /// The name that the user sees.
        public let name: String
        /// Whether the sound goes there now.
        public let isSelected: Bool

        public var description: String { isSelected ? "\(name) ✓" : name }
    }

    /// The sheet of the route picker, which an app's button has opened.
    struct RouteSheet {
        var app: App
        var button: any RouteButton
    }

    /// The app that has opened the route picker by its button; `nil` while none is shown.
    public var routePickerApp: App? {
        guard let app = routeSheet?.app, app.state != .notRunning else { return nil }
        return app
    }

    /// The outputs that the route picker shows: the phone's own, what is plugged in, the AirPlay
    /// receivers within reach. Empty while the picker is not shown.
    public var routeChoices: [RouteChoice] {
        guard let app = routePickerApp else { return [] }
        let id = app.staged.id
        let (ports, route) = stage.server.inspect { ($0.routeChoices(of: id), $0.route) }
        return ports.map { port in
            RouteChoice(
                output: port, name: port.nameForUser, isSelected: route.outputs.contains(port))
        }
    }

    /// Presses the route button of an app: that of its `AVRoutePickerView` or `MPVolumeView`, of
    /// several the one that was made last. `pick(_:)` or `closeRoutePicker()` closes the sheet.
    ///
    /// A finding says so when the app shows no such button, is not in front, or when a sheet is open.
    public func openRoutePicker(in app: App) {
        stage.loop.prepareForAct()
        let hasButton = app.staged.run {
            guard let button = app.staged.sound.routeButtons.front else { return false }
            button.tap()
            return true
        }
        if !hasButton { note("\(app.name) shows no route button") }
        stage.loop.runDue()
    }

    /// Closes the route picker without a pick.
    public func closeRoutePicker() {
        stage.loop.prepareForAct()
        guard routePickerApp != nil else { return note("no route picker is open") }
        dismissRouteSheet()
        stage.loop.runDue()
    }

    /// Shows the sheet for a button that an app's code, or its user, has pressed.
    func openRouteSheet(of app: App, for button: any RouteButton) {
        if let other = routePickerApp {
            return note("\(app.name) opens the route picker, which \(other.name) shows already")
        }
        guard [.active, .inactive].contains(app.state) else {
            return note("\(app.name) opens the route picker, and is not in front")
        }
        routeSheet = RouteSheet(app: app, button: button)
        button.sheetWillOpen()
    }

    func dismissRouteSheet() {
        guard let sheet = routeSheet else { return }
        routeSheet = nil
        guard sheet.app.state != .notRunning else { return }
        sheet.app.staged.run { sheet.button.sheetDidClose() }
    }

    /// Closes the sheet of an app that has left the front; in the app's code.
    private func closeSheetOfHidden(_ app: App) {
        guard let sheet = routeSheet, sheet.app === app else { return }
        routeSheet = nil
        sheet.button.sheetDidClose()
    }

    /// Lets an app's buttons open this phone's sheet.
    func shareRoutePicker(with app: App) {
        app.staged.sound.addObserver { [weak self, weak app] notification in
            guard case .didEnterBackground = notification, let app else { return }
            app.staged.sound.environment.onMain { [weak self, weak app] in
                MainActor.assumeIsolated {
                    if let app { self?.closeSheetOfHidden(app) }
                }
            }
        }
        _ = app.staged.sound.attachment {
            RouteButtons { [weak self, weak app] button in
                MainActor.assumeIsolated {
                    if let app { self?.openRouteSheet(of: app, for: button) }
                }
            }
        }
    }
}
