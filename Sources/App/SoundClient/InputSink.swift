public import AudioModel
import Realtime
import Synchronization

/// A bounded queue of captured sound from an input device to an app's control side.
///
/// One thread delivers at a time and one takes at a time; neither waits for the other.
///
/// Ownership: the device's thread writes both ring buffers and the counts; the control side reads
/// them.
public final class InputSink: @unchecked Sendable {
    /// The number of interleaved channels of all delivered sound.
    public let channelCount: Int

    private let samples: RingBuffer<Float>
    private let blocks: RingBuffer<Block>
    /// Frames delivered since `init`, lost ones included; only the device's thread stores it.
    private let deliveredFrames = Atomic(0)
    private let lostFrames = Atomic(0)
    private let onService: @Sendable () -> Void

    /// One delivery, with its samples in the ring buffer.
    private struct Block: BitwiseCopyable {
        var frameCount: Int
        var position: Int
        var nanoseconds: Int64
    }

    /// The capacity in frames; further frames are lost.
    package static let framesMax = 96_000
    /// The capacity in deliveries.
    package static let blocksMax = 4_096

    /// - Parameter onService: Called on a control thread soon after a delivery.
    public init(channelCount: Int, onService: @escaping @Sendable () -> Void) {
        precondition(channelCount == 1 || channelCount == 2, "channelCount must be 1 or 2")
        self.channelCount = channelCount
        samples = RingBuffer(capacity: InputSink.framesMax * channelCount)
        blocks = RingBuffer(capacity: InputSink.blocksMax)
        self.onService = onService
    }

    /// Delivers frames; when there is no room for all of them, drops all and counts them as lost.
    ///
    /// - Parameters:
    ///   - input: Interleaved, full scale ±1.
    ///   - time: The time at which the first frame was captured.
    /// - Returns: Whether the device should have `service` called, soon, on a thread that may block.
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
        guard !isTooMany, samples.writer.writableCount >= sampleCount,
            blocks.writer.writableCount > 0
        else {
            lostFrames.wrappingAdd(frameCount, ordering: .relaxed)
            return true
        }
        // Samples first: a visible block is complete.
        _ = samples.writer.write(input, count: sampleCount)
        _ = blocks.writer.write(
            Block(frameCount: frameCount, position: position, nanoseconds: time.nanoseconds))
        return true
    }

    /// Lets the control side handle deliveries. Any thread except the device's.
    public func service() {
        onService()
    }

    /// The number of frames delivered so far, lost ones included. Any thread.
    public var position: Int { deliveredFrames.load(ordering: .acquiring) }

    /// The number of lost frames. Any thread.
    public var lostFrameCount: Int { lostFrames.load(ordering: .relaxed) }

    /// Removes the oldest delivery; `nil` when the queue is empty. One thread at a time.
    package func take() -> CapturedSound? {
        guard let block = blocks.reader.read() else { return nil }
        let sampleCount = block.frameCount * channelCount
        let taken = [Float](unsafeUninitializedCapacity: sampleCount) { buffer, count in
            while count < sampleCount {
                // At most two contiguous parts: the second begins where the ring wraps.
                let part = samples.reader.readable()
                let partCount = min(part.count, sampleCount - count)
                guard partCount > 0, let start = part.baseAddress, let room = buffer.baseAddress
                else { break }
                (room + count).initialize(from: start, count: partCount)
                samples.reader.discard(partCount)
                count += partCount
            }
        }
        return CapturedSound(
            samples: taken, channelCount: channelCount, position: block.position,
            time: HostTime(nanoseconds: block.nanoseconds))
    }
}
