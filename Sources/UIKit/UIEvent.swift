import Foundation

/// Something that the user did with a remote control or a headset.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    public nonisolated let type: EventType
    public nonisolated let subtype: EventSubtype
    /// Seconds since the system's start.
    public nonisolated let timestamp: TimeInterval

    init(_ subtype: EventSubtype, at timestamp: TimeInterval) {
        type = .remoteControl
        self.subtype = subtype
        self.timestamp = timestamp
        super.init()
    }

    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
        case presses = 3
    }

    public enum EventSubtype: Int, CaseIterable, Sendable {
        case none = 0
        case motionShake = 1
        case remoteControlPlay = 100
        case remoteControlPause = 101
        case remoteControlStop = 102
        case remoteControlTogglePlayPause = 103
        case remoteControlNextTrack = 104
        case remoteControlPreviousTrack = 105
        case remoteControlBeginSeekingBackward = 106
        case remoteControlEndSeekingBackward = 107
        case remoteControlBeginSeekingForward = 108
        case remoteControlEndSeekingForward = 109
    }
}
