import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import SoundClient
import SoundRuntime

// Graphs of audio units, which <AudioToolbox/AUGraph.h> declares and documents.

/// The program's graphs.
let unitGraphs = HandleTable<UnitGraphObject>()

/// - Throws: `missingArgument` for a handle of no graph, or of one that was disposed of.
func unitGraph(_ handle: AUGraph?) throws(UnitError) -> UnitGraphObject {
    guard let graph = unitGraphs[handle] else { throw .missingArgument }
    return graph
}

/// Runs `body` with a graph that no other thread uses meanwhile.
func graphStatus(
    _ handle: AUGraph?, _ body: (UnitGraphObject) throws(UnitError) -> Void
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let graph = try unitGraph(handle)
        try graph.locked { () throws(UnitError) in try body(graph) }
    }
}

/// Writes a value where an app wants it.
private func store<Value>(
    _ pointer: UnsafeMutablePointer<Value>?, _ value: Value
) throws(UnitError) {
    guard let pointer else { throw .missingArgument }
    pointer.pointee = value
}

@c @implementation
public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>!) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let outGraph else { throw .missingArgument }
        outGraph.pointee = unitGraphs.add(UnitGraphObject(currentApp(isForSound: false)))
    }
}

@c @implementation
public func DisposeAUGraph(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        graph.close()
        unitGraphs.remove(inGraph)
    }
}

// MARK: Nodes

@c @implementation
public func AUGraphAddNode(
    _ inGraph: AUGraph!, _ inDescription: UnsafePointer<AudioComponentDescription>!,
    _ outNode: UnsafeMutablePointer<AUNode>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard let inDescription, let outNode else { throw .missingArgument }
        outNode.pointee = try graph.add(inDescription.pointee)
    }
}

@c @implementation
public func AUGraphRemoveNode(_ inGraph: AUGraph!, _ inNode: AUNode) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in try graph.remove(inNode) }
}

@c @implementation
public func AUGraphGetNodeCount(
    _ inGraph: AUGraph!, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        try store(outNumberOfNodes, UInt32(graph.nodes.count))
    }
}

@c @implementation
public func AUGraphGetIndNode(
    _ inGraph: AUGraph!, _ inIndex: UInt32, _ outNode: UnsafeMutablePointer<AUNode>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard graph.nodes.indices.contains(Int(inIndex)) else { throw .nodeNotFound }
        try store(outNode, graph.nodes[Int(inIndex)].number)
    }
}

@c @implementation
public func AUGraphNodeInfo(
    _ inGraph: AUGraph!, _ inNode: AUNode,
    _ outDescription: UnsafeMutablePointer<AudioComponentDescription>!,
    _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        let node = try graph.node(inNode)
        outDescription?.pointee = node.description
        outAudioUnit?.pointee = node.unit
    }
}

@c @implementation
public func AUGraphNewNodeSubGraph(
    _ inGraph: AUGraph!, _ outNode: UnsafeMutablePointer<AUNode>!
) -> OSStatus {
    graphStatus(inGraph) { _ throws(UnitError) in throw .invalidUnit }
}

@c @implementation
public func AUGraphGetNodeInfoSubGraph(
    _ inGraph: AUGraph!, _ inNode: AUNode, _ outSubGraph: UnsafeMutablePointer<AUGraph?>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        _ = try graph.node(inNode)
        throw .invalidUnit
    }
}

// MARK: Connections

@c @implementation
public func AUGraphConnectNodeInput(
    _ inGraph: AUGraph!, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32,
    _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        try graph.connect(
            inSourceNode, output: inSourceOutputNumber, to: inDestNode, input: inDestInputNumber)
    }
}

@c @implementation
public func AUGraphSetNodeInputCallback(
    _ inGraph: AUGraph!, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
    _ inInputCallback: UnsafePointer<AURenderCallbackStruct>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard let inInputCallback else { throw .missingArgument }
        try graph.setCallback(
            inInputCallback.pointee, of: inDestNode, input: inDestInputNumber)
    }
}

@c @implementation
public func AUGraphDisconnectNodeInput(
    _ inGraph: AUGraph!, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        try graph.disconnect(inDestNode, input: inDestInputNumber)
    }
}

@c @implementation
public func AUGraphClearConnections(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in try graph.disconnectAll() }
}

@c @implementation
public func AUGraphGetNumberOfInteractions(
    _ inGraph: AUGraph!, _ outNumInteractions: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        try store(outNumInteractions, UInt32(graph.interactions.count))
    }
}

@c @implementation
public func AUGraphGetInteractionInfo(
    _ inGraph: AUGraph!, _ inInteractionIndex: UInt32,
    _ outInteraction: UnsafeMutablePointer<AUNodeInteraction>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        let index = Int(inInteractionIndex)
        guard graph.interactions.indices.contains(index) else { throw .missingArgument }
        try store(outInteraction, graph.interactions[index].value)
    }
}

@c @implementation
public func AUGraphCountNodeInteractions(
    _ inGraph: AUGraph!, _ inNode: AUNode, _ outNumInteractions: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        try store(outNumInteractions, UInt32(graph.interactions(of: inNode).count))
    }
}

@c @implementation
public func AUGraphGetNodeInteractions(
    _ inGraph: AUGraph!, _ inNode: AUNode, _ ioNumInteractions: UnsafeMutablePointer<UInt32>!,
    _ outInteractions: UnsafeMutablePointer<AUNodeInteraction>!
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        let found = try graph.interactions(of: inNode)
        guard let ioNumInteractions, let outInteractions else { throw .missingArgument }
        let count = min(found.count, Int(ioNumInteractions.pointee))
        for index in 0..<count { outInteractions[index] = found[index].value }
        ioNumInteractions.pointee = UInt32(count)
    }
}

extension UnitGraphObject {
    fileprivate func interactions(of node: AUNode) throws(UnitError) -> [GraphInteraction] {
        let number = try self.node(node).number
        return interactions.filter { $0.involves(number) }
    }
}

// MARK: Running

@c @implementation
public func AUGraphOpen(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in try graph.open() }
}

@c @implementation
public func AUGraphClose(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in graph.close() }
}

@c @implementation
public func AUGraphInitialize(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in try graph.initialize() }
}

@c @implementation
public func AUGraphUninitialize(_ inGraph: AUGraph!) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in graph.uninitialize() }
}

@c @implementation
public func AUGraphStart(_ inGraph: AUGraph!) -> OSStatus {
    unitStatus { () throws(UnitError) in try unitGraph(inGraph).start() }
}

@c @implementation
public func AUGraphStop(_ inGraph: AUGraph!) -> OSStatus {
    unitStatus { () throws(UnitError) in try unitGraph(inGraph).stop() }
}

@c @implementation
public func AUGraphGetCPULoad(
    _ inGraph: AUGraph!, _ outAverageCPULoad: UnsafeMutablePointer<Float>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in try store(outAverageCPULoad, unitGraph(inGraph).load) }
}

@c @implementation
public func AUGraphGetMaxCPULoad(
    _ inGraph: AUGraph!, _ outMaxLoad: UnsafeMutablePointer<Float>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        try store(outMaxLoad, unitGraph(inGraph).takeLargestLoad())
    }
}
