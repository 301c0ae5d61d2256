// What sensors of the device say of its position, its battery and what is near it.

/// The position in which the device is held. Raw values are the scenario language's words.
public enum DeviceOrientation: String, CaseIterable, Hashable, Sendable {
    /// The top of the device points up.
    case portrait
    /// The top of the device points down.
    case upsideDown = "upside-down"
    /// The top of the device points to the left, the home button to the right.
    case landscapeLeft = "landscape-left"
    /// The top of the device points to the right, the home button to the left.
    case landscapeRight = "landscape-right"
    /// The device lies flat with the screen up.
    case faceUp = "face-up"
    /// The device lies flat with the screen down.
    case faceDown = "face-down"
}

/// The charge of the device's battery, and what happens to it.
public struct Battery: Hashable, Sendable {
    /// What happens to the charge. Raw values are the scenario language's words.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// The device runs on its battery.
        case unplugged
        /// The device is connected to power, and the battery is not full.
        case charging
        /// The device is connected to power, and the battery is full.
        case full
    }

    /// The charge, 0…1.
    public let level: Float
    /// What happens to the charge.
    public var state: State

    /// - Parameter level: The charge; brought into 0…1.
    public init(_ level: Float, _ state: State = .unplugged) {
        self.level = level >= 0 ? min(level, 1) : 0
        self.state = state
    }

    /// The charge in whole percent, 0…100.
    public var percent: Int { Int((level * 100).rounded()) }
}
