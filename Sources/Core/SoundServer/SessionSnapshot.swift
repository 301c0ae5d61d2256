public import AudioModel

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
    public var isMicrophoneAvailable = true
    /// The user's decision on the use of the microphone.
    public var microphone = MicrophonePermission.granted
    /// The state in the server. The app's own `applicationState` follows the notifications that it
    /// has received (`KnownAppState`).
    public var appState = AppState.active
    /// The remaining background time; `nil` when it is unlimited, as in the foreground.
    public var backgroundTimeRemaining: HostInterval?
    /// The generation of the operating system that the device runs.
    public var profile = PhoneProfile.ios17
    /// How the device is held.
    public var orientation = DeviceOrientation.portrait
    /// Whether the user has locked the rotation of the interface.
    public var isRotationLocked = false
    /// Whether a visible window generates orientation notifications.
    public var windowGeneratesOrientation = true
    /// The device's battery.
    public var battery = Battery(1)
    /// Whether something is close to the proximity sensor.
    public var isNear = false
    /// Whether protected files can be read. On a phone with a passcode they cannot, some seconds
    /// after the lock.
    public var isProtectedDataAvailable = true
    /// Whether an AirPlay or Bluetooth output is connected or within reach.
    public var areWirelessRoutesAvailable = false

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
