package import AudioGraph
public import Foundation
import SoundClient
import SoundMixer
import SoundRuntime
import Synchronization

/// A graph of audio nodes that is rendered to the hardware, or on request.
///
/// Attach nodes, connect them, start the engine. A running engine's graph may be changed. Any
/// thread.
open class AVAudioEngine: NSObject {
    package let core: EngineCore

    /// Makes an engine of the calling app, without nodes.
    public override init() {
        let app = currentApp(isForSound: false)
        core = EngineCore(app) { [weak app] in
            GraphFormat(
                sampleRate: app.map { SessionHardware.of($0).sampleRate } ?? 0,
                channelCount: SessionHardware.outputChannelCountMax)
        }
        super.init()
        core.setOwner(self)
    }

    /// Makes an engine for tests, with an output of another format.
    package init(hardware: @escaping @Sendable () -> GraphFormat) {
        core = EngineCore(currentApp(isForSound: false), hardware: hardware)
        super.init()
        core.setOwner(self)
    }

    // MARK: Nodes

    /// Attaches a node, which the engine then owns. A node that is attached already stays so.
    ///
    /// Ends the program for a node of another engine.
    open func attach(_ node: AVAudioNode) {
        core.change("attach(_:)") { state in
            if let owner = node.core, owner !== core {
                return "nil == owningEngine || GetEngine() == owningEngine"
            }
            if state.nodes[node.graphNode] == nil { core.attach(node, &state) }
            return nil
        }
    }

    /// Detaches a node, with its connections. The neighbours of an effect are connected to each
    /// other.
    ///
    /// Ends the program for a node that is not attached.
    open func detach(_ node: AVAudioNode) {
        core.change("detach(_:)") { state in
            guard state.nodes[node.graphNode] === node else {
                return "[_nodes containsObject: node]"
            }
            if node === state.output || node === state.input { return nil }
            core.detach(node, &state)
            return nil
        }
    }

    /// The attached nodes, with those that the engine has made itself.
    open var attachedNodes: Set<AVAudioNode> {
        core.state.withLock { Set($0.nodes.values) }
    }

    /// The node of the hardware's output; made at first use.
    open var outputNode: AVAudioOutputNode {
        core.state.withLock { core.outputNode(&$0) }
    }

    /// The node of the hardware's input; made at first use. It has no channels while the session has
    /// no input.
    open var inputNode: AVAudioInputNode {
        core.state.withLock { core.inputNode(&$0) }
    }

    /// A mixer that is connected to the output; made at first use.
    open var mainMixerNode: AVAudioMixerNode {
        core.state.withLock { core.mainMixerNode(&$0) }
    }

    // MARK: Connections

    /// Connects two nodes' buses; former connections of both are removed.
    ///
    /// Ends the program for nodes that are not attached, for buses that do not exist, for a format
    /// that no bus can have, and for a time effect after the input of an engine that runs.
    ///
    /// - Parameters:
    ///   - bus1: The output bus of `node1`.
    ///   - bus2: The input bus of `node2`.
    ///   - format: The format of the output bus, which the input bus takes over; `nil` for its
    ///     present one.
    open func connect(
        _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
        toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
    ) {
        core.change("connect(_:to:fromBus:toBus:format:)") { state in
            core.connect(
                node1, bus1, to: [(node2, bus2)], format: format, keepsParameters: false, &state)
        }
    }

    /// Connects a node to another one: to the next free input bus of a mixer, otherwise to bus 0.
    ///
    /// Ends the program where `connect(_:to:fromBus:toBus:format:)` does.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        core.change("connect(_:to:format:)") { state in
            // A connection of the same two nodes is replaced.
            let bus =
                node2.graphNode.isMixer
                ? state.output(0, of: node1).flatMap { output in
                    state.graph.connections(from: output)
                        .first { $0.destination == node2.graphNode }?.bus
                }
                    ?? state.freeInputBus(of: node2.graphNode) : 0
            return core.connect(
                node1, to: [(node2, bus)], format: format, keepsParameters: false, &state)
        }
    }

    /// Connects a node's output to several input buses at once, instead of all that it was
    /// connected to; connections that stay keep their parameters.
    ///
    /// Ends the program where `connect(_:to:fromBus:toBus:format:)` does.
    open func connect(
        _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint],
        fromBus sourceBus: AVAudioNodeBus, format: AVAudioFormat?
    ) {
        core.change("connect(_:to:fromBus:format:)") { state in
            var ends: [(node: AVAudioNode, bus: AVAudioNodeBus)] = []
            for point in destNodes {
                guard let node = point.node, state.nodes[node.graphNode] === node else {
                    return "[_nodes containsObject: connPoint.node]"
                }
                ends.append((node, point.bus))
            }
            return core.connect(
                sourceNode, sourceBus, to: ends, format: format, keepsParameters: true, &state)
        }
    }

    /// Removes the connection to an input bus.
    ///
    /// Ends the program for the output's while the engine runs.
    open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        core.change("disconnectNodeInput(_:bus:)") { state in
            if let rule = core.ruleOfDisconnecting(node, state) { return rule }
            state.graph.disconnect(input: AudioGraph.InputBus(node.graphNode, bus: bus))
            return nil
        }
    }

    /// Removes the connections to all input buses of a node.
    ///
    /// Ends the program for the output's while the engine runs.
    open func disconnectNodeInput(_ node: AVAudioNode) {
        core.change("disconnectNodeInput(_:)") { state in
            if let rule = core.ruleOfDisconnecting(node, state) { return rule }
            state.graph.disconnectInputs(of: node.graphNode)
            return nil
        }
    }

    /// Removes the connections of an output bus.
    open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
        core.change("disconnectNodeOutput(_:bus:)") { state in
            core.disconnectOutput(bus, of: node, &state)
        }
    }

    /// Removes the connections of all output buses of a node.
    open func disconnectNodeOutput(_ node: AVAudioNode) {
        core.change("disconnectNodeOutput(_:)") { state in
            core.disconnectOutput(nil, of: node, &state)
        }
    }

    /// Returns the node and output bus that an input bus is connected to; `nil` for none.
    open func inputConnectionPoint(
        for node: AVAudioNode, inputBus bus: AVAudioNodeBus
    ) -> AVAudioConnectionPoint? {
        core.state.withLock { state in
            let end = AudioGraph.InputBus(node.graphNode, bus: bus)
            guard let source = state.graph.connection(to: end)?.source,
                let found = state.end(of: source)
            else { return nil }
            return AVAudioConnectionPoint(node: found.node, bus: found.bus)
        }
    }

    /// Returns the nodes and input buses that an output bus is connected to.
    open func outputConnectionPoints(
        for node: AVAudioNode, outputBus bus: AVAudioNodeBus
    ) -> [AVAudioConnectionPoint] {
        core.state.withLock { state in
            let output = state.output(bus, of: node)
            return output.map(state.graph.connections(from:))?.compactMap { connection in
                state.nodes[connection.destination].map {
                    AVAudioConnectionPoint(node: $0, bus: connection.bus)
                }
            } ?? []
        }
    }

    // MARK: Running

    /// Whether the engine renders.
    open var isRunning: Bool { core.state.withLock { $0.phase == .running } }

    /// Allocates what a start needs.
    ///
    /// Ends the program while neither the input node nor the output node has been used, and for a
    /// time effect between the hardware's input and a mixer.
    open func prepare() { core.prepare("prepare()") }

    /// Starts rendering, or goes on after a pause. Does nothing while the engine runs.
    ///
    /// Ends the program where `prepare` does.
    ///
    /// - Throws: The session's refusal, and an error when the hardware cannot be used;
    ///   `mediaServicesFailed` of an engine that was made before the media services were lost.
    open func start() throws { try core.start("start()") }

    /// Stops rendering; players keep their positions, and `start` goes on.
    open func pause() { core.pause() }

    /// Stops rendering and frees what `prepare` has allocated. Nodes, connections, parameters and
    /// taps stay. Player nodes that play keep what is scheduled, and are silent after the next
    /// `start` until their own `stop`; in manual rendering they pause.
    open func stop() { core.stop(byApp: true) }

    /// Resets all nodes: delays and reverberation are silent afterwards, and the time of manual
    /// rendering is zero.
    open func reset() { core.reset() }

    /// Whether the hardware may stop while nothing sounds; false at first. Kept only: the hardware
    /// goes on here.
    open var isAutoShutdownEnabled: Bool {
        get { core.state.withLock { $0.isAutoShutdownEnabled } }
        set { core.state.withLock { $0.isAutoShutdownEnabled = newValue } }
    }

    // MARK: Manual rendering

    /// Renders on request from the next start on, instead of to the hardware.
    ///
    /// - Parameters:
    ///   - pcmFormat: The format of the rendered buffers, linear PCM.
    ///   - maximumFrameCount: The largest number of frames of one request.
    /// - Throws: An `initialized` error unless the engine is stopped; an error for a format that
    ///   cannot be rendered to.
    open func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        try core.enableManualRendering(mode, pcmFormat, Int(maximumFrameCount))
    }

    /// Stops the engine, and renders to the hardware from the next start on.
    open func disableManualRenderingMode() { core.disableManualRendering() }

    /// Whether the engine renders on request.
    open var isInManualRenderingMode: Bool { core.manual != nil }

    /// The kind of manual rendering; offline while it is not enabled.
    open var manualRenderingMode: AVAudioEngineManualRenderingMode {
        core.manual?.mode ?? .offline
    }

    /// The format of the rendered buffers; the empty format while manual rendering is not enabled.
    open var manualRenderingFormat: AVAudioFormat { core.manual?.format ?? AVAudioFormat() }

    /// The largest number of frames of one request; zero while manual rendering is not enabled.
    open var manualRenderingMaximumFrameCount: AVAudioFrameCount {
        AVAudioFrameCount(core.manual?.maximumFrameCount ?? 0)
    }

    /// The number of frames rendered since the start or the last reset.
    open var manualRenderingSampleTime: AVAudioFramePosition {
        core.manual?.sampleTime.load(ordering: .relaxed) ?? 0
    }

    /// The block that renders in the realtime mode. Get it before rendering, not on a real-time
    /// thread.
    open var manualRenderingBlock: AVAudioEngineManualRenderingBlock { core.renderingBlock }

    /// Renders frames offline, on the calling thread.
    ///
    /// - Parameters:
    ///   - numberOfFrames: At most the maximum.
    ///   - buffer: A buffer of the rendering format with room for the frames; its frame length
    ///     becomes the number of frames.
    /// - Throws: An `invalidMode` or a `notRunning` error; an error for too many frames or for a
    ///   buffer that does not fit.
    @discardableResult
    open func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        try core.renderOffline(numberOfFrames, to: buffer)
    }
}
