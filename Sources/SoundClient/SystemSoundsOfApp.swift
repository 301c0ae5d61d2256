import Synchronization

extension AppSound {
    /// The app's system sounds; made at first use and gone with the app.
    public var systemSounds: SystemSounds {
        SystemSoundsOfApps.shared.sounds(of: self)
    }
}

/// Which table of sounds belongs to which app.
private final class SystemSoundsOfApps: Sendable {
    static let shared = SystemSoundsOfApps()

    private struct Entry: Sendable {
        weak let app: AppSound?
        let sounds: SystemSounds
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func sounds(of app: AppSound) -> SystemSounds {
        let key = ObjectIdentifier(app)
        // What is taken out is freed after the lock is: blocks of the app's may hang on it.
        let (sounds, _) = entries.withLock { entries -> (SystemSounds, [Entry]) in
            if let entry = entries[key], entry.app === app { return (entry.sounds, []) }
            // A new app is rare, so it pays for clearing up after those that are gone.
            let gone = entries.values.filter { $0.app == nil }
            entries = entries.filter { $0.value.app != nil }
            let sounds = SystemSounds(app: app)
            entries[key] = Entry(app: app, sounds: sounds)
            return (sounds, gone)
        }
        return sounds
    }
}
