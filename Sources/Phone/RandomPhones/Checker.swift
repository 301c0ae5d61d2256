package import AudioModel
import SoundPolicy

/// An invariant of the phone, checked after every event.
///
/// A checker is written from the specification; it may read the policy's snapshots and never calls
/// its rules.
package protocol Checker: AnyObject {
    /// The invariant as a sentence, which `sori fuzz` prints.
    static var sentence: String { get }
    /// How often the invariant's premise held; a checker that never finds its premise tests
    /// nothing.
    var premiseCount: Int { get set }

    init()
    func check(_ step: Step) -> Finding?
}

extension Checker {
    static var name: String { "\(Self.self)" }
    var name: String { Self.name }
}

/// The counter of a checker's premise.
package class PremiseCounter {
    package final var premiseCount = 0

    package required init() {}
}

/// A broken invariant that a checker found.
package struct Finding: Hashable, Sendable {
    /// What is wrong, without the time.
    package var message: String
    /// The stream that is heard and should be silent, when the finding is about one.
    package var falselyAudibleStream: StreamID?

    init(_ message: String, falselyAudibleStream: StreamID? = nil) {
        self.message = message
        self.falselyAudibleStream = falselyAudibleStream
    }
}

/// A finding with the event at which it occurred.
package struct Violation: Hashable, Sendable {
    /// The checker's name.
    package var checker: String
    package var sentence: String
    package var breach: Finding
    package var time: HostTime
    /// Number of events before it.
    package var stepIndex: Int
    package var event: String
}

/// The checkers that run after every event.
package var cheapCheckers: [any Checker.Type] {
    [
        CallsRing.self, CallsConnect.self, CallsAreAlone.self, PhoneSoundsFollow.self,
        InterruptersInterruptAll.self, OnlyMixingJoinsInterrupters.self,
        SwitchSilencesWhatObeys.self, SwitchSparesTheRest.self, SwitchNotifiesNoApp.self,
        ButtonsLowerEverySound.self, OnlyTheAddressedVolumeMoves.self, VolumesStayInRange.self,
        GainsAreTheirFactors.self, NothingIsLouderThanItsSource.self,
        NonMixingSoundAlone.self, ActivationInterruptsOthers.self, RecordingSilencesOthers.self,
        DuckedHaveADucker.self, DuckersDuckAll.self,
        PluggingStopsNothing.self, NothingResumesByItself.self, UnpluggingPausesPlayers.self,
        UnpluggingIsTold.self, RoutesExist.self,
        BeganAndEndedPair.self, EndsAreTold.self, InterruptionsHaveACause.self,
        NoResumeDuringInterruptions.self, DeactivationEndsOneInterruption.self,
        DeadAppsLeaveNothing.self, NoDeliveryToSuspendedApps.self, HintsReachTheFrontOnly.self,
        BackgroundNeedsTheMode.self, LockSilencesAmbient.self, OneAppInFront.self,
        SessionsAreAsAsked.self, DeadlinesAreMet.self, SleepComesInTime.self,
        SnoozedAlarmsReturn.self,
        NothingRunsSuspended.self, BackgroundTimeEnds.self, OnlyTheLivingAreTerminated.self,
        ResumedAppsReceiveMissedChanges.self,
        VerdictsHaveReasons.self, EffectsTellTheState.self,
        CallbacksFollowTheLifeCycle.self, TheUserDecidesWhatIsInFront.self,
        RequestsAreAnsweredRight.self,
        InterruptedSessionsAreTold.self, EndsSayWhetherToResume.self,
        RouteChangesAreTold.self, VolumeChangesAreTold.self, HintsFollowOtherAudio.self,
        RecordingsGoOn.self, AudibleStreamsAreHeard.self,
        VibrationsComeAsSet.self, RoutesFollowTheSession.self,
        CommandsReachTheNowPlayingApp.self,
    ]
}
