import SoundPolicy

/// The steps of `sori bench policy`, which measure the cost of one event beside many idle apps.
enum PolicyBench {
    private static let appCounts = [10, 1_000, 100_000]
    /// Limit of the cost of an event that concerns a few sessions.
    private static let nanosecondsMax = 2_000.0
    /// Events in a round; fewer where each event changes many sessions.
    private static let eventCount = 2_001
    private static let touchedMax = 400_000

    static func steps() -> [BenchStep] {
        // First, while the process has little free memory that could hide a leak.
        [YearOfUse.step()]
            + appCounts.flatMap { appCount in
                steps("4 active of \(appCount)", most: nanosecondsMax, PolicyAct.all) {
                    PolicyScene.few(among: appCount)
                }
            }
            + appCounts.flatMap { appCount in
                steps("all \(appCount) active", most: nil, PolicyAct.all.filter(\.isForMixing)) {
                    PolicyScene.allActive(appCount)
                }
            }
    }

    private static func steps(
        _ scene: String, most: Double?, _ acts: [PolicyAct],
        _ make: @escaping () -> PolicyScene
    ) -> [BenchStep] {
        acts.map { act in
            let name = scene + ": " + act.name
            return BenchStep(name: name) { timing throws(ProgramError) in
                var scene = make()
                let count = max(min(eventCount, touchedMax / scene.activeCount), 5)
                var rounds: [Double] = []
                for _ in 0..<timing.roundCount {
                    rounds.append(try timing.medianSeconds(of: act, in: &scene, count: count))
                }
                return Measure(
                    name: name,
                    outcome: .cost(
                        nanoseconds: median(rounds) * 1e9, most: act.isJudged ? most : nil))
            }
        }
    }
}

extension BenchmarkTimer {
    /// Median time of one event in seconds, after one event that is not timed.
    fileprivate func medianSeconds(
        of act: PolicyAct, in scene: inout PolicyScene, count: Int
    ) throws(ProgramError) -> Double {
        var times: [Double] = []
        for turn in 0...count {
            guard turn & 255 != 0 || !isEndWanted() else {
                throw ProgramError(.expectationFailed, "stopped before the end")
            }
            let event = act.timed[turn % act.timed.count]
            let start = now()
            scene.send(event)
            let time = now() - start
            if turn > 0 { times.append(time) }
            for event in act.after { scene.send(event) }
        }
        return median(times)
    }
}
