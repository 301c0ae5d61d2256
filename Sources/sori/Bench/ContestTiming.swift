#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs the two sides of a contest in turn, so that what else the machine does meets both.
package struct ContestTiming {
    package var roundCount: Int
    /// Seconds, from anywhere on.
    package var now: () -> Double
    /// Asked before each round.
    package var isEndWanted: () -> Bool

    package init(
        roundCount: Int, now: @escaping () -> Double, isEndWanted: @escaping () -> Bool
    ) {
        self.roundCount = roundCount
        self.now = now
        self.isEndWanted = isEndWanted
    }

    /// - Throws: What a side throws; `interrupted` when somebody wants the end.
    package func measure(_ contest: Contest) throws(ProgramError) -> Measure {
        // One round that does not count, for caches, and for what is made at first use.
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
                    peer: contest.peer, unit: contest.unit, ours: median(ours) * scale,
                    theirs: median(theirs) * scale, ratio: ratio, goal: contest.goal)))
    }

    func checkEnd() throws(ProgramError) {
        guard !isEndWanted() else {
            throw ProgramError(.expectationFailed, "stopped before the end")
        }
    }

    private func seconds(_ side: Contest.Side) throws(ProgramError) -> Double {
        try checkEnd()
        try side.prepare()
        let start = now()
        try side.work()
        // A clock's tick at least: nothing is divided by zero.
        return max(now() - start, 1e-9)
    }
}

/// The middle one; of an even number, the upper of the two. Zero of none.
package func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

/// Seconds since a moment of the machine's choice; reading it takes little. For what takes
/// microseconds, where the middle of many is not disturbed by what else the machine does.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Seconds that this process has had a processor: on a machine that does other things too, only
/// these can be compared. Nothing that is timed here waits.
func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
