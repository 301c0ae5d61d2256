import AudioModel
import Dispatch
import SoundClient
import Synchronization
import Testing

import HostLinux

@Suite("An output into a function")
struct SinkOutputTests {
    private struct DiskFull: Error {}

    /// Plays a sound into memory until it asks for attention, and returns what arrived.
    private func play(frameCount: Int, blockFrames: Int) throws -> [Float] {
        let sound = TestSound(frameCount: frameCount, attentionAtFrame: frameCount)
        let samples = Mutex<[Float]>([])
        let output = SinkOutput(blockFrames: blockFrames) { block, frameCount in
            samples.withLock {
                $0 += UnsafeBufferPointer(start: block, count: 2 * frameCount)
            }
        }
        let stopped = DispatchSemaphore(value: 0)
        try output.start(
            sound.client {
                output.stop()
                stopped.signal()
            })
        try #require(stopped.wait(timeout: .now() + 10) == .success)
        output.stop()
        return samples.withLock { $0 }
    }

    @Test("receives every sample, and nothing after the block that ended it", arguments: [1, 480])
    func completeness(blockFrames: Int) throws {
        // Given a sound that fills whole blocks.
        let expected = TestSound(frameCount: 4_800).samples.map { Float($0) / 32768 }
        // When it is played into memory and stopped as soon as it has ended.
        let heard = try play(frameCount: 4_800, blockFrames: blockFrames)
        // Then that is what arrives, no more and no less.
        #expect(heard == expected)
    }

    @Test("gives the same blocks every time")
    func determinism() throws {
        let first = try play(frameCount: 10_000, blockFrames: 512)
        let second = try play(frameCount: 10_000, blockFrames: 512)
        #expect(first == second)
        #expect(first.count == 2 * 512 * 20)
    }

    @Test("ends at the first error of its sink, and says it")
    func failure() throws {
        let sound = TestSound(frameCount: 1)
        let callCount = Mutex(0)
        let failed = DispatchSemaphore(value: 0)
        let output = SinkOutput(
            blockFrames: 64,
            sink: { _, _ in
                let count = callCount.withLock {
                    $0 += 1
                    return $0
                }
                if count == 3 { throw DiskFull() }
            },
            failed: { error in
                #expect(error is DiskFull)
                failed.signal()
            })
        try output.start(sound.client())
        #expect(failed.wait(timeout: .now() + 10) == .success)
        output.stop()
        #expect(callCount.withLock { $0 } == 3)
        #expect(sound.callCount == 3)
    }

    @Test("can be started again from within the call that stopped it")
    func restart() throws {
        let output = SinkOutput(blockFrames: 64) { _, _ in }
        let next = TestSound(frameCount: 1)
        let sound = TestSound(frameCount: 1, attentionAtFrame: 1)
        let failure = Mutex<OutputError?>(nil)
        try output.start(
            sound.client {
                output.stop()
                do throws(OutputError) {
                    try output.start(next.client())
                } catch {
                    failure.withLock { $0 = error }
                }
            })
        #expect(next.waitUntilRendered())
        output.stop()
        // The first source was left before the second was entered.
        #expect(sound.callCount == 1)
        #expect(failure.withLock { $0 } == nil)
    }

    @Test("waits for its thread, whoever stops it, and however many do")
    func concurrentStops() throws {
        let output = SinkOutput(blockFrames: 64) { _, _ in }
        for _ in 0..<50 {
            let sound = TestSound(frameCount: 1, attentionAtFrame: 1)
            try output.start(sound.client { output.stop() })
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                output.stop()
                #expect(!sound.isRendering)
            }
        }
    }
}
