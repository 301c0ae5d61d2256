/// The sinks, the sources and the cards of a server, and the ports that follow from them.
package struct PortTable {
    /// A sink or a source.
    package struct DeviceNode: Equatable {
        package var serial: UInt64
        package var name: String
        package var description: String
        package var isSink: Bool
        package var isSource: Bool
        /// The card that the node belongs to.
        package var cardID: UInt32?
        /// Number of the node on its card.
        package var cardDevice: Int32?
        package var kind = AudioPort.Kind.virtual
        /// Whether all properties of the node are known; until then it is not listed.
        package var isComplete = true

        package init(
            serial: UInt64, name: String, description: String, isSink: Bool, isSource: Bool,
            cardID: UInt32? = nil, cardDevice: Int32? = nil
        ) {
            self.serial = serial
            self.name = name
            self.description = description
            self.isSink = isSink
            self.isSource = isSource
            self.cardID = cardID
            self.cardDevice = cardDevice
        }
    }

    package struct Card: Equatable {
        package var name: String
        package var isBluetooth: Bool
        /// All routes.
        package var routes: [Route] = []
        /// The routes in force.
        package var activeRoutes: [Route] = []

        package init(name: String, isBluetooth: Bool) {
            self.name = name
            self.isBluetooth = isBluetooth
        }
    }

    package struct Route: Equatable {
        package var index: Int32
        package var device: Int32
        package var isOutput: Bool
        package var availability: AudioPort.Availability
        package var name: String
        package var description: String
        package var portType: String?

        package init(
            index: Int32, device: Int32, isOutput: Bool, availability: AudioPort.Availability,
            name: String, description: String, portType: String?
        ) {
            self.index = index
            self.device = device
            self.isOutput = isOutput
            self.availability = availability
            self.name = name
            self.description = description
            self.portType = portType
        }
    }

    package private(set) var nodes: [UInt32: DeviceNode] = [:]
    package private(set) var cards: [UInt32: Card] = [:]
    package var defaultSink: String?
    package var defaultSource: String?

    package static let nodesMax = 256
    package static let cardsMax = 64
    package static let routesMax = 128

    package init() {}

    /// - Returns: Whether there was room.
    package mutating func set(_ node: DeviceNode, id: UInt32) -> Bool {
        guard nodes[id] != nil || nodes.count < PortTable.nodesMax else { return false }
        nodes[id] = node
        return true
    }

    /// - Returns: Whether there was room.
    package mutating func set(_ card: Card, id: UInt32) -> Bool {
        guard cards[id] != nil || cards.count < PortTable.cardsMax else { return false }
        cards[id] = card
        return true
    }

    package mutating func remove(id: UInt32) {
        nodes[id] = nil
        cards[id] = nil
    }

    /// Adds one of a list of routes that the card sends after each change.
    ///
    /// - Parameter position: The route's position in that list; the first replaces the last list.
    package mutating func add(_ route: Route, isActive: Bool, position: Int, card id: UInt32) {
        guard var card = cards[id] else { return }
        var list = isActive ? card.activeRoutes : card.routes
        if position == 0 { list = [] }
        if let index = list.firstIndex(where: {
            $0.index == route.index && $0.device == route.device
        }) {
            list[index] = route
        } else if list.count < PortTable.routesMax {
            list.append(route)
        }
        if isActive {
            card.activeRoutes = list
        } else {
            card.routes = list
        }
        cards[id] = card
    }

    package func node(named name: String) -> DeviceNode? {
        nodes.values.first { $0.name == name }
    }

    /// Ports of the cards and of the nodes without one, in order of their names.
    package var ports: [AudioPort] {
        let list =
            cards.flatMap { ports(ofCard: $0.key, $0.value) }
            + nodes.values.filter { node in
                node.isComplete && node.cardID.map { cards[$0]?.routes.isEmpty != false } ?? true
            }.flatMap(ports(of:))
        func rank(_ port: AudioPort) -> Int { port.direction == .output ? 0 : 1 }
        return list.sorted { ($0.name, rank($0)) < ($1.name, rank($1)) }
    }

    private func ports(of node: DeviceNode) -> [AudioPort] {
        func port(_ direction: AudioPort.Direction, _ defaultName: String?) -> AudioPort {
            AudioPort(
                name: node.name, description: node.description, direction: direction,
                kind: node.kind, availability: .unknown, isCurrent: node.name == defaultName,
                nodeName: node.name)
        }
        return (node.isSink ? [port(.output, defaultSink)] : [])
            + (node.isSource ? [port(.input, defaultSource)] : [])
    }

    private func ports(ofCard id: UInt32, _ card: Card) -> [AudioPort] {
        let own = nodes.values.filter { $0.cardID == id }
        return card.routes.map { route in
            let active = card.activeRoutes.first {
                $0.index == route.index && $0.isOutput == route.isOutput
            }
            let node = active.flatMap { active in
                own.first {
                    $0.cardDevice == active.device
                        && (active.isOutput ? $0.isSink : $0.isSource)
                }
            }
            let defaultName = route.isOutput ? defaultSink : defaultSource
            return AudioPort(
                name: "\(card.name)/\(route.name)", description: route.description,
                direction: route.isOutput ? .output : .input,
                kind: card.isBluetooth ? .bluetooth : .init(portType: route.portType),
                availability: route.availability,
                isCurrent: node != nil && node?.name == defaultName, nodeName: node?.name)
        }
    }
}

extension AudioPort.Kind {
    /// The kind of a card's port.
    package init(portType: String?) {
        switch portType {
        case "speaker", "handset": self = .speaker
        case "headphones": self = .headphones
        case "headset", "handsfree": self = .headset
        case "mic": self = .microphone
        case "hdmi", "tv", "video": self = .hdmi
        case "line", "analog", "spdif", "aux": self = .lineOrDigital
        case "bluetooth", "portable", "car", "hifi", "phone": self = .bluetooth
        case "network": self = .network
        default: self = .other
        }
    }

    /// The kind of a sink or source without routes, by its properties.
    package init(nodeProperty: (String) -> String?) {
        let name = nodeProperty("node.name") ?? ""
        if nodeProperty("raop.ip") != nil || nodeProperty("media.name") == "RAOP sink"
            || name.hasPrefix("raop_sink.")
        {
            self = .airPlay
        } else if nodeProperty("node.network") == "true"
            || nodeProperty("rtp.destination.ip") != nil || name.hasPrefix("tunnel.")
        {
            self = .network
        } else if nodeProperty("device.api") == "bluez5"
            || nodeProperty("api.bluez5.address") != nil
        {
            self = .bluetooth
        } else if nodeProperty("device.api") == "alsa" {
            self = name.contains("hdmi") ? .hdmi : .other
        } else {
            self = .virtual
        }
    }
}
