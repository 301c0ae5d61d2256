import AudioModel
import Synchronization

import HostLinux

/// Keeps what an input device delivers, in place of an app's sink.
///
/// Ownership: the capture thread writes the buffers; the test reads below the atomic counts.
final class TestCaptureSink: @unchecked Sendable {
    private let room: UnsafeMutablePointer<Float>
    private let deliveries: UnsafeMutablePointer<Delivery>
    private let frameCountAtomic = Atomic(0)
    private let callCountAtomic = Atomic(0)
    private let isCapturingAtomic = Atomic(false)

    struct Delivery {
        var position: Int
        var frameCount: Int
        var time: HostTime
    }

    /// Half a minute of 48 kHz stereo; what comes after is not kept.
    static let framesMax = 48_000 * 30
    static let callsMax = 100_000

    init() {
        room = .allocate(capacity: 2 * Self.framesMax)
        deliveries = .allocate(capacity: Self.callsMax)
    }

    deinit {
        room.deallocate()
        deliveries.deallocate()
    }

    var frameCount: Int { frameCountAtomic.load(ordering: .acquiring) }
    var callCount: Int { callCountAtomic.load(ordering: .acquiring) }
    /// Whether the device is inside.
    var isCapturing: Bool { isCapturingAtomic.load(ordering: .acquiring) }

    /// All samples so far, interleaved, as 16-bit steps.
    var samples: [Int16] {
        (0..<2 * frameCount).map { Int16(max(-32_768, min(32_767, (room[$0] * 32_768).rounded()))) }
    }

    var blocks: [Delivery] { (0..<min(callCount, Self.callsMax)).map { deliveries[$0] } }

    /// - Parameter service: As `InputSink.service`.
    func client(service: @escaping @Sendable () -> Void = {}) -> CaptureClient {
        CaptureClient(
            captureIntoTestSink, context: Unmanaged.passUnretained(self).toOpaque(),
            owner: self, service: service)
    }

    fileprivate func capture(_ input: UnsafePointer<Float>, _ frameCount: Int, at time: HostTime) {
        isCapturingAtomic.store(true, ordering: .releasing)
        defer { isCapturingAtomic.store(false, ordering: .releasing) }
        let position = self.frameCount
        let call = callCount
        let kept = min(frameCount, Self.framesMax - position)
        guard kept > 0, call < Self.callsMax else { return }
        (room + 2 * position).update(from: input, count: 2 * kept)
        deliveries[call] = Delivery(position: position, frameCount: kept, time: time)
        callCountAtomic.store(call + 1, ordering: .releasing)
        frameCountAtomic.store(position + kept, ordering: .releasing)
    }
}

private func captureIntoTestSink(
    _ context: UnsafeMutableRawPointer, _ input: UnsafePointer<Float>, _ frameCount: UInt32,
    _ nanoseconds: Int64
) -> Bool {
    Unmanaged<TestCaptureSink>.fromOpaque(context).takeUnretainedValue()
        .capture(input, Int(frameCount), at: HostTime(nanoseconds: nanoseconds))
    return true
}
