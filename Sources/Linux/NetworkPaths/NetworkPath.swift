/// A way to the network, as its interfaces, addresses and routes make it.
package struct NetworkPath: Hashable, Sendable {
    /// Why there is no way.
    package enum Obstacle: Hashable, Sendable {
        /// There is no interface with an address and a route to everywhere.
        case noRoute
        /// The user has switched the kind of interface off.
        case switchedOff
    }

    /// The interfaces with a route to everywhere, the one that is used first.
    package var interfaces: [NetworkInterface] = []
    /// Why there is no way; `nil` with one.
    package var obstacle: Obstacle?
    package var supportsIPv4 = false
    package var supportsIPv6 = false
    /// Whether names can be looked up.
    package var supportsDNS = false
    /// Whether the way costs money, as a phone's does.
    package var isExpensive = false
    /// Whether the user wants to save data.
    package var isConstrained = false
    /// The addresses of the gateways, in the order of the interfaces.
    package var gateways: [String] = []

    package init() {}

    package var isSatisfied: Bool { obstacle == nil && !interfaces.isEmpty }
}

/// A network interface.
package struct NetworkInterface: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        case wifi
        case cellular
        case wiredEthernet
        case loopback
        case other
    }

    package var name: String
    package var index: Int
    package var kind: Kind

    package init(name: String, index: Int, kind: Kind) {
        self.name = name
        self.index = index
        self.kind = kind
    }
}
