import AudioConversion
import AudioEffects
import AudioModel
import SoundMixer
import Synchronization

/// The time of a block, in the format of the step that requests it.
struct RenderMoment {
    /// The number of the block's first frame, at `sampleRate`.
    var sampleTime: Int64
    var sampleRate: Double
    /// The time at which that frame reaches the output device; `nil` in manual rendering.
    var hostTime: HostTime?
    /// Whether a conversion of rates or a time effect lies below.
    var isConverted = false
    /// The number of the render cycle: all requests of a cycle have the same.
    var cycle: Int

    func later(by frameCount: Int) -> RenderMoment {
        guard frameCount > 0 else { return self }
        var moment = self
        moment.sampleTime += Int64(frameCount)
        moment.hostTime = hostTime.map { $0 + .seconds(Double(frameCount) / sampleRate) }
        return moment
    }
}

/// What a node remembers from block to block, and from plan to plan.
///
/// Ownership: the thread that has the renderer's turn; the control side only creates it, and
/// revokes it during a turn.
final class NodeState: @unchecked Sendable {
    let node: GraphNode
    let format: GraphFormat
    let maximumFrameCount: Int
    /// The number of the node's next frame.
    private var sampleTime: Int64 = 0
    private var isStarted = false
    /// The time of the present block's first frame.
    private(set) var blockTime = RenderTime(sampleTime: 0, hostTime: nil)
    /// The number of frames of the present block; 0 when its end has been published.
    private var blockFrames = 0
    /// The number of the last plan that had the node.
    var planNumber = 0
    /// The gain of a mixer's output at the end of the last block; `nil` before the first.
    var outputVolume: Float?
    /// Whether the renderer may call the kernel.
    private var isClaimed = false
    /// Whether the kernel has been prepared for another format.
    private var isRevoked = false

    init(_ node: GraphNode, _ format: GraphFormat, maximumFrameCount: Int) {
        self.node = node
        self.format = format
        self.maximumFrameCount = maximumFrameCount
    }

    /// The time of the block that begins at `moment`.
    func time(at moment: RenderMoment) -> RenderTime {
        var first = sampleTime
        if !isStarted {
            let ratio = format.sampleRate / moment.sampleRate
            let scaled = (Double(moment.sampleTime) * ratio).rounded()
            first = max(sampleTime, Int64(max(min(scaled, 0x1p60), 0)))
        }
        return RenderTime(
            sampleTime: first, hostTime: moment.hostTime, isConverted: moment.isConverted)
    }

    /// Begins a block of `frameCount` frames.
    func begin(_ moment: RenderMoment, frameCount: Int) {
        blockTime = time(at: moment)
        isStarted = true
        blockFrames = frameCount
        sampleTime = blockTime.sampleTime + Int64(frameCount)
    }

    /// Publishes the time of the present block's end, once its cycle has been rendered.
    func endCycle() {
        guard blockFrames > 0 else { return }
        let duration = Double(blockFrames) / format.sampleRate
        blockFrames = 0
        node.clock.publish(
            RenderTime(
                sampleTime: sampleTime,
                hostTime: blockTime.hostTime.map { $0 + .seconds(duration) },
                isConverted: blockTime.isConverted))
    }

    /// Whether the renderer with that number may call the kernel now.
    func claims(for renderer: Int) -> Bool {
        if isRevoked { return false }
        if isClaimed { return true }
        isClaimed = claim(node, for: renderer)
        return isClaimed
    }

    /// Notes that the node is in no plan any more.
    func leave(_ renderer: Int) {
        isStarted = false
        if isClaimed {
            isClaimed = false
            _ = node.owner.compareExchange(
                expected: renderer, desired: 0, ordering: .acquiringAndReleasing)
        }
    }

    /// Ends the use of the kernel with this state. Control side, with the renderer's turn.
    func revoke() { isRevoked = true }

    /// Lets the node's time begin at that of its next block. Control side, with the renderer's turn.
    func restartTime() {
        sampleTime = 0
        blockFrames = 0
        isStarted = false
    }

    /// Restarts the node's time at zero. Control side, with the renderer's turn.
    func reset() {
        sampleTime = 0
        blockFrames = 0
        isStarted = false
        outputVolume = nil
        node.clock.clear()
    }
}

/// Takes a node for one renderer.
///
/// - Returns: Whether it has it now.
private func claim(_ node: GraphNode, for renderer: Int) -> Bool {
    let (isFree, owner) = node.owner.compareExchange(
        expected: 0, desired: renderer, ordering: .acquiringAndReleasing)
    return isFree || owner == renderer
}

/// What a connection to a mixer remembers from block to block, and from plan to plan.
///
/// Ownership: the thread that has the renderer's turn.
final class InputState: @unchecked Sendable {
    let parameters: MixerInput
    /// The gains of the left and the right channel at the end of the last block; `nil` before the
    /// first.
    var gains: (left: Float, right: Float)?
    var fade: Fade
    /// The number of the last plan that had the connection.
    var planNumber = 0
    /// The panner of an input of a spatial mixer.
    let spatial: (any SpatialInput)?

    /// - Parameter fadeFrames: The length of a fade, in frames; a new input of a graph that renders
    ///   fades in.
    init(
        _ parameters: MixerInput, fadesIn: Bool, fadeFrames: Int, spatial: (any SpatialInput)?
    ) {
        self.parameters = parameters
        self.spatial = spatial
        fade = Fade(level: fadesIn ? 0 : 1, target: 1, frameCount: fadeFrames)
    }
}
