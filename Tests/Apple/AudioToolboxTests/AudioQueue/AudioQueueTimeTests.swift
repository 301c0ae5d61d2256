import AudioModel
import AudioToolbox
import Simulation
import Testing

@Suite("An audio queue's time")
struct AudioQueueTimeTests {
    private let stage = StagedQueue.stage()

    private func queue(sampleRate: Double = 48_000) -> StagedQueue {
        StagedQueue(stage.open("Player"), on: stage, sampleRate: sampleRate)
    }

    // Source: Apple's Technical Q&A QA1718 does these sums.
    @Test("counts through gaps, and leaves trimmed frames out")
    func gaps() {
        let queue = queue()
        // Given ten thousand frames, played twice.
        #expect(queue.add(0.1, frames: 10_000) == 0)
        #expect(queue.add(0.1, frames: 10_000) == 10_000)
        queue.start()
        // When they come a third time at 120,000, then there is a gap of 100,000 frames,
        #expect(queue.add(0.2, frames: 10_000, at: 120_000) == 120_000)
        // and the half of them that follows begins at 130,000 and ends at 135,000.
        #expect(queue.add(0.3, frames: 10_000, trimStart: 5_000) == 130_000)
        #expect(queue.add(0.4, frames: 10_000) == 135_000)
        queue.pass(4000)
        let heard = queue.app.channel(0, 0..<145_001)
        let expected =
            [Float](repeating: 0.1, count: 20_000) + [Float](repeating: 0, count: 100_000)
            + [Float](repeating: 0.2, count: 10_000) + [Float](repeating: 0.3, count: 5_000)
            + [Float](repeating: 0.4, count: 10_000) + [0]
        #expect(heard == expected)
    }

    @Test("advances while nothing is enqueued, and gives later buffers their start times")
    func starvation() {
        let queue = queue()
        queue.add(0.1, frames: 4800)
        queue.play(for: 300)
        #expect(queue.time == 14_400)
        #expect(queue.add(0.2, frames: 4800) == 14_400)
        #expect(queue.add(0.3, frames: 4800, at: 24_000) == 24_000)
        #expect(queue.add(0.4, frames: 4800, at: 100) == 28_800)
        queue.pass(500)
        #expect(queue.app.channel(0, 14_400..<19_200).allSatisfy { $0 == 0.2 })
        #expect(queue.app.channel(0, 19_200..<24_000).allSatisfy { $0 == 0 })
        #expect(queue.app.channel(0, 24_000..<28_800).allSatisfy { $0 == 0.3 })
        #expect(queue.app.channel(0, 28_800..<33_600).allSatisfy { $0 == 0.4 })
    }

    @Test("trims both ends of a buffer, down to nothing", arguments: [0, 3_000, 9_000, 20_000])
    func trims(atEnd: UInt32) {
        let queue = queue()
        _ = queue.add(0.5, frames: 10_000, trimStart: 2_000, trimEnd: atEnd)
        let left = max(8_000 - Int(atEnd), 0)
        #expect(queue.add(0.7, frames: 100) == Double(left))
        queue.play(for: 300)
        #expect(queue.app.channel(0, 0..<left).allSatisfy { $0 == 0.5 })
        #expect(queue.app.channel(0, left..<left + 100).allSatisfy { $0 == 0.7 })
        #expect(queue.done == [0, 1])
    }

    @Test("begins when the queue is started at a time of the device's", arguments: [true, false])
    func startTime(byHost: Bool) {
        // Given a device that has run for a second.
        let queue = queue()
        queue.pass(1000)
        queue.add(0.5, frames: 4800)
        // When the queue is to start half a second later.
        var device = AudioTimeStamp()
        #expect(AudioQueueDeviceGetCurrentTime(queue.queue, &device) == noErr)
        #expect(device.mSampleTime == 48_000 && device.mHostTime == 1_000_000_000)
        device.mSampleTime += 24_000
        device.mHostTime += 500_000_000
        device.mFlags = byHost ? .hostTimeValid : .sampleTimeValid
        queue.app.run { #expect(AudioQueueStart(queue.queue, &device) == noErr) }
        queue.pass(700)
        // Then its first frame is heard then, and is its time's zero.
        #expect(queue.heard(from: 1000, to: 1500).allSatisfy { $0 == 0 })
        #expect(queue.heard(from: 1500, to: 1600).allSatisfy { $0 == 0.5 })
        #expect(queue.time == 9600)
    }

    @Test("is translated between the device's clocks while the device runs")
    func translation() {
        let queue = queue()
        var time = AudioTimeStamp()
        time.mSampleTime = 96_000
        time.mFlags = .sampleTimeValid
        var translated = AudioTimeStamp()
        #expect(
            AudioQueueDeviceTranslateTime(queue.queue, &time, &translated)
                == kAudioQueueErr_InvalidRunState)
        queue.add(0.5, frames: 48_000)
        queue.play(for: 500)
        #expect(AudioQueueDeviceTranslateTime(queue.queue, &time, &translated) == noErr)
        #expect(translated.mHostTime == 2_000_000_000 && translated.mSampleTime == 96_000)
        time.mFlags = .hostTimeValid
        time.mHostTime = 250_000_000
        #expect(AudioQueueDeviceTranslateTime(queue.queue, &time, &translated) == noErr)
        #expect(translated.mSampleTime == 12_000)
        time.mFlags = []
        #expect(AudioQueueDeviceTranslateTime(queue.queue, &time, &translated) == kAudio_ParamError)
        // A time that is past is moved to now; one to come is left.
        time.mFlags = .sampleTimeValid
        time.mSampleTime = 10
        #expect(AudioQueueDeviceGetNearestStartTime(queue.queue, &time, 0) == noErr)
        #expect(time.mSampleTime == 24_000)
        time.mSampleTime = 100_000
        #expect(AudioQueueDeviceGetNearestStartTime(queue.queue, &time, 0) == noErr)
        #expect(time.mSampleTime == 100_000)
    }

    @Test("notes a gap on a time line once")
    func timeline() throws {
        let queue = queue()
        queue.add(0.5, frames: 48_000)
        queue.play(for: 100)
        var made: AudioQueueTimelineRef?
        #expect(AudioQueueCreateTimeline(queue.queue, &made) == noErr)
        let timeline = try #require(made)
        func hasGap() -> Bool {
            var stamp = AudioTimeStamp()
            var gap: DarwinBoolean = false
            #expect(AudioQueueGetCurrentTime(queue.queue, timeline, &stamp, &gap) == noErr)
            #expect(stamp.mFlags.contains(.sampleTimeValid))
            return gap.boolValue
        }
        #expect(!hasGap())
        queue.app.run { _ = AudioQueueReset(queue.queue) }
        #expect(hasGap())
        #expect(!hasGap())
        #expect(AudioQueueDisposeTimeline(queue.queue, timeline) == noErr)
        #expect(AudioQueueDisposeTimeline(queue.queue, timeline) == kAudio_ParamError)
    }

    @Test("is in frames of the queue's rate, to the filter's look ahead")
    func otherRate() throws {
        let queue = queue(sampleRate: 44_100)
        queue.add(0.5, frames: 88_200)
        queue.play(for: 1000)
        let time = try #require(queue.time)
        #expect((44_100...44_140).contains(time))
    }
}
