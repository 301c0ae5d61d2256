import AudioModel

/// The app's side of its connection to the server.
public protocol AppReceiver: AnyObject, Sendable {
    /// Applies a directive to one of the app's streams.
    ///
    /// Called while the server decides, on the thread of the caller of the server. Must return at
    /// once and must not call the server.
    func obey(_ directive: StreamDirective, forStream number: Int)

    /// Delivers a notification. Called without the server's lock, in order, one at a time; may call
    /// the server.
    func receive(_ notification: AppNotification)

    /// Reports a state transition of the app. Called like `receive`, before the notifications about
    /// the transition; `.notRunning` comes last.
    func follow(_ state: AppState)

    /// Reports that the system kills the app's process without notifying the app; the transition to
    /// `.notRunning` follows.
    func end(becauseOf reason: KillReason)
}

extension AppReceiver {
    /// Does nothing; most apps need only the notifications.
    public func follow(_ state: AppState) {}
    /// Does nothing; most apps need only the notifications.
    public func end(becauseOf reason: KillReason) {}
}

/// The server's side of an app's connection. Any thread.
public protocol AppConnection: AnyObject, Sendable {
    var app: AppID { get }

    /// Sends a request. When it returns without throwing, the request is in effect and all
    /// directives have been obeyed.
    func request(_ request: AppRequest) throws(SessionError)

    /// The policy's present verdict on a stream of this app; `nil` for an unknown stream.
    func verdict(ofStream number: Int) -> Verdict?

    /// The app's session as the policy has it.
    var session: SessionSnapshot { get }

    /// Ends the connection: the app's process and all that it owned are gone.
    func disconnect(_ termination: Termination)
}

/// A snapshot of one app's session.
public struct SessionSnapshot: Hashable, Sendable {
    public var category: SessionCategory
    public var mode: SessionMode
    public var options: SessionOptions
    public var isActive: Bool
    /// Whether any other app is playing.
    public var isOtherAudioPlaying: Bool
    /// Whether another app with a non-mixable session is playing.
    public var secondaryAudioShouldBeSilencedHint: Bool
    /// The present route.
    public var route: Route
    /// The media volume, 0…1.
    public var outputVolume: Float
    public var routeSharingPolicy = RouteSharingPolicy.default
    /// The inputs that the session may choose from; empty for a category without input.
    public var availableInputs: [Port] = []
    /// The input that the app prefers; `nil` leaves the choice to the system.
    public var preferredInput: Port?
    /// Whether the device has any microphone, whatever the session's category.
    public var isMicrophoneThere = true
    /// The user's decision on the use of the microphone.
    public var microphone = MicrophonePermission.granted
    /// The state in the server. The app's own `applicationState` follows the notifications that it
    /// has received (`KnownAppState`).
    public var appState = AppState.active
    /// The remaining background time; `nil` when it is unlimited, as in the foreground.
    public var backgroundTimeRemaining: HostInterval?
    /// The generation of the operating system that the device runs.
    public var profile = PhoneProfile.ios17
    /// Whether the device is in landscape orientation.
    public var isLandscape = false
    /// Whether protected files can be read. On a phone with a passcode they cannot, some seconds
    /// after the lock.
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
