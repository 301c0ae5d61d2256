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

    private func makeTap(
        _ queue: StagedQueue, _ flags: AudioQueueProcessingTapFlags, _ seen: TapCalls,
        _ callback: @escaping AudioQueueProcessingTapCallback
    ) -> (status: OSStatus, tap: AudioQueueProcessingTapRef?) {
        let made = seen.makeTap(queue.queue, flags, callback)
        if made.status == noErr {
            #expect(made.framesMax >= 480)
            #expect(made.format.mFormatFlags == 0x29 && made.format.mChannelsPerFrame == 2)
        }
        return (made.status, made.tap)
    }

    @Test("that only looks is given every frame, once", arguments: [true, false])
    func looks(before: Bool) {
        let queue = queue()
        let seen = TapCalls()
        #expect(
            makeTap(queue, [before ? .preEffects : .postEffects, .siphon], seen, siphon).status
                == noErr)
        let samples = (0..<9_602).map { Float($0) / 32_768 }
        queue.add(samples)
        queue.playToEnd(within: 200)
        #expect(seen.left == (0..<4_801).map { samples[2 * $0] })
        #expect(seen.times.first == 0)
        #expect(seen.flags.first?.contains(.startOfStream) == true)
        #expect(seen.flags.dropFirst().allSatisfy { !$0.contains(.startOfStream) })
        #expect(queue.app.channel(0, 0..<4_801) == seen.left)
    }

    @Test("that changes the audio changes the output", arguments: [true, false])
    func changes(before: Bool) {
        let queue = queue()
        let seen = TapCalls()
        seen.gain = -1
        #expect(makeTap(queue, before ? .preEffects : .postEffects, seen, scaler).status == noErr)
        queue.add(0.25, frames: 4_801)
        queue.add(0.5, frames: 4_801)
        queue.playToEnd(within: 300)
        #expect(queue.app.channel(0, 0..<4_801).allSatisfy { $0 == -0.25 })
        #expect(queue.app.channel(1, 4_801..<9_602).allSatisfy { $0 == -0.5 })
        #expect(seen.frameCount == 9_602 && seen.times.first == 0)
        #expect(seen.statuses.allSatisfy { $0 == noErr })
        #expect(seen.flags.first?.contains(.startOfStream) == true)
        #expect(queue.done == [0, 1])
    }

    @Test("that returns no frames is silence, and the queue can still be stopped")
    func givesNothing() {
        let queue = queue()
        let seen = TapCalls()
        let status = makeTap(queue, .preEffects, seen) { _, _, _, _, _, made, _ in
            made.pointee = 0
        }.status
        #expect(status == noErr)
        queue.add(0.25, frames: 4_800)
        queue.play(for: 300)
        #expect(queue.heard(from: 0, to: 300).allSatisfy { $0 == 0 })
        #expect(queue.stop(true) == noErr)
        #expect(queue.done == [0])
    }

    @Test("is one a queue, made and taken away while that is stopped")
    func oneTap() throws {
        let queue = queue()
        let seen = TapCalls()
        #expect(makeTap(queue, [], seen, siphon).status == kAudioQueueErr_InvalidTapType)
        #expect(
            makeTap(queue, [.preEffects, .postEffects], seen, siphon).status
                == kAudioQueueErr_InvalidTapType)
        let tap = try #require(makeTap(queue, [.preEffects, .siphon], seen, siphon).tap)
        #expect(makeTap(queue, .postEffects, seen, siphon).status == kAudioQueueErr_TooManyTaps)
        queue.add(0.25, frames: 48_000)
        queue.play(for: 100)
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

    /// Adds a tap that stops its queue at its call of that number, counted from one.
    private func stopWithTap(_ queue: StagedQueue, atCall number: Int) -> TapCalls {
        let seen = TapCalls()
        seen.queue = queue.queue
        seen.stopCall = number
        let status = makeTap(queue, [.preEffects, .siphon], seen) { context, _, _, _, _, _, _ in
            let seen = TapCalls.of(context)
            seen.counts.append(1)
            guard seen.counts.count == seen.stopCall else { return }
            seen.statuses.append(AudioQueueStop(seen.queue, true))
        }.status
        #expect(status == noErr)
        return seen
    }

    @Test("may call its queue, and stop it")
    func stopsInside() {
        let queue = queue()
        let seen = stopWithTap(queue, atCall: 30)
        queue.add(0.25, frames: 48_000)
        queue.play(for: 1000)
        #expect(seen.frameCount == 30 && seen.statuses == [noErr])
        #expect(queue.done == [0] && queue.isRunningNow == 0)
    }

    @Test("may stop its queue while that starts, and start it again later")
    func stopsInStart() {
        let queue = queue()
        let seen = stopWithTap(queue, atCall: 1)
        queue.add(0.25, frames: 4_800)
        #expect(queue.start() == noErr)
        #expect(seen.statuses == [noErr] && queue.done == [0] && queue.time == nil)
        queue.add(0.25, frames: 4_800)
        queue.play(for: 300)
        #expect(queue.events == [.done(0), .isRunning(1), .done(1)])
        #expect(queue.heard(from: 0, to: 100).allSatisfy { $0 == 0.25 })
    }
}
