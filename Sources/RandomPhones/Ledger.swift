import AudioModel
import SoundPolicy

/// What has been asked of the policy and granted, from the events and answers alone.
///
/// Checkers compare the policy's own state with it, so that a state that was spoiled on the way
/// does not vouch for itself.
package struct Ledger: Sendable {
    /// By number; numbers that never were an app's are `nil`.
    private var apps: [Entry?] = [nil]
    /// The volumes that apps gave their streams, clamped as the device can have them.
    private(set) var volumes: [StreamID: Float] = [:]
    private var areMediaServicesLost = false
    /// Sounds that may go on when their app has ended.
    private var outliving: Set<StreamID> = []

    /// One process of an app.
    struct Entry: Sendable {
        var name: String
        var isAlive = true
        var asked: Asked

        var category: SessionCategory { asked.category }
    }

    /// What it is, and what it has asked for and got.
    struct Asked: Sendable {
        var hasAudioMode = false
        var answersCallbacks = false
        var exitsOnSuspend = false
        var role = AppRole.ordinary
        var category = SessionCategory.soloAmbient
        var mode = SessionMode.default
        var options: SessionOptions = []
        var sharing = RouteSharingPolicy.default
        var hasAskedToWait = false
        /// As it has asked last; `hasAskedToWait` says whether it ever has.
        var waitsForBanners = false
        var preferredInput: Port?
        var refusesDisconnect = false
        var letsSystemSoundsThrough = false
        var commands: RemoteCommands = []

        var mixes: Bool { RandomPhones.mixes(category, options) }
        /// What records only has nothing beside it that it could lower.
        var ducks: Bool { options.contains(.duckOthers) && category != .record }
        var isSpoken: Bool { RandomPhones.isSpoken(category, mode) }
    }

    private let profile: PhoneProfile

    init(_ profile: PhoneProfile) {
        self.profile = profile
    }

    func entry(of app: AppID) -> Entry? {
        apps.indices.contains(app.rawValue) ? apps[app.rawValue] : nil
    }

    func asked(by app: AppID) -> Asked {
        apps.indices.contains(app.rawValue) ? apps[app.rawValue]?.asked ?? Asked() : Asked()
    }

    func isAlive(_ app: AppID) -> Bool { entry(of: app)?.isAlive ?? false }

    func name(of app: AppID) -> String {
        app == .phone ? "the phone" : entry(of: app)?.name ?? "app \(app.rawValue)"
    }

    func outlivesApp(_ stream: StreamID) -> Bool { outliving.contains(stream) }

    /// A process is a new one at every launch; a phone has so many at most.
    private static let processesMax = 4_096

    // MARK: What happened

    mutating func take(_ event: PolicyEvent, _ response: PolicyResponse) {
        switch event {
        case .appLaunched(let app, let description): launch(app, description)
        case .app(let app, let request):
            if response.refusal == nil { take(request, from: app) }
        case .device(.mediaServicesLost):
            if !areMediaServicesLost { resetSessions() }
            areMediaServicesLost = true
        case .device(.mediaServicesReset):
            if !areMediaServicesLost { resetSessions() }
            areMediaServicesLost = false
        default: break
        }
        for case .appChanged(let app, .notRunning) in response.effects
        where apps.indices.contains(app.rawValue) {
            apps[app.rawValue]?.isAlive = false
        }
    }

    private mutating func launch(_ app: AppID, _ description: AppDescription) {
        let number = app.rawValue
        guard number > 0, number < Ledger.processesMax, !isAlive(app) else { return }
        while apps.count <= number { apps.append(nil) }
        apps[number] = Entry(
            name: description.name,
            asked: Asked(
                hasAudioMode: description.backgroundModes.contains("audio")
                    || description.role == .musicPlayer && profile.rawValue < 4,
                answersCallbacks: description.answersCallbacks,
                exitsOnSuspend: description.exitsOnSuspend, role: description.role,
                commands: description.commands))
    }

    private mutating func take(_ request: AppRequest, from app: AppID) {
        let isApp = isAlive(app)
        guard isApp || app == .phone else { return }
        let number = app.rawValue
        switch request {
        case .setCategory(let category, let mode, let options, let sharing):
            guard isApp else { return }
            apps[number]?.asked.category = category
            apps[number]?.asked.mode = mode
            apps[number]?.asked.sharing = sharing
            // Ducking implies mixing, where a category can mix.
            apps[number]?.asked.options =
                options.contains(.duckOthers) && category != .record
                ? options.union(.mixWithOthers) : options
        case .setMode(let mode):
            guard isApp, apps[number]?.asked.mode != mode else { return }
            apps[number]?.asked.mode = mode
            // A mode brings its own (`docs/facts.md`).
            apps[number]?.asked.options.subtract([.allowBluetooth, .defaultToSpeaker])
        case .startStream(let stream, _, let volume):
            volumes[StreamID(app: app, number: stream)] = possible(volume)
            outliving.remove(StreamID(app: app, number: stream))
        case .prepareStream(let stream, _):
            volumes[StreamID(app: app, number: stream)] = 1
            outliving.remove(StreamID(app: app, number: stream))
        case .setStreamVolume(let stream, let volume):
            let id = StreamID(app: app, number: stream)
            if volumes[id] != nil { volumes[id] = possible(volume) }
        case .letStreamOutliveApp(let stream):
            outliving.insert(StreamID(app: app, number: stream))
        case .prefer(.noInterruptions, let isOn):
            if isOn { apps[number]?.asked.hasAskedToWait = true }
            apps[number]?.asked.waitsForBanners = isOn
        case .prefer(.disconnectInterruption, let isOn):
            apps[number]?.asked.refusesDisconnect = !isOn
        case .allowHapticsAndSystemSoundsDuringRecording(let allows):
            apps[number]?.asked.letsSystemSoundsThrough = allows
        case .setPreferredInput(let port):
            apps[number]?.asked.preferredInput = port
        case .enableRemoteCommands(let commands): apps[number]?.asked.commands = commands
        case .activate, .deactivate, .pauseStream, .resumeStream, .stopStream, .streamEnded,
            .vibrate, .setMediaVolume, .overrideOutput, .beginBackgroundTask, .endBackgroundTask,
            .openURL, .returned:
            break
        }
    }

    /// Sessions are as at the beginning.
    private mutating func resetSessions() {
        for number in apps.indices where apps[number]?.isAlive == true {
            apps[number]?.asked.category = .soloAmbient
            apps[number]?.asked.mode = .default
            apps[number]?.asked.options = []
            apps[number]?.asked.sharing = .default
            apps[number]?.asked.preferredInput = nil
            apps[number]?.asked.letsSystemSoundsThrough = false
        }
    }
}

/// A volume as the device can have it: 0…1, and zero for what is no number or beyond hearing.
func possible(_ volume: Float) -> Float {
    volume.isFinite && volume >= 1e-6 ? min(volume, 1) : 0
}
