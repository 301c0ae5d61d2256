package import AudioGraph
import AudioModel
public import AudioToolbox
public import Foundation
import Synchronization

/// A block that receives what a tap has recorded.
///
/// - Parameters:
///   - buffer: A buffer of its own, which the block may keep.
///   - when: The time of its first frame.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A node of an audio engine: it makes, changes, mixes or takes sound.
///
/// Attach a node to an engine, then connect its buses. Any thread.
///
/// Ownership: a mutex guards the formats, the parameters and the weak reference to the engine.
open class AVAudioNode: NSObject, @unchecked Sendable {
    /// What the engine's graph knows of the node.
    package let graphNode: GraphNode
    private let state: Mutex<State>
    private let unit = Mutex<AUAudioUnit?>(nil)

    private struct State {
        weak var core: EngineCore?
        var outputFormat: AVAudioFormat
        /// Whether a connection has set the output's format.
        var isOutputFormatSet = false
        var inputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
        /// The number of the attachment to the engine.
        var attachment = 0
        /// The parameters of the node as the source of mixers.
        var mixing: [MixerInput.Parameter: Float] = [:]
    }

    /// - Parameters:
    ///   - kind: What the node does, with its kernel.
    ///   - outputFormat: The format of its output before a connection sets it; `nil` for the
    ///     default of 44,100 Hz and two channels.
    package init(_ kind: GraphNode.Kind, outputFormat: AVAudioFormat? = nil) {
        graphNode = GraphNode(kind)
        state = Mutex(State(outputFormat: outputFormat ?? .defaultOfNodes))
        super.init()
    }

    // MARK: The engine

    /// The engine that the node is attached to.
    open var engine: AVAudioEngine? { core?.engine }

    package internal(set) var core: EngineCore? {
        get { state.withLock { $0.core } }
        set { state.withLock { $0.core = newValue } }
    }

    /// The number of the attachment to the engine, counted by the engine.
    var attachment: Int {
        get { state.withLock { $0.attachment } }
        set { state.withLock { $0.attachment = newValue } }
    }

    /// The node's audio unit, the same at each call.
    open var auAudioUnit: AUAudioUnit {
        unit.withLock { unit in
            if let unit { return unit }
            let made = makeAudioUnit()
            unit = made
            return made
        }
    }

    // MARK: Buses

    /// The number of input buses.
    open var numberOfInputs: Int {
        switch graphNode.kind {
        case .source: 0
        case .mixer, .matrixMixer, .spatialMixer: core?.inputBusCount(of: self) ?? 1
        default: 1
        }
    }

    /// The number of output buses.
    open var numberOfOutputs: Int { outputCount }

    /// The number of output buses, without a subclass's override.
    var outputCount: Int {
        if case .sink = graphNode.kind { return 0 }
        return 1
    }

    /// The channels of an output bus among those that the node renders.
    func channels(ofOutput bus: AVAudioNodeBus) -> Range<Int> { 0..<Int(busFormat.channelCount) }

    /// Sets the format of another output bus than the first.
    func setFormat(_ format: AVAudioFormat, ofOutput bus: AVAudioNodeBus) {}

    /// Returns the format of an input bus.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        state.withLock { $0.inputFormats[bus] } ?? .defaultOfNodes
    }

    /// Returns the format of an output bus.
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        state.withLock { $0.outputFormat }
    }

    /// Returns the name of an input bus; `nil` for one without a name.
    open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }

    /// Returns the name of an output bus; `nil` for one without a name.
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

    /// The format of the output, without a subclass's override.
    final var busFormat: AVAudioFormat { state.withLock { $0.outputFormat } }

    /// Sets the format of the output.
    ///
    /// - Parameter isFinal: Whether an effect's output keeps it when its input gets another format.
    package func setOutputFormat(_ format: AVAudioFormat, isFinal: Bool = true) {
        state.withLock { state in
            state.outputFormat = format
            state.isOutputFormatSet = state.isOutputFormatSet || isFinal
        }
        busFormatDidChange()
    }

    /// Sets the format of an input bus; that of an effect is also its output's, unless a connection
    /// has set it.
    package func setInputFormat(_ format: AVAudioFormat, forBus bus: AVAudioNodeBus) {
        state.withLock { state in
            state.inputFormats[bus] = format
            switch graphNode.kind {
            case .effect, .timeEffect:
                if !state.isOutputFormatSet { state.outputFormat = format }
            default: break
            }
        }
        busFormatDidChange()
    }

    // MARK: Mixing

    /// Returns a parameter of the node as the source of mixers.
    package func mixingValue(_ parameter: MixerInput.Parameter) -> Float {
        state.withLock { $0.mixing[parameter] } ?? parameter.defaultValue
    }

    /// The parameters that have been set.
    package var mixingValues: [MixerInput.Parameter: Float] { state.withLock { $0.mixing } }

    /// Sets a parameter of the node as the source of mixers: of all its present and future
    /// connections.
    package func setMixingValue(_ value: Float, of parameter: MixerInput.Parameter) {
        state.withLock { $0.mixing[parameter] = value }
        for input in core?.mixerInputs(from: self) ?? [] { input[parameter] = value }
    }

    /// Returns the parameters of the connection to an input bus of a mixer; `nil` when the node is
    /// not connected to it.
    package func mixerInput(ofMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> MixerInput? {
        core?.mixerInput(from: self, to: mixer, bus: bus)
    }

    // MARK: Hooks

    /// Makes the node's audio unit.
    package func makeAudioUnit() -> AUAudioUnit {
        AUAudioUnit(nil, unitDescription, node: unitCalls)
    }

    /// What the node adds to its unit.
    var unitCalls: AUNodeCalls { usualUnitCalls }

    /// An input has been connected, with the engine's mutex held.
    func didConnect(_ format: AVAudioFormat, _ input: MixerInput, bus: AVAudioNodeBus) {}

    /// A format of the node has changed, perhaps with the engine's mutex held.
    func busFormatDidChange() {}

    /// The format in which the kernel renders, where it is not that of the output.
    var kernelFormat: GraphFormat? { nil }

    /// Called before the engine starts or goes on after a pause, without locks.
    package func engineWillStart(isOffline: Bool) {}

    /// Called after the engine has stopped or paused, by itself or not, without locks.
    package func engineDidStop() {}

    /// Called after blocks have been rendered, on a thread that may block, without locks: in manual
    /// rendering on the caller's, otherwise on the engine's work queue. Not on a real-time thread.
    package func renderCycleDidEnd() {}

    // MARK: Rendering

    /// Drops what sounds on in the node: delays and reverberation are silent afterwards.
    open func reset() {
        core?.reset(self)
    }

    /// The time of the end of the block that the node rendered last, which is that of the frame that
    /// it renders next; `nil` while the engine does not run or the node is not connected.
    ///
    /// In manual rendering, a node at the engine's sample rate has the sample time
    /// `manualRenderingSampleTime`. The host time, valid on a device only, is the one at which the
    /// next frame reaches the output.
    open var lastRenderTime: AVAudioTime? { core?.lastRenderTime(of: self) }

    /// The processing delay of the node, in seconds; not the duration of an echo.
    open var latency: TimeInterval {
        Double(graphNode.latencyFrames) / max(outputFormat(forBus: 0).sampleRate, 1)
    }

    /// The longest delay from the node's output to the listener, in seconds.
    open var outputPresentationLatency: TimeInterval {
        core?.outputPresentationLatency(of: self) ?? 0
    }
}

extension AVAudioFormat {
    /// The format of a node before its first connection.
    static var defaultOfNodes: AVAudioFormat { standard(AudioGraph.defaultFormat) }

    /// The standard format of a bus; the empty format for no channels.
    package static func standard(_ format: GraphFormat) -> AVAudioFormat {
        guard format.channelCount > 0, format.sampleRate > 0 else { return AVAudioFormat() }
        return AVAudioFormat(
            StreamFormat(
                .pcmFormatFloat32, sampleRate: format.sampleRate,
                channelCount: UInt32(clamping: format.channelCount), isInterleaved: false))
    }

    /// The sample rate and the channels.
    package var graphFormat: GraphFormat {
        GraphFormat(
            sampleRate: sampleRate, channelCount: Int(channelCount),
            layout: channelLayout?.channelLayout)
    }
}
