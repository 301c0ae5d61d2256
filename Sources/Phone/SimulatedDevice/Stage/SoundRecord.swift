/// The output of one app in blocks of 10 ms, from the first frame of the phone's time.
///
/// Silence takes no memory; of sound the last `soundingBlocksMax` blocks are kept.
package struct SoundRecord {
    private struct Block {
        var index: Int
        /// Interleaved stereo samples.
        var samples: [Float]
    }

    /// Blocks in order of time; those before `firstKept` are dropped.
    private var blocks: [Block] = []
    private var firstKept = 0
    /// The block that is being filled.
    private var current: [Float] = []
    package private(set) var frameCount: Int
    /// First frame that is still known.
    package private(set) var forgottenBefore = 0

    /// Limit of blocks kept: two minutes, 46 MB.
    package static let soundingBlocksMax = 12_000
    private static let blockFrames = OutputFrames.blockFrames

    /// - Parameter frame: First frame of the record; everything before it is silence.
    package init(startingAt frame: Int) {
        frameCount = frame
        current = Array(repeating: 0, count: 2 * (frame % Self.blockFrames))
    }

    /// - Parameter samples: Interleaved stereo, within one block.
    package mutating func append(_ samples: UnsafeBufferPointer<Float>) {
        current.append(contentsOf: samples)
        frameCount += samples.count / 2
        guard current.count == 2 * Self.blockFrames else { return }
        if current.contains(where: { $0 != 0 }) {
            blocks.append(Block(index: frameCount / Self.blockFrames - 1, samples: current))
            if blocks.count - firstKept > Self.soundingBlocksMax { forgetFirst() }
        }
        current.removeAll(keepingCapacity: true)
    }

    private mutating func forgetFirst() {
        forgottenBefore = (blocks[firstKept].index + 1) * Self.blockFrames
        blocks[firstKept].samples = []
        firstKept += 1
        if 2 * firstKept > blocks.count {
            blocks.removeFirst(firstKept)
            firstKept = 0
        }
    }

    /// Adds a range of frames to `mix`, interleaved stereo; adds nothing where there is silence.
    package func add(_ frames: Range<Int>, to mix: inout [Float]) {
        let firstBlock = frames.lowerBound / Self.blockFrames
        for block in blocks[index(ofBlock: firstBlock)...] {
            let start = block.index * Self.blockFrames
            guard start < frames.upperBound else { return }
            add(block.samples, from: start, frames, to: &mix)
        }
        add(current, from: frameCount - current.count / 2, frames, to: &mix)
    }

    private func add(
        _ samples: [Float], from start: Int, _ frames: Range<Int>, to mix: inout [Float]
    ) {
        let range = frames.clamped(to: start..<start + samples.count / 2)
        for frame in range {
            let (source, target) = (2 * (frame - start), 2 * (frame - frames.lowerBound))
            mix[target] += samples[source]
            mix[target + 1] += samples[source + 1]
        }
    }

    /// Index of the first kept block at or after `number`.
    private func index(ofBlock number: Int) -> Int {
        var (low, high) = (firstKept, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].index < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
