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
