import AudioModel
import Realtime
import Synchronization

/// What a device delivers to: a bounded stretch of sound on its way to an app's control side.
///
/// One thread delivers at a time and one takes at a time; neither waits for the other.
public final class InputSink: @unchecked Sendable {
    /// Interleaved channels of all that is delivered.
    public let channelCount: Int

    private let samples: RingBuffer<Float>
    private let blocks: RingBuffer<Block>
    /// Frames ever delivered, lost ones too; only the device's thread stores it.
    private let deliveredFrames = Atomic(0)
    private let lostFrames = Atomic(0)
    private let attention: @Sendable () -> Void

    /// One delivery whose samples wait in the ring.
    private struct Block: BitwiseCopyable {
        var frameCount: Int
        var position: Int
        var nanoseconds: Int64
    }

    /// What the control side may fall behind before sound is lost.
    package static let framesMax = 96_000
    package static let blocksMax = 4_096

    /// - Parameter attention: Runs on a control thread soon after something was delivered.
    public init(channelCount: Int, attention: @escaping @Sendable () -> Void) {
        precondition(channelCount == 1 || channelCount == 2, "mono or stereo")
        self.channelCount = channelCount
        samples = RingBuffer(capacity: InputSink.framesMax * channelCount)
        blocks = RingBuffer(capacity: InputSink.blocksMax)
        self.attention = attention
    }

    /// Takes the next frames, or none of them when there is no room: those are counted as lost.
    ///
    /// - Parameters:
    ///   - input: Interleaved, full scale ±1.
    ///   - time: When the first frame was heard.
    /// - Returns: Whether the device should have `attend` called, soon, on a thread that may block.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    public func deliver(
        _ input: UnsafePointer<Float>, frameCount: Int, at time: HostTime
    ) -> Bool {
        guard frameCount > 0 else { return false }
        let position = deliveredFrames.load(ordering: .relaxed)
        deliveredFrames.store(position &+ frameCount, ordering: .releasing)
        let (sampleCount, isTooMany) = frameCount.multipliedReportingOverflow(by: channelCount)
        guard !isTooMany, samples.writableCount >= sampleCount, blocks.writableCount > 0 else {
            lostFrames.wrappingAdd(frameCount, ordering: .relaxed)
            return true
        }
        // Samples first: a block that can be seen is whole.
        _ = samples.write(input, count: sampleCount)
        _ = blocks.write(
            Block(frameCount: frameCount, position: position, nanoseconds: time.nanoseconds))
        return true
    }

    /// Lets the control side take what has been delivered. Any thread but the device's.
    public func attend() {
        attention()
    }

    /// Frames that the device has delivered so far. Any thread.
    public var position: Int { deliveredFrames.load(ordering: .acquiring) }

    /// Frames that found no room. Any thread.
    public var lostFrameCount: Int { lostFrames.load(ordering: .relaxed) }

    /// The oldest delivery that waits. One thread at a time.
    package func take() -> CapturedSound? {
        guard let block = blocks.read() else { return nil }
        let sampleCount = block.frameCount * channelCount
        let taken = [Float](unsafeUninitializedCapacity: sampleCount) { buffer, count in
            while count < sampleCount {
                // At most two stretches: the second begins where the ring wraps.
                let part = samples.readable()
                let partCount = min(part.count, sampleCount - count)
                guard partCount > 0, let start = part.baseAddress, let room = buffer.baseAddress
                else { break }
                (room + count).initialize(from: start, count: partCount)
                samples.discard(partCount)
                count += partCount
            }
        }
        return CapturedSound(
            samples: taken, channelCount: channelCount, position: block.position,
            time: HostTime(nanoseconds: block.nanoseconds))
    }
}
