public import AudioToolbox

/// What can go wrong: a call of Core Audio returned a status.
public struct AudioError: Error {
    public let call: String
    public let status: OSStatus

    /// - Throws: An error for a status that is not zero.
    static func check(_ call: String, _ status: OSStatus) throws {
        guard status == noErr else { throw AudioError(call: call, status: status) }
    }
}

/// A graph of audio units with short names for its calls.
@MainActor
final class Graph {
    let graph: AUGraph

    init() throws {
        var made: AUGraph?
        try AudioError.check("NewAUGraph", NewAUGraph(&made))
        guard let made else { throw AudioError(call: "NewAUGraph", status: -1) }
        graph = made
        try AudioError.check("AUGraphOpen", AUGraphOpen(graph))
    }

    isolated deinit { DisposeAUGraph(graph) }

    /// Adds one of Apple's units.
    func add(_ type: OSType, _ subType: OSType) throws -> AUNode {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var node: AUNode = 0
        try AudioError.check("AUGraphAddNode", AUGraphAddNode(graph, &description, &node))
        return node
    }

    func remove(_ node: AUNode) throws {
        try AudioError.check("AUGraphRemoveNode", AUGraphRemoveNode(graph, node))
    }

    func connect(_ source: AUNode, to destination: AUNode) throws {
        try AudioError.check(
            "AUGraphConnectNodeInput", AUGraphConnectNodeInput(graph, source, 0, destination, 0))
    }

    func disconnect(_ destination: AUNode) throws {
        try AudioError.check(
            "AUGraphDisconnectNodeInput", AUGraphDisconnectNodeInput(graph, destination, 0))
    }

    /// Makes the changes since the last update heard, all at once.
    func update() throws { try AudioError.check("AUGraphUpdate", AUGraphUpdate(graph, nil)) }

    func unit(_ node: AUNode) throws -> AudioUnit {
        var unit: AudioUnit?
        try AudioError.check("AUGraphNodeInfo", AUGraphNodeInfo(graph, node, nil, &unit))
        guard let unit else { throw AudioError(call: "AUGraphNodeInfo", status: -1) }
        return unit
    }

    func initialize() throws { try AudioError.check("AUGraphInitialize", AUGraphInitialize(graph)) }
    func start() throws { try AudioError.check("AUGraphStart", AUGraphStart(graph)) }
    func stop() { AUGraphStop(graph) }

    var isRunning: Bool {
        var isRunning: DarwinBoolean = false
        return AUGraphIsRunning(graph, &isRunning) == noErr && isRunning.boolValue
    }
}
