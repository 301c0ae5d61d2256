import AudioModel
import SoundPolicy
import Testing

@Suite("The limits of an app's life")
struct LifeLimitTests {
    @Test(
        "give open background tasks ten minutes, three, or half of one",
        arguments: zip(PhoneProfile.allCases, [0.0, 600, 180, 30, 30, 30]))
    func tasks(profile: PhoneProfile, seconds: Double) {
        #expect(profile.backgroundTaskLimit == .seconds(seconds))
        var configuration = PolicyConfiguration()
        configuration.profile = profile
        #expect(configuration.backgroundTaskLimit == .seconds(seconds))
        configuration.backgroundTaskLimitOverride = .seconds(7)
        #expect(configuration.backgroundTaskLimit == .seconds(7))
    }

    @Test(
        "give work in the background ten seconds, or thirty to fetch something",
        arguments: BackgroundWork.allCases)
    func work(work: BackgroundWork) {
        let isLong = [.fetch, .remoteNotification, .processing].contains(work)
        #expect(PolicyConfiguration().window(for: work) == .seconds(isLong ? 30 : 10))
    }

    @Test(
        "give a launch twenty seconds, and the way out five",
        arguments: zip(WatchedCallback.allCases, [20.0, 5, 5]))
    func callbacks(callback: WatchedCallback, seconds: Double) {
        #expect(PolicyConfiguration().limit(of: callback) == .seconds(seconds))
    }

    @Test(
        "give a launch five seconds in the guideline's time",
        arguments: zip(PhoneProfile.allCases, [5.0, 20, 20, 20, 20, 20]))
    func launch(profile: PhoneProfile, seconds: Double) {
        var configuration = PolicyConfiguration()
        configuration.profile = profile
        #expect(configuration.limit(of: .didFinishLaunching) == .seconds(seconds))
        configuration.launchLimitOverride = .seconds(7)
        #expect(configuration.limit(of: .didFinishLaunching) == .seconds(7))
    }

    @Test("are felt on older phones too: the task expires after ten minutes or three")
    func olderPhones() {
        for (profile, limit) in [(PhoneProfile.ios6, 600.0), (.ios8, 180)] {
            // Given an app with a task, sent to the background.
            var configuration = PolicyConfiguration()
            configuration.profile = profile
            var phone = Phone(configuration)
            phone.launch(.game)
            let task = BackgroundTaskID(rawValue: 1)
            phone.after(.zero, .app(.game, .beginBackgroundTask(task)))
            phone.after(.zero, .appLeft(.game))
            // When the time is nearly out. Then it is told, and when it is out, it is ended.
            #expect(phone.machine.nextDeadline == .seconds(limit - 5))
            #expect(
                phone.wait(.seconds(limit - 5)) == [.notify(.game, .backgroundTaskExpires(task))])
            #expect(
                phone.wait(.seconds(5)) == [
                    .appKilled(.game, .backgroundTimeIsOut), .appChanged(.game, .notRunning),
                ])
        }
    }

    @Test("keep running what sounds, has an open task, was woken or has not returned")
    func grounds() {
        let rules = RuleSet(off: [])
        #expect(keepsRunning(isSounding: true, [], rules: rules))
        for ground in [BackgroundAssertions.openTask, .woken, .inCallback] {
            #expect(keepsRunning(isSounding: false, ground, rules: rules))
        }
        #expect(!keepsRunning(isSounding: false, [], rules: rules))
        let without = RuleSet(off: [.backgroundTasksKeepRunning, .backgroundAudioKeepsRunning])
        #expect(!keepsRunning(isSounding: true, .openTask, rules: without))
    }

    @Test("end suspended apps first, the largest before others, and the app in front last")
    func killing() {
        func holder(
            _ number: Int, _ state: AppState, _ footprint: Int, isSounding: Bool = false
        ) -> MemoryHolder {
            MemoryHolder(
                app: AppID(rawValue: number), state: state, isSounding: isSounding,
                footprint: footprint)
        }
        let holders = [
            holder(1, .active, 500), holder(2, .background, 10, isSounding: true),
            holder(3, .background, 5), holder(4, .suspended, 20), holder(5, .suspended, 100),
            holder(6, .suspended, 20),
        ]
        let order = killOrder(holders, rules: RuleSet(off: [])).map(\.app.rawValue)
        #expect(order == [5, 4, 6, 3, 2, 1])
        let other = killOrder(holders, rules: RuleSet(off: [.largestFootprintFirst]))
        #expect(other.map(\.app.rawValue) == [4, 5, 6, 3, 2, 1])
    }

    @Test("let an app begin a thousand tasks and no more")
    func taskCount() {
        var phone = Phone()
        phone.launch(.game)
        for number in 1...1_000 {
            let task = BackgroundTaskID(rawValue: number)
            #expect(phone.after(.zero, .app(.game, .beginBackgroundTask(task))).refusal == nil)
        }
        let more = BackgroundTaskID(rawValue: 0)
        #expect(
            phone.after(.zero, .app(.game, .beginBackgroundTask(more))).refusal
                == .resourceNotAvailable)
    }
}
