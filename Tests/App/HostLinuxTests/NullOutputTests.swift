import AudioModel
import Dispatch
import SoundClient
import Synchronization
import Testing

import HostLinux

@Suite("The null output")
struct NullOutputTests {
    @Test("takes as long as the sound lasts")
    func pace() throws {
        // Given a quarter of a second of sound.
        let sound = TestSound(frameCount: 12_000)
        let output = NullOutput()
        // When it is played.
        let start = LinuxClock.now
        try output.start(sound.client())
        try #require(sound.waitUntilRendered())
        let elapsed = LinuxClock.now - start
        output.stop()
        // Then its last block was not asked for before its time.
        let blocksBefore = (12_000 - 1) / NullOutput.blockFrames
        #expect(elapsed >= .seconds(Double(blocksBefore * NullOutput.blockFrames) / 48_000))
        #expect(elapsed < .seconds(10))
    }

    @Test("is started once, however often it is asked to")
    func idempotence() throws {
        let output = NullOutput()
        let first = TestSound(frameCount: 1_024)
        let second = TestSound(frameCount: 1_024)
        try output.start(first.client())
        try output.start(second.client())
        try #require(first.waitUntilRendered())
        output.stop()
        output.stop()
        #expect(second.callCount == 0)
    }

    @Test("has left the source when it has stopped, and can start again")
    func stop() throws {
        let output = NullOutput()
        for _ in 0..<20 {
            let sound = TestSound(frameCount: 1)
            try output.start(sound.client())
            try #require(sound.waitUntilRendered())
            output.stop()
            #expect(!sound.isRendering)
        }
    }

    @Test("may be stopped and started by what it calls")
    func stopWhileAttending() throws {
        let output = NullOutput()
        let next = TestSound(frameCount: 1)
        let sound = TestSound(frameCount: 1, attentionAtFrame: 1)
        try output.start(
            sound.client {
                output.stop()
                try? output.start(next.client())
            })
        #expect(next.waitUntilRendered())
        output.stop()
    }

    @Test("calls for attention once at a time, however long that takes")
    func attention() throws {
        // Given a source that wants attention all the time, and a client that takes its time.
        let output = NullOutput()
        let sound = TestSound(frameCount: 512 * 20, attentionAtFrame: 0)
        let callCount = Mutex(0)
        let mayReturn = DispatchSemaphore(value: 0)
        try output.start(
            sound.client {
                callCount.withLock { $0 += 1 }
                mayReturn.wait()
            })
        // When twenty blocks are rendered during one call.
        try #require(sound.waitUntilRendered())
        output.stop()
        // Then that call is the only one, and one more follows for all that came meanwhile.
        #expect(callCount.withLock { $0 } == 1)
        mayReturn.signal()
        mayReturn.signal()
        while callCount.withLock({ $0 }) < 2 {}
    }
}

@Suite("The pace of a device without hardware")
struct PacerTests {
    @Test("does not drift")
    func drift() {
        // Given blocks with a length that is not a whole number of nanoseconds.
        var pacer = Pacer(blockFrames: 512, sampleRate: 44_100, startingAt: .zero)
        // When a day passes, each block on time.
        let blockCount = 24 * 3600 * 44_100 / 512
        var deadline = HostTime.zero
        for _ in 0..<blockCount {
            deadline = pacer.nextDeadline(now: deadline)
        }
        // Then the last is where it belongs.
        #expect(deadline == .seconds(Double(blockCount) * 512 / 44_100))
    }

    @Test("catches up what is a little late, and leaves out what is very late")
    func lag() {
        var pacer = Pacer(blockFrames: 480, sampleRate: 48_000, startingAt: .zero)
        let first = pacer.nextDeadline(now: .zero)
        let late = pacer.nextDeadline(now: .seconds(0.1))
        let veryLate = pacer.nextDeadline(now: .seconds(60))
        let next = pacer.nextDeadline(now: .seconds(60))
        #expect(first == .seconds(0.01))
        #expect(late == .seconds(0.02))
        #expect(veryLate == .seconds(60))
        #expect(next == .seconds(60.01))
    }
}

@Suite("The default output")
struct DefaultOutputTests {
    @Test("warns when, and only when, nobody would hear it")
    func warning() {
        let (device, warning) = defaultOutput(role: .test)
        #expect((device is NullOutput) == (warning != nil))
        #expect(warning?.contains("sound is discarded") != false)
    }
}
