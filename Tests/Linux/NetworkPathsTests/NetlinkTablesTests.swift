import NetworkPaths
import Testing

@Suite struct NetlinkTablesTests {
    private typealias Message = NetlinkMessages

    /// Up and running.
    private static let running: UInt32 = 0x1 | 0x40 | 0x1000

    /// A machine with a cable and a wireless network, each with a route.
    private static let home: [UInt8] =
        Message.link(1, "lo", flags: running | 0x8, hardware: 772)
        + Message.link(2, "enp3s0", flags: running, hardware: 1)
        + Message.link(3, "wlan0", flags: running, hardware: 1)
        + Message.address([127, 0, 0, 1], link: 1, scope: 254)
        + Message.address([192, 168, 1, 7], link: 2)
        + Message.address([192, 168, 1, 8], link: 3)
        + Message.route(link: 3, gateway: [192, 168, 1, 1], metric: 600)
        + Message.route(link: 2, gateway: [192, 168, 1, 1], metric: 100)
        + Message.route(prefix: 24, link: 2, metric: 100) + Message.done

    private func path(
        _ bytes: [UInt8], hasNameServers: Bool = true
    ) -> NetworkPath {
        var tables = NetlinkTables()
        _ = tables.take(bytes)
        return tables.path(
            kind: { name, _ in name.hasPrefix("wl") ? .wifi : .wiredEthernet },
            hasNameServers: hasNameServers)
    }

    @Test func `interfaces with a route to everywhere come in the order of their metrics`() {
        let path = path(Self.home)
        #expect(path.interfaces.map(\.name) == ["enp3s0", "wlan0"])
        #expect(path.interfaces.map(\.kind) == [.wiredEthernet, .wifi])
        #expect(path.interfaces.map(\.index) == [2, 3])
        #expect(path.isSatisfied && path.obstacle == nil)
        #expect(path.supportsIPv4 && !path.supportsIPv6 && path.supportsDNS)
        #expect(path.gateways == ["192.168.1.1"])
        #expect(!self.path(Self.home, hasNameServers: false).supportsDNS)
    }

    @Test func `without a link that carries something there is no way`() {
        let bytes =
            Message.link(2, "enp3s0", flags: 0x1, hardware: 1)
            + Message.address([192, 168, 1, 7], link: 2)
            + Message.route(link: 2, gateway: [192, 168, 1, 1]) + Message.done
        #expect(path(bytes).obstacle == .noRoute)
        #expect(!path(bytes).isSatisfied && !path(bytes).supportsDNS)
        #expect(path(Message.done).obstacle == .noRoute)
    }

    @Test func `an address of the link alone or one that is not verified is none`() {
        func bytes(_ address: [UInt8]) -> [UInt8] {
            Message.link(2, "enp3s0", flags: Self.running, hardware: 1) + address
                + Message.route(isIPv6: true, link: 2, gateway: [0xFE, 0x80] + Self.ending)
                + Message.done
        }
        let address: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
        let path = path(bytes(Message.address(address, link: 2)))
        #expect(path.supportsIPv6 && !path.supportsIPv4)
        #expect(path.gateways == ["fe80::1"])
        for other in [
            Message.address(address, link: 2, scope: 253),
            Message.address(address, link: 2, flags: 0x40),
            Message.address(address, link: 2, flags: 0x88), Message.address(address, link: 9),
            Message.address([10, 0, 0, 1], link: 2),
        ] {
            #expect(!self.path(bytes(other)).isSatisfied)
        }
    }

    private static let ending: [UInt8] = [UInt8](repeating: 0, count: 13) + [1]

    @Test func `other routes lead nowhere`() {
        func isSatisfied(_ route: [UInt8]) -> Bool {
            path(
                Message.link(2, "enp3s0", flags: Self.running, hardware: 1)
                    + Message.address([10, 0, 0, 2], link: 2) + route + Message.done
            ).isSatisfied
        }
        #expect(isSatisfied(Message.route(link: 2)))
        #expect(!isSatisfied(Message.route(prefix: 8, link: 2)))
        #expect(!isSatisfied(Message.route(link: 2, table: 255)))
        #expect(!isSatisfied(Message.route(link: 2, table: 1000)))
        #expect(!isSatisfied(Message.route(link: 2, kind: 7)))
        #expect(!isSatisfied(Message.route(link: nil)))
    }

    @Test func `a route may have several ways`() {
        let bytes =
            Message.link(2, "enp3s0", flags: Self.running, hardware: 1)
            + Message.link(3, "wlan0", flags: Self.running, hardware: 1)
            + Message.address([10, 0, 0, 2], link: 2) + Message.address([10, 1, 0, 2], link: 3)
            + Message.route(
                link: nil,
                hops: [
                    Message.hop(link: 3, gateway: [10, 1, 0, 1]),
                    Message.hop(link: 2, gateway: [10, 0, 0, 1]),
                ]) + Message.done
        #expect(path(bytes).interfaces.map(\.name) == ["wlan0", "enp3s0"])
        #expect(path(bytes).gateways == ["10.1.0.1", "10.0.0.1"])
    }

    @Test func `an answer may end anywhere and have any byte`() {
        for length in 0...Self.home.count {
            _ = path(Array(Self.home.prefix(length)))
        }
        for index in Self.home.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = Self.home
                bytes[index] = value
                _ = path(bytes)
            }
        }
        var tables = NetlinkTables()
        let more = Message.link(9, "x", flags: 0, hardware: 1)
        let ends = [Self.home, more, Message.error].map { tables.take($0) }
        #expect(ends == [true, false, true])
    }
}
