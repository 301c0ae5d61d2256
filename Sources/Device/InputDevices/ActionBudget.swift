import AudioModel

/// Limits the number of actions in a second.
struct ActionBudget {
    /// The greatest number of actions in a second; a held volume key gives ten.
    static let actionsPerSecondMax = 30
    /// Interval of warnings about actions that were left out.
    static let warningInterval = HostInterval.seconds(60)
    private static let window = HostInterval.seconds(1)

    private var windowStart: HostTime?
    private var count = 0
    private var lastWarning: HostTime?

    /// When the next second begins.
    var nextWindow: HostTime { (windowStart ?? .zero) + Self.window }

    /// Whether another action may follow at a time; counts it if so.
    mutating func spend(at time: HostTime) -> Bool {
        if windowStart == nil || time >= nextWindow {
            windowStart = time
            count = 0
        }
        guard count < Self.actionsPerSecondMax else { return false }
        count += 1
        return true
    }

    /// Whether a warning is due for an action that was left out.
    mutating func shouldWarn(at time: HostTime) -> Bool {
        if let lastWarning, time < lastWarning + Self.warningInterval { return false }
        lastWarning = time
        return true
    }
}
