import SoundServer
import SoundClient
import AudioModel
import AudioToolbox
import Simulation
import SoundPolicy
import Testing

@Suite("An audio queue under the phone's policy")
struct AudioQueuePolicyTests {
    private let stage = StagedQueue.stage()

    /// A queue that plays a rising line of two seconds.
    private func playing() -> StagedQueue {
        let queue = StagedQueue(stage.open("Player"), on: stage)
        queue.add((1...48_000).map { Float($0) / 65_536 })
        queue.add((48_001...96_000).map { Float($0) / 98_304 })
        queue.start()
        return queue
    }

    @Test("is paused and notified by an interruption, and resumes with the same buffers")
    func interruption() throws {
        // Given a queue that plays, when a call comes.
        let queue = playing()
        queue.pass(500)
        stage.server.send(.callArrived)
        queue.pass(100)
        // Then it is silent, does not run, and its time stands still.
        #expect(queue.isRunningNow == 0)
        #expect(queue.events == [.isRunning(1), .isRunning(0)])
        let time = try #require(queue.time)
        queue.pass(900)
        #expect(queue.time == time)
        #expect(queue.heard(from: 530, to: 1500).allSatisfy { $0 == 0 })
        // When the call is over, the session is active again and it is started.
        stage.server.send(.callEnded)
        queue.pass(100)
        #expect(queue.isRunningNow == 0)
        try queue.app.sound.request(.activate)
        #expect(queue.start() == noErr)
        queue.pass(100)
        // Then it goes on where it was, with the buffers it had.
        #expect(queue.isRunningNow == 1)
        let heard = queue.heard(from: 1640, to: 1700)
        let first = Int(time) + 40 * 48
        #expect(heard == (0..<60 * 48).map { Float(first + $0 + 1) / 65_536 })
        queue.pass(2000)
        #expect(queue.done == [0, 1])
        #expect(queue.events.prefix(3) == [.isRunning(1), .isRunning(0), .isRunning(1)])
    }

    @Test("is kept silent while its app ignores an interruption")
    func ignored() throws {
        // Given a queue that plays, and a call.
        let queue = playing()
        queue.pass(500)
        stage.server.send(.callArrived)
        // When the app goes on as if nothing had happened,
        for _ in 0..<10 {
            queue.pass(100)
            #expect(queue.start() != noErr)
            queue.add(0.5, frames: 480)
            queue.setParameter(kAudioQueueParam_Volume, 1)
        }
        // then nothing of it is heard, nor after the call, until it starts again.
        stage.server.send(.callEnded)
        queue.pass(500)
        #expect(queue.heard(from: 530, to: 2000).allSatisfy { $0 == 0 })
        #expect(queue.events == [.isRunning(1), .isRunning(0)])
        try queue.app.sound.request(.activate)
        #expect(queue.start() == noErr)
        queue.pass(200)
        #expect(queue.heard(from: 2040, to: 2200).allSatisfy { $0 != 0 })
    }

    @Test("is invalid once the media services were reset, and a new one plays")
    func mediaServices() throws {
        // Given a queue that plays and one that is only filled.
        let queue = playing()
        let idle = StagedQueue(queue.app, on: stage)
        idle.add(0.5, frames: 100)
        queue.pass(500)
        // When the process that plays for every app is lost, everything is silent.
        stage.server.send(.mediaServicesLost)
        queue.pass(500)
        #expect(queue.heard(from: 530, to: 1000).allSatisfy { $0 == 0 })
        #expect(queue.app.notifications.last == .mediaServicesLost)
        // When another has taken its place, then every call fails but the last.
        stage.server.send(.mediaServicesReset)
        queue.pass(500)
        for queue in [queue, idle] {
            let buffer = queue.buffers[0]
            var value: UInt32 = 0
            var size: UInt32 = 4
            var stamp = AudioTimeStamp()
            var parameter: Float = 0
            let reference = queue.queue!
            let statuses = queue.app.run {
                [
                    AudioQueueStart(reference, nil), AudioQueuePause(reference),
                    AudioQueueStop(reference, true), AudioQueueStop(reference, false),
                    AudioQueueFlush(reference), AudioQueueReset(reference),
                    AudioQueuePrime(reference, 0, nil),
                    AudioQueueEnqueueBuffer(reference, buffer, 0, nil),
                    AudioQueueGetCurrentTime(reference, nil, &stamp, nil),
                    AudioQueueSetParameter(reference, kAudioQueueParam_Volume, 1),
                    AudioQueueGetParameter(reference, kAudioQueueParam_Volume, &parameter),
                    AudioQueueGetProperty(reference, kAudioQueueProperty_IsRunning, &value, &size),
                ]
            }
            #expect(statuses.allSatisfy { $0 == kAudioQueueErr_QueueInvalidated })
            #expect(queue.app.run { AudioQueueDispose(reference, true) } == noErr)
        }
        // And a new queue of the app is heard.
        let fresh = StagedQueue(queue.app, on: stage)
        fresh.add(0.5, frames: 48_000)
        try queue.app.sound.request(.activate)
        #expect(fresh.start() == noErr)
        fresh.pass(100)
        #expect(fresh.heard(from: 1540, to: 1600).allSatisfy { $0 == 0.5 })
    }

    @Test("is refused a start during a call, and keeps what is enqueued")
    func refused() {
        let queue = StagedQueue(stage.open("Player"), on: stage)
        queue.add(0.5, frames: 4800)
        stage.server.send(.callArrived)
        let status = queue.start()
        #expect(status != noErr && status != kAudioQueueErr_CannotStart)
        #expect(queue.done == [])
        stage.server.send(.callEnded)
        #expect(queue.start() == noErr)
        queue.pass(200)
        #expect(queue.done == [0])
    }

    @Test("runs unheard while the ring switch is silent")
    func ringSwitch() {
        let queue = playing()
        stage.server.send(.ringSwitchMoved(.silent))
        queue.pass(2500)
        #expect(queue.heard(from: 100, to: 2000).allSatisfy { $0 == 0 })
        #expect(queue.done == [0, 1])
        #expect(queue.times == [0.01, 1, 2])
    }

    @Test("ends with its app's process")
    func processEnds() {
        let queue = playing()
        queue.pass(100)
        stage.end(queue.app, .killed)
        queue.pass(500)
        #expect(queue.heard(from: 120, to: 600).allSatisfy { $0 == 0 })
        #expect(queue.isRunningNow == 0)
    }
}
