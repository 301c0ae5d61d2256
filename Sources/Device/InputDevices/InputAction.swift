package import AudioModel

/// An action of the device's user that an input device has reported.
package enum InputAction: Hashable, Sendable {
    case perform(DeviceEvent)
    /// Moves the ring/silent switch to its other position, as a mute key does.
    case toggleRingSwitch
    /// Declines a ringing call, or ends a connected one.
    case hangUp
}

extension InputAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .perform(let event): event.text
        case .toggleRingSwitch: "switch to the other position"
        case .hangUp: "hang up"
        }
    }
}

/// Why an input device is not read, or events of it are not used.
package enum InputWarning: Hashable, Sendable, CustomStringConvertible {
    /// Actions were left out, because there were too many in a second.
    case tooManyActions(device: String)
    /// A device is not read for a second, because it sent too many events.
    case tooManyEvents(device: String)
    /// A device is not read, because there are too many.
    case tooManyDevices(limit: Int)
    /// No device may be read.
    case permissionDenied(count: Int)
    /// The system has no more inotify instances or watches, so that new devices are not found.
    case notWatched
    /// The system refuses a thread or a descriptor: no device is read.
    case noResources

    package var description: String {
        switch self {
        case .tooManyActions(let device):
            "\(device): too many key presses in a second, some are ignored"
        case .tooManyEvents(let device):
            "\(device): too many events in a second, it is not read for a second"
        case .tooManyDevices(let limit):
            "more than \(limit) input devices have keys or switches to read; the rest is ignored"
        case .permissionDenied(let count):
            "none of \(count) input devices may be read (permission denied); "
                + "see docs/device-input.md"
        case .notWatched:
            "input devices that are plugged in later are not found: "
                + "the limit of inotify watches is reached"
        case .noResources: "input devices are not read: the system refuses a thread"
        }
    }
}
