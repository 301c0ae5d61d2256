import AudioEffects
import AudioGraph
import AudioModel
import Foundation
import Realtime
import Synchronization

/// A tap on a node's output, in one format: the thread that renders writes to a ring buffer; the
/// control side makes buffers of it, which `TapDelivery` gives to the app.
///
/// Ownership: the thread that renders writes both ring buffers; the delivery's lock guards the
/// reading side.
final class NodeTap: GraphTap, @unchecked Sendable {
    let format: AVAudioFormat
    /// The number of frames of each delivered buffer.
    let frameCount: Int
    /// How much sound can wait for `collect`, in seconds.
    let reserve: Double
    private let channelCount: Int
    /// The number of frames that the app requests.
    private let requestedCount: AVAudioFrameCount
    private let delivery: TapDelivery

    private let samples: RingBuffer<Float>
    private let stamps: RingBuffer<Stamp>
    private let interleaved: UnsafeMutablePointer<Float>
    private let interleavedFrames: Int
    /// The number of frames written so far; only the thread that renders uses it.
    private var writtenCount = 0
    /// The number of frames for which there was no room in the ring buffer.
    private let lostCount = Atomic<Int>(0)
    /// Whether the thread that renders may take its time: it makes room in the ring buffer itself.
    private let isOffline = Atomic<Bool>(false)

    private var readCount = 0
    private var reportedLostCount = 0
    /// The time of the frames that are read next.
    private var stamp: Stamp?
    /// The same tap with an earlier format of the bus, while its ring buffer may have whole buffers.
    private var former: NodeTap?

    /// The time of one frame.
    private struct Stamp: BitwiseCopyable {
        var frame: Int
        var sampleTime: Int64
        var hostTime: Int64
        var isHostTimeValid: Bool
    }

    /// The durations of a buffer, in seconds.
    static let durations = 0.1...0.4

    /// - Parameters:
    ///   - frameCount: The number of frames that the app requests.
    ///   - reserve: How much sound can wait for `collect`, in seconds.
    convenience init(
        _ format: AVAudioFormat, frameCount: AVAudioFrameCount, reserve: Double,
        _ delivery: TapDelivery
    ) {
        self.init(format, frameCount, reserve, delivery, former: nil)
    }

    private init(
        _ format: AVAudioFormat, _ requestedCount: AVAudioFrameCount, _ reserve: Double,
        _ delivery: TapDelivery, former: NodeTap?
    ) {
        self.format = format
        self.requestedCount = requestedCount
        self.reserve = reserve
        self.delivery = delivery
        self.former = former
        channelCount = Int(format.channelCount)
        let range =
            (format.sampleRate * Self.durations.lowerBound)
            .rounded()...(format.sampleRate * Self.durations.upperBound).rounded()
        frameCount = Int(min(max(Double(requestedCount), range.lowerBound), range.upperBound))
        // A buffer that is not full yet, and what is rendered until the control side looks.
        let reserveFrames = Int((format.sampleRate * reserve).rounded(.up))
        samples = RingBuffer(capacity: (frameCount + reserveFrames) * channelCount)
        stamps = RingBuffer(capacity: Self.stampsMax)
        interleavedFrames = Self.pieceFrames
        interleaved = .allocate(capacity: interleavedFrames * channelCount)
        interleaved.initialize(repeating: 0, count: interleavedFrames * channelCount)
    }

    deinit { interleaved.deallocate() }

    /// Returns the tap for a new format of its bus, or for another reserve: later buffers have that
    /// format. What has been rendered in the former one is delivered, up to the last whole buffer.
    func following(_ format: AVAudioFormat, reserve: Double) -> NodeTap {
        let isUnused = delivery.lock.withLock { readCount == 0 && stamps.reader.readableCount == 0 }
        return NodeTap(
            format, requestedCount, reserve, delivery, former: isUnused ? takeFormer() : self)
    }

    private func takeFormer() -> NodeTap? {
        delivery.lock.withLock {
            defer { former = nil }
            return former
        }
    }

    private static let stampsMax = 1 << 14
    private static let pieceFrames = 512

    // MARK: Render side

    func receive(
        _ samples: PlanarSamples, channelCount: Int, frameCount: Int, at time: RenderTime
    ) {
        guard channelCount == self.channelCount else { return }
        let isOffline = isOffline.load(ordering: .relaxed)
        guard isOffline || self.samples.writer.writableCount >= frameCount * channelCount else {
            lostCount.add(frameCount, ordering: .relaxed)
            return
        }
        // Without room for it, the times go on from the stamp before.
        _ = stamps.writer.write(
            Stamp(
                frame: writtenCount, sampleTime: time.sampleTime,
                hostTime: time.hostTime?.nanoseconds ?? 0,
                isHostTimeValid: time.hostTime != nil))
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, interleavedFrames)
            if isOffline, self.samples.writer.writableCount < count * channelCount {
                // One call renders more than the reserve.
                collect(.none)
            }
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

    /// Sets whether the thread that renders may take its time.
    func setOffline(_ isOffline: Bool) { self.isOffline.store(isOffline, ordering: .relaxed) }

    /// Makes buffers of what has been rendered, and schedules their deliveries.
    ///
    /// - Parameter limit: What happens where very many buffers wait for the app's block.
    func collect(_ limit: TapDelivery.Limit) {
        let overrun = delivery.lock.withLock { collectLocked(limit) }
        report(overrun)
    }

    /// Ends the tap. Whole buffers that have been rendered are delivered first; see
    /// `TapDelivery.end`.
    func remove() {
        let overrun = delivery.lock.withLock {
            let overrun = collectLocked(.none)
            delivery.end()
            return overrun
        }
        report(overrun)
    }

    /// The number of frames that the app's block does not get because it is too slow, or because
    /// they were rendered faster than they could be collected.
    var overrunFrameCount: Int {
        delivery.lock.withLock { delivery.overrunFrameCount }
            + lostCount.load(ordering: .relaxed)
    }

    /// - Returns: An overrun to report.
    private func collectLocked(_ limit: TapDelivery.Limit) -> String? {
        let sampleCount = frameCount * channelCount
        // What the former tap has is older than what this one has at this moment, and complete if
        // this one has something.
        var count = samples.reader.readableCount / sampleCount
        var overrun: String?
        if let former {
            overrun = former.collectLocked(limit)
            if count > 0 { self.former = nil }
        }
        while !delivery.isRemoved, count > 0, samples.reader.readableCount >= sampleCount {
            let hasRoom = delivery.hasRoom(for: sampleCount * MemoryLayout<Float>.size, limit)
            // The lock may have been free for a while.
            guard !delivery.isRemoved, samples.reader.readableCount >= sampleCount,
                let item = next()
            else { break }
            count -= 1
            if hasRoom {
                delivery.add(item)
            } else {
                overrun = delivery.drop(frameCount: frameCount) ?? overrun
            }
        }
        let lostCount = lostCount.load(ordering: .relaxed)
        if lostCount > reportedLostCount {
            if reportedLostCount == 0 {
                overrun = "a tap loses frames, which are rendered faster than it can be served"
            }
            reportedLostCount = lostCount
        }
        return overrun
    }

    private func report(_ overrun: String?) {
        guard let overrun else { return }
        FileHandle.standardError.write(
            Data("sori: AVAudioNode.installTap(onBus:…): \(overrun)\n".utf8))
    }

    /// With the lock held.
    private func next() -> TapDelivery.Item? {
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
        return TapDelivery.Item(buffer: buffer, time: time)
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
}
