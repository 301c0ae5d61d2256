import CommandLineTool
import Foundation
import SimulatedTime

/// Measures what a real app pays for the functions that `SimulatedTime` overlays: the difference to
/// the same call of Dispatch or Foundation.
enum OverlayBench {
    private static let nanosecondsMax = 20.0
    private static let callCount = 20_000

    static func steps() -> [BenchStep] {
        [
            step("NotificationCenter.addObserver") {
                let center = NotificationCenter.default
                let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
                center.removeObserver(token)
            } plain: {
                let center = NotificationCenter.default
                let token = center.addObserver(
                    forName: Optional(name), object: nil, queue: nil
                ) { _ in }
                center.removeObserver(token)
            }
        ]
    }

    private static let name = Notification.Name("SoriBenchmark")

    private static func step(
        _ name: String, overlaid: @escaping () -> Void,
        plain: @escaping () -> Void
    ) -> BenchStep {
        let title = name + " through SimulatedTime, more than without"
        return BenchStep(name: title) { timer throws(ProgramError) in
            let comparison = Benchmark(
                name: title, peer: name, unit: "call", unitCount: callCount,
                goal: .time(atMost: .infinity), ours: side(overlaid),
                theirs: side(plain))
            guard case .compared(let found) = try timer.measure(comparison).outcome else {
                return .skipped(reason: "nothing was compared")
            }
            // From the ratio of each round's two sides, which other load slows alike.
            let more = max(found.theirs.median * (found.ratio - 1), 0)
            return .found(.init(more, .nanoseconds, most: nanosecondsMax))
        }
    }

    private static func side(_ call: @escaping () -> Void) -> Benchmark.Side {
        Benchmark.Side { () throws(ProgramError) in
            for _ in 0..<callCount { call() }
        }
    }
}
