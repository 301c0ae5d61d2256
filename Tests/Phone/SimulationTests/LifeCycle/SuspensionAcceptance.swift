import SoundServer
import SoundClient
import AudioModel
import Simulation
import SoundPolicy
import Testing

// Suspension, termination and time limits.

extension LifeAcceptanceTests {
    @Test("14: a suspended app that is killed or purged hears nothing")
    func suspendedEnds() throws {
        for act in ["Blog is killed", "memory low"] {
            let report = try run(
                """
                app Blog
                at 0 Blog opens
                at 1 Blog leaves
                at 8 \(act)
                expect 8.1..9 Blog is not-running
                at 9 end
                """)
            #expect(report.findings == [])
            #expect(report.toldInState("Blog", from: 2) == [])
        }
    }

    @Test(
        "15: a killed app that runs in the background is told once, and is silent in five seconds")
    func runningAppIsKilled() throws {
        let report = try run(
            """
            app Blog category playback background audio
            at 0 Blog opens; Blog plays tone:440 as song; Blog hangs in willTerminate
            at 1 Blog leaves
            at 3 Blog is killed
            expect 8.1..9 heard silence; Blog is not-running
            at 9 end
            """)
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: 3) == ["willTerminate in background"])
    }

    @Test("16: an app that blocks six seconds in didEnterBackground is killed")
    func hang() throws {
        let report = try run(
            """
            app Blog
            at 0 Blog opens; Blog hangs in didEnterBackground for 6
            at 1 Blog leaves
            expect 1..6 Blog is background
            expect 6.1..8 Blog is not-running
            at 8 end
            """)
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: 2) == [])
        #expect(report.apps.contains { $0.what.contains("has not returned") })
    }

    @Test("17: a task that is never ended expires, and then its app is terminated")
    func taskExpires() throws {
        let report = try run(
            """
            app Blog reacts ignores
            at 0 Blog opens; Blog begins task upload
            at 1 Blog leaves
            expect 1..31 Blog is background
            expect 31.1..32 Blog is not-running
            at 32 end
            """)
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: 2) == ["backgroundTaskExpires in background"])
    }

    @Test("18: an app that ends its task after five seconds is suspended, not terminated")
    func taskEnds() throws {
        let report = try run(
            """
            app Blog reacts ignores
            at 0 Blog opens; Blog begins task upload
            at 1 Blog leaves
            at 6 Blog ends task upload
            expect 6..11 Blog is background
            expect 11.1..40 Blog is suspended
            at 40 end
            """)
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: 2) == [])
    }

    @Test("19: in the foreground nothing limits the remaining time; behind, it runs down")
    func remainingTime() throws {
        let stage = SimulatedStage()
        let app = stage.open("Blog")
        #expect(app.sound.connection.session.backgroundTimeRemaining == nil)
        #expect(app.sound.connection.session.appState == .active)
        stage.server.leave(app.id)
        stage.advance(by: .seconds(2))
        #expect(app.sound.connection.session.backgroundTimeRemaining == .seconds(28))
        stage.advance(by: .seconds(10))
        #expect(app.sound.connection.session.appState == .suspended)
        #expect(app.sound.connection.session.backgroundTimeRemaining == .zero)
    }

    @Test("20: three turns and two changed settings are told once each, before all else")
    func netChanges() throws {
        let report = try run(
            """
            app Blog
            at 0 Blog opens
            at 1 Blog leaves
            at 8 change orientation; change settings; change orientation
            at 9 change settings; change orientation
            at 10 Blog opens
            at 11 end
            """)
        #expect(report.findings == [])
        let told = report.told.filter { $0.at >= .seconds(8) }
        #expect(
            told.map { "\($0.event) \($0.detail)" } == [
                "changed settings", "changed orientation", "willEnterForeground ",
                "didBecomeActive ",
            ])
        #expect(told.allSatisfy { $0.at == .seconds(10) })
    }

    @Test("21: an app that exits on suspension is told so at home, and runs no more")
    func exitsOnSuspend() throws {
        let report = try run(
            """
            app Blog exits-on-suspend
            at 0 Blog opens
            at 1 Blog leaves
            expect at 1 Blog told willTerminate; Blog is not-running
            at 2 end
            """)
        #expect(report.findings == [])
    }

    @Test("22: on iPhone OS 3 home ends an app, which never was in the background")
    func withoutBackground() throws {
        let report = try run(
            """
            phone profile 3
            app Blog
            at 1 Blog opens
            at 2 Blog leaves
            expect at 2 Blog told willTerminate in inactive; Blog is not-running
            expect never Blog told didEnterBackground
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("23: of two suspended apps the larger is purged first, without a word")
    func footprints() throws {
        let report = try run(
            """
            app Small footprint 20
            app Large footprint 100
            app Blog
            at 0 Small opens
            at 1 Large opens
            at 2 Blog opens
            at 9 memory needed 90
            expect 8..9 Large is suspended; Small is suspended
            expect 9.1..10 Large is not-running; Small is suspended
            at 11 memory needed 10
            expect 11.1..12 Small is not-running; Blog is active
            at 12 end
            """)
        #expect(report.findings == [])
        #expect(report.toldInState("Large", from: 3) == [])
        #expect(report.toldInState("Small", from: 3) == [])
    }

    @Test("24: behind, an app may not interrupt another: error 560557684")
    func interruptingFromBehind() throws {
        let report = try run(
            """
            app Blog category playback background audio
            app Music category playback background audio
            at 0 Blog opens
            at 1 Music opens; Music plays tone:440 as song
            at 2 Blog activates fails 560557684
            expect 1..3 Music.song audible
            at 3 end
            """)
        #expect(report.findings == [])
    }

    @Test("25: until iOS 15 an app is told late that suspension took its session")
    func lateInterruption() throws {
        let report = try run(
            """
            phone profile 13
            app Blog category playback
            at 0 Blog opens; Blog activates
            at 1 Blog leaves
            expect 7..8 Blog is suspended
            at 8 Blog opens
            expect at 8 Blog told interruption.began reason appWasSuspended
            expect 1..8 Blog not told interruption.began
            at 9 end
            """)
        #expect(report.findings == [])
        #expect(
            report.apps.filter { $0.what.hasPrefix("session") }.last?.what.contains("inactive")
                == true)
    }
}
