import AudioModel
public import Foundation
import SimulatedTime
import SoundClient
import SoundPolicy
import Synchronization

/// What a phone keeps of an app, whether it runs or not. Any thread.
final class InstalledAppData: SavedStateStore {
    /// The defaults that the app or its user has set.
    let defaults = DefaultsStore()
    private let saved = Mutex(Saved())

    private struct Saved {
        var state: Data?
        /// Whether a launch has taken the state, and has not ended well so far.
        var isRestoring = false
    }

    func save(_ state: Data) { saved.withLock { $0 = Saved(state: state) } }

    func takeForLaunch() -> Data? {
        saved.withLock { saved in
            if saved.isRestoring { saved = Saved() }
            saved.isRestoring = saved.state != nil
            return saved.state
        }
    }

    func restored() { saved.withLock { $0.isRestoring = false } }

    func discard() { saved.withLock { $0 = Saved() } }
}

extension SimulatedPhone {
    /// What the phone keeps of an app with an identifier.
    func installed(_ identifier: String) -> InstalledAppData {
        if let known = installedApps[identifier] { return known }
        let made = InstalledAppData()
        installedApps[identifier] = made
        return made
    }

    /// Forgets the defaults and the saved state of an app that is removed.
    func forgetApp(_ identifier: String) { installedApps[identifier] = nil }

    /// Forgets the defaults and the saved states of all apps, as an erased phone does.
    func forgetAllApps() { installedApps = [:] }

    /// Gives a launched app what surrounds it.
    func surround(_ app: App, resources: URL?) {
        let sound = app.staged.sound
        let installed = installed(app.identifier)
        let listed =
            app.info["UISupportedInterfaceOrientations~iphone"]
            ?? app.info["UISupportedInterfaceOrientations"]
        let surroundings = AppSurroundings(
            listedOrientations: listed as? [String], resources: resources,
            languages: preferredLanguages,
            defaults: PhoneDefaults(installed.defaults, of: sound), savedState: installed
        )
        _ = sound.attachment { surroundings }
        // An app without UIKit is told all the same of what Foundation posts.
        sound.addObserver { [weak sound] notification in
            guard let sound, !sound.isLifeFollowed,
                case .changed(let change) = notification, change == .settings || change == .locale
            else { return }
            sound.environment.onMain { [weak sound] in
                guard let sound, !sound.isLifeFollowed else { return }
                let center = NotificationCenter.default
                if change == .settings {
                    center.post(UserDefaults.didChangeNotification, sound.surroundings.defaults)
                } else {
                    center.post(NSLocale.currentLocaleDidChangeNotification, nil)
                }
            }
        }
    }
}

extension SimulatedPhone.App {
    /// The app's own defaults, in place of `UserDefaults.standard`; they last as long as the phone.
    public var defaults: UserDefaults { staged.sound.surroundings.defaults ?? .standard }
}
