package import AudioModel
package import ProgramStreams

/// Follows the machine's outputs, as accessories of a phone. Pure.
///
/// The machine's own speaker is the phone's. So is the output that is the default at first when the
/// machine has no speaker: a board with one sink.
package struct MachinePorts {
    private var known: [Port] = []
    private var current: Port?
    /// The name of the node that stands for the speaker.
    private var speakerNode: String?
    private var hasBegun = false
    /// The kinds of outputs that do not say what they are, by their nodes.
    private var kinds: [String: PortKind] = [:]
    private static let kindsMax = 64

    /// Whether the sound server knows the state of the machine's jacks: those that input devices
    /// report are the same.
    package private(set) var hasJacks = false

    package init() {}

    /// The events that follow from what there is now.
    package mutating func events(for ports: [AudioPort]) -> [DeviceEvent] {
        let outputs = ports.filter { $0.direction == .output }
        hasJacks = outputs.contains { $0.kind == .headphones || $0.kind == .headset }
        if !hasBegun, !outputs.contains(where: { $0.kind == .speaker }) {
            speakerNode = outputs.first(where: \.isCurrent)?.nodeName
        }
        guard hasBegun || !outputs.isEmpty else { return [] }
        hasBegun = true
        var there: [Port] = []
        var now: Port?
        // Outputs that are gone make room.
        let names = Set(outputs.map { $0.nodeName ?? $0.name })
        kinds = kinds.filter { names.contains($0.key) }
        for output in outputs where output.availability != .unavailable {
            guard let port = port(for: output) else { continue }
            if !there.contains(port) { there.append(port) }
            if output.isCurrent { now = port }
        }
        var events: [DeviceEvent] = []
        for port in there where !known.contains(port) && port != now {
            events.append(.portPlugged(port))
        }
        if let now, !known.contains(now) { events.append(.portPlugged(now)) }
        for port in known where !there.contains(port) { events.append(.portUnplugged(port)) }
        if events.isEmpty {
            if now != current { events.append(.routePicked(now ?? .speaker)) }
        } else if now == nil, there.contains(where: { !known.contains($0) && !$0.isWorn }) {
            // A screen that is connected is not used at once, unlike headphones.
            events.append(.routePicked(.speaker))
        }
        known = there
        current = now
        return events
    }

    /// The accessory that an output is; `nil` for the machine's own.
    private mutating func port(for output: AudioPort) -> Port? {
        switch output.kind {
        case .speaker, .microphone: nil
        case .headphones: .headphones
        case .headset: .headset
        case .bluetooth: Port(.bluetoothA2DP)
        case .hdmi: Port(.hdmi)
        case .airPlay, .network: Port(.airplay, name: output.description)
        case .lineOrDigital: Port(.lineout)
        case .virtual, .other: unknownPort(named: output.nodeName ?? output.name)
        }
    }

    /// The accessory for an output of no known kind: its name may tell, and otherwise each has a kind
    /// of its own for as long as there are some.
    private mutating func unknownPort(named name: String) -> Port? {
        guard name != speakerNode else { return nil }
        if let kind = kinds[name] { return Port(kind) }
        let words: [(String, PortKind)] = [
            ("headphone", .headphones), ("headset", .headset), ("hdmi", .hdmi), ("usb", .usb),
        ]
        let told = words.first { name.lowercased().contains($0.0) }?.1
        let free = [PortKind.usb, .lineout, .car, .hdmi].first { !kinds.values.contains($0) }
        let kind = told ?? free ?? .usb
        if kinds.count < Self.kindsMax { kinds[name] = kind }
        return Port(kind)
    }
}

extension Port {
    /// Whether the machine plays on the port as soon as it is there.
    fileprivate var isWorn: Bool {
        switch kind {
        case .headphones, .headset, .bluetoothA2DP: true
        default: false
        }
    }
}
