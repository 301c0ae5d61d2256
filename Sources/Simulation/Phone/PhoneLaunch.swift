import AudioModel
import Foundation
import SoundClient

extension SimulatedPhone {
    /// What an app is before it runs, besides its name.
    public struct LaunchOptions: Sendable {
        /// What it is started for: `.byUser` brings it to the foreground, before which the earlier
        /// app goes; so does `.byURL`.
        public var launch = Launch.byUser
        /// Where it keeps its files; `nil` for a folder of the phone's own, which goes with it.
        public var container: URL?
        /// How much memory is won when it ends.
        public var megabytes = 50

        public init(
            _ launch: Launch = .byUser, container: URL? = nil, megabytes: Int = 50
        ) {
            self.launch = launch
            self.container = container
            self.megabytes = megabytes
        }
    }

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - name: For what is printed; two apps may have the same.
    ///   - backgroundModes: `["audio"]` for an app that sounds in the background.
    ///   - info: Further values of the app's Info.plist. `UIBackgroundModes` adds to the modes;
    ///     `UIApplicationExitsOnSuspend` has an effect too.
    ///   - code: What the app does when it is launched, on its main thread. The app keeps what this
    ///     returns, as it would in a global variable.
    /// - Returns: The app; also when the phone is locked, where it stays in the background.
    @discardableResult
    public func launch<Root>(
        _ name: String, backgroundModes: [String] = [], info: [String: any Sendable] = [:],
        options: LaunchOptions = LaunchOptions(), _ code: @MainActor () throws -> Root
    ) rethrows -> App {
        let app = connect(name, backgroundModes, info, options, answersCallbacks: false)
        // Its start-up code runs before it is told that it is active.
        start(app, options.launch)
        defer { stage.runDue() }
        app.root = try app.staged.run { try code() }
        return app
    }

    /// Starts an app that does nothing at its start.
    @discardableResult
    public func launch(
        _ name: String, backgroundModes: [String] = [], info: [String: any Sendable] = [:],
        options: LaunchOptions = LaunchOptions()
    ) -> App {
        launch(name, backgroundModes: backgroundModes, info: info, options: options) {}
    }

    /// Starts an app that has a `main`, as a whole program has: `main: AppDelegate.main`, where
    /// that is a delegate of UIKit's application. It is killed when it does not return in time from
    /// what it is told of its life; see `App.stayBusy`.
    ///
    /// - Parameter main: Calls `UIApplicationMain`, which returns in a simulated app.
    @discardableResult
    @_disfavoredOverload  // A closure without a label is no `main`.
    public func launch(
        _ name: String, backgroundModes: [String] = [], info: [String: any Sendable] = [:],
        options: LaunchOptions = LaunchOptions(), main: @MainActor () -> Void
    ) -> App {
        let app = connect(name, backgroundModes, info, options, answersCallbacks: true)
        start(app, options.launch)
        app.staged.run { main() }
        if !app.staged.sound.isLifeFollowed {
            note("\(name) has returned from main without UIApplicationMain")
        }
        stage.runDue()
        return app
    }

    private func connect(
        _ name: String, _ backgroundModes: [String], _ info: [String: any Sendable],
        _ options: LaunchOptions, answersCallbacks: Bool
    ) -> App {
        let listed = info["UIBackgroundModes"] as? [String] ?? []
        var description = AppDescription(
            name: name,
            backgroundModes: backgroundModes + listed.filter { !backgroundModes.contains($0) })
        description.exitsOnSuspend = info["UIApplicationExitsOnSuspend"] as? Bool ?? false
        description.footprint = options.megabytes
        description.answersCallbacks = answersCallbacks
        let staged = stage.launch(
            description, microphone: VirtualMicrophone(hearing: RoomListener(room)))
        let app = App(
            name, info: info, staged, storage.container(at: options.container), on: self)
        apps.append(app)
        watch.add(staged, named: name)
        return app
    }

    private func start(_ app: App, _ launch: Launch) {
        switch launch {
        case .byUser: stage.server.open(app.staged.id)
        case .byURL(let url): stage.server.open(app.staged.id, url: url)
        case .inBackground(let work): stage.server.runInBackground(app.staged.id, for: work)
        }
    }
}
