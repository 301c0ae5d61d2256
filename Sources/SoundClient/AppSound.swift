import AudioModel
import SoundMixer
import SoundServer
import Synchronization

/// One app's sound: its connection to a server, its mixer, its streams. Any thread.
///
/// A stream is known to the server by its number and sounds as a voice of the mixer; the server's
/// directives set the voice's gains and hold or end it.
public final class AppSound: @unchecked Sendable {
    public let mixer: Mixer
    public let environment: any AppEnvironment
    /// What the app's output device pulls from.
    public var output: OutputSource { outputSource }
    /// What the app's input device delivers to.
    public var input: InputSink { recordings.sink }
    /// Frames a second that recordings are given.
    public var inputSampleRate: Double { recordings.sampleRate }

    /// Whether the app has muted its own input: every recording is given silence.
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
    let life = LifeLine()
    /// Taken after the server's own lock, never before: nothing that holds it calls the server.
    let state = Mutex(State())
    /// Keeps the device from being stopped between its start and the stream's registration.
    let deviceUse = Mutex(())

    struct State {
        var streams: [Int: Stream] = [:]
        var numbers: [Mixer.VoiceID: Int] = [:]
        /// The numbers of streams that have a watcher, in the order of starting.
        var watchers: [Int] = []
        var nextNumber = 1
        /// Who is to be told when the media services were reset.
        var resetHandlers: [Int: @Sendable () -> Void] = [:]
        var nextHandler = 1
        /// Counts starts and ends, so that an idle check knows whether anything happened since.
        var activity = 0

        @discardableResult
        mutating func remove(_ number: Int) -> Stream? {
            if streams[number]?.watcher != nil { watchers.removeAll { $0 == number } }
            return streams.removeValue(forKey: number)
        }
    }

    struct Stream {
        /// `nil` until the server has answered.
        var voice: Mixer.VoiceID?
        var appVolume: Float
        var directive = StreamDirective(transport: .running, sessionGain: 0)
        /// What its voice plays, for those who watch it.
        var feed: VoiceFeed?
        var pan: Float = 0
        var watcher: StreamWatcher?
        var ended: @Sendable (_ byItself: Bool) -> Void
    }

    private let attachments = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
    private let systemSoundsOnceUsed = Mutex<SystemSounds?>(nil)

    /// How long the device runs on with nothing to play.
    public static let idleDelay = HostInterval.seconds(3)

    /// - Parameters:
    ///   - device: Where the sound goes; `nil` when someone else pulls from `output`.
    ///   - inputDevice: Where recordings come from; `nil` when someone else delivers to `input`.
    ///   - notificationHandler: Gets what the server tells the app, in order, one at a time.
    ///   - connect: Connects to a server, as the given receiver.
    public init(
        mixer: Mixer, environment: any AppEnvironment, device: (any OutputDevice)? = nil,
        inputDevice: (any InputDevice)? = nil,
        notificationHandler: @escaping @Sendable (AppNotification) -> Void = { _ in },
        connect: (any AppReceiver) -> any AppConnection
    ) {
        self.mixer = mixer
        self.environment = environment
        self.device = device
        recordings = Recordings(device: inputDevice)
        self.notificationHandler = notificationHandler
        outputSource = OutputSource(mixer: mixer) { [weak self] in self?.attend() }
        serverConnection = connect(self)
    }

    public var connection: any AppConnection { serverConnection }

    /// Has `observer` told too what the server tells the app, from now on.
    public func addObserver(_ observer: @escaping @Sendable (AppNotification) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Has `observer` told of the app's life: at once what came before, then the rest. Only one can.
    ///
    /// - Parameter observer: Gets the time too at which the app was told. Must not call the app.
    package func followLife(_ observer: @escaping @Sendable (AppNotification, HostTime) -> Void) {
        life.follow(observer)
    }

    /// Whether anybody follows its life.
    package var isLifeFollowed: Bool { life.isFollowed }

    /// The app's system sounds; made at first use.
    public var systemSounds: SystemSounds {
        systemSoundsOnceUsed.withLock { known in
            let sounds = known ?? SystemSounds(app: self)
            known = sounds
            return sounds
        }
    }

    /// What a façade keeps with the app: made at first use, one of a type.
    public func attachment<Value: AnyObject & Sendable>(_ make: () -> Value) -> Value {
        attachments.withLock { attachments in
            let key = ObjectIdentifier(Value.self)
            if let known = attachments[key] as? Value { return known }
            let value = make()
            attachments[key] = value
            return value
        }
    }

    /// Asks the server for something that is not about a stream of this app's.
    public func request(_ request: AppRequest) throws(SessionError) {
        try connection.request(request)
    }

    /// Has `handler` called when the media services were reset, before the app is told.
    ///
    /// - Returns: What `removeResetHandler` takes.
    public func addResetHandler(_ handler: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            defer { state.nextHandler += 1 }
            state.resetHandlers[state.nextHandler] = handler
            return state.nextHandler
        }
    }

    public func removeResetHandler(_ number: Int) {
        _ = state.withLock { $0.resetHandlers.removeValue(forKey: number) }
    }
}
