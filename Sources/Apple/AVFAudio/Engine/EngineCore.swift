package import AudioGraph
import AudioModel
import AudioUnits
import Foundation
package import SoundClient
import Synchronization

/// The implementation of `AVAudioEngine`: the nodes, their graph and its renderer.
///
/// Ownership: a mutex guards the state; `owner` is set once, by the engine's `init`. The mutex is
/// not held while the app's code runs.
package final class EngineCore: @unchecked Sendable {
    /// The app that the engine belongs to.
    package let app: AppSound
    let state = Mutex(EngineState())
    /// What blocks of manual rendering render, also those that the app got before it was enabled.
    let presentManual = PresentManualRendering()
    /// Lets one thread at a time start, pause or stop the engine.
    let transport = NSRecursiveLock()
    /// The queue on which taps are delivered.
    let tapQueue: any WorkQueue
    /// Returns the hardware's output format.
    let hardware: @Sendable () -> GraphFormat
    private weak var owner: AVAudioEngine?
    let stopStallsPlayers: Bool
    let survivesReset: Bool
    /// Lowers the app's other sound while voice processing runs.
    let ducking: OtherAudioDucking

    package init(_ app: AppSound, hardware: @escaping @Sendable () -> GraphFormat) {
        self.app = app
        self.hardware = hardware
        ducking = OtherAudioDucking(app)
        stopStallsPlayers = EngineRules.current.stopStallsPlayers
        survivesReset = EngineRules.current.survivesReset
        state.withLock { $0.graph.panLaw = EngineRules.current.panLaw }
        tapQueue = app.environment.makeWorkQueue(label: "sori.avaudioengine.tap")
        EngineList.of(app).add(self)
    }

    deinit {
        stopStreams()
        collectTaps()
    }

    /// The engine, while it lives.
    package var engine: AVAudioEngine? { owner }

    func setOwner(_ engine: AVAudioEngine) { owner = engine }

    /// Changes the state, then ends the program if the change reports a violated precondition.
    ///
    /// - Parameters:
    ///   - call: The app's call, for the message.
    ///   - body: Returns the violated precondition, having changed nothing; `nil` for success.
    func change(_ call: String, _ body: (inout EngineState) -> String?) {
        // Nodes that leave the engine are released without the mutex: an app's subclass may have a
        // `deinit` of its own.
        var released: [AVAudioNode] = []
        var removedTaps: [NodeTap] = []
        let rule = state.withLock { state in
            let rule = body(&state)
            if rule == nil { update(&state) }
            released = state.released
            state.released = []
            removedTaps = state.removedTaps
            state.removedTaps = []
            return rule
        }
        for tap in removedTaps { tap.remove() }
        _ = released
        if let rule { programmerError("AVAudioEngine.\(call)", rule) }
    }

    // MARK: Queries of nodes

    func inputBusCount(of node: AVAudioNode) -> Int {
        state.withLock { state in
            max((state.graph.connections(to: node.graphNode).last?.bus ?? 0) + 1, 1)
        }
    }

    func freeInputBus(of node: AVAudioNode) -> AVAudioNodeBus {
        state.withLock { $0.freeInputBus(of: node.graphNode) }
    }

    func mixerInputs(from node: AVAudioNode) -> [MixerInput] {
        state.withLock { state in
            state.graph.connections(from: node.graphNode)
                .filter(\.destination.isMixer).map(\.input)
        }
    }

    func mixerInput(
        from node: AVAudioNode, to mixer: AVAudioNode, bus: AVAudioNodeBus
    ) -> MixerInput? {
        state.withLock { state in
            let end = AudioGraph.InputBus(mixer.graphNode, bus: bus)
            guard mixer.graphNode.isMixer, let connection = state.graph.connection(to: end),
                connection.source == node.graphNode
            else { return nil }
            return connection.input
        }
    }
}

/// The state of an engine.
struct EngineState {
    var graph = AudioGraph()
    /// The attached nodes.
    var nodes: [GraphNode: AVAudioNode] = [:]
    /// The output buses of the nodes that have several.
    var parts: [GraphNode: [AVAudioNodeBus: OutputPart]] = [:]
    var attachmentCount = 0
    var output: AVAudioOutputNode?
    var input: AVAudioInputNode?
    var mainMixer: AVAudioMixerNode?
    /// Whether the connection from the main mixer to the output follows the output's format,
    /// because the engine has made it and not the app.
    var isMainMixerFollowing = false
    var phase = EnginePhase.stopped
    /// Whether the media services were lost after the engine was made: it cannot start any more.
    var isLost = false
    /// Whether the players that played at the last stop are silent until their own.
    var stallsPlayers = false
    /// Manual rendering, while it is enabled.
    var manual: ManualRendering?
    /// The graph's renderer, from `prepare` or `start` until `stop`.
    var renderer: GraphRenderer?
    var maximumFrameCount = 0
    /// The app's streams, from a start on the hardware until the stop.
    var live: EngineCore.Streams?
    /// An input's stream to stop without the engine's mutex.
    var endedInput: Int?
    /// Whether a node could not be prepared, because another engine still rendered it.
    var isIncomplete = false
    var taps: [GraphNode: NodeTap] = [:]
    var voice = EngineVoice()
    var isAutoShutdownEnabled = false
    /// Taps that end without the engine's mutex: their deliveries may have to be awaited.
    var removedTaps: [NodeTap] = []
    /// Nodes to release without the engine's mutex.
    var released: [AVAudioNode] = []

    /// The attached nodes in the order in which they were attached.
    var orderedNodes: [AVAudioNode] {
        nodes.values.sorted { $0.attachment < $1.attachment }
    }

    mutating func takeEndedInput() -> Int? {
        defer { endedInput = nil }
        return endedInput
    }

    func freeInputBus(of node: GraphNode) -> Int {
        let used = Set(graph.connections(to: node).map(\.bus))
        return (0...used.count).first { !used.contains($0) } ?? 0
    }
}

/// The life cycle of an engine.
enum EnginePhase {
    case stopped
    /// The engine's resources are allocated.
    case prepared
    case running
    /// The engine's players keep their positions.
    case paused
}
