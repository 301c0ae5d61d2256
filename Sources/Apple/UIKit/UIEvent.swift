public import Foundation

/// An event of a remote control or a headset.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    /// The type of the event; always `.remoteControl` here.
    public nonisolated let type: EventType
    /// The button.
    public nonisolated let subtype: EventSubtype
    /// Seconds since the start of the system.
    public nonisolated let timestamp: TimeInterval

    init(_ subtype: EventSubtype, at timestamp: TimeInterval) {
        type = .remoteControl
        self.subtype = subtype
        self.timestamp = timestamp
        super.init()
    }

    /// Types of events.
    public enum EventType: Int, Sendable {
        /// Touches of the screen.
        case touches = 0
        /// Motion of the device.
        case motion = 1
        /// Commands of a headset, an accessory or the lock screen.
        case remoteControl = 2
        /// Presses of physical buttons.
        case presses = 3
    }

    /// Subtypes of events: the buttons of a remote control.
    public enum EventSubtype: Int, CaseIterable, Sendable {
        /// The event has no subtype.
        case none = 0
        /// The device was shaken.
        case motionShake = 1
        /// Play.
        case remoteControlPlay = 100
        /// Pause.
        case remoteControlPause = 101
        /// Stop.
        case remoteControlStop = 102
        /// Pause if playing, otherwise play.
        case remoteControlTogglePlayPause = 103
        /// Skip to the next track.
        case remoteControlNextTrack = 104
        /// Skip to the previous track.
        case remoteControlPreviousTrack = 105
        /// Start seeking backward.
        case remoteControlBeginSeekingBackward = 106
        /// Stop seeking backward.
        case remoteControlEndSeekingBackward = 107
        /// Start seeking forward.
        case remoteControlBeginSeekingForward = 108
        /// Stop seeking forward.
        case remoteControlEndSeekingForward = 109
    }
}
