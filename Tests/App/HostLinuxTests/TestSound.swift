import AudioModel
import Dispatch
import Synchronization

import HostLinux
import Glibc

/// A known sound in place of an app's mixer: noise without two equal places.
///
/// Ownership: the render thread writes the call times; the test reads below the atomic counts.
final class TestSound: @unchecked Sendable {
    /// Interleaved stereo, as 16-bit steps; never 0, so that silence is not part of it.
    let samples: [Int16]

    private let floats: UnsafeMutablePointer<Float>
    private let callTimes: UnsafeMutablePointer<HostTime>
    private let callCountAtomic = Atomic(0)
    private let positionAtomic = Atomic(0)
    private let lastBlockAtomic = Atomic(0)
    private let isRenderingAtomic = Atomic(false)
    private let longestRenderAtomic = Atomic(Int64(0))
    private let reached = DispatchSemaphore(value: 0)
    private let attentionAtFrame: Int

    static let callsMax = 100_000

    var frameCount: Int { samples.count / 2 }
    /// Frames rendered so far, those after the sound's end included.
    var position: Int { positionAtomic.load(ordering: .acquiring) }
    /// Whether the device is inside the source.
    var isRendering: Bool { isRenderingAtomic.load(ordering: .acquiring) }
    /// Frames of the latest block.
    var lastBlockFrames: Int { lastBlockAtomic.load(ordering: .acquiring) }
    var callCount: Int { callCountAtomic.load(ordering: .acquiring) }

    /// - Parameter attentionAtFrame: Every render call from this position on asks for attention.
    convenience init(frameCount: Int, attentionAtFrame: Int = .max) {
        var generator = UInt64(0x9E37_79B9_7F4A_7C15)
        let samples = (0..<2 * frameCount).map { _ -> Int16 in
            generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Int16(truncatingIfNeeded: Int64(bitPattern: generator) >> 49)
            return value == 0 ? 1 : value
        }
        self.init(samples: samples, attentionAtFrame: attentionAtFrame)
    }

    /// - Parameter samples: Interleaved stereo.
    init(samples: [Int16], attentionAtFrame: Int = .max) {
        self.attentionAtFrame = attentionAtFrame
        self.samples = samples
        floats = .allocate(capacity: samples.count)
        for (index, sample) in samples.enumerated() {
            floats[index] = Float(sample) / 32768
        }
        callTimes = .allocate(capacity: Self.callsMax)
    }

    deinit {
        floats.deallocate()
        callTimes.deallocate()
    }

    /// - Parameter service: As `OutputSource.service`.
    func client(service: @escaping @Sendable () -> Void = {}) -> RenderClient {
        RenderClient(
            renderTestSound, context: Unmanaged.passUnretained(self).toOpaque(),
            owner: self, service: service)
    }

    /// Waits until the whole sound has been rendered.
    ///
    /// - Returns: Whether it was, within `timeout` seconds.
    func waitUntilRendered(timeout: Double = 20) -> Bool {
        reached.wait(timeout: .now() + timeout) == .success
    }

    /// The longest processor time of one render call.
    var longestRender: HostInterval {
        HostInterval(nanoseconds: longestRenderAtomic.load(ordering: .acquiring))
    }

    /// The longest time between the beginnings of two consecutive render calls.
    var longestInterval: HostInterval {
        let count = min(callCount, Self.callsMax)
        return (1..<max(count, 1)).map { callTimes[$0] - callTimes[$0 - 1] }.max() ?? .zero
    }

    fileprivate func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) -> Bool {
        isRenderingAtomic.store(true, ordering: .releasing)
        let processorStart = threadProcessorNanoseconds()
        defer {
            longestRenderAtomic.max(
                threadProcessorNanoseconds() - processorStart, ordering: .releasing)
            isRenderingAtomic.store(false, ordering: .releasing)
        }
        let call = callCountAtomic.wrappingAdd(1, ordering: .releasing).oldValue
        if call < Self.callsMax {
            callTimes[call] = LinuxClock.now
        }
        lastBlockAtomic.store(frameCount, ordering: .releasing)
        let start = position
        for frame in 0..<frameCount {
            let isSound = start + frame < self.frameCount
            output[2 * frame] = isSound ? floats[2 * (start + frame)] : 0
            output[2 * frame + 1] = isSound ? floats[2 * (start + frame) + 1] : 0
        }
        positionAtomic.store(start + frameCount, ordering: .releasing)
        if start < self.frameCount && start + frameCount >= self.frameCount {
            reached.signal()
        }
        return start + frameCount >= attentionAtFrame
    }
}

/// The processor time that the calling thread has used.
private func threadProcessorNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func renderTestSound(
    _ context: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>, _ frameCount: UInt32
) -> Bool {
    Unmanaged<TestSound>.fromOpaque(context).takeUnretainedValue()
        .render(into: output, frameCount: Int(frameCount))
}
