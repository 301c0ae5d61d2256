package import CommandLineTool

/// Runs two implementations in turn, so that other load on the machine affects both.
package struct BenchmarkTimer {
    package var roundCount: Int
    /// Returns seconds from an arbitrary origin.
    package var now: () -> Double
    /// Returns whether to stop; called before each round.
    package var isEndWanted: () -> Bool

    package init(
        roundCount: Int, now: @escaping () -> Double, isEndWanted: @escaping () -> Bool
    ) {
        self.roundCount = roundCount
        self.now = now
        self.isEndWanted = isEndWanted
    }

    /// - Throws: An error of either side; `interrupted` when the user stops the run.
    package func measure(_ contest: Benchmark) throws(ProgramError) -> Measure {
        // One round is not counted: it fills caches and initialises globals.
        _ = try seconds(contest.ours)
        _ = try seconds(contest.theirs)
        var ours: [Double] = []
        var theirs: [Double] = []
        for round in 0..<roundCount {
            if round.isMultiple(of: 2) {
                ours.append(try seconds(contest.ours))
                theirs.append(try seconds(contest.theirs))
            } else {
                theirs.append(try seconds(contest.theirs))
                ours.append(try seconds(contest.ours))
            }
        }
        let times = zip(ours, theirs).map { $0 / $1 }
        let ratio =
            switch contest.goal {
            case .speed: median(times.map { 1 / $0 })
            case .time: median(times)
            }
        let scale = 1e9 / Double(max(contest.unitCount, 1))
        return Measure(
            name: contest.name,
            outcome: .compared(
                .init(
                    peer: contest.peer, unit: contest.unit, ours: .init(ours, scale: scale),
                    theirs: .init(theirs, scale: scale), ratio: ratio, goal: contest.goal)))
    }

    func checkEnd() throws(ProgramError) {
        guard !isEndWanted() else {
            throw ProgramError(.expectationFailed, "stopped before the end")
        }
    }

    private func seconds(_ side: Benchmark.Side) throws(ProgramError) -> Double {
        try checkEnd()
        try side.prepare()
        let start = now()
        try side.work()
        // At least a clock tick, because the result is a divisor.
        return max(now() - start, 1e-9)
    }
}

/// The median; of an even number of values the upper one of the two in the middle. Zero for none.
package func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
