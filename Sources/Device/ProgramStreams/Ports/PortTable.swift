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
        /// What the card is by its form factor and its bus; `.other` when they do not tell.
        package var kind = AudioPort.Kind.other
        /// All routes.
        package var routes: [Route] = []
        /// The routes in force.
        package var activeRoutes: [Route] = []
        package var profiles: [Profile] = []
        /// The profile in force.
        package var activeProfile: Profile?

        /// The profile for calls; `nil` where there is none, or it is in force.
        package var callProfile: Profile? {
            guard let active = activeProfile, !Self.isForCalls(active.name) else { return nil }
            return profiles.first { Self.isForCalls($0.name) && $0.availability != .unavailable }
        }

        private static func isForCalls(_ profile: String) -> Bool {
            profile.hasPrefix("headset-head-unit") || profile.lowercased().hasPrefix("voice call")
        }

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
        /// The numbers of the nodes that may play through the route.
        package var devices: [Int32] = []
        /// The indices of the profiles that have the route.
        package var profiles: [Int32] = []

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

    /// A set of nodes that a card offers at a time.
    package struct Profile: Equatable {
        package var index: Int32
        package var name: String
        package var availability: AudioPort.Availability

        package init(index: Int32, name: String, availability: AudioPort.Availability) {
            self.index = index
            self.name = name
            self.availability = availability
        }
    }

    package private(set) var nodes: [UInt32: DeviceNode] = [:]
    package private(set) var cards: [UInt32: Card] = [:]
    package var defaultSink: String?
    package var defaultSource: String?

    package static let nodesMax = 256
    package static let cardsMax = 64
    package static let routesMax = 128
    package static let profilesMax = 64

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

    /// Adds one of the list of profiles that the card sends after each change.
    ///
    /// - Parameter position: The profile's position in that list; the first replaces the last list.
    package mutating func add(_ profile: Profile, isActive: Bool, position: Int, card id: UInt32) {
        guard var card = cards[id] else { return }
        if isActive {
            card.activeProfile = profile
        } else {
            if position == 0 { card.profiles = [] }
            if card.profiles.count < PortTable.profilesMax { card.profiles.append(profile) }
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
                kind: kind(of: node), availability: .unknown, isCurrent: node.name == defaultName,
                nodeName: node.name, cardName: node.cardID.flatMap { cards[$0]?.name })
        }
        return (node.isSink ? [port(.output, defaultSink)] : [])
            + (node.isSource ? [port(.input, defaultSource)] : [])
    }

    /// The route with the name of its port, and its card.
    package func route(named name: String) -> (card: UInt32, route: Route)? {
        for (id, card) in cards where name.hasPrefix(card.name + "/") {
            if let route = card.routes.first(where: {
                $0.isOutput && "\(card.name)/\($0.name)" == name
            }) {
                return (id, route)
            }
        }
        return nil
    }

    /// The number of a sink that there is and that may play through a route; `nil` for none.
    package func device(for route: Route, ofCard id: UInt32) -> Int32? {
        nodes.values.filter { $0.cardID == id && $0.isSink }.compactMap(\.cardDevice)
            .filter { route.devices.isEmpty || route.devices.contains($0) }.min()
    }

    private func kind(of node: DeviceNode) -> AudioPort.Kind {
        switch node.kind {
        case .virtual, .other: node.cardID.flatMap { cards[$0]?.kind } ?? node.kind
        default: node.kind
        }
    }

    private func kind(of route: Route, _ card: Card, isActive: Bool) -> AudioPort.Kind {
        if card.isBluetooth {
            let isHandsFree =
                route.name.contains("-hf-")
                || isActive && card.activeProfile?.name.hasPrefix("headset-head-unit") == true
            return isHandsFree ? .bluetoothHandsFree : .bluetooth
        }
        let kind = AudioPort.Kind(portType: route.portType)
        switch kind {
        // Another speaker than the machine's own.
        case .speaker: return card.kind == .usb ? .usb : .speaker
        case .lineOrDigital, .other: return card.kind == .other ? kind : card.kind
        default: return kind
        }
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
                kind: kind(of: route, card, isActive: active != nil),
                availability: route.availability,
                isCurrent: node != nil && node?.name == defaultName, nodeName: node?.name,
                cardName: card.name)
        }
    }
}
