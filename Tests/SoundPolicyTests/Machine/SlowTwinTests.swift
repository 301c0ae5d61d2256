import AudioModel
import SoundPolicy
import Testing

/// The machine recomputes only dirty state. Its twin recomputes all derived state.
@Suite("A machine that looks only at what an event touched")
struct SlowTwinTests {
    @Test(
        "answers as one that looks at everything", arguments: 100..<112 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var events = RandomEvents(seed: seed)
        var machine = PolicyMachine(configuration(seed))
        var twin = machine
        twin.recomputesEverything = true
        for step in 0..<1_200 {
            let event = events.next(deadline: machine.nextDeadline)
            let comment: Comment = "step \(step): \(event)"
            let response = machine.handle(event, at: events.now)
            let slowResponse = twin.handle(event, at: events.now)
            try #require(response == slowResponse, comment)
            try #require(machine.nextDeadline == twin.nextDeadline, comment)
            for app in [.phone] + RandomEvents.apps {
                try #require(
                    machine.secondaryAudioShouldBeSilenced(for: app)
                        == twin.secondaryAudioShouldBeSilenced(for: app), comment)
                try #require(
                    machine.isOtherAudioPlaying(for: app) == twin.isOtherAudioPlaying(for: app),
                    comment)
                try #require(machine.session(of: app) == twin.session(of: app), comment)
                try #require(machine.hasStreams(of: app) == twin.hasStreams(of: app), comment)
            }
            for id in twin.liveStreams {
                try #require(machine.verdict(of: id) == twin.verdict(of: id), comment)
            }
            try #require(Array(machine.liveStreams) == Array(twin.liveStreams), comment)
            try #require(machine.activeApps == twin.activeApps, comment)
            try #require(machine.interruptedApps == twin.interruptedApps, comment)
            try #require(machine.backgroundApps == twin.backgroundApps, comment)
        }
    }

    /// A different profile, different options and another disabled rule each time.
    private func configuration(_ seed: UInt64) -> PolicyConfiguration {
        let number = Int(seed)
        var configuration = PolicyConfiguration()
        configuration.profile = PhoneProfile.allCases[number % PhoneProfile.allCases.count]
        configuration.unplugHoldsEverything = number.isMultiple(of: 3)
        configuration.givingBackWakesAll = number % 3 == 1
        configuration.duckersDuckEachOther = number.isMultiple(of: 2)
        configuration.hasPasscode = number % 4 == 1
        configuration.switchCountsEverywhere = !number.isMultiple(of: 5)
        configuration.idleButtonsFollowActiveSession = number % 5 == 1
        configuration.endIsToldWithoutNotifying = number % 5 == 2
        configuration.callsOutrankEmergencies = number % 7 == 1
        configuration.alarmsAreSoftInCalls = number % 7 == 2
        configuration.recordingInterruptsMixing = number % 7 == 3
        configuration.interruptedMusicPlayerIsPaused = number % 7 == 4
        configuration.acceptsUnsupportedModes = number % 7 != 5
        configuration.buttonsLowerEmergencies = number % 7 == 6
        if number.isMultiple(of: 2) {
            configuration.rulesOff = [Rule.allCases[number * 7 % Rule.allCases.count]]
        }
        return configuration
    }
}
