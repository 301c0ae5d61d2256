import AudioGraph
import Foundation
import Synchronization

extension AVAudioEngine {
    /// Connects a node to another one: to the next free input bus of a mixer, otherwise to bus 0.
    ///
    /// - Throws: An error where `connect(_:to:format:)` ends the program.
    public func connectNode(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?
    ) throws {
        try throwing("AVAudioEngine.connectNode(_:to:format:)") { state in
            let bus =
                destinationNode.graphNode.isMixer
                ? state.freeInputBus(of: destinationNode.graphNode) : 0
            return core.connect(
                sourceNode, to: [(destinationNode, bus)], format: format, keepsParameters: false,
                &state)
        }
    }

    /// Connects two nodes' buses; former connections of both are removed.
    ///
    /// - Throws: An error where `connect(_:to:fromBus:toBus:format:)` ends the program.
    public func connectNode(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode,
        fromBus sourceBus: AVAudioNodeBus, toBus destinationBus: AVAudioNodeBus,
        format: AVAudioFormat?
    ) throws {
        try throwing("AVAudioEngine.connectNode(_:to:fromBus:toBus:format:)") { state in
            guard sourceBus == 0 else { return "bus1 < node1.numberOfOutputs" }
            return core.connect(
                sourceNode, to: [(destinationNode, destinationBus)], format: format,
                keepsParameters: false, &state)
        }
    }

    private func throwing(_ call: String, _ body: (inout EngineState) -> String?) throws {
        let rule = core.state.withLock { state in
            let rule = body(&state)
            if rule == nil { core.update(&state) }
            return rule
        }
        if let rule {
            throw NSError.avfAudio(
                AudioUnitStatus.formatNotSupported, failedCall: "\(call): \(rule)")
        }
    }
}
