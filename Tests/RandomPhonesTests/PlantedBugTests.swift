import RandomPhones
import Testing

@Suite("Planted bugs")
struct PlantedBugTests {
    /// Which checker finds each, with the seed of a phone on which it does.
    static let catchers: [(bug: PlantedBug, checker: String, seed: UInt64)] = [
        (.callDoesNotRingBehindAlarm, "CallsRing", 13),
        (.callCannotConnectBehindAlarm, "CallsConnect", 341),
        (.ringtoneGoesOnAfterAnswer, "PhoneSoundsFollow", 9),
        (.callSparesMixingSession, "InterruptersInterruptAll", 13),
        (.alarmEndsWithoutGivingBack, "InterruptionsHaveACause", 3),
        (.giveBackIsLostBetweenInterrupters, "EndsAreTold", 13),
        (.endedIsToldTwice, "BeganAndEndedPair", 3),
        (.endedWithoutBegan, "BeganAndEndedPair", 1),
        (.endResumesTheSound, "NothingResumesByItself", 7),
        (.snoozeIsForgotten, "SnoozedAlarmsReturn", 3),
        (.headphonesIgnoreTheSwitch, "SwitchSilencesWhatObeys", 1),
        (.switchMutesPlayback, "SwitchSparesTheRest", 4),
        (.switchPausesTheGame, "SwitchTellsNobody", 1),
        (.volumeMovesOnTheWrongRoute, "OnlyTheRightfulVolumeMoves", 4),
        (.bothVolumesMove, "OnlyTheRightfulVolumeMoves", 2),
        (.buttonMovesTwoSteps, "OnlyTheRightfulVolumeMoves", 1),
        (.buttonIsDeafInSilentMode, "OnlyTheRightfulVolumeMoves", 1),
        (.volumeCountsTwice, "GainsAreTheirFactors", 1),
        (.plugForgetsAVolume, "OnlyTheRightfulVolumeMoves", 2),
        (.playbackAlwaysMixes, "SessionsAreAsAsked", 4),
        (.optionsAreSticky, "OnlyMixingJoinsInterrupters", 14),
        (.duckOutlivesDeadDucker, "DuckedHaveADucker", 1184),
        (.duckOutlivesDeactivation, "DuckedHaveADucker", 289),
        (.duckOutlivesReset, "DuckedHaveADucker", 158),
        (.recorderLetsOthersSound, "RecordingSilencesOthers", 27),
        (.replugResumes, "NothingResumesByItself", 4),
        (.plugPausesQueues, "PluggingStopsNothing", 2),
        (.unplugSparesMusicPlayer, "UnpluggingPausesPlayers", 29),
        (.unplugIsNotTold, "UnpluggingIsTold", 2),
        (.deadAppsStreamIsKept, "DeadAppsLeaveNothing", 13),
        (.deadAppIsTold, "NobodyTellsTheAbsent", 5),
        (.hintReachesBackground, "HintsReachTheFrontOnly", 5),
        (.everyAppHasTheAudioMode, "BackgroundNeedsTheMode", 4),
        (.lockForgetsAmbient, "LockSilencesAmbient", 187),
        (.suspensionIsForgotten, "SleepComesInTime", 3),
        (.resetKeepsTheCategory, "SessionsAreAsAsked", 15),
        (.sleeperPlaysOn, "NothingRunsAsleep", 1),
        (.tasksNeverExpire, "BackgroundTimeEnds", 1),
        (.workNeverEnds, "BackgroundTimeEnds", 1),
        (.hangIsForgiven, "BackgroundTimeEnds", 1),
        (.sleeperIsTerminated, "OnlyTheLivingAreTerminated", 1),
        (.missedChangesAreToldTwice, "WakingHearsWhatWasMissed", 1),
        (.missedChangesComeLate, "WakingHearsWhatWasMissed", 1),
        (.missedChangesAreForgotten, "WakingHearsWhatWasMissed", 1),
        (.reasonIsLost, "VerdictsHaveReasons", 1),
        (.causeIsLost, "VerdictsHaveReasons", 1),
        (.verdictIsNotSent, "EffectsTellTheState", 1),
        (.answersDependOnTheRun, "ReplayGivesTheSame", 3),
    ]

    /// So many phones are tried where the noted one does not show the bug.
    private static let seedMax: UInt64 = 400

    @Test("are each caught, by the checker that is for it", arguments: PlantedBug.allCases)
    func caught(bug: PlantedBug) throws {
        let catcher = try #require(PlantedBugTests.catchers.first { $0.bug == bug })
        // When the bug is planted in the phone that is noted for it, or in one after the other.
        let seeds = [catcher.seed] + Array(1...PlantedBugTests.seedMax)
        var found: (seed: UInt64, message: String)?
        for seed in seeds where found == nil {
            var tally = FuzzTally()
            PhoneFuzzer(bug: bug).run(seed: seed, into: &tally)
            let violations = tally.failures.map(\.violation)
            guard violations.map(\.checker) == [catcher.checker] else { continue }
            found = (seed, violations[0].breach.message)
        }
        // Then what is for it does not hold, on a phone that lives well without the bug.
        let (seed, message) = try #require(found)
        var sane = FuzzTally()
        PhoneFuzzer().run(seed: seed, into: &sane)
        #expect(sane.failures == [])
        print("\(bug.rawValue) → \(catcher.checker), seed \(seed): \(message)")
    }

    @Test("are forty, and none is another's twin")
    func count() {
        #expect(PlantedBug.allCases.count >= 20)
        #expect(Set(PlantedBugTests.catchers.map(\.checker)).count >= 20)
    }
}
