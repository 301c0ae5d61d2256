package import AudioModel
import DeviceActions
package import ProgramStreams

/// Follows the machine's outputs, as ports of a device. Pure.
///
/// The route is the output that the sound server uses: its default sink, and the port of the sink's
/// card in force. An output of no known kind that is the default at first is the machine's own
/// speaker: that of a board with one sink.
package struct MachinePorts {
    /// An output of the machine, and the port that it is for the device.
    package struct Output: Hashable, Sendable {
        package var port: Port
        /// `AudioPort.name`.
        package var name: String
        package var description: String
        /// The sink through which the output is used; `nil` while it is not in use.
        package var sinkName: String?
        fileprivate var kind: AudioPort.Kind
        fileprivate var cardName: String?
    }

    /// The outputs that can be used, in the order of their names.
    package private(set) var outputs: [Output] = []
    /// The output in use; `nil` while there is none.
    package private(set) var current: Output?
    /// Whether the sound server knows the state of the machine's jacks: those that input devices
    /// report are the same.
    package private(set) var hasJacks = false
    /// Whether the output in use was picked by this service, and no other program has chosen one
    /// since: the last choice counts.
    package var isOwnChoice = false
    private var hasBegun = false
    /// The output that stands for the speaker.
    private var speakerName: String?

    /// Most outputs that are followed: an accessory of a device each.
    private static let outputsMax = 256

    package init() {}

    /// The events that follow from what there is now. The route is the last one picked.
    package mutating func events(for ports: [AudioPort]) -> [DeviceEvent] {
        let all = ports.filter { $0.direction == .output }
        hasJacks = all.contains {
            ($0.kind == .headphones || $0.kind == .headset) && $0.cardName != nil
        }
        let usable = all.filter { $0.availability != .unavailable || $0.isCurrent }
        guard hasBegun || !usable.isEmpty else { return [] }
        if !hasBegun { speakerName = usable.first { $0.isCurrent && !$0.tellsKind }?.name }
        hasBegun = true
        let (before, beforeCurrent) = (outputs, current)
        let now = usable.first(where: \.isCurrent)
        let followed = usable.count > Self.outputsMax ? Self.shortened(usable) : usable
        outputs = output(for: followed, known: before)
        current = now.flatMap { now in outputs.first { $0.name == now.name } }
        return events(from: before, beforeCurrent)
    }

    /// The output that comes before what the user has picked: an accessory that was plugged in, by
    /// the device's rules. A session manager keeps to a choice, whatever is plugged in; the choice of
    /// another program is left to it.
    ///
    /// - Parameter events: What has just happened.
    package func outputBeforeChoice(after events: [DeviceEvent]) -> Output? {
        let worn = events.lazy.compactMap(\.wornAccessory).last
        guard isOwnChoice, let worn, current?.port != worn else { return nil }
        return outputs.first { $0.port == worn }
    }

    private func events(
        from before: [Output], _ beforeCurrent: Output?
    ) -> [DeviceEvent] {
        let (known, there) = (Set(before.map(\.port)), Set(outputs.map(\.port)))
        let plugged = outputs.map(\.port).filter { !known.contains($0) && !$0.kind.isBuiltIn }
        let unplugged = before.map(\.port).filter { !there.contains($0) && !$0.kind.isBuiltIn }
        var events = plugged.map { DeviceEvent.portPlugged($0) }
        let losses = unplugged.map { DeviceEvent.portUnplugged($0) }
        let isSameDevice = beforeCurrent.map { $0.isReplaced(by: current) } ?? false
        if !isSameDevice { events += losses }
        // Without an output a device falls back to its speaker.
        let isOther =
            beforeCurrent.map { $0.port != current?.port }
            ?? (current?.port != .speaker || !before.isEmpty)
        if let current, isOther || !plugged.isEmpty { events.append(.routePicked(current.port)) }
        if isSameDevice { events += losses }
        return events
    }

    private static func shortened(_ ports: [AudioPort]) -> [AudioPort] {
        let first = ports.prefix(outputsMax)
        return first.contains(where: \.isCurrent)
            ? Array(first) : first.dropLast() + ports.filter(\.isCurrent).prefix(1)
    }

    /// Gives each output a port of its own: the one that it had, while its kind is the same.
    private func output(for ports: [AudioPort], known: [Output]) -> [Output] {
        let byName = Dictionary(known.map { ($0.name, $0) }) { $1 }
        var taken: Set<Port> = []
        var ports = ports.map { port in
            Output(
                port: basePort(of: port), name: port.name, description: port.description,
                sinkName: port.nodeName, kind: port.kind, cardName: port.cardName)
        }
        for index in ports.indices {
            guard let old = byName[ports[index].name], old.kind == ports[index].kind else {
                continue
            }
            ports[index].port = old.port
            taken.insert(old.port)
        }
        for index in ports.indices {
            let output = ports[index]
            guard byName[output.name]?.kind != output.kind else { continue }
            var port = output.port
            if taken.contains(port) {
                // A second speaker is none of the device's own.
                let kind = port.kind.isBuiltIn ? .lineout : port.kind
                port = Port(kind, name: Self.portName(output.description, or: output.name))
                if taken.contains(port) { port.name = Self.portName(output.name) }
            }
            ports[index].port = port
            taken.insert(port)
        }
        return ports
    }

    /// A name that the scenario language can write.
    private static func portName(_ text: String, or other: String = "") -> String {
        [text, other].lazy.map(printableName).first { !$0.isEmpty } ?? "output"
    }

    private func basePort(of output: AudioPort) -> Port {
        guard output.name != speakerName else { return .speaker }
        let name = Self.portName(output.description, or: output.name)
        return switch output.toldKind {
        case .speaker, .microphone: .speaker
        case .receiver: .receiver
        case .headphones: .headphones
        case .headset: .headset
        case .bluetooth: Port(.bluetoothA2DP)
        case .bluetoothHandsFree: Port(.bluetoothHFP)
        case .usb: Port(.usb)
        case .car: Port(.car)
        case .hdmi: Port(.hdmi)
        case .airPlay, .network: Port(.airplay, name: name)
        case .lineOrDigital: Port(.lineout)
        case .virtual, .other: Port(.lineout, name: name)
        }
    }
}

extension MachinePorts.Output {
    private var isBluetooth: Bool { kind == .bluetooth || kind == .bluetoothHandsFree }

    /// Whether another output is the same device, so that this one is not lost: headphones in their
    /// profile for calls, or a sink of which the card has told its port.
    fileprivate func isReplaced(by other: Self?) -> Bool {
        guard let other else { return false }
        let isProfile =
            isBluetooth && other.isBluetooth
            && (name == other.name || cardName != nil && cardName == other.cardName)
        return isProfile || name == sinkName && sinkName == other.sinkName
    }
}

extension AudioPort {
    /// The kind; where PipeWire has none, what a word of the name says.
    fileprivate var toldKind: Kind {
        guard kind == .virtual || kind == .other else { return kind }
        let words: [(String, Kind)] = [
            ("headphone", .headphones), ("headset", .headset), ("hdmi", .hdmi), ("usb", .usb),
            ("speaker", .speaker),
        ]
        let name = (nodeName ?? name).lowercased()
        return words.first { name.contains($0.0) }?.1 ?? kind
    }

    fileprivate var tellsKind: Bool { toldKind != .virtual && toldKind != .other }
}

extension DeviceEvent {
    /// A port that is plugged in and that a device plays on at once, whatever was picked before.
    fileprivate var wornAccessory: Port? {
        guard case .portPlugged(let port) = self else { return nil }
        return switch port.kind {
        case .headphones, .headset, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .usb, .car: port
        case .speaker, .receiver, .lineout, .hdmi, .airplay, .builtInMicrophone, .headsetMicrophone:
            nil
        }
    }
}
