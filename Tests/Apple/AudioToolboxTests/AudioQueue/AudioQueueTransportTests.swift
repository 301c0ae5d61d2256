import AudioModel
import AudioQueues
import AudioToolbox
import IdleThreads
import Simulation
import Testing

@Suite("An audio queue's transport")
struct AudioQueueTransportTests {
    private let stage = StagedQueue.stage()

    private func queue(runLoop: CFRunLoop? = CFRunLoopGetMain()) -> StagedQueue {
        StagedQueue(stage.open("Player"), on: stage, runLoop: runLoop)
    }

    /// Three buffers of a quarter of a second: 0.1, 0.2 and 0.3.
    private func fill(_ queue: StagedQueue) {
        for value: Float in [0.1, 0.2, 0.3] { queue.add(value, frames: 12_000) }
    }

    @Test("plays every frame once and in order, from the first frame after the start")
    func seams() {
        // Given three buffers of different lengths, each frame of which is another number.
        let queue = queue()
        var expected: [Float] = []
        for length in [4_801, 7, 12_000] {
            let samples = (0..<length).map { Float(expected.count + $0 + 1) / 32_768 }
            queue.add(samples)
            expected += samples
        }
        // When they are played.
        queue.play(for: 400)
        // Then they are heard as they were, and silence after them.
        let heard = queue.app.channel(0, 0..<expected.count + 480)
        #expect(heard == expected + [Float](repeating: 0, count: 480))
        #expect(queue.done == [0, 1, 2])
    }

    @Test("without a run loop calls back on a thread of the queue's own", arguments: [true, false])
    func threads(isMain: Bool) {
        let queue = queue(runLoop: isMain ? CFRunLoopGetMain() : nil)
        fill(queue)
        queue.play(for: 1000)
        let thread: SimulatedThread = isMain ? .main : .work("sori.audioqueue.callback")
        #expect(queue.events == [.isRunning(1), .done(0), .done(1), .done(2)])
        #expect(queue.threads == [thread, thread, thread, thread])
    }

    @Test("on a run loop that does not run, plays on and calls back when it runs")
    func idleRunLoop() {
        // Given a queue on the run loop of a thread that does something else.
        let thread = IdleRunLoop()
        let queue = queue(runLoop: thread.runLoop)
        fill(queue)
        // When it plays.
        queue.play(for: 1000)
        // Then everything is heard and nothing is told,
        #expect(queue.heard(from: 0, to: 750).allSatisfy { $0 > 0 })
        #expect(queue.events == [])
        // until the loop runs.
        thread.run()
        #expect(queue.events == [.isRunning(1), .done(0), .done(1), .done(2)])
        #expect(queue.threads.allSatisfy { $0 == nil }, "a thread of the simulation's")
    }

    @Test("stopped at once, gives all buffers back during the call, and does not run on return")
    func stopNow() {
        // Given three buffers, the first of which plays.
        let queue = queue(runLoop: nil)
        fill(queue)
        queue.play(for: 100)
        #expect(queue.isRunningNow == 1 && queue.done == [])
        // When it is stopped, then the callbacks come in the call, on its thread.
        queue.app.run {
            #expect(AudioQueueStop(queue.queue, true) == noErr)
            #expect(queue.done == [0, 1, 2])
            #expect(isRunning(queue.queue) == 0)
        }
        #expect(queue.threads.suffix(3) == [.main, .main, .main])
        queue.pass(100)
        // And nothing is heard after the fade, and its listener is told last.
        #expect(queue.heard(from: 111, to: 200).allSatisfy { $0 == 0 })
        #expect(queue.events.last == .isRunning(0) && queue.events.count == 5)
    }

    @Test("stopped when played, plays all buffers, calls back for each, and stops by itself")
    func stopWhenPlayed() {
        let queue = queue()
        fill(queue)
        queue.play(for: 100)
        #expect(queue.stop(false) == noErr)
        #expect(queue.isRunningNow == 1)
        queue.pass(900)
        #expect(queue.events == [.isRunning(1), .done(0), .done(1), .done(2), .isRunning(0)])
        #expect(queue.times.suffix(4) == [0.25, 0.5, 0.75, 0.75])
        #expect(queue.heard(from: 0, to: 750).filter { $0 == 0 }.isEmpty)
        #expect(queue.isRunningNow == 0)
    }

    @Test("stopped asynchronously before it was started, still plays everything")
    func stopBeforeStart() {
        let queue = queue()
        fill(queue)
        #expect(queue.stop(false) == noErr)
        queue.play(for: 1000)
        #expect(queue.done == [0, 1, 2])
        #expect(queue.heard(from: 0, to: 750).filter { $0 == 0 }.isEmpty)
    }

    @Test("started again while it is about to stop, goes on with what is enqueued")
    func startWhileStopping() {
        let queue = queue()
        fill(queue)
        queue.play(for: 100)
        queue.stop(false)
        queue.add(0.4, frames: 12_000)
        queue.play(for: 1200)
        #expect(queue.done == [0, 1, 2, 3])
        #expect(queue.heard(from: 0, to: 1000).filter { $0 == 0 }.isEmpty)
        #expect(queue.isRunningNow == 1)
    }

    @Test("paused and started again, goes on with the next frame, its time having stood still")
    func pause() throws {
        // Given a rising line of samples.
        let queue = queue()
        queue.add((1...24_000).map { Float($0) / 32_768 })
        queue.play(for: 100)
        // When it is paused for a second: it fades out in ten milliseconds.
        queue.pause()
        queue.pass(30)
        let pausedAt = try #require(queue.time)
        #expect(pausedAt == 4800 + 480)
        queue.pass(970)
        #expect(queue.time == pausedAt)
        #expect(queue.isRunningNow == 1)
        // Then it goes on with the frame after the fade, and all frames have been heard.
        queue.play(for: 500)
        let first = Int(1.12 * 48_000)
        let heard = queue.app.channel(0, first..<first + 10_000)
        #expect(heard == (0..<10_000).map { Float(pausedAt + 961 + Double($0)) / 32_768 })
        #expect(queue.done == [0])
    }

    @Test("reset, is silent, gives all buffers back, and runs on")
    func reset() throws {
        let queue = queue()
        fill(queue)
        queue.play(for: 100)
        let time = try #require(queue.time)
        // When it is reset.
        queue.app.run {
            #expect(AudioQueueReset(queue.queue) == noErr)
            #expect(queue.done == [0, 1, 2])
        }
        // Then it is silent after a fade, runs, and its time goes on.
        queue.pass(100)
        #expect(queue.heard(from: 111, to: 200).allSatisfy { $0 == 0 })
        #expect(queue.isRunningNow == 1)
        #expect(queue.time == time + 4800)
        // And what is enqueued then is heard.
        queue.add(0.5, frames: 4800)
        queue.pass(100)
        #expect(queue.heard(from: 200, to: 300) == [Float](repeating: 0.5, count: 4800))
    }

    @Test("refuses a buffer that is enqueued while it gives buffers back")
    func enqueueDuringStop() {
        let queue = queue()
        fill(queue)
        nonisolated(unsafe) var statuses: [OSStatus] = []
        queue.whenDone = { queue, buffer in
            statuses.append(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil))
        }
        queue.play(for: 100)
        queue.stop(true)
        #expect(statuses == [OSStatus](repeating: kAudioQueueErr_EnqueueDuringReset, count: 3))
        // And takes it afterwards.
        #expect(AudioQueueEnqueueBuffer(queue.queue, queue.buffers[0], 0, nil) == noErr)
    }

    @Test("disposed of asynchronously, plays to its end without callbacks, and refuses calls")
    func disposeWhenPlayed() {
        let queue = queue()
        queue.add(0.1, frames: 12_000)
        queue.add(0.2, frames: 12_000)
        queue.play(for: 100)
        #expect(AudioQueueDispose(queue.queue, false) == noErr)
        #expect(AudioQueuePause(queue.queue) == kAudioQueueErr_DisposalPending)
        #expect(AudioQueueDispose(queue.queue, false) == kAudioQueueErr_DisposalPending)
        queue.pass(900)
        #expect(queue.heard(from: 0, to: 500).filter { $0 == 0 }.isEmpty)
        #expect(queue.events == [.isRunning(1)])
        #expect(AudioQueuePause(queue.queue) == kAudioQueueErr_QueueInvalidated)
    }

    @Test("disposed of at once, is silent and makes no callback")
    func disposeNow() {
        let queue = queue()
        fill(queue)
        queue.play(for: 100)
        #expect(AudioQueueDispose(queue.queue, true) == noErr)
        queue.pass(900)
        #expect(queue.heard(from: 111, to: 1000).allSatisfy { $0 == 0 })
        #expect(queue.events == [.isRunning(1)])
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_QueueInvalidated)
    }

    @Test("disposed of from within its callback, ends there", arguments: [true, false])
    func disposeInside(immediately: Bool) {
        let queue = queue()
        fill(queue)
        queue.whenDone = { queue, _ in
            if queue.done.count == 1 { _ = AudioQueueDispose(queue.queue, immediately) }
        }
        queue.play(for: 1000)
        #expect(queue.done == [0])
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_QueueInvalidated)
    }

    @Test("whose callback enqueues nothing more, is silent, and goes on when something comes")
    func starved() throws {
        let queue = queue()
        queue.add(0.1, frames: 4800)
        queue.play(for: 500)
        #expect(queue.isRunningNow == 1)
        #expect(queue.time == 24_000)
        queue.add(0.2, frames: 4800)
        queue.pass(500)
        #expect(queue.heard(from: 500, to: 600) == [Float](repeating: 0.2, count: 4800))
        #expect(queue.done == [0, 1])
    }

    @Test("primed, reports the prepared frames, and starts with them")
    func prime() {
        let queue = queue()
        fill(queue)
        var prepared: UInt32 = 0
        #expect(AudioQueuePrime(queue.queue, 0, &prepared) == noErr)
        #expect(prepared == 9600)
        queue.play(for: 800)
        #expect(queue.heard(from: 0, to: 750).filter { $0 == 0 }.isEmpty)
    }

    @Test("primed with a number of frames, prepares so many", arguments: [1, 480, 9_600, 20_000])
    func primeFrames(wanted: UInt32) {
        let queue = queue()
        let samples = (1...30_000).map { Float($0) / 32_768 }
        queue.add(Array(samples[..<15_000]))
        queue.add(Array(samples[15_000...]))
        var prepared: UInt32 = 0
        #expect(AudioQueuePrime(queue.queue, wanted, &prepared) == noErr)
        #expect(prepared == wanted)
        // More when it is asked for more, and then all of it is played.
        if wanted < 9_600 {
            #expect(AudioQueuePrime(queue.queue, wanted + 100, &prepared) == noErr)
            #expect(prepared == wanted + 100)
        }
        queue.play(for: 700)
        #expect(queue.heard(from: 0, to: 625) == samples)
        #expect(queue.done == [0, 1])
        // While it runs, there is nothing to prepare.
        #expect(AudioQueuePrime(queue.queue, wanted, &prepared) == noErr && prepared == 0)
    }

    @Test("primed with more frames than there are, prepares all there are")
    func primeAll() {
        let queue = queue()
        queue.add(0.5, frames: 12_000)
        var prepared: UInt32 = 99
        #expect(AudioQueuePrime(queue.queue, .max, &prepared) == noErr)
        #expect(prepared == 12_000)
        queue.stop(true)
        #expect(queue.done == [0])
    }

    @Test("with a slow callback, starves alone, says how long, and recovers")
    func slowCallback() throws {
        // Given two queues of one app, one a side, of which one's callback takes its time.
        let app = stage.open("Player")
        let slow = StagedQueue(app, on: stage, channels: 2, runLoop: nil)
        let other = StagedQueue(app, on: stage, channels: 2, runLoop: nil)
        func side(_ side: Int, frames: Int) -> [Float] {
            (0..<2 * frames).map { $0 % 2 == side ? 0.25 : 0 }
        }
        for _ in 0..<2 {
            slow.add(side(0, frames: 4_800))
            other.add(side(1, frames: 4_800))
        }
        var waiting: [AudioQueueBufferRef] = []
        slow.whenDone = { _, buffer in waiting.append(buffer) }
        other.whenDone = { queue, buffer in AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) }
        slow.start()
        other.start()
        // When both have played for half a second, and then the slow one comes back.
        slow.pass(500)
        app.run { for buffer in waiting { AudioQueueEnqueueBuffer(slow.queue, buffer, 0, nil) } }
        waiting = []
        slow.pass(400)
        // Then only its own side was silent meanwhile, and sounds again.
        #expect(slow.heard(from: 0, to: 200).allSatisfy { $0 == 0.25 })
        #expect(slow.heard(from: 200, to: 500).allSatisfy { $0 == 0 })
        #expect(slow.heard(from: 500, to: 700).allSatisfy { $0 == 0.25 })
        #expect(other.heard(from: 0, to: 900, side: 1).allSatisfy { $0 == 0.25 })
        #expect(slow.isRunningNow == 1)
        // And it is counted.
        #expect(try starved(slow) == (300 + 200) * 48)
        #expect(try starved(other) == 0)
    }

    private func starved(_ queue: StagedQueue) throws -> Int {
        return try #require(audioQueues[queue.queue] as? OutputQueue).starvedFrameCount
    }

    @Test("started a second time after a stop, restarts its timeline at zero")
    func startAgain() {
        let queue = queue()
        fill(queue)
        queue.play(for: 100)
        queue.stop(true)
        #expect(queue.time == nil)
        queue.add(0.5, frames: 24_000)
        queue.play(for: 50)
        #expect(queue.time == 2400)
        #expect(queue.heard(from: 120, to: 150) == [Float](repeating: 0.5, count: 30 * 48))
    }
}
