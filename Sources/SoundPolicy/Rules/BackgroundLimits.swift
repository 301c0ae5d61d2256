import AudioModel

// How long an app may run where the user does not see it.

extension PhoneProfile {
    /// What the open background tasks of one stay in the background have together.
    ///
    /// Source: developers' reports of each generation; Apple does not publish it
    /// (`docs/facts.md`).
    package var backgroundTaskLimit: HostInterval {
        switch self {
        case .ios3: .zero
        case .ios6: .seconds(600)
        case .ios8: .seconds(180)
        case .ios13, .ios17, .ios26: .seconds(30)
        }
    }
}

extension PolicyConfiguration {
    /// How long the system lets an app run for some work.
    ///
    /// Source: App Programming Guide for iOS, "Background Execution", for accessories; developers'
    /// reports for the others.
    package func window(for work: BackgroundWork) -> HostInterval {
        switch work {
        case .fetch, .remoteNotification, .processing: fetchWindow
        case .location, .externalAccessory, .bluetooth, .audio: accessoryWindow
        }
    }

    /// How long an app may take to return.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions".
    package func limit(of callback: WatchedCallback) -> HostInterval {
        switch callback {
        case .didFinishLaunching: launchLimit
        case .didEnterBackground: enterBackgroundLimit
        case .willTerminate: terminateLimit
        }
    }
}

/// What keeps an app in the background from being suspended, besides what it plays.
package struct RunningGrounds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let openTask = RunningGrounds(rawValue: 1)
    /// The system runs it for some work, or the end of an interruption has woken it.
    package static let woken = RunningGrounds(rawValue: 2)
    /// It has not returned from what it was told.
    package static let inCallback = RunningGrounds(rawValue: 4)
}

/// Whether an app in the background is left running.
package func keepsRunning(
    isSounding: Bool, _ grounds: RunningGrounds, rules: RuleSet
) -> Bool {
    if isSounding && rules.hold(.backgroundAudioKeepsRunning) { return true }
    if grounds.contains(.openTask) && rules.hold(.backgroundTasksKeepRunning) { return true }
    return !grounds.isDisjoint(with: [.woken, .inCallback])
}
