import AudioModel
import AudioToolbox
import Foundation
import Simulation
import Testing

@Suite("A processing tap of a queue that records")
struct QueueInputTapTests {
    private let sound = MeasuredOutput.noise(seconds: 3)

    /// What a tap's callback has received.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Seen: @unchecked Sendable {
        var left: [Float] = []
        var counts: [UInt32] = []
        var times: [Double] = []
        var flags: [AudioQueueProcessingTapFlags] = []
        var statuses: [OSStatus] = []
    }

    private func makeTap(
        _ recorder: TestRecorder, _ flags: AudioQueueProcessingTapFlags, _ seen: Seen,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) -> (status: OSStatus, tap: AudioQueueProcessingTapRef?, format: AudioStreamBasicDescription) {
        var framesMax: UInt32 = 0
        var format = AudioStreamBasicDescription()
        var tap: AudioQueueProcessingTapRef?
        let status = AudioQueueProcessingTapNew(
            recorder.queue, callback, Unmanaged.passUnretained(seen).toOpaque(), flags, &framesMax,
            &format, &tap)
        if status == noErr { #expect(framesMax == 2048) }
        return (status, tap, format)
    }

    /// Notes what it is given.
    private let siphon: AudioQueueProcessingTapCallback = {
        context, _, count, time, flags, _, data in
        let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
        seen.counts.append(count)
        seen.times.append(time.pointee.mSampleTime)
        seen.flags.append(flags.pointee)
        let samples = data.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
        seen.left += UnsafeBufferPointer(start: samples, count: Int(count))
    }

    /// Gets what was heard and halves it.
    private let halver: AudioQueueProcessingTapCallback = {
        context, tap, count, time, flags, made, data in
        let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
        seen.counts.append(count)
        seen.statuses.append(
            AudioQueueProcessingTapGetSourceAudio(tap, count, time, flags, made, data))
        seen.flags.append(flags.pointee)
        withUnsafeMutablePointer(to: &data.pointee.mBuffers) { first in
            for channel in 0..<Int(data.pointee.mNumberBuffers) {
                let samples = first[channel].mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(made.pointee) { samples[frame] /= 2 }
            }
        }
    }

    /// Records half a second.
    private func record(_ phone: RecordingStage, _ recorder: TestRecorder) {
        recorder.enqueue(bytes: 4_410 * 4)
        phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        phone.advance(0.5)
        phone.app.run { #expect(AudioQueueStop(recorder.queue, true) == noErr) }
    }

    @Test(
        "that only looks is given all that is recorded, and changes nothing",
        arguments: [true, false])
    func looks(before: Bool) throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.int16())
        let seen = Seen()
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
        let recorder = phone.recorder(.int16())
        let seen = Seen()
        #expect(makeTap(recorder, .preEffects, seen, halver).status == noErr)
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
        let recorder = phone.recorder(.int16(rate: 22_050, channels: 1))
        let plain = phone.recorder(.int16(rate: 22_050, channels: 1))
        let seen = Seen()
        let made = makeTap(recorder, [.postEffects, .siphon], seen, siphon)
        #expect(made.format.mSampleRate == 22_050 && made.format.mChannelsPerFrame == 1)
        for recorder in [recorder, plain] {
            recorder.enqueue(bytes: 2_205 * 2)
            phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        }
        phone.advance(0.5)
        for recorder in [recorder, plain] {
            phone.app.run { #expect(AudioQueueStop(recorder.queue, true) == noErr) }
        }
        // A tap that looks only is not heard, nor does it shorten the recording.
        #expect(recorder.samples16 == plain.samples16)
        #expect(seen.left.count == recorder.samples16.count)
        #expect(seen.left.count > 10_000)
    }

    @Test("is told of a new stream when recording goes on after a pause")
    func resumes() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.int16())
        let seen = Seen()
        #expect(makeTap(recorder, [.preEffects, .siphon], seen, siphon).status == noErr)
        recorder.enqueue(bytes: 4_410 * 4)
        phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        phone.advance(0.3)
        let before = seen.flags.count
        phone.app.run { #expect(AudioQueuePause(recorder.queue) == noErr) }
        phone.advance(0.2)
        phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        phone.advance(0.3)
        let starts = seen.flags.enumerated().filter { $0.element.contains(.startOfStream) }
        #expect(starts.count == 2)
        #expect(starts.first?.offset == 0 && (starts.last?.offset ?? 0) >= before)
    }

    @Test("that gives nothing leaves nothing to record, and the queue goes on")
    func givesNothing() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.int16())
        let seen = Seen()
        let made = makeTap(recorder, .preEffects, seen) { context, _, _, _, _, made, _ in
            let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
            seen.counts.append(0)
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
        let recorder = phone.recorder(.int16())
        let seen = Seen()
        let first = makeTap(recorder, .preEffects, seen, halver)
        #expect(first.status == noErr)
        #expect(
            makeTap(recorder, .preEffects, seen, halver).status == kAudioQueueErr_TooManyTaps)
        #expect(makeTap(recorder, [], seen, halver).status == kAudioQueueErr_InvalidTapType)
        recorder.enqueue(bytes: 4_410 * 4)
        phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        phone.advance(0.2)
        #expect(
            AudioQueueProcessingTapDispose(first.tap) == kAudioQueueErr_InvalidRunState)
        phone.app.run { #expect(AudioQueueStop(recorder.queue, true) == noErr) }
        #expect(AudioQueueProcessingTapDispose(first.tap) == noErr)
        #expect(AudioQueueProcessingTapDispose(first.tap) == kAudioQueueErr_InvalidTapContext)
        // Outside its code there is nothing to get.
        #expect(makeTap(recorder, .postEffects, seen, halver).status == noErr)
    }

    @Test("stands before the coder of a queue that codes")
    func coded() throws {
        let phone = try RecordingStage(hearing: sound)
        let recorder = phone.recorder(.recorded(kAudioFormatAppleIMA4))
        let seen = Seen()
        #expect(makeTap(recorder, [.preEffects, .siphon], seen, siphon).status == noErr)
        recorder.enqueue(bytes: 68 * 64)
        phone.app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
        phone.advance(0.5)
        phone.app.run { #expect(AudioQueueStop(recorder.queue, true) == noErr) }
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
        let recorder = phone.recorder(.recorded(kAudioFormatAppleIMA4))
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
