import Testing

import ProgramStreams

@Suite("The ports of a server")
struct PortTableTests {
    private func route(
        _ index: Int32, _ name: String, _ type: String?, isOutput: Bool = true,
        _ availability: AudioPort.Availability = .unknown, device: Int32 = -1
    ) -> PortTable.Route {
        PortTable.Route(
            index: index, device: device, isOutput: isOutput, availability: availability,
            name: name, description: name, portType: type)
    }

    private func laptop(headphones: AudioPort.Availability, active: Int32) -> PortTable {
        var table = PortTable()
        _ = table.set(PortTable.Card(name: "card", isBluetooth: false), id: 40)
        _ = table.set(
            PortTable.DeviceNode(
                serial: 1, name: "sink", description: "Sink", isSink: true, isSource: false,
                cardID: 40, cardDevice: 3),
            id: 50)
        table.defaultSink = "sink"
        let routes = [
            route(0, "speaker", "speaker"), route(1, "headphones", "headphones", headphones),
            route(2, "mic", "mic", isOutput: false),
        ]
        for (position, route) in routes.enumerated() {
            table.add(route, isActive: false, position: position, card: 40)
        }
        var chosen = routes[Int(active)]
        chosen.device = 3
        table.add(chosen, isActive: true, position: 0, card: 40)
        return table
    }

    @Test("are the routes of a card; the route in force at the default sink is current")
    func card() {
        let ports = laptop(headphones: .unavailable, active: 0).ports
        #expect(ports.map(\.name) == ["card/headphones", "card/mic", "card/speaker"])
        #expect(ports.map(\.kind) == [.headphones, .microphone, .speaker])
        #expect(ports.map(\.availability) == [.unavailable, .unknown, .unknown])
        #expect(ports.map(\.isCurrent) == [false, false, true])
        #expect(ports.map(\.nodeName) == [nil, nil, "sink"])
    }

    @Test("change when headphones are plugged in, though the sink stays")
    func plug() {
        let ports = laptop(headphones: .available, active: 1).ports
        #expect(ports.map(\.isCurrent) == [true, false, false])
        #expect(ports[0].availability == .available)
    }

    @Test("follow a new list of routes, which replaces the last one")
    func newList() {
        var table = laptop(headphones: .available, active: 1)
        table.add(route(7, "hdmi", "hdmi", .available), isActive: false, position: 0, card: 40)
        #expect(table.ports.map(\.name) == ["card/hdmi"])
        table.remove(id: 40)
        // The node alone is a port then.
        #expect(table.ports.map(\.name) == ["sink"])
    }

    @Test("are bounded")
    func bounds() {
        var table = laptop(headphones: .available, active: 1)
        for index in 0..<10_000 {
            table.add(
                route(Int32(index), "r\(index)", nil), isActive: false, position: index + 1,
                card: 40)
        }
        #expect(table.ports.count == PortTable.routesMax)
        var accepted = 0
        let card = PortTable.Card(name: "", isBluetooth: false)
        for id in 1000..<11_000 where table.set(card, id: UInt32(id)) { accepted += 1 }
        #expect(accepted == PortTable.cardsMax - 1)
        // A card that is not known has no routes.
        table.add(route(0, "x", nil), isActive: false, position: 0, card: 999_999)
        #expect(table.cards[999_999] == nil)
    }

    @Test(
        "have kinds that follow from the properties of nodes",
        arguments: [
            (["media.name": "RAOP sink"], .airPlay),
            (["node.name": "raop_sink.TV.local.10.0.0.2.7000"], .airPlay),
            (["node.network": "true", "media.name": "RTP Sender Stream"], .network),
            (["node.name": "tunnel.host.sink"], .network),
            (["device.api": "bluez5"], .bluetooth),
            (["device.api": "alsa", "node.name": "alsa_output.pci.hdmi-stereo"], .hdmi),
            (["device.api": "alsa", "node.name": "alsa_output.usb"], .other),
            (["node.name": "speaker"], .virtual), ([:], .virtual),
        ] as [([String: String], AudioPort.Kind)])
    func kinds(properties: [String: String], expected: AudioPort.Kind) {
        #expect(AudioPort.Kind(nodeProperty: { properties[$0] }) == expected)
    }

    @Test(
        "have kinds that follow from the types of routes",
        arguments: [
            ("speaker", .speaker), ("headphones", .headphones), ("headset", .headset),
            ("mic", .microphone), ("hdmi", .hdmi), ("line", .lineOrDigital), ("Speaker", .other),
            ("", .other), (nil, .other),
        ] as [(String?, AudioPort.Kind)])
    func routeKinds(type: String?, expected: AudioPort.Kind) {
        #expect(AudioPort.Kind(portType: type) == expected)
    }
}
