/// The source of a stream, which decides which rules apply to it.
public enum StreamKind: String, CaseIterable, Hashable, Sendable {
    /// A player that the system pauses and resumes (the AVFoundation objects).
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
    /// An emergency alert of the authorities, at the device's full volume.
    case emergencyAlert
    /// The device's own tone for a message, which plays once.
    case messageTone
    /// The click of a key of the device's keyboard.
    case keyClick

    /// Whether the ringer volume governs the stream instead of an app's session, and the stream
    /// mixes with all others.
    @inlinable
    public var isSystemSound: Bool {
        switch self {
        case .systemSound, .alertSound, .messageTone, .keyClick: true
        default: false
        }
    }
    /// Whether the device itself plays the stream for as long as a call, an alarm or the like
    /// lasts.
    @inlinable
    public var isDeviceSound: Bool {
        switch self {
        case .ringtone, .alarm, .timer, .callAudio, .emergencyAlert: true
        default: false
        }
    }
    /// Whether only the device may start the stream.
    @inlinable
    public var isDeviceOnly: Bool {
        isDeviceSound || self == .messageTone || self == .keyClick
    }
    /// Whether the app's audio session governs the stream.
    @inlinable
    public var isSessionSound: Bool { !isSystemSound && !isDeviceSound }
}
