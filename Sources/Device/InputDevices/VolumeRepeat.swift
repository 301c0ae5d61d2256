import AudioModel

/// Repeats the presses of a volume button while it is held.
///
/// The kernel's own repetition is not used: the buttons of most phones have none, and those of
/// keyboards repeat thirty times a second.
struct VolumeRepeat {
    /// Time after which a held button begins to repeat.
    static let delay = HostInterval.milliseconds(500)
    /// Interval of the repetitions.
    static let interval = HostInterval.milliseconds(100)
    /// Number of repetitions after which every volume is at its end, even of a button that is stuck.
    static let repetitionsMax = 32

    private var key: InputKeyID?
    private var button = VolumeButton.up
    private var next = HostTime.zero
    private var count = 0

    var deadline: HostTime? { key == nil ? nil : next }

    /// Begins with a key that has been pressed, in place of the one before.
    mutating func begin(_ key: InputKeyID, _ button: VolumeButton, at time: HostTime) {
        (self.key, self.button, count) = (key, button, 0)
        next = time + Self.delay
    }

    mutating func end(_ key: InputKeyID) {
        if self.key == key { self.key = nil }
    }

    mutating func remove(_ device: Int) {
        if key?.device == device { key = nil }
    }

    /// Returns the button that is pressed again at a time.
    mutating func advance(to time: HostTime) -> VolumeButton? {
        guard key != nil, next <= time else { return nil }
        count += 1
        next = next + Self.interval
        if count == Self.repetitionsMax { key = nil }
        return button
    }
}
