import AudioUnits
import CAudioToolbox

/// A node of a graph: a unit that is made while the graph is open.
///
/// Ownership: a value; its handles are looked up in tables, and never dereferenced.
struct GraphUnit: @unchecked Sendable {
    let number: AUNode
    let component: AudioComponent
    let description: AudioComponentDescription
    /// The unit's handle, while the graph is open.
    var unit: AudioUnit?

    /// Whether the node is the end of a graph.
    var isOutput: Bool { description.componentType == UInt32(kAudioUnitType_Output) }

    /// Whether the node plays notes.
    var isMusicDevice: Bool { description.componentType == UInt32(kAudioUnitType_MusicDevice) }
}

/// What leads to an input of a node.
struct GraphInteraction {
    enum Source {
        case output(AUNode, bus: UInt32)
        case callback(AURenderCallbackStruct)
    }

    /// Tells the interaction from former ones of the same input.
    let number: Int
    let source: Source
    let destination: AUNode
    let bus: UInt32

    func involves(_ node: AUNode) -> Bool {
        if case .output(node, _) = source { return true }
        return destination == node
    }

    /// The interaction in C's form.
    var value: AUNodeInteraction {
        var value = AUNodeInteraction()
        switch source {
        case .output(let node, let output):
            value.nodeInteractionType = UInt32(kAUNodeInteraction_Connection)
            value.nodeInteraction.connection = AUNodeConnection(
                sourceNode: node, sourceOutputNumber: output, destNode: destination,
                destInputNumber: bus)
        case .callback(let callback):
            value.nodeInteractionType = UInt32(kAUNodeInteraction_InputCallback)
            value.nodeInteraction.inputCallback = AUNodeRenderCallback(
                destNode: destination, destInputNumber: bus, cback: callback)
        }
        return value
    }
}

extension [GraphInteraction] {
    /// Whether the sound of a node leads to another one, or they are the same.
    ///
    /// - Parameter isOther: Whether what an output of a node gives is another sound than that which it
    ///   was given.
    func lead(
        from source: AUNode, to destination: AUNode,
        besides isOther: (AUNode, UInt32) -> Bool = { _, _ in false }
    ) -> Bool {
        var seen: Set<AUNode> = [source]
        var waiting = [source]
        while let node = waiting.popLast() {
            if node == destination { return true }
            for interaction in self {
                guard case .output(node, let bus) = interaction.source, !isOther(node, bus),
                    seen.insert(interaction.destination).inserted
                else { continue }
                waiting.append(interaction.destination)
            }
        }
        return false
    }
}

extension UnitError {
    static let nodeNotFound = UnitError(status: OSStatus(kAUGraphErr_NodeNotFound))
    static let invalidConnection = UnitError(status: OSStatus(kAUGraphErr_InvalidConnection))
    static let outputNode = UnitError(status: OSStatus(kAUGraphErr_OutputNodeErr))
    static let invalidUnit = UnitError(status: OSStatus(kAUGraphErr_InvalidAudioUnit))
}

extension UnitGraphObject {
    /// Whether an output of a node is what an output unit records, and so made of no input.
    func isRecorded(_ node: AUNode, _ output: UInt32) -> Bool {
        output == 1 && nodes.contains { $0.number == node && $0.isOutput }
    }
}
