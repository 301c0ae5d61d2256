package import AudioModel

/// One app as a candidate for termination when memory is low.
package struct MemoryHolder: Hashable, Sendable {
    package var app: AppID
    package var state: AppState
    /// Whether a background audio assertion keeps it running.
    package var isSounding: Bool
    /// The app's memory in megabytes.
    package var footprint: Int

    package init(app: AppID, state: AppState, isSounding: Bool, footprint: Int) {
        self.app = app
        self.state = state
        self.isSounding = isSounding
        self.footprint = footprint
    }

    /// Apps of lower rank are terminated first.
    fileprivate var rank: Int {
        switch state {
        case .notRunning, .suspended: 0
        case .background: isSounding ? 2 : 1
        case .inactive, .active: 3
        }
    }
}

/// Sorts apps by the order in which they are terminated: suspended apps, then silent background
/// apps, then audible ones, the foreground app last. Apps of one rank are sorted by footprint,
/// largest first, when `largestFootprintFirst` is enabled; otherwise by identifier.
///
/// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions"; that
/// audible apps outrank others is our choice (`docs/facts.md`).
package func killOrder(_ holders: [MemoryHolder], rules: RuleSet) -> [MemoryHolder] {
    holders.sorted { left, right in
        if left.rank != right.rank { return left.rank < right.rank }
        if left.footprint != right.footprint, rules.hold(.largestFootprintFirst) {
            return left.footprint > right.footprint
        }
        return left.app < right.app
    }
}
