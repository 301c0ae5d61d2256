package import AudioModel

// The differences between the generations of the operating system.

extension PhoneProfile {
    /// The result of a session's deactivation while its sound is running.
    package enum BusyDeactivation: Hashable, Sendable {
        /// The session stays active, and the call fails.
        case isRefused
        /// The sound is stopped, the session deactivates, and the call fails all the same.
        case happensAndFails
        case happens
    }

    /// The result of a deactivation while sound is running.
    ///
    /// Source: the public AVAudioSession header, `setActive`, for iOS 8 and for iOS 26.
    package var busyDeactivation: BusyDeactivation {
        switch self {
        case .ios3, .ios6: .isRefused
        case .ios8, .ios13, .ios17: .happensAndFails
        case .ios26: .happens
        }
    }

    /// Whether the Now Playing app is interrupted when its output is unplugged.
    ///
    /// Source: the public AVAudioSession header, `routeDisconnected`.
    package var interruptsOnDisconnect: Bool { self >= .ios17 }

    /// Whether a call can show as a banner. Source: iOS 14's release notes.
    package var hasBanners: Bool { self >= .ios17 }

    /// Whether suspension deactivates an app's session.
    ///
    /// Source: the public AVAudioSession header, `InterruptionWasSuspendedKey`.
    package var suspensionDeactivates: Bool { self >= .ios13 }

    /// Whether an app is notified, when it runs again, that suspension has deactivated its session.
    ///
    /// Source: as above: from iOS 10.3 to 15.
    package var tellsOfSuspension: Bool { self == .ios13 }

    /// Whether apps run in the background. Without, leaving an app ends it, and the lock keeps it
    /// in the foreground.
    ///
    /// Source: Apple technical Q&A 1626; the release of multitasking with iOS 4.
    package var hasBackground: Bool { self >= .ios6 }

    /// Whether an app's own state is still `.inactive` in the background of a locked phone.
    ///
    /// Source: the 2013 and the 2017 edition of the App Programming Guide for iOS disagree; the
    /// generation between them is our choice (`docs/facts.md`).
    package var staysInactiveUnderLock: Bool { self < .ios8 }

    /// Whether a call's bar makes the status bar taller.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions";
    /// phones without a home button have none.
    package var hasCallBar: Bool { self < .ios13 }

    /// Whether the app that an answered call has covered returns to the foreground after it. Where
    /// apps do not run in the background, answering has ended it.
    ///
    /// Source: App Programming Guide for iOS, "Strategies for Handling App State Transitions": an
    /// app that moves to the background for a call comes back when the user returns; that the
    /// phone does so by itself is remembered (`docs/facts.md`).
    package var returnsToAppAfterCall: Bool { hasBackground }

    /// Whether an app keeps a category that takes input while its VoIP call is connected.
    ///
    /// Source: as for `maySpeak(with:in:rules:)`: from iOS 17 on.
    package var keepsCallsCategory: Bool { self >= .ios17 }

    /// Whether a non-mixable session with the audio background mode may become active in the
    /// background while no other such session is active.
    ///
    /// Source: developers' reports of refusals in spite of the mode, from iOS 10 on
    /// (`docs/facts.md`).
    package var backgroundMayBeginAlone: Bool { self < .ios13 }

    /// Whether an app that another app has interrupted receives the end of its interruption, late
    /// and without `shouldResume`, when it returns to the foreground.
    ///
    /// Source: VoIPGRID/VialerSIPLib#152 of 2018 ("newer iOS versions") and developer forum thread
    /// 776118 of 2025, where it comes about every other time; without the flag is our choice
    /// (`docs/facts.md`).
    package var lateEndOnReturn: Bool { self >= .ios13 }

    /// Returns the reason of an interruption that is posted to the app; `nil` when the system posts
    /// none.
    ///
    /// A suspension is posted with a key of its own.
    ///
    /// Source: the public AVAudioSession header, `InterruptionReasonKey`: from iOS 14.5; and
    /// `InterruptionWasSuspendedKey`: from iOS 10.3.
    package func posted(_ reason: InterruptionReason) -> InterruptionReason? {
        self >= .ios17 || reason == .appWasSuspended ? reason : nil
    }

    /// The time limit from an app's launch until it handles events.
    ///
    /// Source: iPhone Human Interface Guidelines of the first systems: five seconds; Apple
    /// technical Q&A 1592 for later ones: twenty.
    package var launchLimit: HostInterval { self < .ios6 ? .seconds(5) : .seconds(20) }

    /// Whether apps receive the hint to silence secondary audio.
    ///
    /// Source: Apple technical Q&A 1882: from iOS 8.
    package var tellsHints: Bool { self >= .ios8 }

    /// Whether the generation has a mode.
    ///
    /// Source: the public AVAudioSession header, availability of the modes.
    package func knows(_ mode: SessionMode) -> Bool {
        switch mode {
        case .default: true
        case .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback: self >= .ios6
        case .videoChat: self >= .ios8
        case .spokenAudio, .voicePrompt: self >= .ios13
        }
    }
}

/// Whether the app that an answered call has covered returns to the foreground after it.
///
/// Source: as for `PhoneProfile.returnsToAppAfterCall`.
func returnsToAppAfterCall(_ configuration: PolicyConfiguration, rules: RuleSet) -> Bool {
    rules.hold(.callReturnsToApp) && configuration.returnsToAppAfterCall
}
