import Foundation
import SoundClient
import SoundServer

// The settings of an app, which its user changes in the Settings app.

extension SimulatedPhone {
    /// Returns what the Settings app shows of an app: the lines of the `Settings.bundle` among its
    /// resources (`LaunchOptions.resources`), page after page; nothing without one.
    ///
    /// What is wrong with the pages is a finding.
    public func settings(of app: App) -> [AppSetting] {
        guard let pages = settingsBundle(of: app) else { return [] }
        for problem in pages.problems { note("Settings.bundle of \(app.name): \(problem)") }
        return pages.settings
    }

    /// Changes a value of an app's settings, as its user does in the Settings app. The app is notified
    /// on its main thread by `UserDefaults.didChangeNotification`; a suspended one when it runs again,
    /// once for all changes.
    ///
    /// An app without a `Settings.bundle` may have any settings. With one, a key that it does not have
    /// and a value that cannot be chosen there are findings, and change nothing.
    ///
    /// - Parameters:
    ///   - key: The key in the app's defaults.
    ///   - value: A value of a property list; for a switch, true and false stand for its two values.
    public func change(_ key: String, to value: any Sendable, of app: App) {
        var stored = value
        if let pages = settingsBundle(of: app) {
            guard let setting = pages.settings.first(where: { $0.key == key }) else {
                return note("Settings.bundle of \(app.name) has no line with the key '\(key)'")
            }
            guard let chosen = setting.stored(value) else {
                let problem = setting.problem(with: value) ?? "it cannot be chosen"
                return note("\(key) of \(app.name) cannot be changed: \(problem)")
            }
            stored = chosen
        }
        stage.loop.prepareForAct()
        guard installed(app.identifier).defaults.set(stored, for: key) else {
            return note("\(key) of \(app.name): \(stored) is no value of a property list")
        }
        stage.server.send(.settings, to: app.staged.id)
        stage.loop.runDue()
    }

    /// The pages of an app; `nil` for one without a `Settings.bundle`.
    private func settingsBundle(of app: App) -> SettingsBundle? {
        guard let resources = app.staged.sound.surroundings.resources else { return nil }
        let folder = resources.appendingPathComponent("Settings.bundle")
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
        return SettingsBundle(
            in: resources, languages: app.preferredLanguages, values: app.defaults)
    }
}
