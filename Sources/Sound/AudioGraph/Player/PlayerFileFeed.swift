import AudioEffects
import Realtime
import Synchronization

/// The frames of one scheduled file on their way to the render thread.
///
/// Ownership: `PlayerDecoder`'s lock guards everything but the ring buffer's halves and the atomic;
/// the render thread has the reading half while it renders, until the item's release.
final class PlayerFileFeed: @unchecked Sendable {
    let file: any PlayerFile
    /// The half for the render thread, in memory that `PlayerItem` can point to.
    let chunks: UnsafeMutablePointer<RingBufferReader<PlayerChunk>>
    private let writer: RingBufferWriter<PlayerChunk>
    private var reader: (any PlayerFileReader)?
    /// The chunks that the render thread may still read, in order.
    private var pushed: [PlayerChunk] = []
    /// The number of chunks reclaimed since the ring buffer was made.
    private var reclaimedCount = 0
    private(set) var isFinished = false
    /// The number of chunks before the last one, counted as `writer.takenCount`; `.max` until it is
    /// known.
    private let lastChunkIndex = Atomic<Int>(.max)
    /// The first frame to read when the file is opened.
    private var firstFrame = 0

    init(_ file: any PlayerFile) {
        self.file = file
        let ring = RingBuffer<PlayerChunk>(capacity: PlayerDecoder.chunksMax)
        writer = ring.writer
        chunks = .allocate(capacity: 1)
        chunks.initialize(to: ring.reader)
    }

    deinit {
        for chunk in pushed { chunk.samples.deallocate() }
        chunks.deinitialize(count: 1)
        chunks.deallocate()
    }

    /// The number of chunks that the render thread has not finished.
    var pendingChunkCount: Int { pushed.count }

    /// Whether the whole file is decoded, and its last chunk is all that is left. Any thread.
    var isConsumed: Bool {
        writer.takenCount >= lastChunkIndex.load(ordering: .acquiring)
    }

    /// Takes back the chunks that the render thread has finished.
    func reclaim(into pool: inout PlayerChunkPool) {
        while reclaimedCount < writer.takenCount, !pushed.isEmpty {
            pool.put(pushed.removeFirst())
            reclaimedCount += 1
        }
    }

    /// Decodes a chunk.
    ///
    /// - Returns: Whether there was room for one, and frames or the end to put in it.
    func decode(sampleRate: Double, from pool: inout PlayerChunkPool) -> Bool {
        reclaim(into: &pool)
        guard !isFinished, writer.writableCount > 0 else { return false }
        if reader == nil {
            reader = file.makeReader(
                sampleRate: sampleRate, channelCount: pool.channelCount, firstFrame: firstFrame)
        }
        let samples = pool.take()
        let capacity = PlayerChunkPool.frameCount
        var frameCount = 0
        if let reader {
            withUnsafeTemporaryAllocation(
                of: UnsafeMutablePointer<Float>.self, capacity: pool.channelCount
            ) { channels in
                for channel in 0..<pool.channelCount {
                    channels.initializeElement(at: channel, to: samples + channel * capacity)
                }
                guard let start = channels.baseAddress else { return }
                frameCount = min(max(reader.read(start, frameCount: capacity), 0), capacity)
            }
        }
        isFinished = frameCount < capacity
        if isFinished { reader = nil }
        let chunk = PlayerChunk(
            samples: samples, channelCount: pool.channelCount, capacity: capacity,
            frameCount: frameCount, isLast: isFinished)
        pushed.append(chunk)
        if isFinished {
            lastChunkIndex.store(reclaimedCount + pushed.count - 1, ordering: .releasing)
        }
        return writer.write(chunk)
    }

    /// Drops the decoded frames, to decode them in another format. Not while another thread
    /// renders.
    func restart(atFrame frame: Int) {
        chunks.pointee.discard(chunks.pointee.readableCount)
        for chunk in pushed { chunk.samples.deallocate() }
        pushed = []
        reclaimedCount = writer.takenCount
        reader = nil
        isFinished = false
        lastChunkIndex.store(.max, ordering: .releasing)
        firstFrame = frame
    }
}

/// Memory of decoded frames that is used again and again.
struct PlayerChunkPool {
    /// The number of frames of a chunk.
    static let frameCount = 2048

    let channelCount: Int
    private var free: [UnsafeMutablePointer<Float>] = []

    init(channelCount: Int) {
        self.channelCount = channelCount
    }

    mutating func take() -> UnsafeMutablePointer<Float> {
        if let samples = free.popLast() { return samples }
        let samples = UnsafeMutablePointer<Float>.allocate(
            capacity: max(channelCount, 1) * Self.frameCount)
        samples.initialize(repeating: 0, count: max(channelCount, 1) * Self.frameCount)
        return samples
    }

    mutating func put(_ chunk: PlayerChunk) {
        if chunk.channelCount == channelCount {
            free.append(chunk.samples)
        } else {
            chunk.samples.deallocate()
        }
    }

    mutating func removeAll() {
        for samples in free { samples.deallocate() }
        free = []
    }
}
