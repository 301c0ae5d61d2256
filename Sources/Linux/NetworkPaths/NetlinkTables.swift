/// The links, addresses and routes of the kernel, read from the messages of rtnetlink.
///
/// Source: rtnetlink(7), netlink(7) and the kernel's `<linux/rtnetlink.h>`, `<linux/if_addr.h>` and
/// `<linux/if_link.h>`.
package struct NetlinkTables: Sendable {
    struct Link: Sendable {
        var index: Int
        var name: String
        var flags: UInt32
        /// The kind of hardware (ARPHRD).
        var hardware: UInt16

        /// Whether it is up and carries something.
        var isRunning: Bool { flags & Flag.up != 0 && flags & Flag.running != 0 }

        enum Flag {
            static let up: UInt32 = 0x1
            static let loopback: UInt32 = 0x8
            static let running: UInt32 = 0x40
        }
    }

    struct Route: Sendable {
        var isIPv6: Bool
        var link: Int
        var gateway: String?
        var metric: UInt32
    }

    private(set) var links: [Link] = []
    /// The links with an address of a family that reaches beyond the link.
    private(set) var ipv4Links: Set<Int> = []
    private(set) var ipv6Links: Set<Int> = []
    /// The routes to everywhere of the main table.
    private(set) var defaultRoutes: [Route] = []
    /// Whether a message said that the request has failed.
    private(set) var hasFailed = false

    /// Limit of the links, and of the routes.
    private static let entriesMax = 10_000

    package init() {}

    /// Takes the messages of one datagram.
    ///
    /// - Returns: Whether they end the answer to a request.
    package mutating func take(_ bytes: [UInt8]) -> Bool {
        var rest = NetlinkBytes(bytes[...])
        while let message = rest.takeMessage() {
            switch message.type {
            case 2: hasFailed = true
            case 3: return true
            case 16: takeLink(message.body)
            case 20: takeAddress(message.body)
            case 24: takeRoute(message.body)
            default: break
            }
            if hasFailed { return true }
        }
        return false
    }

    private mutating func takeLink(_ body: NetlinkBytes) {
        guard let hardware: UInt16 = body.integer(at: 2), let index: Int32 = body.integer(at: 4),
            let flags: UInt32 = body.integer(at: 8), links.count < Self.entriesMax
        else { return }
        var name = ""
        for attribute in body.attributes(from: 16) where attribute.type == 3 {
            name = attribute.value.text
        }
        guard !name.isEmpty else { return }
        links.append(
            Link(index: Int(index), name: name, flags: flags, hardware: hardware))
    }

    private mutating func takeAddress(_ body: NetlinkBytes) {
        guard let family: UInt8 = body.integer(at: 0), let shortFlags: UInt8 = body.integer(at: 2),
            let scope: UInt8 = body.integer(at: 3), let link: UInt32 = body.integer(at: 4)
        else { return }
        var flags = UInt32(shortFlags)
        for attribute in body.attributes(from: 8) where attribute.type == 8 {
            flags = attribute.value.integer(at: 0) ?? flags
        }
        // Not those of a link or a host alone, nor those that are not verified or are taken.
        guard scope < 253, flags & (0x40 | 0x08) == 0 else { return }
        if family == 2 { ipv4Links.insert(Int(link)) }
        if family == 10 { ipv6Links.insert(Int(link)) }
    }

    private mutating func takeRoute(_ body: NetlinkBytes) {
        guard let family: UInt8 = body.integer(at: 0), family == 2 || family == 10,
            let length: UInt8 = body.integer(at: 1), length == 0,
            let shortTable: UInt8 = body.integer(at: 4), let type: UInt8 = body.integer(at: 7),
            type == 1, defaultRoutes.count < Self.entriesMax
        else { return }
        var table = UInt32(shortTable)
        var hops: [(link: Int, gateway: String?)] = []
        var route = Route(isIPv6: family == 10, link: 0, gateway: nil, metric: 0)
        for attribute in body.attributes(from: 12) {
            switch attribute.type {
            case 4: route.link = Int(attribute.value.integer(at: 0) ?? UInt32(0))
            case 5: route.gateway = attribute.value.address
            case 6: route.metric = attribute.value.integer(at: 0) ?? 0
            case 9: hops = Self.hops(attribute.value)
            case 15: table = attribute.value.integer(at: 0) ?? table
            default: break
            }
        }
        guard table == 254 else { return }
        if route.link != 0 { hops.insert((route.link, route.gateway), at: 0) }
        for hop in hops {
            (route.link, route.gateway) = hop
            defaultRoutes.append(route)
        }
    }

    /// The ways of a route with several.
    private static func hops(_ bytes: NetlinkBytes) -> [(link: Int, gateway: String?)] {
        var hops: [(link: Int, gateway: String?)] = []
        var rest = bytes
        while let length: UInt16 = rest.integer(at: 0), length >= 8,
            let link: Int32 = rest.integer(at: 4), let hop = rest.take(Int(length))
        {
            let gateway = hop.attributes(from: 8).last { $0.type == 5 }?.value.address
            hops.append((Int(link), gateway))
        }
        return hops
    }

    // MARK: The path

    /// The way that the tables make.
    ///
    /// - Parameters:
    ///   - kind: Tells the kind of an interface of its name and hardware.
    ///   - hasNameServers: Whether the machine knows servers for names.
    package func path(
        kind: (_ name: String, _ hardware: UInt16) -> NetworkInterface.Kind, hasNameServers: Bool
    ) -> NetworkPath {
        var path = NetworkPath()
        let running = links.filter { $0.isRunning && $0.flags & Link.Flag.loopback == 0 }
        // The kernel prefers low metrics, and this prefers IPv4 among equals.
        let routes = defaultRoutes.enumerated().sorted { left, right in
            (left.element.metric, left.element.isIPv6 ? 1 : 0, left.offset)
                < (right.element.metric, right.element.isIPv6 ? 1 : 0, right.offset)
        }.map(\.element)
        for route in routes {
            let addresses = route.isIPv6 ? ipv6Links : ipv4Links
            guard let link = running.first(where: { $0.index == route.link }),
                addresses.contains(link.index)
            else { continue }
            if route.isIPv6 { path.supportsIPv6 = true } else { path.supportsIPv4 = true }
            if let gateway = route.gateway, !path.gateways.contains(gateway) {
                path.gateways.append(gateway)
            }
            guard !path.interfaces.contains(where: { $0.index == link.index }) else { continue }
            path.interfaces.append(
                NetworkInterface(
                    name: link.name, index: link.index, kind: kind(link.name, link.hardware)))
        }
        path.obstacle = path.interfaces.isEmpty ? .noRoute : nil
        path.supportsDNS = path.isSatisfied && hasNameServers
        path.isExpensive = path.interfaces.first?.kind == .cellular
        return path
    }
}
