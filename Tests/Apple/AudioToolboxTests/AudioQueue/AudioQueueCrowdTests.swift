import AudioToolbox
import Simulation
import Testing

@Suite("An audio queue in a crowd")
struct AudioQueueCrowdTests {
    private let stage = StagedQueue.stage()

    @Test("is one of two hundred that are all mixed, to the end of each")
    func crowd() {
        let app = stage.open("Player")
        let queues = (0..<200).map { _ in StagedQueue(app, on: stage) }
        for queue in queues {
            queue.add(0.001, frames: 4800)
            queue.add(0.002, frames: 4800)
            queue.start()
        }
        for queue in queues { queue.stop(false) }
        queues[0].pass(400)
        let heard = queues[0].heard(from: 0, to: 200)
        #expect(heard.prefix(4800).allSatisfy { abs($0 - 0.2) < 1e-4 })
        #expect(heard.suffix(4800).allSatisfy { abs($0 - 0.4) < 1e-4 })
        #expect(queues.allSatisfy { $0.done == [0, 1] && $0.isRunningNow == 0 })
    }
}
