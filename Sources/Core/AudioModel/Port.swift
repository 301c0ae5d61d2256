/// An input or output port of the device.
public struct Port: Hashable, Codable, Sendable {
    /// The kind of the port.
    public var kind: PortKind
    /// The name that tells several ports of one kind apart, such as an AirPlay receiver's;
    /// otherwise empty.
    public var name: String

    public init(_ kind: PortKind, name: String = "") {
        self.kind = kind
        self.name = name
    }

    public static let speaker = Port(.speaker)
    public static let receiver = Port(.receiver)
    public static let headphones = Port(.headphones)
    public static let headset = Port(.headset)
    public static let builtInMicrophone = Port(.builtInMicrophone)
    public static let headsetMicrophone = Port(.headsetMicrophone)
}

/// The kind of a port. Raw values are the scenario language's words.
public enum PortKind: String, CaseIterable, Hashable, Codable, Sendable {
    case speaker
    case receiver
    case headphones
    /// Headphones with a microphone.
    case headset
    case lineout
    case bluetoothA2DP = "bluetooth-a2dp"
    case bluetoothHFP = "bluetooth-hfp"
    case bluetoothLE = "ble"
    case usb
    case hdmi
    case car
    case airplay
    case builtInMicrophone = "built-in-microphone"
    case headsetMicrophone = "headset-microphone"

    /// Whether the port is part of the device itself and cannot be plugged or unplugged.
    public var isBuiltIn: Bool {
        switch self {
        case .speaker, .receiver, .builtInMicrophone: true
        default: false
        }
    }
}

extension Port: CustomStringConvertible {
    public var description: String {
        name.isEmpty ? kind.rawValue : kind.rawValue + ":" + name
    }
}

/// The output and input ports in use at one moment.
public struct Route: Hashable, Sendable {
    /// The outputs; several only for the multi-route category.
    public var outputs: [Port]
    /// The inputs; empty for a category without input.
    public var inputs: [Port]

    public init(outputs: [Port], inputs: [Port] = []) {
        self.outputs = outputs
        self.inputs = inputs
    }
}

/// Why a route changed. Raw values are Apple's; 5 is unused there.
public enum RouteChangeReason: UInt, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
}
