import AudioConversion
import AudioModel
import Dispatch
import Foundation
import Realtime
import Synchronization

/// A queue of frames from a thread that must not block to one that writes them to a file.
///
/// `add` takes no lock, allocates nothing and never waits. It is meant for one thread; a second one
/// at the same time gets `full`.
final class AsyncFrameQueue: Sendable {
    /// Capacity in frames.
    let capacity: Int
    let format: StreamFormat

    private let planes: [Plane]
    private let bytesPerFrame: Int
    private let isAdding = Atomic<Bool>(false)
    private let isClosed = Atomic<Bool>(false)
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The samples of one channel, or of all channels interleaved.
    private final class Plane: Sendable {
        let ring: RingBuffer<UInt8>

        init(byteCount: Int) {
            ring = RingBuffer(capacity: byteCount)
        }
    }

    /// Two seconds, limited to 32 MiB for all channels.
    private static func capacity(_ format: StreamFormat) -> Int {
        let byteCountMax = 1 << 25
        let bytesPerFrame = max(Int(format.bytesPerFrame) * format.planeCount, 1)
        let wanted = max(Int(min(format.sampleRate, 1_000_000) * 2), 1 << 15)
        return max(min(wanted, byteCountMax / bytesPerFrame), 1)
    }

    /// - Parameters:
    ///   - format: The client format.
    ///   - write: Called on a thread of its own with frames in order; the buffers are valid until
    ///     it returns.
    init(
        _ format: StreamFormat,
        write: @escaping @Sendable (_ count: Int, _ buffers: [UnsafeRawBufferPointer]) -> Void
    ) {
        let capacity = Self.capacity(format)
        let bytesPerFrame = max(Int(format.bytesPerFrame), 1)
        self.capacity = capacity
        self.format = format
        self.bytesPerFrame = bytesPerFrame
        planes = (0..<format.planeCount).map { _ in
            Plane(byteCount: capacity * bytesPerFrame)
        }
        let thread = Thread { [self] in
            while !isClosed.load(ordering: .acquiring) {
                news.wait()
                empty(write)
            }
            empty(write)
            ended.signal()
        }
        thread.name = "sori-ext-write"
        thread.start()
    }

    enum Addition {
        case taken
        /// There is no room at the moment.
        case full
        /// The frames exceed the capacity, or the buffers do not match the format.
        case tooMany
    }

    /// - Parameter buffers: One per plane, each with `count` frames.
    func add(_ count: Int, from buffers: UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Addition {
        guard count <= capacity else { return .tooMany }
        guard !isClosed.load(ordering: .acquiring), !isAdding.exchange(true, ordering: .acquiring)
        else { return .full }
        defer { isAdding.store(false, ordering: .releasing) }
        let byteCount = count * bytesPerFrame
        guard buffers.count == planes.count else { return .tooMany }
        for plane in planes where plane.ring.writer.writableCount < byteCount { return .full }
        for (plane, buffer) in zip(planes, buffers) {
            guard let start = buffer.baseAddress, buffer.count >= byteCount else { continue }
            _ = plane.ring.writer.write(start.assumingMemoryBound(to: UInt8.self), count: byteCount)
        }
        news.signal()
        return .taken
    }

    /// Waits until everything added has been written. Nothing may be added any more.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        news.signal()
        ended.wait()
    }

    /// Writes what is queued. On the writing thread.
    private func empty(_ write: (Int, [UnsafeRawBufferPointer]) -> Void) {
        while true {
            // The contiguous part of every plane; planes are filled one after the other.
            let pieces = planes.map { UnsafeRawBufferPointer($0.ring.reader.readable()) }
            let frames = (pieces.map(\.count).min() ?? 0) / bytesPerFrame
            guard frames > 0 else {
                guard hasFrameAcrossEnd else { return }
                writeFrameAcrossEnd(write)
                continue
            }
            let byteCount = frames * bytesPerFrame
            write(frames, pieces.map { UnsafeRawBufferPointer(rebasing: $0[..<byteCount]) })
            for plane in planes { plane.ring.reader.discard(byteCount) }
        }
    }

    /// Whether a frame wraps around the end of the ring buffers.
    private var hasFrameAcrossEnd: Bool {
        planes.allSatisfy { $0.ring.reader.readableCount >= bytesPerFrame }
    }

    private func writeFrameAcrossEnd(_ write: (Int, [UnsafeRawBufferPointer]) -> Void) {
        let frames = planes.map { plane in
            (0..<bytesPerFrame).compactMap { _ in plane.ring.reader.read() }
        }
        let joined = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytesPerFrame * planes.count, alignment: 16)
        defer { joined.deallocate() }
        joined.copyBytes(from: frames.joined())
        write(
            1,
            planes.indices.map { index in
                UnsafeRawBufferPointer(
                    rebasing: joined[index * bytesPerFrame..<(index + 1) * bytesPerFrame])
            })
    }
}
