import AudioModel
import RandomPhones
import SoundPolicy
import Testing

@Suite("A random phone")
struct RandomPhoneTests {
    // 688 and 1290 have a music player that a call covers where there is no background.
    // 92300 starts a lasting stream again, as a system sound that the switch ends.
    @Test(
        "breaks nothing that must always hold",
        arguments: Array(1...10) + [688, 1290, 92300] as [UInt64])
    func holds(seed: UInt64) {
        // Given a phone from its seed.
        var tally = FuzzTally()
        // When it runs.
        PhoneFuzzer().run(seed: seed, into: &tally)
        // Then there is no finding.
        #expect(tally.failures == [])
        #expect(tally.phoneCount == 1 && tally.stepCount >= 20)
    }

    @Test("that is special is compared without its rules and rendered", arguments: [100])
    func special(seed: UInt64) throws {
        var tally = FuzzTally()
        PhoneFuzzer(stepCount: 25).run(seed: seed, into: &tally)
        #expect(tally.failures == [])
        let last = tally.rows.suffix(2)
        #expect(last.map(\.checker) == ["ReasonsNameTheirRules", "SamplesFollowVerdicts"])
        #expect(last.allSatisfy { $0.premiseCount > 0 })
    }

    @Test("lives the same way again", arguments: [1, 42] as [UInt64])
    func repeats(seed: UInt64) {
        let fuzzer = PhoneFuzzer()
        let log = fuzzer.log(seed: seed)
        #expect(log.count >= 20)
        #expect(fuzzer.log(seed: seed) == log)
        #expect(fuzzer.log(seed: seed + 1) != log)
    }

    @Test("has its settings, its apps and its length from the seed")
    func plans() {
        let plans = (1...150 as ClosedRange<UInt64>).map { PhonePlan(seed: $0) }
        #expect(Set(plans.map(\.configuration.profile)) == Set(PhoneProfile.allCases))
        #expect(Set(plans.map(\.apps.count)) == Set(PhonePlan.appCounts))
        #expect(Set(plans.flatMap(\.apps).map(\.category)) == Set(SessionCategory.allCases))
        #expect(plans.contains { $0.stepCount < 40 } && plans.contains { $0.stepCount > 300 })
        let usual = PolicyConfiguration()
        #expect(plans.contains { $0.configuration.hasReceiver != usual.hasReceiver })
        #expect(
            plans.contains {
                $0.configuration.givingBackWakesAll != usual.givingBackWakesAll
            })
        let settings: [KeyPath<PolicyConfiguration, Bool>] = [
            \.acceptsUnsupportedModes, \.outputCategoriesTakeAirPlayOption,
        ]
        for setting in settings {
            #expect(Set(plans.map { $0.configuration[keyPath: setting] }).count == 2)
        }
        #expect(
            Set(plans.map(\.configuration.emergencyButtons)) == Set(EmergencyButtons.allCases))
    }

    @Test("does everything that the policy knows, sooner or later")
    func everything() {
        // Given the logs of some phones.
        var words: Set<String> = []
        for seed in Array(1...30) + [57] as [UInt64] {
            for line in PhoneFuzzer().log(seed: seed) {
                words.insert(line.split(separator: " ").dropFirst().joined(separator: " "))
            }
        }
        // Then every event of the device is among them.
        let device: [DeviceEvent] = [
            .ringSwitchMoved(.silent), .volumePressed(.up), .volumePressed(.down), .callArrived,
            .callArrivedAsBanner, .callAnswered, .callDeclined, .callEnded, .callEndedByRemoteParty,
            .alarmFired,
            .alarmDismissed, .alarmSnoozed, .timerFired, .timerDismissed, .assistantBegan,
            .assistantEnded, .emergencyBegan, .emergencyEnded, .locked, .unlocked,
            .mediaServicesLost, .mediaServicesReset, .memoryLow, .portPlugged(.headphones),
            .portUnplugged(.headset),
        ]
        #expect(device.map(\.sentence).filter { !words.contains($0) } == [])
        // And time passes, and apps come and go.
        for ending in ["time passed", "was opened", "was left", "crashed", "quit", "was killed"] {
            #expect(words.contains { $0.hasSuffix(ending) }, "\(ending)")
        }
    }
}
