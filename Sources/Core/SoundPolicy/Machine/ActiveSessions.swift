import AudioModel

extension PolicyMachine {
    /// The apps with an active session that affects others, with its roles, in the order of
    /// activation.
    var activeRoles: ActiveRoles {
        let recordingApps = streams.recordingApps
        return ActiveRoles(
            all: activeApps.compactMap { app in
                guard let index = apps.index(of: app) else { return nil }
                // Fields are read in place: a record has references to count.
                let facts = RoleFacts(
                    category: apps.values[index].session.category,
                    mode: apps.values[index].session.mode,
                    options: apps.values[index].session.options,
                    isActive: apps.values[index].session.isActive,
                    allowsSystemSounds: apps.values[index].session
                        .allowsSystemSoundsDuringRecording,
                    appState: apps.values[index].state,
                    mayPlayInBackground: apps.values[index].hasAudioMode
                        || apps.values[index].isKeptForCall,
                    isRecording: recordingApps.contains(app),
                    takesInput: apps.values[index].session.takesInput)
                let roles = sessionRoles(
                    facts, recordingTakesAll: configuration.recordingInterruptsMixing,
                    rules: rules)
                return roles.isEmpty ? nil : (app, roles)
            })
    }
}

/// The apps with a role, in the order of activation.
struct ActiveRoles {
    var all: [(app: AppID, roles: SessionRoles)]

    func apps(with role: SessionRoles) -> [AppID] {
        all.filter { $0.roles.contains(role) }.map(\.app)
    }

    func first(_ role: SessionRoles) -> AppID? { all.first { $0.roles.contains(role) }?.app }
    func last(_ role: SessionRoles) -> AppID? { all.last { $0.roles.contains(role) }?.app }
}
