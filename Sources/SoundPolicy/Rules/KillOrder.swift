import AudioModel

/// One app as the system weighs it when memory is short.
package struct MemoryHolder: Hashable, Sendable {
    package var app: AppID
    package var state: AppState
    /// Its sound keeps it running.
    package var isSounding: Bool
    /// In megabytes.
    package var footprint: Int

    package init(app: AppID, state: AppState, isSounding: Bool, footprint: Int) {
        self.app = app
        self.state = state
        self.isSounding = isSounding
        self.footprint = footprint
    }

    /// Smaller goes first.
    fileprivate var rank: Int {
        switch state {
        case .notRunning, .suspended: 0
        case .background: isSounding ? 2 : 1
        case .inactive, .active: 3
        }
    }
}

/// Whose memory is taken first: suspended apps, then those that run in the background and are not
/// heard, then those that are, the app in front last; of one kind the largest first.
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
