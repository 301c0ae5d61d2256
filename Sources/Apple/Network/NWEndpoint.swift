/// An end of a connection; here the gateway of a path.
public enum NWEndpoint: Hashable, Sendable {
    /// A host, by its name or address.
    public enum Host: Hashable, Sendable {
        case name(String, NWInterface?)
        case ipv4(IPv4Address)
        case ipv6(IPv6Address)

        /// An address if the text is one, else a name.
        public init(_ string: String) {
            if let address = IPv4Address(string) {
                self = .ipv4(address)
            } else if let address = IPv6Address(string) {
                self = .ipv6(address)
            } else {
                self = .name(string, nil)
            }
        }
    }

    /// The number of a port.
    public struct Port: Hashable, Sendable, RawRepresentable {
        public let rawValue: UInt16

        public init?(rawValue: UInt16) { self.rawValue = rawValue }

        public init(integerLiteral value: UInt16) { rawValue = value }

        /// No port in particular: 0.
        public static let any: Port = 0
    }

    case hostPort(host: Host, port: Port)
}

extension NWEndpoint.Host: ExpressibleByStringLiteral {
    public init(stringLiteral: String) { self.init(stringLiteral) }
}

extension NWEndpoint.Port: ExpressibleByIntegerLiteral {}

extension NWEndpoint.Host: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .name(let name, _): name
        case .ipv4(let address): address.debugDescription
        case .ipv6(let address): address.debugDescription
        }
    }
}

extension NWEndpoint: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .hostPort(let host, let port): "\(host.debugDescription):\(port.rawValue)"
        }
    }
}
