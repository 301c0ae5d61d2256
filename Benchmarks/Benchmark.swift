package import CommandLineTool

/// The error that ends a benchmark.
package typealias BenchmarkError = ProgramError

/// Two implementations of the same work, which are timed in turn.
package struct Benchmark {
    package var name: String
    /// The name of the other implementation.
    package var peer: String
    /// The unit of work in a round: `sample`, `read`.
    package var unit: String
    /// Number of units in a round.
    package var unitCount: Int
    package var goal: Goal
    package var ours: Side
    package var theirs: Side

    package init(
        name: String, peer: String, unit: String, unitCount: Int, goal: Goal, ours: Side,
        theirs: Side
    ) {
        self.name = name
        self.peer = peer
        self.unit = unit
        self.unitCount = unitCount
        self.goal = goal
        self.ours = ours
        self.theirs = theirs
    }

    /// One implementation's round.
    package struct Side {
        /// Runs before each round; not timed.
        package var prepare: () throws(BenchmarkError) -> Void
        package var work: () throws(BenchmarkError) -> Void

        package init(
            prepare: @escaping () throws(BenchmarkError) -> Void = { () throws(BenchmarkError) in },
            work: @escaping () throws(BenchmarkError) -> Void
        ) {
            self.prepare = prepare
            self.work = work
        }
    }

    /// The required result in comparison with the peer.
    package enum Goal: Equatable, Sendable {
        /// Lowest speed, as a multiple of the peer's.
        case speed(atLeast: Double)
        /// Longest time, as a multiple of the peer's.
        case time(atMost: Double)
    }
}

/// The result of one measurement.
package struct Measure: Equatable, Sendable {
    package var name: String
    package var outcome: Outcome

    package init(name: String, outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    package enum Outcome: Equatable, Sendable {
        case compared(Comparison)
        case found(Figure)
        /// The reason why nothing was measured.
        case skipped(reason: String)
    }

    /// A result without a comparison.
    package struct Figure: Equatable, Sendable {
        package var value: Double
        package var unit: Unit
        /// The goal, a limit above; `nil` for none.
        package var most: Double?
        /// The goal, a limit below; `nil` for none.
        package var least: Double?

        package init(
            _ value: Double, _ unit: Unit, most: Double? = nil, least: Double? = nil
        ) {
            self.value = value
            self.unit = unit
            self.most = most
            self.least = least
        }

        package enum Unit: Equatable, Sendable {
            case nanoseconds
            /// The cost of one event in nanoseconds.
            case nanosecondsAnEvent
            /// Megabytes of 2²⁰ bytes.
            case megabytes
            case decibels
            /// A number of things, out of `of` things if that is not `nil`.
            case count(_ noun: String, of: Int? = nil)
        }
    }

    /// Nanoseconds per unit.
    package struct Times: Equatable, Sendable {
        package var median: Double
        /// The shortest time of a round.
        package var best: Double

        package init(median: Double, best: Double) {
            self.median = median
            self.best = best
        }

        /// - Parameters:
        ///   - rounds: Seconds; at least one.
        ///   - scale: Nanoseconds per unit for each of these seconds.
        init(_ rounds: [Double], scale: Double) {
            self.init(
                median: Benchmarks.median(rounds) * scale, best: (rounds.min() ?? 0) * scale)
        }
    }

    /// Two implementations' times of the same rounds.
    package struct Comparison: Equatable, Sendable {
        package var peer: String
        package var unit: String
        package var ours: Times
        package var theirs: Times
        /// Median over the rounds of the ratio of speeds or of times, whichever the goal asks for.
        package var ratio: Double
        package var goal: Benchmark.Goal

        package init(
            peer: String, unit: String, ours: Times, theirs: Times, ratio: Double,
            goal: Benchmark.Goal
        ) {
            self.peer = peer
            self.unit = unit
            self.ours = ours
            self.theirs = theirs
            self.ratio = ratio
            self.goal = goal
        }
    }

    /// Whether the goal is met; `nil` if nothing was measured or there is no goal.
    package var isMet: Bool? {
        switch outcome {
        case .compared(let comparison):
            switch comparison.goal {
            case .speed(let atLeast): comparison.ratio >= atLeast
            case .time(let atMost): comparison.ratio <= atMost
            }
        case .found(let figure):
            figure.most.map { figure.value <= $0 } ?? figure.least.map { figure.value >= $0 }
        case .skipped: nil
        }
    }
}
