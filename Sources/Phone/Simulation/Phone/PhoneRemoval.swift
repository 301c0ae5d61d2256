import Foundation
import Keychain
import SoundClient

extension SimulatedPhone {
    /// Removes an app, as its user does: it ends, and its files, settings and state are gone.
    /// `launch` installs it again.
    ///
    /// What it has in the keychain stays. The identifier of its vendor changes if no other app of
    /// the vendor is installed.
    ///
    /// - Parameter app: Any launch of the app; all launches of its identifier are removed.
    public func remove(_ app: App) {
        guard !isLocked else { return note("\(app.name) cannot be removed: the phone is locked") }
        uninstall(app)
    }

    private func uninstall(_ app: App) {
        let launches = apps.filter { $0.identifier == app.identifier }
        for launch in launches where launch.state != .notRunning { kill(launch) }
        for launch in launches { launch.removeFiles() }
        forgetApp(app.identifier)
        installedIdentifiers.removeAll { $0 == app.identifier }
        let vendor = VendorIdentifiers.vendor(of: app.identifier)
        if !installedIdentifiers.contains(where: { VendorIdentifiers.vendor(of: $0) == vendor }) {
            vendors.forget(vendor)
        }
    }

    /// Erases the phone, as "Erase All Content and Settings" does: all apps are removed, and the
    /// keychain, the music library and the identifiers of vendors are gone.
    public func erase() {
        for app in apps where installedIdentifiers.contains(app.identifier) { uninstall(app) }
        for app in apps where app.state != .notRunning { kill(app) }
        keychain.store.removeAll()
        vendors.forgetAll()
        forgetAllApps()
        if library.isUsed { library.remove(titles: library.titles) }
    }

    /// Installs an app when it is launched.
    func install(_ app: App) {
        if !installedIdentifiers.contains(app.identifier) {
            installedIdentifiers.append(app.identifier)
        }
        let identity = VendorIdentity(
            vendor: VendorIdentifiers.vendor(of: app.identifier), vendors)
        _ = app.staged.sound.attachment { identity }
    }
}
