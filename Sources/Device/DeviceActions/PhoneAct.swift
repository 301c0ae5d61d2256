public import AudioModel

/// An action of the phone's user or of the environment.
public enum PhoneAct: Hashable, Sendable {
    /// One event of the device.
    case event(DeviceEvent)
    /// Two or more presses of a volume button; a single one is an event.
    case press(VolumeButton, times: Int)
    /// Moves the media volume with an app's volume view.
    case slider(Double)
    /// The media services are lost, and reset at once.
    case mediaServicesReset
    /// The user erases the phone: all apps are removed.
    case erased

    /// Limit of presses in one action.
    public static let pressesMax = 1_000
    /// Limit of the memory that an app may need, in megabytes.
    public static let megabytesMax = 100_000
}

extension PhoneAct {
    /// The verb as written in a scenario.
    public var name: String {
        switch self {
        case .event(let event): event.name
        case .press(let button, _): DeviceEvent.volumePressed(button).name
        case .slider: "slider"
        case .mediaServicesReset: "media-services reset"
        case .erased: "phone erased"
        }
    }
}

extension PhoneAct: CustomStringConvertible {
    public var description: String {
        switch self {
        case .event(let event): event.text
        case .press(let button, let times):
            DeviceEvent.volumePressed(button).text + (times == 1 ? "" : " x\(times)")
        case .slider(let volume): "\(name) \(DecimalText.text(volume))"
        case .mediaServicesReset, .erased: name
        }
    }
}
