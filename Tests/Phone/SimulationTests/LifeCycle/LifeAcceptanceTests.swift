import AudioModel
import Simulation
import SoundPolicy
import Testing

/// The 25 cases by the numbers of the specification; cases 14 to 25 are in an extension.
@Suite("An acceptance case of the life cycle")
struct LifeAcceptanceTests {
    @Test("1: a launch to the foreground finishes, then is active, each once")
    func launch() throws {
        let report = try run("app Blog\nat 1 Blog opens\nexpect 1..3 Blog is active\nat 3 end")
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog") == [
                "willFinishLaunching in inactive", "didFinishLaunching in inactive",
                "didBecomeActive in active",
            ])
    }

    @Test("2: a launch to the background is never active, and ends suspended")
    func launchInBackground() throws {
        let report = try run(
            """
            app Blog
            at 1 Blog is woken for bluetooth-central
            expect 1..11 Blog is background
            expect 11.1..12 Blog is suspended
            expect never Blog told didBecomeActive
            at 12 end
            """)
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog") == [
                "willFinishLaunching in background", "didFinishLaunching in background",
            ])
    }

    @Test("3: home sends an app to the background, and to sleep when nothing keeps it awake")
    func home() throws {
        let report = try run(
            """
            app Blog
            at 0 Blog opens
            at 1 Blog leaves
            expect 1..6 Blog is background
            expect 6.1..7 Blog is suspended
            at 7 end
            """)
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog", from: 1) == [
                "willResignActive in active", "didEnterBackground in background",
            ])
    }

    @Test("4: a suspended app that is tapped enters the foreground, then is active")
    func tapOnSuspended() throws {
        let report = try run(
            """
            app Blog
            at 0 Blog opens
            at 1 Blog leaves
            expect 8..9 Blog is suspended
            at 9 Blog opens
            at 10 end
            """)
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog", from: 9) == [
                "willEnterForeground in background", "didBecomeActive in active",
            ])
    }

    @Test("5: an alert that is dismissed makes an app resign and become active, no more")
    func alert() throws {
        let report = try run(
            """
            app Blog
            at 0 Blog opens
            at 1 alert appears
            expect 1..2 Blog is inactive
            at 2 alert is dismissed
            expect 2..3 Blog is active
            at 3 end
            """)
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog", from: 1) == [
                "willResignActive in active", "didBecomeActive in active",
            ])
    }

    @Test("6: a banner tells nobody anything")
    func banner() throws {
        let report = try run(
            "app Blog\nat 0 Blog opens\nat 1 banner appears\nexpect 0.1..2 Blog is active\nat 2 end"
        )
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: 1) == [])
    }

    @Test("7: a call that is declined interrupts, ends with shouldResume, and nothing goes behind")
    func declinedCall() throws {
        let report = try run(
            """
            app Blog category playback
            at 0 Blog opens; Blog plays tone:440 as song
            at 1 call arrives
            at 2 call is declined
            expect at 1 Blog told interruption.began; Blog told willResignActive
            expect at 2 Blog told interruption.ended shouldResume; Blog told didBecomeActive
            expect never Blog is background
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("8: a call that is accepted sends an app behind, and gives back after the hang-up")
    func acceptedCall() throws {
        let report = try run(
            """
            app Blog category playback background audio
            at 0 Blog opens; Blog plays tone:440 as song
            at 1 call arrives
            at 2 call is answered
            expect at 2 Blog told didEnterBackground
            at 4 call ends
            expect at 4 Blog told interruption.ended shouldResume
            expect 2..4 Blog is background
            expect at 4 Blog told willEnterForeground; Blog told didBecomeActive
            expect 4..6 Blog is active
            at 6 end
            """)
        #expect(report.findings == [])
    }

    @Test(
        "9: the lock sends an app behind; before iOS 7 it takes itself to be inactive",
        arguments: [6, 8, 13, 17, 26])
    func lock(profile: Int) throws {
        let state = profile < 7 ? "inactive" : "background"
        let report = try run(
            """
            phone profile \(profile)
            app Blog
            at 0 Blog opens
            at 1 lock
            at 2 end
            """)
        #expect(report.findings == [])
        #expect(
            report.toldInState("Blog", from: 1) == [
                "willResignActive in active", "didEnterBackground in \(state)",
            ])
    }

    @Test("10: playing with the audio mode goes on in the background, uninterrupted")
    func backgroundAudio() throws {
        let report = try run(
            """
            app Blog category playback background audio
            at 0 Blog opens; Blog plays tone:440 as song
            at 1 Blog leaves
            expect 0..20 Blog.song audible
            expect 1..20 Blog is background
            expect never clicks
            at 20 end
            """)
        #expect(report.findings == [])
        #expect(report.streams[0].spans.count == 1)
    }

    @Test("11: when that playing ends, the app is soon suspended")
    func backgroundAudioEnds() throws {
        let report = try run(
            """
            app Blog category playback background audio
            at 0 Blog opens; Blog plays tone:440/10 as song
            at 1 Blog leaves
            expect 10.1..14.9 Blog is background
            expect 15.2..16 Blog is suspended
            at 16 end
            """)
        #expect(report.findings == [])
    }

    @Test("12: playing without the audio mode stops at home")
    func noMode() throws {
        let report = try run(
            """
            app Blog category playback
            at 0 Blog opens; Blog plays tone:440 as song
            at 1 Blog leaves
            expect 1..3 Blog.song silent because background; heard silence
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("13: SoloAmbient with the audio mode is silent behind the lock, and suspended")
    func soloAmbient() throws {
        let report = try run(
            """
            app Blog category soloAmbient background audio
            at 0 Blog opens; Blog plays tone:440 as song
            at 1 lock
            expect 1..6 Blog.song silent because locked
            expect 6.1..7 Blog is suspended
            at 7 end
            """)
        #expect(report.findings == [])
    }
}
