import AudioEffects
import AudioGraph
import AudioModel
import Foundation
import Realtime
import SoundClient

/// A tap on a node's output: the thread that renders writes to a ring buffer; the control side
/// makes buffers of it and calls the app's block on a serial queue.
///
/// Ownership: the thread that renders writes both ring buffers; `lock` guards the reading side and
/// the delivery.
final class NodeTap: GraphTap, @unchecked Sendable {
    let format: AVAudioFormat
    /// The number of frames of each delivered buffer.
    let frameCount: Int
    private let channelCount: Int
    private let block: AVAudioNodeTapBlock
    /// The number of frames that the app requests.
    private let requestedCount: AVAudioFrameCount
    private let queue: any WorkQueue

    private let samples: RingBuffer<Float>
    private let stamps: RingBuffer<Stamp>
    private let interleaved: UnsafeMutablePointer<Float>
    private let interleavedFrames: Int
    /// The number of frames written so far; only the thread that renders uses it.
    private var writtenCount = 0

    private let lock = NSCondition()
    private var readCount = 0
    /// The time of the frames that are read next.
    private var stamp: Stamp?
    private var waiting: [Delivery] = []
    private var isRemoved = false
    /// The thread that runs the app's block.
    private var deliveringThread: Thread?
    /// The same tap with an earlier format of the bus, while it has something to deliver.
    private var predecessor: NodeTap?

    /// The time of one frame.
    private struct Stamp: BitwiseCopyable {
        var frame: Int
        var sampleTime: Int64
        var hostTime: Int64
        var isHostTimeValid: Bool
    }

    private struct Delivery {
        var buffer: AVAudioPCMBuffer
        var time: AVAudioTime
    }

    /// The durations of a buffer, in seconds.
    static let durations = 0.1...0.4
    /// The largest number of buffers that wait for the app's block; further ones are dropped.
    private static let waitingMax = 1024
    /// How long a removal waits for the app's block on another thread, which may be waiting for the
    /// caller.
    private static let removalWait: TimeInterval = 1

    /// - Parameters:
    ///   - frameCount: The number of frames that the app requests.
    ///   - queue: The queue on which the block is called.
    init(
        _ format: AVAudioFormat, frameCount: AVAudioFrameCount, queue: any WorkQueue,
        block: @escaping AVAudioNodeTapBlock
    ) {
        self.format = format
        self.queue = queue
        self.block = block
        requestedCount = frameCount
        channelCount = Int(format.channelCount)
        let range =
            (format.sampleRate * Self.durations.lowerBound)
            .rounded()...(format.sampleRate * Self.durations.upperBound).rounded()
        self.frameCount = Int(min(max(Double(frameCount), range.lowerBound), range.upperBound))
        // Two buffers and what is rendered until the control side looks.
        let capacity = 2 * self.frameCount + Int(format.sampleRate)
        samples = RingBuffer(capacity: capacity * channelCount)
        stamps = RingBuffer(capacity: Self.stampsMax)
        interleavedFrames = Self.pieceFrames
        interleaved = .allocate(capacity: interleavedFrames * channelCount)
        interleaved.initialize(repeating: 0, count: interleavedFrames * channelCount)
    }

    deinit { interleaved.deallocate() }

    /// Returns the tap for a new format of its bus: later buffers have that format. What has been
    /// rendered in the former one is delivered, up to the last whole buffer.
    func following(_ format: AVAudioFormat) -> NodeTap {
        let next = NodeTap(format, frameCount: requestedCount, queue: queue, block: block)
        let earlier = lock.withLock { () -> NodeTap? in
            defer { predecessor = nil }
            return predecessor
        }
        if hasDeliveries {
            next.predecessor = self
            lock.withLock { predecessor = earlier?.hasDeliveries == true ? earlier : nil }
        } else if earlier?.hasDeliveries == true {
            next.predecessor = earlier
        }
        return next
    }

    private var hasDeliveries: Bool {
        lock.withLock { deliveringThread != nil || !waiting.isEmpty }
    }

    private static let stampsMax = 1 << 14
    private static let pieceFrames = 512

    // MARK: Render side

    func receive(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {
        guard channelCount == self.channelCount,
            self.samples.writer.writableCount >= frameCount * channelCount,
            stamps.writer.write(
                Stamp(
                    frame: writtenCount, sampleTime: time.sampleTime,
                    hostTime: time.hostTime?.nanoseconds ?? 0,
                    isHostTimeValid: time.hostTime != nil))
        else { return }
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, interleavedFrames)
            for channel in 0..<channelCount {
                let source = samples[channel] + done
                for frame in 0..<count {
                    interleaved[frame &* channelCount &+ channel] = source[frame]
                }
            }
            _ = self.samples.writer.write(interleaved, count: count * channelCount)
            done += count
        }
        writtenCount += frameCount
    }

    // MARK: Control side

    /// Makes buffers of what has been rendered, and schedules their deliveries. One thread at a
    /// time.
    func collect() {
        var count = 0
        lock.withLock {
            while samples.reader.readableCount >= frameCount * channelCount {
                guard let delivery = next() else { return }
                guard waiting.count < Self.waitingMax, !isRemoved else { continue }
                waiting.append(delivery)
                count += 1
            }
        }
        for _ in 0..<count { queue.async { self.deliver() } }
    }

    /// With the lock held.
    private func next() -> Delivery? {
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)),
            let channels = buffer.floatChannelData
        else { return nil }
        // The last stamp that is not later than the first frame.
        while let first = stamps.reader.readable().first, first.frame <= readCount {
            stamp = first
            stamps.reader.discard(1)
        }
        var sample = 0
        while sample < frameCount * channelCount {
            let part = samples.reader.readable()
            let partCount = min(part.count, frameCount * channelCount - sample)
            guard partCount > 0 else { return nil }
            for index in 0..<partCount {
                let position = sample + index
                channels[position % channelCount][position / channelCount] = part[index]
            }
            samples.reader.discard(partCount)
            sample += partCount
        }
        buffer.frameLength = AVAudioFrameCount(frameCount)
        let time = time(ofFrame: readCount)
        readCount += frameCount
        return Delivery(buffer: buffer, time: time)
    }

    private func time(ofFrame frame: Int) -> AVAudioTime {
        guard let stamp else { return AVAudioTime(sampleTime: 0, atRate: format.sampleRate) }
        let offset = frame - stamp.frame
        let sampleTime = stamp.sampleTime + Int64(offset)
        guard stamp.isHostTimeValid else {
            return AVAudioTime(sampleTime: sampleTime, atRate: format.sampleRate)
        }
        let host =
            HostTime(nanoseconds: stamp.hostTime) + .seconds(Double(offset) / format.sampleRate)
        return AVAudioTime(
            hostTime: UInt64(max(host.nanoseconds, 0)), sampleTime: sampleTime,
            atRate: format.sampleRate)
    }

    /// Calls the app's block with the oldest buffer. On the queue.
    private func deliver() {
        let delivery = lock.withLock { () -> Delivery? in
            guard !isRemoved, !waiting.isEmpty else { return nil }
            deliveringThread = Thread.current
            return waiting.removeFirst()
        }
        guard let delivery else { return }
        block(delivery.buffer, delivery.time)
        lock.withLock {
            deliveringThread = nil
            lock.broadcast()
        }
    }

    /// Ends the deliveries. The block does not run after the return, except where the call comes
    /// from the block itself.
    func remove() {
        let predecessor = lock.withLock { () -> NodeTap? in
            defer { self.predecessor = nil }
            return self.predecessor
        }
        predecessor?.remove()
        lock.withLock {
            isRemoved = true
            waiting = []
            let deadline = Date(timeIntervalSinceNow: Self.removalWait)
            while let thread = deliveringThread, thread !== Thread.current {
                if !lock.wait(until: deadline) { break }
            }
        }
    }
}
