package import AudioModel

/// When a motor vibrates.
package enum HapticPattern: Hashable, Sendable {
    /// Once, for a time.
    case single(HostInterval)
    /// At the beginning of each period for a time, until it is cancelled.
    case repeating(HostInterval, period: HostInterval)

    /// The vibration of a system sound or an alert.
    ///
    /// Source: iPhones, remembered.
    package static let alert = HapticPattern.single(.milliseconds(400))
    /// The vibration of a call, an alarm or a timer, for a caller that does not repeat it itself.
    package static let ring = HapticPattern.repeating(.milliseconds(400), period: .seconds(2))

    /// The greatest length of a vibration and of a period.
    package static let lengthMax = HostInterval.seconds(30)

    /// The pattern with lengths that a motor can have: 1 ms to `lengthMax`, and a period that is not
    /// shorter than the vibration.
    package var bounded: HapticPattern {
        func bounded(_ length: HostInterval) -> HostInterval {
            min(max(length, .milliseconds(1)), Self.lengthMax)
        }
        switch self {
        case .single(let length): return .single(bounded(length))
        case .repeating(let length, let period):
            let length = bounded(length)
            return .repeating(length, period: max(bounded(period), length))
        }
    }
}
