import NetworkPaths

/// An interface that a path can use.
public struct NWInterface: Hashable, Sendable {
    /// The kinds of interfaces.
    public enum InterfaceType: Hashable, Sendable {
        /// A virtual interface, or one of unknown kind.
        case other
        case wifi
        case cellular
        case wiredEthernet
        case loopback
    }

    /// The kind of the interface.
    public let type: InterfaceType
    /// Its name: `eth0`, `wlan0`; on a simulated phone `en0` and `pdp_ip0`.
    public let name: String
    /// Its number in the system, above 0.
    public let index: Int

    init(_ interface: NetworkInterface) {
        name = interface.name
        index = interface.index
        type = InterfaceType(interface.kind)
    }
}

extension NWInterface: CustomDebugStringConvertible {
    public var debugDescription: String { name }
}

extension NWInterface.InterfaceType {
    init(_ kind: NetworkInterface.Kind) {
        self =
            switch kind {
            case .wifi: .wifi
            case .cellular: .cellular
            case .wiredEthernet: .wiredEthernet
            case .loopback: .loopback
            case .other: .other
            }
    }
}
