import AudioModel
package import DeviceActions
import Dispatch
package import LiveDevice
import ProgramStreams

/// The route of a device that has the outputs of a machine: the sound server decides it, and the
/// device follows.
struct MachineRoute {
    /// Whether the route is that of the sound server, and not the policy's own.
    var isFollowed = false
    var ports = MachinePorts()
    /// What is plugged into the jack of the machine's own output, of which the sound server does not
    /// know.
    fileprivate var jack: [Port] = []
    /// The moves that wait until an output, by its name, is in use.
    fileprivate var waiting: [(name: String, semaphore: DispatchSemaphore)] = []

    /// The event with what is plugged into the jack in place of the speaker.
    fileprivate func withJack(_ event: DeviceEvent) -> DeviceEvent {
        guard event == .routePicked(.speaker), let port = jack.last else { return event }
        return .routePicked(port)
    }
}

/// A move of the machine's output, before it is done.
struct RouteMove: Sendable {
    /// The output's `AudioPort.name`.
    var name: String
    var sinkBefore: String?
    /// Signalled when the output is in use.
    var isDone: DispatchSemaphore
}

extension ServicedDevice {
    /// Whether a sound server reports its outputs: these are the route then.
    var hasMachineRoute: Bool { machine.ports.current != nil }

    /// Follows the machine's outputs.
    func take(_ ports: [AudioPort]) {
        let events = machine.ports.events(for: ports)
        for event in events {
            device.perform(machine.withJack(event))
            // The same kind of port is still in the jack.
            if case .portUnplugged(let port) = event, machine.jack.contains(port) {
                device.perform(.portPlugged(port))
            }
        }
        if let output = machine.ports.outputBeforeChoice(after: events) { useOutput(output.name) }
        guard let name = machine.ports.current?.name else { return }
        for waiting in machine.waiting where waiting.name == name { waiting.semaphore.signal() }
        machine.waiting.removeAll { $0.name == name }
    }

    /// Follows a jack of the machine's own output.
    func takeJack(_ event: DeviceEvent) {
        switch event {
        case .portPlugged(let port):
            machine.jack.removeAll { $0 == port }
            machine.jack.append(port)
            device.perform(event)
        case .portUnplugged(let port):
            machine.jack.removeAll { $0 == port }
            guard machine.ports.current?.port != port else { return }
            device.perform(event)
            // The machine has the same kind of port elsewhere.
            if machine.ports.outputs.contains(where: { $0.port == port }) {
                device.perform(.portPlugged(port))
            }
        default: return
        }
        // Plugging alone does not move a route that follows the machine.
        guard machine.isFollowed else { return }
        device.perform(machine.withJack(.routePicked(machine.ports.current?.port ?? .speaker)))
    }

    /// Carries out an action of the device's user.
    package func carryOut(_ act: PhoneAct) throws(DeviceActError) {
        switch act {
        case .event(.portPlugged(let port)), .event(.portUnplugged(let port)):
            guard case .event(let event) = act, !port.kind.isBuiltIn else { break }
            if hasMachineRoute { try check(jack: port, event) }
            return takeJack(event)
        case .erased: throw .impossible("this device is the machine, which is not erased")
        default: break
        }
        if case .impossible(let why) = device.perform(act) { throw .impossible(why) }
    }

    /// What the machine has is plugged and unplugged there; what it cannot know of is a jack's.
    private func check(jack port: Port, _ event: DeviceEvent) throws(DeviceActError) {
        let isWorn = port.kind == .headphones || port.kind == .headset || port.kind == .lineout
        if machine.jack.contains(port) { return }
        if machine.ports.outputs.contains(where: { $0.port == port }) {
            throw .impossible("\(port) is an output of PipeWire: plug and unplug it there")
        }
        guard case .portPlugged = event, !isWorn || hasJacks else { return }
        throw .impossible(
            "PipeWire has no output \(port); \(knownOutputs): plug it into the machine")
    }

    private var knownOutputs: String {
        "there are " + machine.ports.outputs.map(\.port.text).joined(separator: ", ")
    }

    /// Begins to move the machine's output to a port.
    ///
    /// - Returns: `nil` when the port is in use already.
    func beginMove(to port: Port) throws(DeviceActError) -> RouteMove? {
        let outputs = machine.ports.outputs
        let isOfJack = machine.jack.contains(port)
        guard let target = outputs.first(where: { $0.port == (isOfJack ? .speaker : port) })
        else { throw .impossible("PipeWire has no output \(port.text); \(knownOutputs)") }
        guard target.name != machine.ports.current?.name else {
            // It may be the default by its priority alone: now it is the user's choice.
            useOutput(target.name)
            device.perform(.routePicked(port))
            return nil
        }
        let move = RouteMove(
            name: target.name, sinkBefore: machine.ports.current?.sinkName,
            isDone: DispatchSemaphore(value: 0))
        machine.waiting.append((move.name, move.isDone))
        return move
    }

    /// Ends a move that was not done.
    func cancel(_ move: RouteMove) {
        machine.waiting.removeAll { $0.semaphore === move.isDone }
    }
}
