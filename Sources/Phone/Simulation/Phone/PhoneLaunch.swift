public import AudioModel
public import Foundation
import SoundClient
import SoundServer

extension SimulatedPhone {
    /// The properties of an app before it runs, apart from its name.
    public struct LaunchOptions: Sendable {
        /// The kind of launch: `.byUser` and `.byURL` bring the app to the foreground; the previous
        /// app leaves it first.
        public var launch = Launch.byUser
        /// The access groups of the keychain that the app declares (`keychain-access-groups`),
        /// besides its own identifier. Its items are of the first one, unless they name another.
        public var keychainGroups: [String] = []
        /// The folder for the app's files; `nil` for a temporary folder, which is removed with the
        /// phone.
        public var container: URL?
        /// The memory freed when the app ends, in megabytes.
        public var megabytes = 50
        /// The folder with the app's resources: its `Settings.bundle`, its `lproj` folders, and an
        /// `Info.plist` with its development region; `nil` for the resources of the test's program.
        public var resources: URL?

        public init(
            _ launch: Launch = .byUser, container: URL? = nil, megabytes: Int = 50,
            resources: URL? = nil
        ) {
            self.launch = launch
            self.container = container
            self.megabytes = megabytes
            self.resources = resources
        }
    }

    /// Launches an app.
    ///
    /// - Parameters:
    ///   - name: The name for printed text; two apps may have the same name.
    ///   - backgroundModes: `["audio"]` for an app that plays in the background.
    ///   - info: Further values of the app's Info.plist. `UIBackgroundModes` adds to
    ///     `backgroundModes`; `UIApplicationExitsOnSuspend` has an effect too.
    ///   - code: The code that runs at the launch, on the app's main thread. The app retains the
    ///     returned value, as a global variable would.
    /// - Returns: The app. When the phone is locked, the app stays in the background.
    @discardableResult
    public func launch<Root>(
        _ name: String, backgroundModes: [String] = [], info: [String: any Sendable] = [:],
        options: LaunchOptions = LaunchOptions(), _ code: @MainActor () throws -> Root
    ) rethrows -> App {
        let app = connect(name, backgroundModes, info, options, answersCallbacks: false)
        // The start-up code runs before the app becomes active.
        start(app, options.launch)
        defer { stage.loop.runDue() }
        app.root = try app.staged.run { try code() }
        return app
    }

    /// Launches an app that does nothing at its launch.
    @discardableResult
    public func launch(
        _ name: String, backgroundModes: [String] = [], info: [String: any Sendable] = [:],
        options: LaunchOptions = LaunchOptions()
    ) -> App {
        launch(name, backgroundModes: backgroundModes, info: info, options: options) {}
    }

    /// Launches a complete program with its `main`: `main: AppDelegate.main`, where that is a
    /// delegate of UIKit's application. The watchdog kills the app when it does not return from a
    /// life cycle callback in time; see `App.stayBusy`.
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
        stage.loop.runDue()
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
        for (kind, rate) in outputRates {
            SessionHardware.of(staged.sound).setSampleRate(rate, ofPorts: kind)
        }
        let app = App(name, info: info, staged, storage.container(at: options.container), on: self)
        apps.append(app)
        surround(app, resources: options.resources)
        shareLibrary(with: app)
        shareKeychain(with: app, groups: options.keychainGroups)
        install(app)
        shareCameras(with: app)
        shareNetwork(with: app)
        shareCalls(with: app, modes: description.backgroundModes)
        shareRoutePicker(with: app)
        watch.add(staged, named: name)
        return app
    }

    /// Adds a music player that plays for another app.
    func add(_ player: StagedApp, named name: String) {
        apps.append(App(name, info: [:], player, storage.container(at: nil), on: self))
        watch.add(player, named: name)
    }

    private func start(_ app: App, _ launch: Launch) {
        switch launch {
        case .byUser: stage.server.open(app.staged.id)
        case .byURL(let url): stage.server.open(app.staged.id, url: url)
        case .inBackground(let work): stage.server.runInBackground(app.staged.id, for: work)
        }
    }
}
