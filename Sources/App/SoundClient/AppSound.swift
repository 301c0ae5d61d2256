package import AudioFormats
public import AudioModel
public import SoundMixer
public import SoundServer
import Synchronization

/// One app's sound: its connection to a server, its mixer, its streams. Any thread.
///
/// The server knows a stream by its number; a voice of the mixer plays it. The server's directives
/// set the voice's gains and pause or end it.
///
/// Ownership: mutexes guard all mutable state; `serverConnection` and `outputSource` are set once,
/// in `init`.
public final class AppSound: @unchecked Sendable {
    /// The mixer that plays the app's streams.
    public let mixer: Mixer
    /// The app's threads and timers.
    public let environment: any AppEnvironment
    /// The source that the app's output device renders from.
    public var output: OutputSource { outputSource }
    /// The sink that the app's input device delivers to.
    public var input: InputSink { recordings.sink }
    /// The sample rate of recordings, in frames a second.
    public var inputSampleRate: Double { recordings.sampleRate }

    /// Whether the app has muted its own input, so that every recording gets silence.
    public var isInputMuted: Bool {
        get { recordings.isMuted }
        set { recordings.isMuted = newValue }
    }

    /// Set once, before `init` returns.
    private var serverConnection: (any AppConnection)!
    private var outputSource: OutputSource!
    let device: (any OutputDevice)?
    let recordings: Recordings
    let notificationHandler: @Sendable (AppNotification) -> Void
    let observers = Mutex<[@Sendable (AppNotification) -> Void]>([])
    private let activationHandlers = Mutex<[@Sendable () -> Void]>([])
    let life = LifeCycleInbox()
    let nowPlaying = Mutex(NowPlayingReports())
    /// Locked after the server's own lock, never before: code that holds it does not call the
    /// server.
    let state = Mutex(State())
    /// Keeps the device from being stopped between its start and the stream's registration.
    let deviceUse = CriticalSection()

    struct State {
        var streams: [Int: Stream] = [:]
        /// The mixer's voice of each stream that has one, and the stream of each such voice. Apart
        /// from `streams`, because meters are read more often than anything else.
        private(set) var voices: [Int: Mixer.VoiceID] = [:]
        private(set) var numbers: [Mixer.VoiceID: Int] = [:]
        /// What voice processors do to other streams.
        var otherAudio = OtherAudioGains()
        /// The numbers of streams that have a watcher, in the order of starting.
        var watchers: [Int] = []
        var nextNumber = 1
        /// The handlers to call when the media services have been reset.
        var resetHandlers: [Int: @Sendable () -> Void] = [:]
        var nextHandler = 1
        /// Counts starts and ends, so that an idle check knows whether anything happened since.
        var activity = 0

        /// Gives a stream a voice instead of the one that it has; `nil` for none.
        mutating func setVoice(_ voice: Mixer.VoiceID?, ofStream number: Int) {
            if let former = voices[number] { numbers[former] = nil }
            voices[number] = voice
            if let voice { numbers[voice] = number }
        }

        @discardableResult
        mutating func remove(_ number: Int) -> Stream? {
            setVoice(nil, ofStream: number)
            if streams[number]?.watcher != nil { watchers.removeAll { $0 == number } }
            return streams.removeValue(forKey: number)
        }
    }

    struct Stream {
        /// Whether the stream is paused without a voice.
        var isVoiceless = false
        /// Whether it has run while its player waited for sound.
        var hasWaited = false
        /// Whether it is neither a system sound nor one of the device's.
        var isSessionSound = true
        var appVolume: Float
        /// Counts changes of the volume, so that the end of an earlier fade is ignored.
        var fadeCount = 0
        var directive = StreamDirective(transport: .running, sessionGain: 0)
        /// The feed that the voice plays; `nil` for a buffer.
        var feed: VoiceFeedReader?
        var pan: Float = 0
        var watcher: StreamWatcher?
        var ended: @Sendable (_ byItself: Bool) -> Void
    }

    private let players = Mutex<(apps: PlayerApps, name: String)?>(nil)
    private let attachments = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
    /// Which files the app's system sounds are made from.
    public let systemSoundRule: SystemSoundRule
    /// Whether the names of files count where that rule restricts them.
    public let systemSoundNames: Bool
    /// What the app's recorders keep when they record again after an interruption.
    public let interruptedRecordings: InterruptedRecordingRule
    let issueObserver = Mutex<(@Sendable (RuntimeIssue) -> Void)?>(nil)
    private let systemSoundsOnceUsed = Mutex<SystemSounds?>(nil)

    /// How long the device keeps running without a stream.
    public static let idleDelay = HostInterval.seconds(3)

    /// - Parameters:
    ///   - device: The output device; `nil` when the caller renders from `output`.
    ///   - inputDevice: The input device; `nil` when the caller delivers to `input`.
    ///   - systemSoundRule: Which files the app's system sounds are made from.
    ///   - systemSoundNames: Whether the names of files count where that rule restricts them.
    ///   - interruptedRecordings: What the app's recorders keep when they record again after an
    ///     interruption.
    ///   - notificationHandler: Receives the server's notifications to the app, in order, one at a
    ///     time.
    ///   - connect: Connects to a server, as the given receiver.
    public init(
        mixer: Mixer, environment: any AppEnvironment, device: (any OutputDevice)? = nil,
        inputDevice: (any InputDevice)? = nil, systemSoundRule: SystemSoundRule = .documented,
        systemSoundNames: Bool = true,
        interruptedRecordings: InterruptedRecordingRule = .discarded,
        notificationHandler: @escaping @Sendable (AppNotification) -> Void = { _ in },
        connect: (any AppReceiver) -> any AppConnection
    ) {
        self.mixer = mixer
        self.environment = environment
        self.device = device
        self.systemSoundRule = systemSoundRule
        self.systemSoundNames = systemSoundNames
        self.interruptedRecordings = interruptedRecordings
        recordings = Recordings(device: inputDevice) { device?.blockFrames }
        self.notificationHandler = notificationHandler
        outputSource = OutputSource(mixer: mixer) { [weak self] in self?.service() }
        serverConnection = connect(self)
    }

    /// The app's connection to its server.
    public var connection: any AppConnection { serverConnection }

    /// Adds an observer that receives every later notification of the server to the app.
    public func addObserver(_ observer: @escaping @Sendable (AppNotification) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Sets the life-cycle observer: it receives the notifications that are waiting, then all later
    /// ones. An app has only one.
    ///
    /// - Parameter observer: Receives each notification with its time. Must not call the app.
    package func followLife(_ observer: @escaping @Sendable (AppNotification, HostTime) -> Void) {
        life.follow(observer)
    }

    /// Whether a life-cycle observer is set.
    package var isLifeFollowed: Bool { life.isFollowed }

    /// The restrictions of the app's system sounds.
    package var systemSoundLimits: SystemSoundLimits {
        SystemSoundLimits(systemSoundRule, names: systemSoundNames)
    }

    /// The app's system sounds; created at first use.
    public var systemSounds: SystemSounds {
        systemSoundsOnceUsed.withLock { known in
            let limits = systemSoundLimits
            let sounds =
                known ?? SystemSounds(app: self) { loadSystemSound(path: $0, limits: limits) }
            known = sounds
            return sounds
        }
    }

    /// Returns the façade object of type `Value` that belongs to the app; created at first use, one
    /// of each type.
    public func attachment<Value: AnyObject & Sendable>(_ make: () -> Value) -> Value {
        attachments.withLock { attachments in
            let key = ObjectIdentifier(Value.self)
            if let known = attachments[key] as? Value { return known }
            let value = make()
            attachments[key] = value
            return value
        }
    }

    /// The apps of the device that play music on behalf of this app; `nil` when its device has none,
    /// or is in another process.
    package var playerApps: PlayerApps? { players.withLock { $0?.apps } }

    /// The name by which the device knows the app; empty when it is in another process.
    var nameOnDevice: String { players.withLock { $0?.name ?? "" } }

    /// Lets the app use the device's music players.
    ///
    /// - Parameter name: The name by which the device knows the app.
    package func usePlayers(of apps: PlayerApps, as name: String) {
        players.withLock { $0 = (apps, name) }
    }

    /// Sends the server a request that does not concern a stream of this object.
    public func request(_ request: AppRequest) throws(SessionError) {
        try connection.request(request)
        guard case .activate = request else { return }
        for handler in activationHandlers.withLock({ $0 }) { handler() }
    }

    /// Adds a handler that is called each time the app itself has activated its session; an
    /// activation by a sound that starts is none.
    public func addActivationHandler(_ handler: @escaping @Sendable () -> Void) {
        activationHandlers.withLock { $0.append(handler) }
    }

    /// Adds a handler that is called when the media services have been reset, before the app is
    /// notified.
    ///
    /// - Returns: The number to pass to `removeResetHandler`.
    public func addResetHandler(_ handler: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            defer { state.nextHandler += 1 }
            state.resetHandlers[state.nextHandler] = handler
            return state.nextHandler
        }
    }

    /// Removes a handler.
    public func removeResetHandler(_ number: Int) {
        _ = state.withLock { $0.resetHandlers.removeValue(forKey: number) }
    }
}
