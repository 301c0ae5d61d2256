import AudioConversion
import AudioFormats
import AudioModel
import Dispatch
import Foundation
import Realtime
import Synchronization

/// Frames on their way from a thread that must not wait to one that writes them.
///
/// Adding frames takes no lock, asks for no memory and never waits. It is meant for one thread; a
/// second one at the same time is turned away.
final class AsyncFrameQueue: Sendable {
    /// Frames that may wait.
    let capacity: Int
    let format: StreamFormat

    private let planes: [Plane]
    private let bytesPerFrame: Int
    private let isAdding = Atomic<Bool>(false)
    private let isClosed = Atomic<Bool>(false)
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The sound of one channel, or of all of them interleaved.
    private final class Plane: Sendable {
        let ring: RingBuffer<UInt8>

        init(byteCount: Int) {
            ring = RingBuffer(capacity: byteCount)
        }
    }

    /// Two seconds, within what a file of many channels may take.
    private static func capacity(_ format: StreamFormat) -> Int {
        let byteCountMax = 1 << 25
        let bytesPerFrame = max(Int(format.bytesPerFrame) * format.planeCount, 1)
        let wanted = max(Int(min(format.sampleRate, 1_000_000) * 2), 1 << 15)
        return max(min(wanted, byteCountMax / bytesPerFrame), 1)
    }

    /// - Parameters:
    ///   - format: Of a client.
    ///   - write: Called on a thread of its own, with frames in order; the buffers are good until it
    ///     returns.
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
        /// There is no room now.
        case full
        /// There is never room for so many.
        case tooMany
    }

    /// - Parameter buffers: One a plane, each with `count` frames.
    func add(_ count: Int, from buffers: UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Addition {
        guard count <= capacity else { return .tooMany }
        guard !isClosed.load(ordering: .acquiring), !isAdding.exchange(true, ordering: .acquiring)
        else { return .full }
        defer { isAdding.store(false, ordering: .releasing) }
        let byteCount = count * bytesPerFrame
        guard buffers.count == planes.count else { return .tooMany }
        for plane in planes where plane.ring.writableCount < byteCount { return .full }
        for (plane, buffer) in zip(planes, buffers) {
            guard let start = buffer.baseAddress, buffer.count >= byteCount else { continue }
            _ = plane.ring.write(start.assumingMemoryBound(to: UInt8.self), count: byteCount)
        }
        news.signal()
        return .taken
    }

    /// Returns when all that was added has been written. Nothing may be added any more.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        news.signal()
        ended.wait()
    }

    /// Writes what is there. On the writing thread.
    private func empty(_ write: (Int, [UnsafeRawBufferPointer]) -> Void) {
        while true {
            // What every plane has in one piece; planes are filled one after the other.
            let pieces = planes.map { UnsafeRawBufferPointer($0.ring.readable()) }
            let frames = (pieces.map(\.count).min() ?? 0) / bytesPerFrame
            guard frames > 0 else {
                guard hasFrameAcrossEnd else { return }
                writeFrameAcrossEnd(write)
                continue
            }
            let byteCount = frames * bytesPerFrame
            write(frames, pieces.map { UnsafeRawBufferPointer(rebasing: $0[..<byteCount]) })
            for plane in planes { plane.ring.discard(byteCount) }
        }
    }

    /// Whether a frame lies partly at the end of the memory and partly at its beginning.
    private var hasFrameAcrossEnd: Bool {
        planes.allSatisfy { $0.ring.readableCount >= bytesPerFrame }
    }

    private func writeFrameAcrossEnd(_ write: (Int, [UnsafeRawBufferPointer]) -> Void) {
        let frames = planes.map { plane in
            (0..<bytesPerFrame).compactMap { _ in plane.ring.read() }
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
