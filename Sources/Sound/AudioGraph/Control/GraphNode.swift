public import AudioEffects
import AudioModel
import Realtime
import Synchronization

/// A node of a graph, as its control side knows it: what it renders, and how far it has.
///
/// A node is in one graph at a time. Any thread.
public final class GraphNode: Sendable {
    /// What a node does.
    public enum Kind: Sendable {
        /// No inputs: it makes sound.
        case source(any GraphSource)
        /// One input of the same format.
        case effect(any Effect)
        /// One input, from which a different number of frames is taken.
        case timeEffect(any TimeEffect)
        /// Any number of inputs of any format.
        case mixer
        /// Any number of inputs of one sample rate; the format's channels are those of all output
        /// buses.
        case matrixMixer(MatrixMixer)
        /// Like `mixer`, with inputs that are placed in space.
        case spatialMixer(any SpatialMixer)
        /// One input of any number of channels, of which some pass, in any order.
        case selection(ChannelSelection)
        /// One input, and no output: it takes the sound of an input device.
        case sink(any GraphSink)
        /// The end of the graph, with one input of any format.
        case output
    }

    public let kind: Kind
    /// The gain of a mixer's output.
    public let outputVolume = AtomicFloat(1)
    /// Whether a mixer's output sounds; 0 for no, and then its inputs are not rendered.
    public let outputEnable = AtomicFloat(1)
    /// The levels of a mixer's output, before and after its volume.
    public let meters = ChannelMeters()
    /// Changes of parameters at frames of the next blocks.
    public let schedule: ParameterSchedule?
    /// The number of the renderer that may call the kernel; 0 for none.
    let owner = Atomic<Int>(0)
    let clock = NodeClock()

    /// - Parameter schedule: Changes of parameters at frames; `nil` for a node without them.
    public init(_ kind: Kind, schedule: ParameterSchedule? = nil) {
        self.kind = kind
        self.schedule = schedule
    }

    /// The time of the end of the block that was rendered last, which is that of the next frame;
    /// `nil` before the first since the last reset.
    public var lastRenderTime: RenderTime? { clock.last }

    /// Forgets the time of the last block. While nothing renders the node.
    public func forgetRenderTime() { clock.clear() }

    /// Whether the node has any number of inputs, each with a format of its own.
    public var isMixer: Bool {
        switch kind {
        case .mixer, .matrixMixer, .spatialMixer: true
        default: false
        }
    }

    /// The processing delay of the node, in frames at its output.
    public var latencyFrames: Int {
        switch kind {
        case .effect(let effect): effect.latencyFrames
        case .timeEffect(let effect): effect.latencyFrames
        default: 0
        }
    }
}

extension GraphNode: Hashable {
    public static func == (left: GraphNode, right: GraphNode) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A node with one input and no output: it receives the sound of an input device.
///
/// Threads as in `GraphSource`.
public protocol GraphSink: AnyObject, Sendable {
    /// Allocates the state for a format. Not while another thread renders.
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int)

    /// Receives frames, which are valid during the call only.
    func receive(_ input: PlanarSamples, frameCount: Int, at time: RenderTime)
}

/// A tap on a node's output.
///
/// One thread at a time renders; it calls the tap, which neither allocates nor locks in real time.
public protocol GraphTap: AnyObject, Sendable {
    /// Receives the frames that the node has rendered, which are valid during the call only.
    func receive(_ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime)
}

/// An observer of a node's blocks.
///
/// One thread at a time renders; it calls the observer.
public protocol GraphObserver: AnyObject, Sendable {
    /// A block is about to be rendered into `samples`, which hold nothing yet.
    func willRender(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime)

    /// A block has been rendered. The samples are valid during the call only, and may be changed.
    func didRender(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime,
        isSilent: Bool)
}

/// The time of the end of a node's last block: written by the thread that renders, read by any other.
///
/// Ownership: the render thread has `writer`; a mutex guards the reader.
final class NodeClock: @unchecked Sendable {
    private struct Stamp: BitwiseCopyable {
        var sampleTime: Int64
        var hostTime: Int64
        var isValid: Bool
        var isHostTimeValid: Bool
        var isConverted = false
    }

    private var writer: LatestValueWriter<Stamp>
    private let reader: Mutex<LatestValueReader<Stamp>>

    init() {
        let latest = LatestValue(
            Stamp(sampleTime: 0, hostTime: 0, isValid: false, isHostTimeValid: false))
        writer = latest.writer
        reader = Mutex(latest.reader)
    }

    var last: RenderTime? {
        let stamp = reader.withLock { $0.read() }
        guard stamp.isValid else { return nil }
        return RenderTime(
            sampleTime: stamp.sampleTime,
            hostTime: stamp.isHostTimeValid ? HostTime(nanoseconds: stamp.hostTime) : nil,
            isConverted: stamp.isConverted)
    }

    /// Render side, or the control side while nothing renders.
    func publish(_ time: RenderTime) {
        writer.publish(
            Stamp(
                sampleTime: time.sampleTime, hostTime: time.hostTime?.nanoseconds ?? 0,
                isValid: true, isHostTimeValid: time.hostTime != nil, isConverted: time.isConverted)
        )
    }

    /// Render side, or the control side while nothing renders.
    func clear() {
        writer.publish(Stamp(sampleTime: 0, hostTime: 0, isValid: false, isHostTimeValid: false))
    }
}
