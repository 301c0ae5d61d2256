import AudioModel

extension HostTime {
    /// The time since the phone was switched on.
    var duration: Duration { .nanoseconds(nanoseconds) }
}

extension HostInterval {
    /// Converts a duration; values beyond the clock's range saturate.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongYet) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: isTooLong || isTooLongYet ? (seconds < 0 ? .min : .max) : sum)
    }
}
