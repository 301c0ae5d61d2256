/// The reasons for which the system keeps a background app running, besides its sound.
package struct BackgroundAssertions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let openTask = BackgroundAssertions(rawValue: 1)
    /// The system runs the app for some work, or after the end of an interruption.
    package static let woken = BackgroundAssertions(rawValue: 2)
    /// The app has not returned from a callback.
    package static let inCallback = BackgroundAssertions(rawValue: 4)
    /// The app has a VoIP call.
    package static let onCall = BackgroundAssertions(rawValue: 8)
}

/// Whether a background app keeps running; otherwise it is suspended after a delay.
///
/// Source: App Programming Guide for iOS, "Background Execution".
package func keepsRunning(
    isSounding: Bool, _ grounds: BackgroundAssertions, rules: RuleSet
) -> Bool {
    if !rules.hold(.idleAppsAreSuspended) { return true }
    if isSounding && rules.hold(.backgroundAudioKeepsRunning) { return true }
    if grounds.contains(.openTask) && rules.hold(.backgroundTasksKeepRunning) { return true }
    return !grounds.isDisjoint(with: [.woken, .inCallback, .onCall])
}
