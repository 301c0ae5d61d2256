import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A queue that records")
struct QueueRecordingTests {
    private let sound = MeasuredOutput.noise(seconds: 4)

    @Test("fills buffers in order with the microphone's input, bit-exactly")
    func exactness() throws {
        // Given a microphone of the queue's own rate, and three buffers of a tenth of a second.
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        // When a second is recorded.
        phone.advance(1.05)
        phone.stop(recorder)
        // Then ten buffers are full, the last one is short, and two come back empty.
        #expect(recorder.packetCounts.prefix(10) == [UInt32](repeating: 4_410, count: 10)[...])
        #expect(recorder.packetCounts.dropFirst(10) == [2_205, 0, 0])
        #expect(recorder.filled.allSatisfy { $0.descriptions == nil })
        let frames = Int(recorder.packetCounts.reduce(0, +))
        #expect(recorder.samples16 == MeasuredOutput.steps16(sound, frames: 0..<frames))
        // And each says where it begins, and when that was heard.
        for (index, call) in recorder.filled.prefix(11).enumerated() {
            #expect(call.start.mSampleTime == Double(4_410 * index))
            #expect(call.start.mFlags == [.sampleTimeValid, .hostTimeValid, .rateScalarValid])
            let expected = 100_000_000 * index
            #expect(abs(Int(call.start.mHostTime) - expected) < 1_000_000)
        }
    }

    @Test("calls back on the run loop it was given, and else on a thread of its own")
    func threads() throws {
        let phone = try RecordingStage(hearing: sound)
        let own = phone.recorder(.integers())
        let main = phone.recorder(.integers(), runLoop: CFRunLoopGetMain())
        for recorder in [own, main] {
            recorder.enqueue(bytes: 4_000)
            phone.start(recorder)
        }
        phone.advance(0.5)
        #expect(own.filled.count > 10 && main.filled.count > 10)
        #expect(own.filled.allSatisfy { $0.thread == .work("sori.audioqueue.callback") })
        #expect(main.filled.allSatisfy { $0.thread == .main })
    }

    @Test("says that it runs when sound comes, and that it does not when it has stopped")
    func running() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started(bytes: 4_000)
        #expect(recorder.running == [])
        phone.advance(0.1)
        #expect(recorder.running == [1])
        phone.stop(recorder, immediately: false)
        phone.advance(0.1)
        #expect(recorder.running == [1, 0])
        #expect(!phone.microphone.isOpen)
    }

    @Test("has the microphone's rate when it asks for none")
    func hardwareRate() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers(rate: 0))
        let format = try #require(
            recorder.value(
                kAudioQueueProperty_StreamDescription, of: AudioStreamBasicDescription.self))
        #expect(format.mSampleRate == 44_100)
        #expect(recorder.value(kAudioQueueDeviceProperty_SampleRate, of: Double.self) == 44_100)
        #expect(recorder.value(kAudioQueueDeviceProperty_NumberChannels, of: UInt32.self) == 2)
        #expect(format.mBytesPerPacket == 4)
    }

    @Test("brings another rate to its own, in tune and in time")
    func rateConversion() throws {
        // Given a microphone of 48 kHz that hears 441 Hz.
        let tone = MeasuredOutput.tone(hertz: 441, seconds: 3, sampleRate: 48_000)
        let phone = try RecordingStage(hearing: tone)
        let recorder = phone.started(.integers(channels: 1), bytes: 8_820)
        // When a second is recorded at 44.1 kHz.
        phone.advance(1)
        phone.stop(recorder)
        // Then it is the same tone, sample by sample, and as long.
        let heard = recorder.samples16.map { Double($0) / 32_768 }
        #expect(abs(heard.count - 44_100) <= 1)
        let expected = heard.indices.map { 0.5 * sin(2 * .pi * 0.01 * Double($0)) }
        let inner = 500..<heard.count - 500
        let error = inner.map { abs(heard[$0] - expected[$0]) }.max() ?? 1
        #expect(error < 0.001)
    }

    @Test("mixes two channels into one, and gives the one there is to both")
    func channels() throws {
        let stereo = SoundBuffer(frameCount: 44_100, channelCount: 2, sampleRate: 44_100) {
            for index in $0.indices { $0[index] = index % 2 == 0 ? 0.5 : 0.25 }
        }
        let mono = SoundBuffer(frameCount: 44_100, channelCount: 1, sampleRate: 44_100) {
            for index in $0.indices { $0[index] = 0.125 }
        }
        for (sound, channels, expected) in [
            (stereo, UInt32(1), [Int16(12_288)]), (stereo, 2, [16_384, 8_192]),
            (mono, 2, [4_096, 4_096]),
        ] {
            let phone = try RecordingStage(hearing: sound)
            let recorder = phone.started(.integers(channels: channels), bytes: 4_000)
            phone.advance(0.2)
            for (index, value) in expected.enumerated() {
                let sample = try #require(recorder.samples16.dropFirst(index).first)
                #expect(abs(Int(sample) - Int(value)) <= 1)
            }
        }
    }

    @Test("stands still while it is paused, and goes on without a seam")
    func pause() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        phone.advance(0.5)
        phone.app.run { #expect(AudioQueuePause(recorder.queue) == noErr) }
        phone.advance(0.5)
        var time = AudioTimeStamp()
        phone.app.run {
            #expect(AudioQueueGetCurrentTime(recorder.queue, nil, &time, nil) == noErr)
            #expect(time.mSampleTime == 22_050)
            #expect(AudioQueueStart(recorder.queue, nil) == noErr)
        }
        phone.advance(0.5)
        phone.stop(recorder)
        // Then it holds the first half second and the third, and no time in between.
        let expected =
            MeasuredOutput.steps16(sound, frames: 0..<22_050)
            + MeasuredOutput.steps16(sound, frames: 44_100..<66_150)
        #expect(recorder.samples16 == expected)
        let starts: [Double] = (0..<10).map { Double(4_410 * $0) }
        #expect(Array(recorder.startFrames.prefix(10)) == starts)
        #expect(recorder.errors == [])
    }

    @Test("gives what it has within an immediate stop, and takes no buffer meanwhile")
    func immediateStop() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started(bytes: 44_100 * 4)
        phone.advance(0.25)
        #expect(recorder.filled.isEmpty)
        phone.stop(recorder)
        #expect(recorder.packetCounts == [11_025, 0, 0])
        #expect(
            recorder.filled.map(\.enqueued)
                == [OSStatus?](repeating: kAudioQueueErr_EnqueueDuringReset, count: 3))
        // When it is started again, then its time begins at zero.
        recorder.enqueue(1, bytes: 4_410 * 4)
        phone.start(recorder)
        phone.advance(0.2)
        #expect(recorder.startFrames.dropFirst(3).first == 0)
    }

    // Source: `AudioQueue.h` and Apple's page, `AudioQueueStop`.
    @Test("fills the buffers that are enqueued, and no more, before it stops with false")
    func stopWhenFilled() throws {
        // Given three buffers of a tenth of a second, each enqueued again by the callback.
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started(bytes: 4_410 * 4)
        phone.advance(0.25)
        // When it stops while the third buffer is half full.
        phone.stop(recorder, immediately: false)
        #expect(recorder.running == [1] && recorder.filled.count == 2)
        phone.advance(1)
        // Then that one and the two behind it are full, and nothing comes after them.
        #expect(recorder.packetCounts == [UInt32](repeating: 4_410, count: 5))
        #expect(recorder.samples16 == MeasuredOutput.steps16(sound, frames: 0..<22_050))
        #expect(recorder.running == [1, 0] && !phone.microphone.isOpen)
        // And the buffers that were enqueued meanwhile are for the next recording.
        phone.start(recorder)
        phone.advance(0.15)
        #expect(recorder.packetCounts.count == 6 && recorder.startFrames.last == 0)
    }

    @Test("stops with false at once without a buffer, and with the last one at a reset")
    func stopWithoutBuffers() throws {
        let phone = try RecordingStage(hearing: sound)
        let empty = phone.recorder(.integers())
        phone.start(empty)
        phone.advance(0.1)
        phone.stop(empty, immediately: false)
        phone.advance(0.01)
        #expect(empty.running == [1, 0] && empty.filled.isEmpty)
        let recorder = phone.started(bytes: 44_100 * 4)
        phone.advance(0.1)
        phone.stop(recorder, immediately: false)
        phone.app.run { #expect(AudioQueueReset(recorder.queue) == noErr) }
        phone.advance(0.01)
        #expect(recorder.packetCounts == [0, 0, 0] && recorder.running == [1, 0])
    }

    @Test("goes on when it is started again before its buffers are full")
    func startTakesStopBack() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started(bytes: 4_410 * 4)
        phone.advance(0.25)
        phone.stop(recorder, immediately: false)
        phone.advance(0.1)
        phone.start(recorder)
        phone.advance(1)
        #expect(recorder.running == [1])
        let frames = Int(recorder.packetCounts.reduce(0, +))
        #expect(frames >= 57_330)
        #expect(recorder.samples16 == MeasuredOutput.steps16(sound, frames: 0..<frames))
    }

    @Test("gives back every buffer at a reset, and goes on")
    func reset() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started(bytes: 44_100 * 4)
        phone.advance(0.25)
        phone.app.run { #expect(AudioQueueReset(recorder.queue) == noErr) }
        #expect(recorder.packetCounts == [0, 0, 0])
        recorder.enqueue(1, bytes: 4_410 * 4)
        phone.advance(0.2)
        #expect(recorder.packetCounts.last == 4_410)
        #expect(recorder.running == [1])
    }

    @Test("loses what finds no buffer, says so, and shows the gap in its time")
    func overrun() throws {
        // Given a callback that keeps its buffers.
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        recorder.reenqueues = false
        recorder.enqueue(bytes: 4_410 * 4)
        phone.start(recorder)
        // When a second is recorded into three tenths.
        phone.advance(1)
        #expect(recorder.packetCounts == [4_410, 4_410, 4_410])
        #expect(recorder.errors == [UInt32(bitPattern: kAudioQueueErr_RecordUnderrun)])
        #expect(isRunning(recorder.queue) == 1)
        // And another buffer comes then.
        phone.app.run {
            #expect(AudioQueueEnqueueBuffer(recorder.queue, recorder.kept[0], 0, nil) == noErr)
        }
        phone.advance(0.2)
        // Then it holds what is heard since, to the bit, where its time says.
        let start = try #require(recorder.startFrames.last)
        #expect((44_100 - 1_024...44_100).contains(Int(start)))
        let last = try #require(recorder.filled.last)
        let heard = last.bytes.elements(Int16.self)
        let rest = MeasuredOutput.steps16(sound, frames: Int(start)..<Int(start) + 4_410)
        #expect(heard.suffix(6_000) == rest.suffix(6_000))
    }

    @Test("measures how loud each channel is")
    func metering() throws {
        let square = SoundBuffer(frameCount: 88_200, channelCount: 2, sampleRate: 44_100) {
            for index in $0.indices where index % 2 == 0 { $0[index] = index % 8 < 4 ? 1 : -1 }
        }
        let phone = try RecordingStage(hearing: square)
        let recorder = phone.recorder(.integers())
        recorder.enqueue(bytes: 4_410 * 4)
        typealias Pair = (AudioQueueLevelMeterState, AudioQueueLevelMeterState)
        // Given that it is not asked to: silence.
        phone.start(recorder)
        phone.advance(0.1)
        let off = try #require(recorder.value(kAudioQueueProperty_CurrentLevelMeter, of: Pair.self))
        #expect(off.0.mPeakPower == 0)
        // When it is, then the left is as loud as can be and the right is silent.
        var isOn: UInt32 = 1
        AudioQueueSetProperty(recorder.queue, kAudioQueueProperty_EnableLevelMetering, &isOn, 4)
        phone.advance(0.1)
        let linear = try #require(
            recorder.value(kAudioQueueProperty_CurrentLevelMeter, of: Pair.self))
        let decibels = try #require(
            recorder.value(kAudioQueueProperty_CurrentLevelMeterDB, of: Pair.self))
        #expect(abs(linear.0.mPeakPower - 1) < 0.001 && abs(linear.0.mAveragePower - 1) < 0.001)
        #expect(abs(decibels.0.mPeakPower) < 0.01)
        #expect(linear.1.mPeakPower == 0 && decibels.1.mPeakPower <= -100)
    }

    @Test("starts at the given host time")
    func startTime() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        recorder.enqueue(bytes: 4_410 * 4)
        var time = AudioTimeStamp()
        time.mHostTime = 500_000_000
        time.mFlags = .hostTimeValid
        phone.app.run { #expect(AudioQueueStart(recorder.queue, &time) == noErr) }
        phone.advance(0.45)
        #expect(recorder.running == [])
        phone.advance(0.55)
        let first = try #require(recorder.filled.first)
        let late = Int(first.start.mHostTime) - 500_000_000
        #expect((0..<12_000_000).contains(late))
    }

    @Test("makes no callback after it is disposed of", arguments: [true, false])
    func dispose(immediately: Bool) throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.started()
        phone.advance(0.25)
        let count = recorder.filled.count
        phone.app.run {
            #expect(AudioQueueDispose(recorder.queue, immediately) == noErr)
            #expect(AudioQueueStart(recorder.queue, nil) == kAudioQueueErr_QueueInvalidated)
        }
        phone.advance(0.5)
        #expect(recorder.filled.count == count)
        #expect(!phone.microphone.isOpen)
    }
}
