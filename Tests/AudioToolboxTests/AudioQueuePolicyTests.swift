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

    @Test("is held by an interruption, told so, and goes on with the same buffers when started")
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
