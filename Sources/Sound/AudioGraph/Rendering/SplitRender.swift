import AudioEffects

/// The frames of a node with several consumers: each of them gets the same frames, whenever it
/// requests them.
///
/// Ownership: the thread that has the renderer's turn; the control side only creates it.
final class SplitState: @unchecked Sendable {
    let frames: PlanarBuffer
    let rendered: PlanarBuffer
    /// The number of frames produced so far.
    fileprivate var producedCount = 0
    /// The number of frames that had been produced when the present cycle began.
    fileprivate var cycleStart = 0
    private var cycle = -1

    /// - Parameter maximumFrameCount: The largest block; a consumer that falls further behind than
    ///   four blocks loses frames.
    init(channelCount: Int, maximumFrameCount: Int) {
        frames = PlanarBuffer(channelCount: channelCount, capacity: 4 * maximumFrameCount)
        rendered = PlanarBuffer(channelCount: channelCount, capacity: maximumFrameCount)
    }

    fileprivate func begin(_ cycle: Int) {
        guard cycle != self.cycle else { return }
        self.cycle = cycle
        cycleStart = producedCount
    }

    /// Appends the first `frameCount` frames of `rendered`.
    fileprivate func append(frameCount: Int) {
        for channel in 0..<frames.channelCount {
            let (source, target) = (rendered.samples[channel], frames.samples[channel])
            var slot = producedCount % frames.capacity
            for frame in 0..<frameCount {
                target[slot] = source[frame]
                slot &+= 1
                if slot == frames.capacity { slot = 0 }
            }
        }
        producedCount &+= frameCount
    }

    fileprivate func read(_ output: PlanarSamples, from position: Int, frameCount: Int) {
        for channel in 0..<frames.channelCount {
            let (source, target) = (frames.samples[channel], output[channel])
            var slot = position % frames.capacity
            for frame in 0..<frameCount {
                target[frame] = source[slot]
                slot &+= 1
                if slot == frames.capacity { slot = 0 }
            }
        }
    }
}

/// The position of one consumer of a split.
///
/// Ownership: the thread that has the renderer's turn.
final class SplitCursor: @unchecked Sendable {
    /// The number of the next frame; `nil` before the first request.
    fileprivate var position: Int?
}

/// One consumer's view of a node that has several.
///
/// Ownership: that of `RenderNode`.
final class SplitRender: RenderNode, @unchecked Sendable {
    private let input: RenderNode
    private let split: SplitState
    private let cursor: SplitCursor

    init(_ input: RenderNode, _ split: SplitState, _ cursor: SplitCursor) {
        self.input = input
        self.split = split
        self.cursor = cursor
        super.init(input.format)
    }

    override func render(
        _ output: PlanarSamples, frameCount: Int, at moment: RenderMoment, _ cycle: RenderCycle
    ) -> Bool {
        split.begin(moment.cycle)
        var position = cursor.position ?? split.cycleStart
        // What has been overwritten is lost.
        position = max(position, split.producedCount &+ frameCount &- split.frames.capacity)
        var isSilent = false
        let missing = position &+ frameCount &- split.producedCount
        if missing > 0 {
            isSilent = input.render(
                split.rendered.samples, frameCount: min(missing, frameCount), at: moment, cycle)
            split.append(frameCount: min(missing, frameCount))
            isSilent = isSilent && missing == frameCount
        }
        split.read(output, from: position, frameCount: frameCount)
        cursor.position = position &+ frameCount
        return isSilent
    }
}
