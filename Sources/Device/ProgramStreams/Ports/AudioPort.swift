/// A place where sound leaves or enters the machine.
public struct AudioPort: Sendable, Equatable {
    public enum Direction: Sendable, Equatable {
        case output
        case input
    }

    public enum Kind: Sendable, Equatable {
        case speaker
        /// The ear piece of a phone.
        case receiver
        case headphones
        /// Headphones with a microphone, on a cable.
        case headset
        case microphone
        case bluetooth
        /// Bluetooth with its microphone, for calls (HFP).
        case bluetoothHandsFree
        case usb
        case car
        case hdmi
        case lineOrDigital
        /// An AirPlay receiver (RAOP).
        case airPlay
        /// Another machine, by RTP or a PulseAudio tunnel.
        case network
        /// A node without a device.
        case virtual
        case other
    }

    public enum Availability: Sendable, Equatable {
        /// The device cannot tell.
        case unknown
        case unavailable
        case available
    }

    /// Identifies the port among those of its direction: the node's name, or for a port of a card
    /// the card's name and the route's.
    public var name: String
    /// The name for the user.
    public var description: String
    public var direction: Direction
    public var kind: Kind
    public var availability: Availability
    /// Whether streams without a target of their own use the port.
    public var isCurrent: Bool
    /// The sink or source through which the port is used now; `nil` while it is not in use.
    public var nodeName: String?
    /// The card that the port belongs to; `nil` for a node without one.
    public var cardName: String?

    public init(
        name: String, description: String, direction: Direction, kind: Kind,
        availability: Availability = .unknown, isCurrent: Bool = false, nodeName: String? = nil,
        cardName: String? = nil
    ) {
        self.name = name
        self.description = description
        self.direction = direction
        self.kind = kind
        self.availability = availability
        self.isCurrent = isCurrent
        self.nodeName = nodeName
        self.cardName = cardName
    }
}
