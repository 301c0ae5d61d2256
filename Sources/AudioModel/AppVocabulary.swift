/// One app on the device.
public struct AppID: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The device itself, owner of ringtone, alarm and the other party's voice.
    public static let phone = AppID(rawValue: 0)

    public static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue < right.rawValue
    }

    @inlinable
    public func _rawHashValue(seed: Int) -> Int { mixed(rawValue, seed) }
}

/// A hash of one number that takes a few instructions: an event looks up dozens of names, and the
/// hash that `Hashable` makes by itself was a fifth of its time.
///
/// - Parameter seed: The dictionary's own, which nobody knows beforehand.
///
/// Source: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
@inlinable
package func mixed(_ number: Int, _ seed: Int) -> Int {
    var bits = UInt64(bitPattern: Int64(number)) ^ UInt64(bitPattern: Int64(seed))
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: bits ^ (bits >> 31))
}

/// What the device knows of an app before it runs.
public struct AppDescription: Hashable, Sendable {
    public var name: String
    /// `UIBackgroundModes` of the app's `Info.plist`, in their order.
    public var backgroundModes: [String]
    /// Whether it is the Now-Playing app or the system's music player.
    public var role: AppRole
    /// `UIApplicationExitsOnSuspend`: it ends where others go to the background.
    public var exitsOnSuspend = false
    /// How much memory is won when it ends, in megabytes.
    public var footprint = 50
    /// Whether its library says when the app has returned from a `WatchedCallback`
    /// (`AppRequest.returned`). Only then is the app killed when it does not, and only then does
    /// its end wait for that.
    public var answersCallbacks = false
    /// The remote commands that it takes from its launch on (`AppRequest.enableRemoteCommands`).
    public var commands: RemoteCommands = []

    public init(name: String, backgroundModes: [String] = [], role: AppRole = .ordinary) {
        self.name = name
        self.backgroundModes = backgroundModes
        self.role = role
    }
}

public enum AppRole: String, CaseIterable, Hashable, Sendable {
    case ordinary
    case nowPlaying
    case musicPlayer
}

/// Where an app is in its life.
public enum AppState: String, CaseIterable, Hashable, Sendable {
    case notRunning
    case suspended
    case background
    /// In the foreground without receiving touches: under an alert or a ringing call.
    case inactive
    case active
}

/// How an app's process came to its end.
public enum Termination: String, CaseIterable, Hashable, Sendable {
    case quit
    case killed
    case crashed
}

/// One sound that an app started: its app and the app's own number for it.
public struct StreamID: Hashable, Comparable, Sendable {
    public var app: AppID
    public var number: Int

    public init(app: AppID, number: Int) {
        self.app = app
        self.number = number
    }

    public static func < (left: StreamID, right: StreamID) -> Bool {
        (left.app, left.number) < (right.app, right.number)
    }

    @inlinable
    public func _rawHashValue(seed: Int) -> Int { mixed(number, mixed(app.rawValue, seed)) }
}

/// What made a stream; decides which rules apply to it.
public enum StreamKind: String, CaseIterable, Hashable, Sendable {
    /// Players that the system pauses and resumes (the AVFoundation objects).
    case player
    case queue
    case unit
    case recorder
    case systemSound
    case alertSound
    case ringtone
    case alarm
    case timer
    /// The other party of a phone call.
    case callAudio
    /// The authorities' alert: as loud as the device can.
    case emergencyAlert
    /// The device's own tone for a message, which plays once.
    case messageTone
    /// The click of a key of the device's keyboard.
    case keyClick

    /// Governed by the ringer volume rather than by an app's session, and beside whatever plays.
    @inlinable
    public var isSystemSound: Bool {
        switch self {
        case .systemSound, .alertSound, .messageTone, .keyClick: true
        default: false
        }
    }
    /// Made by the device itself, for as long as something of it goes on.
    @inlinable
    public var isDeviceSound: Bool {
        switch self {
        case .ringtone, .alarm, .timer, .callAudio, .emergencyAlert: true
        default: false
        }
    }
    /// Only the device starts it.
    @inlinable
    public var isOfDeviceAlone: Bool {
        isDeviceSound || self == .messageTone || self == .keyClick
    }
    /// Lives under the app's audio session.
    @inlinable
    public var isSessionSound: Bool { !isSystemSound && !isDeviceSound }
}

/// What an app asks of the server. Answered at once: done, or refused with a `SessionError`.
public enum AppRequest: Hashable, Sendable {
    case setCategory(SessionCategory, SessionMode, SessionOptions, RouteSharingPolicy)
    case setMode(SessionMode)
    case activate
    case deactivate(notifyingOthers: Bool)

    /// Starts a stream; activates the session first for kinds under a session.
    /// `appVolume` is the app's own, linear.
    case startStream(number: Int, StreamKind, appVolume: Float)
    /// Prepares a player without sounding, which activates the session.
    case prepareStream(number: Int, StreamKind)
    case pauseStream(number: Int)
    case resumeStream(number: Int)
    case stopStream(number: Int)
    case setStreamVolume(number: Int, Float)
    /// Lets a system sound go on when its app's process ends.
    case letStreamOutliveApp(number: Int)
    /// The stream's sound has come to its end by itself.
    case streamEnded(number: Int)

    /// A vibration asked for by itself (`kSystemSoundID_Vibrate`).
    case vibrate
    /// An in-app volume view's slider.
    case setMediaVolume(Float)
    /// Whether system sounds and haptics are let through while this session records.
    case allowHapticsAndSystemSoundsDuringRecording(Bool)
    /// Sends the output to the loudspeaker for the time being, or back.
    case overrideOutput(PortOverride)
    case prefer(SessionPreference, Bool)
    /// The microphone to take where there is a choice; nil for the system's own.
    case setPreferredInput(Port?)

    /// Asks for time in the background. Refused with `resourceNotAvailable` where there is none.
    case beginBackgroundTask(BackgroundTaskID)
    /// Unknown ones are ignored.
    case endBackgroundTask(BackgroundTaskID)
    /// Opens a URL that another app shows, which comes to the front. Refused with
    /// `resourceNotAvailable` unless the app is in front itself.
    case openURL(String)
    /// The app's code has returned from what it was told (`AppDescription.answersCallbacks`).
    case returned(from: WatchedCallback)
    /// The remote commands that the app takes from now on.
    case enableRemoteCommands(RemoteCommands)
}

/// What the server tells an app, in order.
public enum AppNotification: Hashable, Sendable {
    /// With the reason that is posted: `nil` before iOS 14.5, but for a suspension, which has a key
    /// of its own.
    case interruptionBegan(reason: InterruptionReason?)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(RouteChangeReason, previous: Route)
    case secondaryAudioHint(begins: Bool)
    case outputVolumeChanged(Float)
    case mediaServicesLost
    case mediaServicesReset
    /// The user asks it to play, pause or the like, from elsewhere than its own screen.
    case remoteCommand(RemoteCommand)

    // Its life. `KnownAppState` says what `applicationState` is inside each.

    case willFinishLaunching(Launch)
    case didFinishLaunching
    /// After the launch, or after `willEnterForeground`.
    case openURL(String)
    case didBecomeActive
    case willResignActive
    /// With what `applicationState` is then: `.inactive` for a locked phone before iOS 7.
    case didEnterBackground(AppState = .background)
    case willEnterForeground
    case willTerminate
    case didReceiveMemoryWarning
    /// A call's bar at the top of the screen appears or goes.
    case willChangeStatusBarFrame
    case didChangeStatusBarFrame
    /// One notification a kind when it has been suspended, and before anything else.
    case changed(SystemChange)
    /// The time of this task is nearly out: it is to be ended now.
    case backgroundTaskExpires(BackgroundTaskID)
}

/// Raw values are Apple's.
public enum InterruptionReason: UInt, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case appWasSuspended = 1
    case builtInMicMuted = 2
    case routeDisconnected = 4
}

/// Why the server refused a request. Raw values are Apple's status codes.
public enum SessionError: Int32, Error, CaseIterable, Hashable, Sendable {
    case mediaServicesFailed = 0x6D73_7276
    case isBusy = 0x2161_6374
    case incompatibleCategory = 0x2163_6174
    case cannotInterruptOthers = 0x2169_6E74
    case missingEntitlement = 0x656E_743F
    case siriIsRecording = 0x7369_7269
    case cannotStartPlaying = 0x2170_6C61
    case cannotStartRecording = 0x2172_6563
    case badParam = -50
    case insufficientPriority = 0x2170_7269
    case resourceNotAvailable = 0x2172_6573
    case unspecified = 0x7768_6174
    case expiredSession = 0x2173_6573
    case sessionNotActive = 0x696E_6163
}

/// A button at the phone's side. Raw values are the words of the scenario language.
public enum VolumeButton: String, CaseIterable, Hashable, Sendable {
    case up
    case down
}
