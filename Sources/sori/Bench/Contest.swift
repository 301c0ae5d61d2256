/// Two ways to do the same work, to be timed beside each other.
package struct Contest {
    package var name: String
    /// What does it besides us.
    package var peer: String
    /// What one of the things is that a round does many of: `sample`, `read`.
    package var unit: String
    /// So many of them a round.
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

    /// How one of the two does a round.
    package struct Side {
        /// Before each round; not timed.
        package var prepare: () throws(ProgramError) -> Void
        package var work: () throws(ProgramError) -> Void

        package init(
            prepare: @escaping () throws(ProgramError) -> Void = { () throws(ProgramError) in },
            work: @escaping () throws(ProgramError) -> Void
        ) {
            self.prepare = prepare
            self.work = work
        }
    }

    /// What is asked of us, beside the peer.
    package enum Goal: Equatable, Sendable {
        /// So many times as fast, at least.
        case speed(atLeast: Double)
        /// So many times its time, at most.
        case time(atMost: Double)
    }
}

/// What is known of one measure after a run.
package struct Measure: Equatable, Sendable {
    package var name: String
    package var outcome: Outcome

    package init(name: String, outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    package enum Outcome: Equatable, Sendable {
        case compared(Comparison)
        /// Of one event; `most` where there is a goal.
        case cost(nanoseconds: Double, most: Double?)
        /// Megabytes (of 2²⁰ bytes) that were needed, and how many may be.
        case memory(megabytes: Double, most: Double)
        case found(Figure)
        /// In plain words, why nothing was measured.
        case skipped(reason: String)
    }

    /// A number that stands by itself.
    package struct Figure: Equatable, Sendable {
        package var value: Double
        package var unit: Unit
        /// The goal; `nil` for what is only reported.
        package var most: Double?

        package init(_ value: Double, _ unit: Unit, most: Double? = nil) {
            self.value = value
            self.unit = unit
            self.most = most
        }

        package enum Unit: Equatable, Sendable {
            case nanoseconds
            /// So many of the things; `of`, where it is not `nil`, in so many.
            case count(_ noun: String, of: Int? = nil)
        }
    }

    /// Times in nanoseconds a unit; the medians of all rounds.
    package struct Comparison: Equatable, Sendable {
        package var peer: String
        package var unit: String
        package var ours: Double
        package var theirs: Double
        /// Of the speeds or of the times, whichever the goal asks for; the median of the rounds'.
        package var ratio: Double
        package var goal: Contest.Goal

        package init(
            peer: String, unit: String, ours: Double, theirs: Double, ratio: Double,
            goal: Contest.Goal
        ) {
            self.peer = peer
            self.unit = unit
            self.ours = ours
            self.theirs = theirs
            self.ratio = ratio
            self.goal = goal
        }
    }

    /// `nil` when nothing was measured, and where nothing is asked for.
    package var isMet: Bool? {
        switch outcome {
        case .compared(let comparison):
            switch comparison.goal {
            case .speed(let atLeast): comparison.ratio >= atLeast
            case .time(let atMost): comparison.ratio <= atMost
            }
        case .cost(let nanoseconds, let most): most.map { nanoseconds < $0 }
        case .memory(let megabytes, let most): megabytes <= most
        case .found(let figure): figure.most.map { figure.value <= $0 }
        case .skipped: nil
        }
    }
}
