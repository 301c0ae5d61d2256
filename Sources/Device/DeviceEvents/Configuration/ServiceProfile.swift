import AudioModel
package import SoundPolicy

/// What kind of machine the service decides for.
package enum ServiceProfile: String, CaseIterable, Sendable {
    /// One app is in front, and the background rules and unplugging are as on a phone.
    case phone
    /// Every program may sound in the background; calls, alarms, interruptions and ducking are as on
    /// a phone.
    case desktop

    /// The rules that do not apply.
    ///
    /// No profile has a watchdog: the service has not started the programs, and ends none of them.
    package var disabledRules: [Rule] {
        switch self {
        case .phone: [.watchdogKills, .memoryPressureEndsSuspended]
        case .desktop:
            [
                .watchdogKills, .memoryPressureEndsSuspended, .oneAppInForeground,
                .lockSilences, .lockSendsToBackground, .answeringSendsToBackground,
                .answeringOpensCallingApp,
                .backgroundNeedsMode, .backgroundNeedsCategory, .backgroundMayNotInterrupt,
                .backgroundMayNotStart, .idleAppsAreSuspended,
            ]
        }
    }
}
