import AudioModel

/// The app's end of its connection to the server.
public protocol AppReceiver: AnyObject, Sendable {
    /// Puts a decision about one of the app's streams into effect.
    ///
    /// Called while the server decides, on the thread of whoever asked: must return at once and
    /// must not call the server.
    func obey(_ directive: StreamDirective, forStream number: Int)

    /// Delivers a notification. Called outside the server, in order, one at a time; may call the
    /// server.
    func receive(_ notification: AppNotification)

    /// The app has got to another state of its life. Called as `receive` is, before what the app
    /// is told of it; its end comes last of all.
    func follow(_ state: AppState)

    /// The system ends the app's process without a word to it; the end of its life follows.
    func end(becauseOf reason: KillReason)
}

extension AppReceiver {
    /// Most apps have nothing to do: what concerns them they are told.
    public func follow(_ state: AppState) {}
    public func end(becauseOf reason: KillReason) {}
}

/// The server, as an app's library sees it. Any thread.
public protocol AppConnection: AnyObject, Sendable {
    var app: AppID { get }

    /// Asks for something; when it returns without throwing, it is in effect, and directives have
    /// been obeyed.
    func request(_ request: AppRequest) throws(SessionError)

    /// What the policy says now of a stream of this app; `nil` for one it never saw.
    func verdict(ofStream number: Int) -> Verdict?

    /// The session as the policy has it.
    var session: SessionSnapshot { get }

    /// Ends the connection: the app is gone, and so is all it owned.
    func disconnect(_ termination: Termination)
}

/// One app's session at one moment.
public struct SessionSnapshot: Hashable, Sendable {
    public var category: SessionCategory
    public var mode: SessionMode
    public var options: SessionOptions
    public var isActive: Bool
    public var isOtherAudioPlaying: Bool
    public var secondaryAudioShouldBeSilencedHint: Bool
    public var route: Route
    /// The media volume, 0…1.
    public var outputVolume: Float
    public var routeSharingPolicy = RouteSharingPolicy.default
    /// What the session may choose from; none for a category without input.
    public var availableInputs: [Port] = []
    public var preferredInput: Port?
    /// Whether the device has any microphone, whatever the category.
    public var isMicrophoneThere = true
    public var microphone = MicrophonePermission.granted
    /// As the server has it; the app's own `applicationState` follows what it was told
    /// (`KnownAppState`).
    public var appState = AppState.active
    /// How much longer the app may run in the background; `nil` where nothing limits it, as in the
    /// foreground.
    public var backgroundTimeRemaining: HostInterval?
    /// The generation of system that the device runs.
    public var profile = PhoneProfile.ios17
    /// Whether the user holds the device on its side.
    public var isLandscape = false
    /// Whether protected files can be read: not on a phone with a passcode, a while after the lock.
    public var isProtectedDataAvailable = true

    public init(
        category: SessionCategory, mode: SessionMode, options: SessionOptions, isActive: Bool,
        isOtherAudioPlaying: Bool, secondaryAudioShouldBeSilencedHint: Bool, route: Route,
        outputVolume: Float
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.isActive = isActive
        self.isOtherAudioPlaying = isOtherAudioPlaying
        self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
        self.route = route
        self.outputVolume = outputVolume
    }
}
