import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A processing tap of a queue that records")
struct QueueInputTapTests {
    private let sound = MeasuredOutput.noise(seconds: 3)

    private func makeTap(
        _ recorder: TestRecorder, _ flags: AudioQueueProcessingTapFlags, _ seen: TapCalls,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) -> TapCalls.Tap {
        let made = seen.makeTap(recorder.queue, flags, callback)
        if made.status == noErr { #expect(made.framesMax == 2048) }
        return made
    }

    /// Records half a second.
    private func record(_ phone: RecordingStage, _ recorder: TestRecorder) {
        recorder.enqueue(bytes: 4_410 * 4)
        phone.start(recorder)
        phone.advance(0.5)
        phone.stop(recorder)
    }

    @Test(
        "that only looks is given all that is recorded, and changes nothing",
        arguments: [true, false])
    func looks(before: Bool) throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let seen = TapCalls()
        let made = makeTap(recorder, [before ? .preEffects : .postEffects, .siphon], seen, siphon)
        #expect(made.status == noErr)
        #expect(made.format.mSampleRate == 44_100 && made.format.mChannelsPerFrame == 2)
        #expect(made.format.mFormatFlags == 0x29)
        record(phone, recorder)
        let frames = recorder.samples16.count / 2
        #expect(frames > 20_000)
        #expect(recorder.samples16 == MeasuredOutput.steps16(sound, frames: 0..<frames))
        #expect(seen.left == (0..<frames).map { sound.samples[2 * $0] })
        // Each frame once, in order, with the queue's time.
        var time = 0.0
        for (count, stated) in zip(seen.counts, seen.times) {
            #expect(stated == time && count <= 2048)
            time += Double(count)
        }
        #expect(seen.flags.first?.contains(.startOfStream) == true)
        #expect(seen.flags.dropFirst().allSatisfy { !$0.contains(.startOfStream) })
    }

    @Test("that changes the audio changes what is recorded, before it is coded")
    func changes() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let seen = TapCalls()
        seen.gain = 0.5
        #expect(makeTap(recorder, .preEffects, seen, scaler).status == noErr)
        record(phone, recorder)
        let frames = recorder.samples16.count / 2
        let whole = MeasuredOutput.steps16(sound, frames: 0..<frames)
        #expect(frames > 20_000)
        #expect(
            zip(recorder.samples16, whole).allSatisfy { abs(Double($0) - Double($1) / 2) <= 0.5 })
        #expect(seen.statuses.allSatisfy { $0 == noErr })
        #expect(seen.flags.first?.contains(.startOfStream) == true)
    }

    @Test("gets the queue's rate and channels, whatever the microphone's")
    func otherFormat() throws {
        let tone = MeasuredOutput.tone(hertz: 440, seconds: 2, sampleRate: 48_000, channelCount: 2)
        let phone = try RecordingStage(hearing: tone)
        let recorder = phone.recorder(.integers(channels: 1, rate: 22_050))
        let plain = phone.recorder(.integers(channels: 1, rate: 22_050))
        let seen = TapCalls()
        let made = makeTap(recorder, [.postEffects, .siphon], seen, siphon)
        #expect(made.format.mSampleRate == 22_050 && made.format.mChannelsPerFrame == 1)
        for recorder in [recorder, plain] {
            recorder.enqueue(bytes: 2_205 * 2)
            phone.start(recorder)
        }
        phone.advance(0.5)
        for recorder in [recorder, plain] {
            phone.stop(recorder)
        }
        // A tap that looks only is not heard, nor does it shorten the recording.
        #expect(recorder.samples16 == plain.samples16)
        #expect(seen.left.count == recorder.samples16.count)
        #expect(seen.left.count > 10_000)
    }

    @Test("gets the start-of-stream flag when recording resumes after a pause")
    func resumes() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let seen = TapCalls()
        #expect(makeTap(recorder, [.preEffects, .siphon], seen, siphon).status == noErr)
        recorder.enqueue(bytes: 4_410 * 4)
        phone.start(recorder)
        phone.advance(0.3)
        let before = seen.flags.count
        phone.app.run { #expect(AudioQueuePause(recorder.queue) == noErr) }
        phone.advance(0.2)
        phone.start(recorder)
        phone.advance(0.3)
        let starts = seen.flags.enumerated().filter { $0.element.contains(.startOfStream) }
        #expect(starts.count == 2)
        #expect(starts.first?.offset == 0 && (starts.last?.offset ?? 0) >= before)
    }

    @Test("that gives nothing leaves nothing to record, and the queue goes on")
    func givesNothing() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let seen = TapCalls()
        let made = makeTap(recorder, .preEffects, seen) { context, _, _, _, _, made, _ in
            TapCalls.of(context).counts.append(0)
            made.pointee = 0
        }
        #expect(made.status == noErr)
        record(phone, recorder)
        #expect(recorder.samples16.isEmpty)
        #expect(seen.counts.count > 5)
    }

    @Test("is one a queue, made and taken away while it is stopped")
    func rules() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.integers())
        let seen = TapCalls()
        let first = makeTap(recorder, .preEffects, seen, scaler)
        #expect(first.status == noErr)
        #expect(makeTap(recorder, .preEffects, seen, scaler).status == kAudioQueueErr_TooManyTaps)
        #expect(makeTap(recorder, [], seen, scaler).status == kAudioQueueErr_InvalidTapType)
        recorder.enqueue(bytes: 4_410 * 4)
        phone.start(recorder)
        phone.advance(0.2)
        #expect(AudioQueueProcessingTapDispose(first.tap) == kAudioQueueErr_InvalidRunState)
        phone.stop(recorder)
        #expect(AudioQueueProcessingTapDispose(first.tap) == noErr)
        #expect(AudioQueueProcessingTapDispose(first.tap) == kAudioQueueErr_InvalidTapContext)
        // Outside its code there is nothing to get.
        #expect(makeTap(recorder, .postEffects, seen, scaler).status == noErr)
    }

    @Test("stands before the coder of a queue that codes")
    func coded() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.coded(kAudioFormatAppleIMA4))
        let seen = TapCalls()
        #expect(makeTap(recorder, [.preEffects, .siphon], seen, siphon).status == noErr)
        recorder.enqueue(bytes: 68 * 64)
        phone.start(recorder)
        phone.advance(0.5)
        phone.stop(recorder)
        let packets = recorder.packetCounts.reduce(0, +)
        #expect(packets > 300)
        #expect(abs(Int(packets) * 64 - seen.left.count) <= 64)
    }
}

@Suite("The codec policy of a queue that records")
struct QueueInputPolicyTests {
    private func set(_ recorder: TestRecorder, _ policy: UInt32) -> OSStatus {
        var policy = policy
        return AudioQueueSetProperty(
            recorder.queue, kAudioQueueProperty_HardwareCodecPolicy, &policy, 4)
    }

    @Test(
        "is kept, and hardware that is insisted on is not there",
        arguments: 0...4 as ClosedRange<UInt32>)
    func values(policy: UInt32) throws {
        let phone = try RecordingStage(hearing: MeasuredOutput.noise(seconds: 1))
        let recorder = phone.recorder(.coded(kAudioFormatAppleIMA4))
        #expect(recorder.value(kAudioQueueProperty_HardwareCodecPolicy, of: UInt32.self) == 0)
        #expect(set(recorder, policy) == noErr)
        #expect(recorder.value(kAudioQueueProperty_HardwareCodecPolicy, of: UInt32.self) == policy)
        #expect(set(recorder, 5) == kAudioQueueErr_InvalidPropertyValue)
        let isHardwareOnly = policy == 2
        #expect(
            phone.app.run { AudioQueueStart(recorder.queue, nil) }
                == (isHardwareOnly ? kAudioQueueErr_InvalidCodecAccess : noErr))
        // Too late, while it runs.
        #expect(set(recorder, 1) == (isHardwareOnly ? noErr : kAudioQueueErr_InvalidRunState))
    }
}
