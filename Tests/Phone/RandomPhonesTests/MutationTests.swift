import FaultInjection
import RandomPhones
import Testing

@Suite("Mutations of the policy")
struct MutationTests {
    /// The checker that finds each fault, with the seed of a phone on which it does.
    static let catchers: [(bug: Mutation, checker: String, seed: UInt64)] = [
        (.callDoesNotRingBehindAlarm, "CallsRing", 85),
        (.callCannotConnectBehindAlarm, "CallsConnect", 85),
        (.ringtoneGoesOnAfterAnswer, "PhoneSoundsFollow", 4),
        (.callSparesMixingSession, "InterruptersInterruptAll", 20),
        (.alarmEndsWithoutGivingBack, "InterruptionsHaveACause", 3),
        (.giveBackIsLostBetweenInterrupters, "EndsAreTold", 13),
        (.endedIsToldDuringTheCall, "NoResumeDuringInterruptions", 4),
        (.deactivationTellsNobody, "DeactivationEndsOneInterruption", 53),
        (.endedIsToldTwice, "BeganAndEndedPair", 3),
        (.endedWithoutBegan, "BeganAndEndedPair", 1),
        (.endResumesTheSound, "NothingResumesByItself", 7),
        (.snoozeIsForgotten, "SnoozedAlarmsReturn", 3),
        (.cutAlarmsRingAgain, "PhoneSoundsFollow", 85),
        (.lateEndIsLost, "EndsSayWhetherToResume", 12),
        (.silencedSystemSoundsGoOn, "AudibleStreamsAreHeard", 2),
        (.headphonesObeyTheSwitch, "SwitchSparesTheRest", 1),
        (.switchMutesPlayback, "SwitchSparesTheRest", 4),
        (.switchPausesTheGame, "SwitchNotifiesNoApp", 2),
        (.volumeMovesOnTheWrongRoute, "OnlyTheAddressedVolumeMoves", 7),
        (.bothVolumesMove, "OnlyTheAddressedVolumeMoves", 2),
        (.buttonMovesTwoSteps, "OnlyTheAddressedVolumeMoves", 1),
        (.buttonIsDeafInSilentMode, "OnlyTheAddressedVolumeMoves", 2),
        (.volumeCountsTwice, "GainsAreTheirFactors", 7),
        (.plugForgetsAVolume, "OnlyTheAddressedVolumeMoves", 2),
        (.playbackAlwaysMixes, "SessionsAreAsAsked", 3),
        (.optionsAreSticky, "OnlyMixingJoinsInterrupters", 14),
        (.duckOutlivesDeadDucker, "DuckedHaveADucker", 398),
        (.duckOutlivesDeactivation, "DuckedHaveADucker", 489),
        (.duckOutlivesReset, "DuckedHaveADucker", 158),
        (.recorderLetsOthersSound, "RecordingSilencesOthers", 20),
        (.replugResumes, "NothingResumesByItself", 13),
        (.plugPausesQueues, "PluggingStopsNothing", 2),
        (.unplugSparesMusicPlayer, "UnpluggingPausesPlayers", 54),
        (.unplugIsNotTold, "UnpluggingIsTold", 2),
        (.hiddenLossIsNotTold, "UnpluggingIsTold", 479),
        (.hiddenLossLetsResume, "EndsSayWhetherToResume", 1070),
        (.deadAppsStreamIsKept, "DeadAppsLeaveNothing", 20),
        (.deadAppIsTold, "NoDeliveryToSuspendedApps", 4),
        (.hintReachesBackground, "HintsReachTheFrontOnly", 1),
        (.everyAppHasTheAudioMode, "BackgroundNeedsTheMode", 9),
        (.lockForgetsAmbient, "LockSilencesAmbient", 151),
        (.suspensionIsForgotten, "SleepComesInTime", 3),
        (.resetKeepsTheCategory, "SessionsAreAsAsked", 6),
        (.sleeperPlaysOn, "NothingRunsSuspended", 9),
        (.tasksNeverExpire, "BackgroundTimeEnds", 58),
        (.workNeverEnds, "BackgroundTimeEnds", 15),
        (.hangIsForgiven, "BackgroundTimeEnds", 128),
        (.sleeperIsTerminated, "OnlyTheLivingAreTerminated", 13),
        (.missedChangesAreToldTwice, "ResumedAppsReceiveMissedChanges", 4),
        (.missedChangesComeLate, "ResumedAppsReceiveMissedChanges", 4),
        (.missedChangesAreForgotten, "ResumedAppsReceiveMissedChanges", 4),
        (.startDoesNotActivate, "AudibleStreamsAreHeard", 2),
        (.backgroundSilencesQueues, "AudibleStreamsAreHeard", 13),
        (.lockSilencesPlayback, "AudibleStreamsAreHeard", 118),
        (.deniedMicrophoneRecords, "RecordingsGoOn", 218),
        (.backgroundSilencesRecorders, "RecordingsGoOn", 36),
        (.soundKeepsNothingAwake, "RecordingsGoOn", 13),
        (.vibrationIgnoresSettings, "VibrationsComeAsSet", 6),
        (.recordingIsShaken, "VibrationsComeAsSet", 12),
        (.callIsNotFelt, "VibrationsComeAsSet", 13),
        (.alarmIsNotFelt, "VibrationsComeAsSet", 3),
        (.endIsNotTold, "CallbacksFollowTheLifeCycle", 4),
        (.resignIsLost, "CallbacksFollowTheLifeCycle", 3),
        (.foregroundIsEnteredLate, "CallbacksFollowTheLifeCycle", 4),
        (.alertLeavesTheAppActive, "TheUserDecidesWhatIsInFront", 3),
        (.overlayLeavesTheAppActive, "TheUserDecidesWhatIsInFront", 1),
        (.answerLeavesTheAppInFront, "TheUserDecidesWhatIsInFront", 4),
        (.pickOutlivesTheCall, "RoutesFollowTheSession", 29),
        (.promptTakesTheRoute, "RoutesFollowTheSession", 119),
        (.overrideOutlivesPlug, "RoutesFollowTheSession", 811),
        (.chatIsWithoutBluetooth, "RoutesFollowTheSession", 25),
        (.beganIsLost, "InterruptedSessionsAreTold", 11),
        (.beganIsToldTwice, "InterruptedSessionsAreTold", 13),
        (.disconnectHasNoReason, "InterruptedSessionsAreTold", 147),
        (.musicPlayerLetsResume, "EndsSayWhetherToResume", 192),
        (.deathOfRivalLetsNobodyResume, "EndsSayWhetherToResume", 395),
        (.givingBackWakesAll, "EndsSayWhetherToResume", 1190),
        (.routeIsToldWithTheNewOne, "RouteChangesAreTold", 4),
        (.categoryChangeIsNotTold, "RouteChangesAreTold", 1),
        (.volumeIsNotTold, "VolumeChangesAreTold", 2),
        (.volumeOfTheOldRouteIsTold, "VolumeChangesAreTold", 122),
        (.hintIsNotTold, "HintsFollowOtherAudio", 13),
        (.hintsEndIsLost, "HintsFollowOtherAudio", 13),
        (.backgroundMayInterrupt, "RequestsAreAnsweredRight", 22),
        (.inputNeedsNoCategory, "RequestsAreAnsweredRight", 3),
        (.refusalHasTheWrongCode, "RequestsAreAnsweredRight", 22),
        (.refusedActivationEndsTheWait, "RequestsAreAnsweredRight", 307),
        (.commandReachesTheAppInFront, "CommandsReachTheNowPlayingApp", 6),
        (.commandIsToldTwice, "CommandsReachTheNowPlayingApp", 4),
        (.toggleIsNotTranslated, "CommandsReachTheNowPlayingApp", 24),
        (.reasonIsLost, "VerdictsHaveReasons", 1),
        (.causeIsLost, "VerdictsHaveReasons", 1),
        (.verdictIsNotSent, "EffectsTellTheState", 3),
        (.answersDependOnTheRun, "ReplayGivesTheSame", 3),
    ]

    @Test("are each caught, by the checker that is for it", arguments: Mutation.allCases)
    func caught(bug: Mutation) throws {
        let catcher = try #require(MutationTests.catchers.first { $0.bug == bug })
        // Given a phone without a finding.
        var sane = FuzzTally()
        PhoneFuzzer().run(seed: catcher.seed, into: &sane)
        #expect(sane.failures == [])
        // When the fault is injected.
        var tally = FuzzTally()
        PhoneFuzzer(bug: bug).run(seed: catcher.seed, into: &tally)
        // Then the checker finds it.
        #expect(tally.failures.map(\.violation.checker) == [catcher.checker])
        if let violation = tally.failures.first?.violation {
            print("\(bug.rawValue) → \(violation.checker): \(violation.breach.message)")
        }
    }

    /// Checkers with faults of their own, which no other checker finds.
    static let alone: Set<String> = [
        "AudibleStreamsAreHeard", "RecordingsGoOn", "VibrationsComeAsSet",
        "CallbacksFollowTheLifeCycle", "TheUserDecidesWhatIsInFront", "RoutesFollowTheSession",
        "InterruptedSessionsAreTold", "EndsSayWhetherToResume", "RouteChangesAreTold",
        "VolumeChangesAreTold", "HintsFollowOtherAudio", "RequestsAreAnsweredRight",
        "CommandsReachTheNowPlayingApp",
    ]

    @Test(
        "of some checkers are found by these alone",
        arguments: catchers.filter { alone.contains($0.checker) }.map(\.bug))
    func foundAlone(bug: Mutation) throws {
        let catcher = try #require(MutationTests.catchers.first { $0.bug == bug })
        // Given a phone with the fault.
        let fuzzer = PhoneFuzzer(bug: bug)
        // When only its checker runs, and when all the others do.
        let finding = fuzzer.finding(seed: catcher.seed) { $0 == catcher.checker }
        let others = fuzzer.finding(seed: catcher.seed) { $0 != catcher.checker }
        // Then only that one has a finding.
        #expect(finding?.checker == catcher.checker)
        #expect(others == nil)
    }

    @Test("are two or more for each of these checkers", arguments: alone)
    func two(checker: String) {
        #expect(MutationTests.catchers.count { $0.checker == checker } >= 2)
    }

    @Test("are more than forty, and none is another's twin")
    func count() {
        #expect(Mutation.allCases.count > 40)
        #expect(Set(MutationTests.catchers.map(\.checker)).count >= 20)
    }
}
