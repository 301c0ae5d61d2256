import AVFAudio
import CoreAudioTypes
import Foundation
import Synchronization
import Testing

/// Taps on the machine's own threads: the block runs on a queue while the test renders.
@Suite("A tap of an engine on the machine's threads")
struct TapThreadTests {
    /// What a tap's block has received, from any thread.
    private final class Log: Sendable {
        private let all = Mutex<[Float]>([])
        private let calls = Atomic<Int>(0)
        private let running = Atomic<Int>(0)
        private let overlaps = Atomic<Bool>(false)
        /// Whether two calls of the block have overlapped.
        var hasOverlapped: Bool { overlaps.load(ordering: .relaxed) }

        var samples: [Float] { all.withLock { $0 } }
        var callCount: Int { calls.load(ordering: .acquiring) }

        /// Waits until the block has been called a number of times, at most ten seconds.
        func wait(forCalls count: Int) {
            let deadline = Date(timeIntervalSinceNow: 10)
            while callCount < count, Date() < deadline { sched_yield() }
        }

        func add(_ buffer: AVAudioPCMBuffer, during body: () -> Void = {}) {
            if running.add(1, ordering: .acquiringAndReleasing).newValue > 1 {
                overlaps.store(true, ordering: .relaxed)
            }
            let samples = buffer.floatChannelData.map { channels in
                (0..<Int(buffer.frameLength)).map { channels[0][$0] }
            }
            all.withLock { $0 += samples ?? [] }
            calls.add(1, ordering: .acquiringAndReleasing)
            body()
            running.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    /// An engine that plays the numbers of the frames, modulo 2²⁰.
    private func makeEngine(
        _ mode: AVAudioEngineManualRenderingMode = .offline, maximumFrameCount: UInt32 = 4096
    ) throws -> OfflineEngine {
        let offline = try OfflineEngine(
            OfflineEngine.format, mode, maximumFrameCount: maximumFrameCount)
        offline.play { _, frame in Float(frame & 0xFFFFF) }
        try offline.engine.start()
        return offline
    }

    private func install(
        _ log: Log, _ offline: OfflineEngine, during body: @escaping () -> Void = {}
    ) {
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4410, format: nil) {
            buffer, _ in log.add(buffer, during: body)
        }
    }

    private func render(_ offline: OfflineEngine, frames: Int, block: Int = 1024) throws {
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: OfflineEngine.format, frameCapacity: AVAudioFrameCount(block)))
        var left = frames
        while left > 0 {
            let count = min(left, block)
            try offline.engine.renderOffline(AVAudioFrameCount(count), to: buffer)
            left -= count
        }
    }

    /// Keeps the calling thread for two milliseconds.
    private func busy() {
        let end = Date(timeIntervalSinceNow: 0.002)
        while Date() < end {}
    }

    /// The frames of whole buffers.
    private func counter(_ frameCount: Int) -> [Float] {
        (0..<frameCount / 4410 * 4410).map { Float($0 & 0xFFFFF) }
    }

    @Test("loses no full buffer of a loop that renders ten seconds, at its removal")
    func removalAfterLoop() throws {
        for _ in 0..<20 {
            let (offline, log) = (try makeEngine(), Log())
            install(log, offline)
            try render(offline, frames: 441_344)
            offline.engine.mainMixerNode.removeTap(onBus: 0)
            // Then all of them have come in order, one at a time, when the removal returns.
            #expect(log.samples == counter(441_344))
            #expect(!log.hasOverlapped)
            let count = log.callCount
            try render(offline, frames: 10_000)
            #expect(log.callCount == count)
        }
    }

    @Test("gets all of one long block, and of many of a frame")
    func unusualBlocks() throws {
        for (block, frames) in [(300_000, 600_000), (1, 20_000)] {
            let (offline, log) = (try makeEngine(maximumFrameCount: UInt32(block)), Log())
            install(log, offline)
            try render(offline, frames: frames, block: block)
            offline.engine.mainMixerNode.removeTap(onBus: 0)
            #expect(log.samples == counter(frames))
        }
    }

    @Test("gets what was rendered in real-time mode before its removal")
    func realtime() throws {
        let (offline, log) = (try makeEngine(.realtime), Log())
        install(log, offline)
        let block = offline.engine.manualRenderingBlock
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { list.unsafeMutablePointer.deallocate() }
        for _ in 0..<200 {
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
            }
            #expect(block(1024, list.unsafeMutablePointer, nil) == .success)
        }
        offline.engine.mainMixerNode.removeTap(onBus: 0)
        #expect(log.samples == counter(204_800))
    }

    @Test("can be removed by its own block, which gets the rest behind the call")
    func removalByOwnBlock() throws {
        let (offline, log) = (try makeEngine(), Log())
        let isRemoved = DispatchSemaphore(value: 0)
        let isRendered = DispatchSemaphore(value: 0)
        let mixer = offline.engine.mainMixerNode
        install(log, offline) {
            guard log.callCount == 1 else { return }
            isRendered.wait()
            mixer.removeTap(onBus: 0)
            isRemoved.signal()
        }
        try render(offline, frames: 44_100)
        isRendered.signal()
        #expect(isRemoved.wait(timeout: .now() + 10) == .success)
        log.wait(forCalls: 10)
        #expect(log.samples == counter(44_100))
        #expect(!log.hasOverlapped)
    }

    @Test("can be removed by the block of another tap of its engine, and gets the rest behind it")
    func removalByOtherBlock() throws {
        let (offline, log) = (try makeEngine(), Log())
        let source = offline.play { _, _ in 0 }
        let mixer = offline.engine.mainMixerNode
        let isRendered = DispatchSemaphore(value: 0)
        let isFirst = Atomic<Bool>(true)
        // Given a tap that keeps the queue, which both have, busy until all is rendered.
        source.installTap(onBus: 0, bufferSize: 17_640, format: nil) { _, _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return }
            isRendered.wait()
            mixer.removeTap(onBus: 0)
        }
        try render(offline, frames: 17_640)
        install(log, offline)
        try render(offline, frames: 44_100)
        #expect(log.callCount == 0)
        // When its block removes the other tap, then that one's buffers follow.
        isRendered.signal()
        log.wait(forCalls: 10)
        #expect(log.callCount == 10)
    }

    @Test("can be removed by a thread that holds what its block waits for")
    func removalWithLock() throws {
        let (offline, log) = (try makeEngine(), Log())
        let lock = NSLock()
        lock.lock()
        install(log, offline) { lock.withLock {} }
        try render(offline, frames: 44_100)
        // When the block waits for the lock, then the removal returns after a second.
        offline.engine.mainMixerNode.removeTap(onBus: 0)
        lock.unlock()
        // And the rest follows.
        log.wait(forCalls: 10)
        #expect(log.samples == counter(44_100))
        #expect(!log.hasOverlapped)
    }

    @Test("makes an offline rendering wait for a slow block, and loses nothing")
    func slowBlock() throws {
        var rules = EngineRules()
        rules.tapLimits.waitingBytes = 4 * 2 * 4410 * 4
        let (offline, log) = (try makeEngine(), Log())
        EngineRules.$current.withValue(rules) { install(log, offline) { busy() } }
        try render(offline, frames: 441_000)
        // Then no more than the limit waits.
        #expect(log.callCount >= 100 - 6)
        offline.engine.mainMixerNode.removeTap(onBus: 0)
        #expect(log.samples == counter(441_000))
    }

    @Test("counts what a block loses that does not return")
    func stalledBlock() throws {
        var rules = EngineRules()
        rules.tapLimits.waitingBytes = 4 * 2 * 4410 * 4
        rules.tapLimits.stallSeconds = 0.2
        let (offline, log) = (try makeEngine(), Log())
        let mixer = offline.engine.mainMixerNode
        let gate = DispatchSemaphore(value: 0)
        EngineRules.$current.withValue(rules) {
            install(log, offline) { if log.callCount == 1 { gate.wait() } }
        }
        try render(offline, frames: 4410)
        log.wait(forCalls: 1)
        // When ten buffers are rendered during the call, then four wait and six are lost.
        try render(offline, frames: 44_100)
        #expect(mixer.tapOverrunFrameCount == 6 * 4410)
        gate.signal()
        mixer.removeTap(onBus: 0)
        #expect(log.samples == counter(5 * 4410))
    }
}
