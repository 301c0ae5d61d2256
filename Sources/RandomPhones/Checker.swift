import AudioModel
import SoundPolicy

/// Something that must always hold, checked after every event.
///
/// Written from the specification; it may look at what the policy shows and never asks its rules.
package protocol Checker: AnyObject {
    /// What must hold, as a sentence.
    static var sentence: String { get }
    /// How often there was something to check: a checker whose premise never holds says nothing.
    var premiseCount: Int { get set }

    init()
    func check(_ step: Step) -> Breach?
}

extension Checker {
    static var name: String { "\(Self.self)" }
    var name: String { Self.name }
}

/// What a checker found wrong.
package struct Breach: Hashable, Sendable {
    /// What is wrong, without when.
    package var message: String
    /// A stream that ought not to be heard, where it comes to that.
    package var heardInError: StreamID?

    init(_ message: String, heardInError: StreamID? = nil) {
        self.message = message
        self.heardInError = heardInError
    }
}

/// A breach and where it happened.
package struct Violation: Hashable, Sendable {
    /// The checker's name.
    package var checker: String
    package var sentence: String
    package var breach: Breach
    package var time: HostTime
    /// Events before it.
    package var stepIndex: Int
    package var event: String
}

/// Everything that is checked after every event.
package var cheapCheckers: [any Checker.Type] {
    [
        CallsRing.self, CallsConnect.self, CallsAreAlone.self, PhoneSoundsFollow.self,
        InterruptersInterruptAll.self, OnlyMixingJoinsInterrupters.self,
        SwitchSilencesWhatObeys.self, SwitchSparesTheRest.self, SwitchTellsNobody.self,
        ButtonsLowerEverySound.self, OnlyTheRightfulVolumeMoves.self, VolumesStayInRange.self,
        GainsAreTheirFactors.self, NothingIsLouderThanItsSource.self,
        NonMixingSoundAlone.self, RivalsAreInterrupted.self, RecordingSilencesOthers.self,
        DuckedHaveADucker.self, DuckersDuckAll.self,
        PluggingStopsNothing.self, NothingResumesByItself.self, UnpluggingPausesPlayers.self,
        UnpluggingIsTold.self, RoutesExist.self,
        BeganAndEndedPair.self, EndsAreTold.self, InterruptionsHaveACause.self,
        WakingComesInQuiet.self, LettingGoWakesOne.self,
        DeadAppsLeaveNothing.self, NobodyTellsTheAbsent.self, HintsReachTheFrontOnly.self,
        BackgroundNeedsTheMode.self, LockSilencesAmbient.self, OneAppInFront.self,
        SessionsAreAsAsked.self, DeadlinesAreMet.self, SleepComesInTime.self,
        SnoozedAlarmsReturn.self,
        NothingRunsAsleep.self, BackgroundTimeEnds.self, OnlyTheLivingAreTerminated.self,
        WakingHearsWhatWasMissed.self,
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
