package import CommandLineTool
package import HostLinux
import SoundClient

/// The sinks or the sources of this machine.
package struct MachineDevices: Equatable, Sendable {
    package enum Direction: String, CaseIterable, Sendable {
        case playback
        case recording
    }

    package var direction: Direction
    package var nodes: [DeviceNode]
    /// The name of the default one.
    package var defaultName: String?

    package init(_ direction: Direction, _ nodes: [DeviceNode], defaultName: String? = nil) {
        self.direction = direction
        self.nodes = nodes
        self.defaultName = defaultName
    }

    /// Asks PipeWire.
    ///
    /// - Throws: `deviceMissing` without a server.
    package static func list(_ direction: Direction) throws(ProgramError) -> MachineDevices {
        #if PipeWire
            do throws(DeviceError) {
                switch direction {
                case .playback:
                    let output = PipeWireOutput()
                    try output.connect()
                    return MachineDevices(
                        direction, output.sinks, defaultName: output.defaultSinkName)
                case .recording:
                    let input = PipeWireInput()
                    try input.connect()
                    return MachineDevices(
                        direction, input.sources, defaultName: input.defaultSourceName)
                }
            } catch {
                throw ProgramError(.deviceMissing, error.why, advice: error.advice)
            }
        #else
            throw ProgramError(
                .deviceMissing, "this sori was built without PipeWire",
                advice: "build it with the package trait PipeWire")
        #endif
    }

    /// The device with a name or a description, in any case.
    ///
    /// - Throws: `deviceMissing`, with the nearest names.
    package func named(_ word: String) throws(ProgramError) -> DeviceNode {
        if let node = nodes.first(where: { $0.name == word }) { return node }
        let lowercased = word.lowercased()
        if let node = nodes.first(where: {
            $0.description.lowercased() == lowercased || $0.name.lowercased() == lowercased
        }) {
            return node
        }
        let noun = direction == .playback ? "output" : "input"
        throw ProgramError(
            .deviceMissing, "there is no \(noun) '\(word)'",
            advice: nodes.isEmpty
                ? "plug one in, then try again"
                : advice(
                    insteadOf: word, among: nodes.flatMap { [$0.name, $0.description] },
                    otherwise: "see 'sori devices'"))
    }
}
