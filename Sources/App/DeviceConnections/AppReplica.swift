import AudioModel
import SoundServer

/// What a server has granted an app, so that another server can take its place.
struct AppReplica {
    private struct Stream {
        var number: Int
        var kind: StreamKind
        var volume: Float
        /// Whether it does not play: its app or the server has paused it, or it was only prepared.
        var isHeld: Bool
        var outlivesApp = false
    }

    private var category: AppRequest?
    /// Set after the category.
    private var mode: AppRequest?
    private var portOverride: AppRequest?
    private var preferredInput: AppRequest?
    private var systemSoundsAllowance: AppRequest?
    private var commands: AppRequest?
    private var preferences: [SessionPreference: Bool] = [:]
    private var tasks: [BackgroundTaskID] = []
    private var nowPlaying: AppReport?
    private var commandOptions: AppReport?
    private var call: AppReport?
    /// The requests that bring a server to the state of the app's VoIP call.
    private var callRequests: [AppRequest] = []
    /// The streams that have not ended, in the order of starting.
    private var streams: [Stream] = []
    /// Streams that the present server does not know yet: it is told when they go on.
    private var dormant: Set<Int> = []
    private(set) var isActive = false
    private(set) var isInterrupted = false

    // MARK: What happens

    /// Notes a request that was granted, or that only this replica answers.
    mutating func note(_ request: AppRequest) {
        switch request {
        case .setCategory:
            category = request
            (mode, portOverride) = (nil, nil)
        case .setMode: mode = request
        case .activate:
            isActive = true
            isInterrupted = false
        case .deactivate: isActive = false
        case .startStream(let number, let kind, let volume):
            add(Stream(number: number, kind: kind, volume: volume, isHeld: false))
        case .prepareStream(let number, let kind, let volume):
            add(Stream(number: number, kind: kind, volume: volume, isHeld: true))
        case .pauseStream(let number): change(number) { $0.isHeld = true }
        case .resumeStream(let number):
            change(number) { $0.isHeld = false }
            isActive = true
        case .stopStream(let number), .streamEnded(let number): remove(number)
        case .setStreamVolume(let number, let volume): change(number) { $0.volume = volume }
        case .letStreamOutliveApp(let number): change(number) { $0.outlivesApp = true }
        case .overrideOutput: portOverride = request
        case .prefer(let preference, let isOn): preferences[preference] = isOn
        case .setPreferredInput: preferredInput = request
        case .allowHapticsAndSystemSoundsDuringRecording: systemSoundsAllowance = request
        case .beginBackgroundTask(let task): tasks.append(task)
        case .endBackgroundTask(let task): tasks.removeAll { $0 == task }
        case .enableRemoteCommands: commands = request
        case .prepareCall: callRequests = [request]
        case .call(let event): note(event)
        case .vibrate, .setMediaVolume, .openURL, .returned, .startPlayer, .openPlayer:
            break
        }
    }

    private mutating func note(_ event: AppCallEvent) {
        switch event {
        case .arrived: callRequests = [.call(event)]
        case .started, .answered, .resumed:
            callRequests = [.prepareCall, .call(.started)]
            (isActive, isInterrupted) = (true, false)
        case .held:
            callRequests = [.prepareCall, .call(.started), .call(event)]
            isActive = false
        case .declined, .ended:
            callRequests = []
            isActive = false
        }
    }

    mutating func note(_ report: AppReport) {
        switch report {
        case .nowPlaying: nowPlaying = report
        case .commandOptions: commandOptions = report
        case .commandHandled: break
        case .call: call = report
        }
    }

    mutating func note(_ directive: StreamDirective, ofStream number: Int) {
        switch directive.transport {
        case .running: change(number) { $0.isHeld = false }
        case .held: change(number) { $0.isHeld = true }
        case .ended: remove(number)
        }
    }

    mutating func note(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan: (isActive, isInterrupted) = (false, true)
        case .interruptionEnded: isInterrupted = false
        case .mediaServicesLost, .mediaServicesReset:
            (isActive, isInterrupted) = (false, false)
            streams = []
            dormant = []
        default: break
        }
    }

    private mutating func add(_ stream: Stream) {
        remove(stream.number)
        streams.append(stream)
        if stream.kind.isSessionSound { (isActive, isInterrupted) = (true, false) }
    }

    private mutating func change(_ number: Int, _ body: (inout Stream) -> Void) {
        guard let index = streams.firstIndex(where: { $0.number == number }) else { return }
        body(&streams[index])
    }

    private mutating func remove(_ number: Int) {
        streams.removeAll { $0.number == number }
        dormant.remove(number)
    }

    // MARK: Another server

    /// The requests that bring another server to where this one was; some may be refused.
    ///
    /// Streams that do not play in a session that is not active become dormant: to tell a server of
    /// them would make the session active.
    mutating func takeRequests() -> [AppRequest] {
        var requests = [category, mode, systemSoundsAllowance, preferredInput, commands]
            .compactMap { $0 }
        for (preference, isOn) in preferences.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            requests.append(.prefer(preference, isOn))
        }
        requests += tasks.map { .beginBackgroundTask($0) }
        requests += callRequests
        if isActive { requests.append(.activate) }
        if let portOverride { requests.append(portOverride) }
        dormant = []
        for stream in streams {
            let number = stream.number
            if !stream.isHeld {
                requests.append(
                    .startStream(number: number, stream.kind, appVolume: stream.volume))
                if stream.outlivesApp { requests.append(.letStreamOutliveApp(number: number)) }
            } else if isActive {
                requests.append(
                    .prepareStream(number: number, stream.kind, appVolume: stream.volume))
            } else {
                dormant.insert(number)
            }
        }
        return requests
    }

    /// What the app shows, for another server.
    var reports: [AppReport] { [commandOptions, nowPlaying, call].compactMap { $0 } }

    /// Notes that another server has refused to let a stream play on.
    mutating func noteRefusal(of number: Int) {
        change(number) { $0.isHeld = true }
        dormant.insert(number)
        (isActive, isInterrupted) = (false, true)
    }

    /// The request to send in place of one about a dormant stream.
    ///
    /// - Returns: `nil` when the server need not hear of it.
    mutating func translated(_ request: AppRequest) -> AppRequest? {
        switch request {
        case .resumeStream(let number) where dormant.contains(number):
            guard let stream = streams.first(where: { $0.number == number }) else { return request }
            return .startStream(number: number, stream.kind, appVolume: stream.volume)
        case .pauseStream(let number), .stopStream(let number), .streamEnded(let number),
            .setStreamVolume(let number, _), .letStreamOutliveApp(let number):
            return dormant.contains(number) ? nil : request
        default: return request
        }
    }
}
