import AudioModel
import Testing

@Suite("A test against a real sound server")
struct MissedCycleTests {
    private func trial(missed: Int, callback: Int64) -> ServerTrial {
        ServerTrial(
            missedCycleCount: missed, longestCallback: .milliseconds(callback),
            cycle: .milliseconds(20), check: {})
    }

    @Test("is run again when the machine has missed a cycle")
    func machine() throws {
        var trials = [trial(missed: 2, callback: 1), trial(missed: 0, callback: 1)]
        try onAMachineThatKeepsUp { trials.removeFirst() }
        #expect(trials.isEmpty)
    }

    @Test("fails at once when its own callback took too long")
    func ourFault() throws {
        var runCount = 0
        withKnownIssue {
            try onAMachineThatKeepsUp {
                runCount += 1
                return trial(missed: 1, callback: 15)
            }
        }
        #expect(runCount == 1)
    }

    @Test("fails when the machine misses cycles three times")
    func busy() throws {
        var runCount = 0
        withKnownIssue {
            try onAMachineThatKeepsUp {
                runCount += 1
                return trial(missed: 1, callback: 1)
            }
        }
        #expect(runCount == 3)
    }
}
