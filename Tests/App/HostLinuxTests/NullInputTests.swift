import AudioModel
import Dispatch
import SoundClient
import Synchronization
import Testing

import HostLinux

@Suite("The null input")
struct NullInputTests {
    @Test("delivers silence, each block not before its time")
    func pace() throws {
        // Given an input that starts now.
        let sink = TestCaptureSink()
        let input = NullInput()
        let start = LinuxClock.now
        // When five blocks have come.
        try input.start(sink.client())
        try waitUntil { sink.callCount >= 5 }
        let elapsed = LinuxClock.now - start
        input.stop()
        // Then they took as long as they last, and hold nothing.
        let frames = 5 * NullInput.blockFrames
        #expect(elapsed >= .seconds(Double(frames) / 48_000))
        #expect(sink.samples.allSatisfy { $0 == 0 })
        // And each says when it began.
        let times = sink.blocks.map(\.time)
        #expect(times == times.sorted())
        #expect(times[0] >= start)
    }

    @Test("makes up first for the silence it owes, up to a limit")
    func owing() throws {
        let sink = TestCaptureSink()
        let input = NullInput()
        // Given half a second of pause, and a whole day of it.
        let start = LinuxClock.now
        try input.start(sink.client(), owing: .milliseconds(500))
        try waitUntil { sink.frameCount >= 24_000 }
        input.stop()
        // Then it begins in the past, and goes on in the present.
        #expect(sink.blocks[0].time <= start - .milliseconds(400))
        #expect(sink.blocks.prefix { $0.time < start }.map(\.frameCount).reduce(0, +) <= 24_600)
        let second = TestCaptureSink()
        try input.start(second.client(), owing: .seconds(86_400))
        try waitUntil { second.frameCount >= 48_000 }
        let frameCount = second.frameCount
        input.stop()
        #expect(frameCount < 2 * 48_000)
    }

    @Test("is started once, and has left its client when it has stopped")
    func idempotence() throws {
        let input = NullInput()
        let first = TestCaptureSink()
        let second = TestCaptureSink()
        try input.start(first.client())
        try input.start(second.client())
        try waitUntil { first.callCount >= 2 }
        input.stop()
        input.stop()
        #expect(!first.isCapturing)
        #expect(second.callCount == 0)
    }

    @Test("may be stopped by what it calls")
    func stopWhileAttending() throws {
        let input = NullInput()
        let sink = TestCaptureSink()
        let stopped = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        try input.start(
            sink.client {
                input.stop()
                let isFirst = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if isFirst { stopped.signal() }
            })
        #expect(stopped.wait(timeout: .now() + 10) == .success)
        #expect(!sink.isCapturing)
    }
}
