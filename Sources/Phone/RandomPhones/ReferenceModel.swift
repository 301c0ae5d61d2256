import AudioModel
import SoundPolicy

/// Reference model of the requests that the policy granted, built from events and answers alone.
///
/// Checkers compare the policy's state with it, so that a corrupted state cannot confirm itself.
package struct ReferenceModel: Sendable {
    /// Entries by app number; `nil` for numbers that were never in use.
    private var apps: [Entry?] = [nil]
    /// The volumes that apps gave their streams, clamped to the device's range.
    private(set) var volumes: [StreamID: Float] = [:]
    private var areMediaServicesLost = false
    /// Sounds that may continue after their app has ended.
    private var outliving: Set<StreamID> = []

    /// One process of an app.
    struct Entry: Sendable {
        var name: String
        var isAlive = true
        var asked: Asked

        var category: SessionCategory { asked.category }
    }

    /// The app's description and the requests it was granted.
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
        /// The last preference; `hasAskedToWait` says whether the app ever set it.
        var waitsForBanners = false
        var preferredInput: Port?
        var refusesDisconnect = false
        var letsSystemSoundsThrough = false
        var commands: RemoteCommands = []

        var mixes: Bool { RandomPhones.mixes(category, options) }
        /// Whether the session ducks others; one that only records leaves no other sound to lower.
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

    /// Limit of processes on a phone; every launch makes one.
    private static let processesMax = 4_096

    // MARK: Events

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
        guard number > 0, number < ReferenceModel.processesMax, !isAlive(app) else { return }
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
            // A mode brings options of its own (`docs/facts.md`).
            apps[number]?.asked.options.subtract([.allowBluetooth, .defaultToSpeaker])
        case .startStream(let stream, _, let volume):
            volumes[StreamID(app: app, number: stream)] = possible(volume)
            outliving.remove(StreamID(app: app, number: stream))
        case .prepareStream(let stream, _, let volume):
            volumes[StreamID(app: app, number: stream)] = possible(volume)
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
            .openURL, .returned, .startPlayer, .openPlayer, .call, .prepareCall:
            break
        }
    }

    /// Resets all sessions to their initial state.
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

/// A volume clamped to the device's range 0…1; zero for NaN and for inaudible values.
func possible(_ volume: Float) -> Float {
    volume.isFinite && volume >= 1e-6 ? min(volume, 1) : 0
}
