import CommandLineTool
import SoundPolicy

/// The steps of `Benchmarks policy`, which measure the cost of one event.
enum PolicyBench {
    /// A phone in daily use, and one far beyond that, with the limits of the cost of an event
    /// (decision record 0007).
    private static let scenes = [
        (appCount: 30, streamCount: 60, nanosecondsMax: 20_000.0),
        (appCount: 200, streamCount: 400, nanosecondsMax: 100_000.0),
    ]
    /// Events in a round.
    private static let eventCount = 501

    static func steps() -> [BenchStep] {
        // First, while the process has little free memory that could hide a leak.
        [YearOfUse.step()]
            + scenes.flatMap { scene in
                PolicyAct.all.map { act in
                    step(
                        "\(scene.appCount) apps, \(scene.streamCount) streams: \(act.name)",
                        most: scene.nanosecondsMax, act
                    ) { PolicyScene(appCount: scene.appCount, streamCount: scene.streamCount) }
                }
            }
    }

    private static func step(
        _ name: String, most: Double, _ act: PolicyAct, _ make: @escaping () -> PolicyScene
    ) -> BenchStep {
        BenchStep(name: name) { timing throws(ProgramError) in
            var scene = make()
            var rounds: [Double] = []
            for _ in 0..<timing.roundCount {
                rounds.append(try timing.medianSeconds(of: act, in: &scene, count: eventCount))
            }
            return .found(.init(median(rounds) * 1e9, .nanosecondsAnEvent, most: most))
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
