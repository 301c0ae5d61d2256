import AudioModel

/// Counts the presses of a headset's button, and recognises a long one.
struct HeadsetButton {
    /// What a user did with the button.
    enum Gesture: Hashable {
        case press(times: Int)
        case hold(presses: Int)
        case release
    }

    /// Longest interval between the beginnings of presses that belong together; the same as for the
    /// key of the interactive phone.
    static let pressInterval = HostInterval.milliseconds(400)
    /// Time after which a button that is still down is held.
    static let holdDelay = HostInterval.milliseconds(500)
    /// Number of presses that have a meaning; more count as this many.
    static let pressesMax = 3

    private var count = 0
    private var lastPress = HostTime.zero
    /// The key that is down; other keys have no effect meanwhile.
    private var downKey: InputKeyID?
    private var isHeld = false

    /// When `advance` has something to do; `nil` for never.
    var deadline: HostTime? {
        if downKey != nil { return isHeld ? nil : lastPress + Self.holdDelay }
        return count > 0 ? lastPress + Self.pressInterval : nil
    }

    /// Returns the gesture that is complete at a time.
    mutating func advance(to time: HostTime) -> Gesture? {
        guard let deadline, deadline <= time else { return nil }
        let presses = min(count, Self.pressesMax)
        count = 0
        guard downKey != nil else { return .press(times: presses) }
        isHeld = true
        return .hold(presses: presses)
    }

    /// Takes the press of a key, after `advance` to the same time.
    mutating func press(_ key: InputKeyID, at time: HostTime) {
        guard downKey == nil else { return }
        downKey = key
        isHeld = false
        count = min(count + 1, Self.pressesMax)
        lastPress = time
    }

    /// Takes the release of a key, after `advance` to the same time.
    mutating func release(_ key: InputKeyID, at time: HostTime) -> Gesture? {
        guard downKey == key else { return nil }
        downKey = nil
        if isHeld {
            isHeld = false
            return .release
        }
        return advance(to: time)
    }

    /// Forgets the presses of a device that is gone.
    mutating func remove(_ device: Int) -> Gesture? {
        guard downKey?.device == device else { return nil }
        let wasHeld = isHeld
        downKey = nil
        isHeld = false
        count = 0
        return wasHeld ? .release : nil
    }
}

/// A key of a device.
struct InputKeyID: Hashable {
    var device: Int
    var code: UInt16
}
