import CommandLineTool
import Dispatch
import Foundation
import SimulatedTime

/// Measures what a real app pays for the functions that `SimulatedTime` overlays: the difference to
/// the same call of Dispatch or Foundation.
enum OverlayBench {
    private static let nanosecondsMax = 20.0
    private static let callCount = 20_000

    static func steps() -> [BenchStep] {
        [
            step("DispatchQueue.async") { queue in
                queue.async {}
            } plain: { queue in
                queue.async(group: nil) {}
            },
            step("DispatchQueue.asyncAfter") { queue in
                queue.asyncAfter(deadline: .now()) {}
            } plain: { queue in
                queue.asyncAfter(deadline: .now(), qos: .unspecified) {}
            },
            step("NotificationCenter.addObserver") { _ in
                let center = NotificationCenter.default
                let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
                center.removeObserver(token)
            } plain: { _ in
                let center = NotificationCenter.default
                let token = center.addObserver(
                    forName: Optional(name), object: nil, queue: nil
                ) { _ in }
                center.removeObserver(token)
            },
        ]
    }

    private static let name = Notification.Name("SoriBenchmark")

    private static func step(
        _ name: String, overlaid: @escaping (DispatchQueue) -> Void,
        plain: @escaping (DispatchQueue) -> Void
    ) -> BenchStep {
        let title = name + " through SimulatedTime, more than without"
        return BenchStep(name: title) { timer throws(ProgramError) in
            let comparison = Benchmark(
                name: title, peer: name, unit: "call", unitCount: callCount,
                goal: .time(atMost: .infinity), ours: side(timer, overlaid),
                theirs: side(timer, plain))
            guard case .compared(let found) = try timer.measure(comparison).outcome else {
                return .skipped(reason: "nothing was compared")
            }
            // From the ratio of each round's two sides, which other load slows alike.
            let more = max(found.theirs * (found.ratio - 1), 0)
            return .found(.init(more, .nanoseconds, most: nanosecondsMax))
        }
    }

    /// Calls on a suspended queue, so that the time is the caller's alone.
    private static func side(
        _ timer: BenchmarkTimer, _ call: @escaping (DispatchQueue) -> Void
    ) -> Benchmark.Side {
        let queue = DispatchQueue(label: "sori.benchmark")
        return Benchmark.Side(
            prepare: { () throws(ProgramError) in
                queue.sync {}
                queue.suspend()
            },
            work: { () throws(ProgramError) in
                for _ in 0..<callCount { call(queue) }
                queue.resume()
            })
    }
}
