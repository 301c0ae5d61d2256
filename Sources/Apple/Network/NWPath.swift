import NetworkPaths

/// A way to the network at a moment: whether there is one, over which interfaces, and at what
/// price.
public struct NWPath: Equatable, Sendable {
    /// Whether a path can be used.
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        /// Not usable at present, but a connection may bring it up; neither a machine nor a
        /// simulated phone has such a path.
        case requiresConnection
    }

    /// Why a path cannot be used.
    public enum UnsatisfiedReason: Sendable {
        /// There is none, or it can be used.
        case notAvailable
        /// The user has switched cellular data off.
        case cellularDenied
        /// The user has switched Wi-Fi off.
        case wifiDenied
        /// The user has denied the local network.
        case localNetworkDenied
        /// A required VPN is not there.
        case vpnInactive
    }

    /// Whether the path can be used.
    public let status: Status
    /// Why it cannot.
    public let unsatisfiedReason: UnsatisfiedReason
    /// The interfaces that it can use, the preferred one first.
    public let availableInterfaces: [NWInterface]
    /// Whether it costs money: cellular networks do.
    public let isExpensive: Bool
    /// Whether the user wants to save data.
    public let isConstrained: Bool
    public let supportsIPv4: Bool
    public let supportsIPv6: Bool
    /// Whether names can be looked up.
    public let supportsDNS: Bool
    /// The gateways, in the order of the interfaces, with port 0.
    public let gateways: [NWEndpoint]
    /// The end here of a connection's path; `nil` for that of a monitor.
    public let localEndpoint: NWEndpoint?
    /// The other end of a connection's path; `nil` for that of a monitor.
    public let remoteEndpoint: NWEndpoint?

    /// Whether the path uses an interface of a kind: the preferred one has it.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        status == .satisfied && availableInterfaces.first?.type == type
    }
}

extension NWPath: CustomDebugStringConvertible {
    public var debugDescription: String {
        guard status == .satisfied else { return "unsatisfied (No network route)" }
        var words = availableInterfaces.first.map { "interface: \($0.name)" } ?? ""
        if supportsIPv4 { words += ", ipv4" }
        if supportsIPv6 { words += ", ipv6" }
        if supportsDNS { words += ", dns" }
        if isExpensive { words += ", expensive" }
        if isConstrained { words += ", constrained" }
        return "satisfied (Path is satisfied), " + words
    }
}

extension NWPath {
    /// The path over those interfaces that are wanted.
    init(_ path: NetworkPath, isWanted: (NWInterface.InterfaceType) -> Bool) {
        let interfaces = path.interfaces.map { NWInterface($0) }.filter { isWanted($0.type) }
        let isUsable = path.isSatisfied && !interfaces.isEmpty
        status = isUsable ? .satisfied : .unsatisfied
        let isDenied = path.obstacle == .switchedOff
        unsatisfiedReason =
            !isUsable && isDenied
            ? (path.interfaces.first?.kind == .cellular ? .cellularDenied : .wifiDenied)
            : .notAvailable
        availableInterfaces = isUsable ? interfaces : []
        isExpensive = isUsable && (path.isExpensive || interfaces.first?.type == .cellular)
        isConstrained = isUsable && path.isConstrained
        supportsIPv4 = isUsable && path.supportsIPv4
        supportsIPv6 = isUsable && path.supportsIPv6
        supportsDNS = isUsable && path.supportsDNS
        gateways =
            isUsable ? path.gateways.map { .hostPort(host: NWEndpoint.Host($0), port: .any) } : []
        localEndpoint = nil
        remoteEndpoint = nil
    }
}
