import AudioModel
import AudioToolbox
import Simulation
import Testing

@Suite("A processing tap")
struct AudioQueueTapTests {
    private let stage = StagedQueue.stage()

    private func queue() -> StagedQueue {
        StagedQueue(stage.open("Player"), on: stage, channels: 2)
    }

    /// What a tap's callback has received.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Seen: @unchecked Sendable {
        var frames = 0
        var firstTime: Double?
        var flags: [AudioQueueProcessingTapFlags] = []
        var left: [Float] = []
        var statuses: [OSStatus] = []
        var queue: AudioQueueRef?
    }

    private func makeTap(
        _ queue: StagedQueue, _ flags: AudioQueueProcessingTapFlags, _ seen: Seen,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) -> (status: OSStatus, tap: AudioQueueProcessingTapRef?) {
        var framesMax: UInt32 = 0
        var format = AudioStreamBasicDescription()
        var tap: AudioQueueProcessingTapRef?
        let status = AudioQueueProcessingTapNew(
            queue.queue, callback, Unmanaged.passUnretained(seen).toOpaque(), flags, &framesMax,
            &format, &tap)
        if status == noErr {
            #expect(framesMax >= 480)
            #expect(format.mFormatFlags == 0x29 && format.mChannelsPerFrame == 2)
        }
        return (status, tap)
    }

    /// Notes what it is given.
    private let siphon: AudioQueueProcessingTapCallback = {
        context, _, count, time, flags, _, data in
        let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
        if seen.firstTime == nil { seen.firstTime = time.pointee.mSampleTime }
        seen.frames += Int(count)
        seen.flags.append(flags.pointee)
        let samples = data.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
        seen.left += UnsafeBufferPointer(start: samples, count: Int(count))
    }

    /// Gets the source and turns it upside down.
    private let inverter: AudioQueueProcessingTapCallback = {
        context, tap, count, time, flags, made, data in
        let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
        seen.statuses.append(
            AudioQueueProcessingTapGetSourceAudio(tap, count, time, flags, made, data))
        seen.flags.append(flags.pointee)
        var (queueTime, frames) = (0.0, UInt32(0))
        AudioQueueProcessingTapGetQueueTime(tap, &queueTime, &frames)
        if seen.firstTime == nil { seen.firstTime = queueTime }
        // The buffers of a list lie one after the other.
        withUnsafeMutablePointer(to: &data.pointee.mBuffers) { first in
            for channel in 0..<2 {
                let samples = first[channel].mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(made.pointee) { samples[frame] *= -1 }
            }
        }
        seen.frames += Int(made.pointee)
    }

    @Test("that only looks is given every frame, once", arguments: [true, false])
    func looks(before: Bool) {
        let queue = queue()
        let seen = Seen()
        #expect(
            makeTap(queue, [before ? .preEffects : .postEffects, .siphon], seen, siphon).status
                == noErr)
        let samples = (0..<9_602).map { Float($0) / 32_768 }
        queue.add(samples)
        queue.start()
        queue.stop(false)
        queue.pass(200)
        #expect(seen.left == (0..<4_801).map { samples[2 * $0] })
        #expect(seen.firstTime == 0)
        #expect(seen.flags.first?.contains(.startOfStream) == true)
        #expect(seen.flags.dropFirst().allSatisfy { !$0.contains(.startOfStream) })
        #expect(queue.app.channel(0, 0..<4_801) == seen.left)
    }

    @Test("that changes the audio is what is heard", arguments: [true, false])
    func changes(before: Bool) {
        let queue = queue()
        let seen = Seen()
        #expect(makeTap(queue, before ? .preEffects : .postEffects, seen, inverter).status == noErr)
        queue.add(0.25, frames: 4_801)
        queue.add(0.5, frames: 4_801)
        queue.start()
        queue.stop(false)
        queue.pass(300)
        #expect(queue.app.channel(0, 0..<4_801).allSatisfy { $0 == -0.25 })
        #expect(queue.app.channel(1, 4_801..<9_602).allSatisfy { $0 == -0.5 })
        #expect(seen.frames == 9_602 && seen.firstTime == 0)
        #expect(seen.statuses.allSatisfy { $0 == noErr })
        #expect(seen.flags.first?.contains(.startOfStream) == true)
        #expect(queue.done == [0, 1])
    }

    @Test("that gives nothing is silence, and does not keep the queue for ever")
    func givesNothing() {
        let queue = queue()
        let seen = Seen()
        let status = makeTap(queue, .preEffects, seen) { _, _, _, _, _, made, _ in
            made.pointee = 0
        }.status
        #expect(status == noErr)
        queue.add(0.25, frames: 4_800)
        queue.start()
        queue.pass(300)
        #expect(queue.heard(from: 0, to: 300).allSatisfy { $0 == 0 })
        #expect(queue.stop(true) == noErr)
        #expect(queue.done == [0])
    }

    @Test("is one a queue, made and taken away while that is stopped")
    func oneTap() throws {
        let queue = queue()
        let seen = Seen()
        #expect(makeTap(queue, [], seen, siphon).status == kAudioQueueErr_InvalidTapType)
        #expect(
            makeTap(queue, [.preEffects, .postEffects], seen, siphon).status
                == kAudioQueueErr_InvalidTapType)
        let tap = try #require(makeTap(queue, [.preEffects, .siphon], seen, siphon).tap)
        #expect(
            makeTap(queue, .postEffects, seen, siphon).status == kAudioQueueErr_TooManyTaps)
        queue.add(0.25, frames: 48_000)
        queue.start()
        queue.pass(100)
        queue.pause()
        #expect(AudioQueueProcessingTapDispose(tap) == kAudioQueueErr_InvalidRunState)
        var (time, frames) = (0.0, UInt32(0))
        #expect(
            AudioQueueProcessingTapGetQueueTime(tap, &time, &frames)
                == kAudioQueueErr_InvalidTapContext)
        queue.stop(true)
        #expect(AudioQueueProcessingTapDispose(tap) == noErr)
        #expect(AudioQueueProcessingTapDispose(tap) == kAudioQueueErr_InvalidTapContext)
        #expect(makeTap(queue, .postEffects, seen, siphon).status == noErr)
    }

    @Test("may call its queue, and stop it")
    func stopsInside() {
        let queue = queue()
        let seen = Seen()
        seen.queue = queue.queue
        let status = makeTap(queue, [.preEffects, .siphon], seen) { context, _, _, _, _, _, _ in
            let seen = Unmanaged<Seen>.fromOpaque(context!).takeUnretainedValue()
            seen.frames += 1
            if seen.frames == 30 { seen.statuses.append(AudioQueueStop(seen.queue, true)) }
        }.status
        #expect(status == noErr)
        queue.add(0.25, frames: 48_000)
        queue.start()
        queue.pass(1000)
        #expect(seen.frames == 30 && seen.statuses == [noErr])
        #expect(queue.done == [0] && queue.isRunningNow == 0)
    }
}
