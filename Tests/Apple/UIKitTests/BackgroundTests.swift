import AVFAudio
import Simulation
import SongPlayer
import Testing
import UIKit

@MainActor
@Suite("An app in the background")
struct BackgroundTests {
    private let phone = SimulatedPhone.recordingFindings()

    private func launchPlaying(
        _ category: AVAudioSession.Category = .playback, modes: [String]
    ) throws -> (app: SimulatedPhone.App, diary: Diary) {
        let (app, diary) = try phone.launchPlayingDiary(category: category, backgroundModes: modes)
        phone.advance(by: .seconds(1))
        _ = diary.take()
        return (app, diary)
    }

    // MARK: Sound

    @Test("goes on as long as it plays, and is suspended when it does not")
    func audioMode() throws {
        // Given an app with the audio mode that plays.
        let (app, diary) = try launchPlaying(modes: ["audio"])
        // When the user goes home for longer than an app without sound may.
        phone.home()
        phone.advance(by: .seconds(8))
        // Then nothing interrupts it.
        #expect(diary.take() == Lines.resign + Lines.background)
        #expect(app.state == .background)
        #expect(phone.heard(from: app, last: .seconds(2)).contains(hertz: 440))
        #expect(
            app.run { UIApplication.shared.backgroundTimeRemaining } == .greatestFiniteMagnitude)
        // When its sound ends, then it is suspended soon.
        app.run { diary.player?.pause() }
        phone.advance(by: .seconds(6))
        #expect(app.state == .suspended)
    }

    @Test("falls silent without the audio mode")
    func noAudioMode() throws {
        let (app, _) = try launchPlaying(modes: [])
        phone.home()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app, last: .milliseconds(500)).isSilent)
        phone.advance(by: .seconds(6))
        #expect(app.state == .suspended)
    }

    @Test("falls silent with a category that is not for the background, whatever its mode")
    func soloAmbient() throws {
        let (app, _) = try launchPlaying(.soloAmbient, modes: ["audio"])
        phone.lock()
        phone.advance(by: .seconds(6))
        #expect(phone.heard(from: app, last: .seconds(4)).isSilent)
        #expect(app.state == .suspended)
    }

    @Test("may not interrupt others by becoming active")
    func cannotInterruptOthers() throws {
        let (app, _) = try launchPlaying(modes: ["audio"])
        phone.home()
        app.run { try? AVAudioSession.sharedInstance().setActive(false) }
        // Given other music in front.
        _ = try phone.launchPlayingDiary("Other", hertz: 660)
        // When the app becomes active in the background.
        let failure = #expect(throws: NSError.self) {
            try app.run { try AVAudioSession.sharedInstance().setActive(true) }
        }
        #expect(failure?.code == 560_557_684)
    }

    @Test("learns when it runs again that its session was taken from it while it was suspended")
    func suspendedSession() throws {
        var settings = SimulatedPhone.Settings()
        settings.profile = .ios13
        let phone = SimulatedPhone(settings)
        let (app, diary) = phone.launchDiary()
        try app.run { try AVAudioSession.sharedInstance().setActive(true) }
        phone.home()
        phone.advance(by: .seconds(6))
        #expect(app.state == .suspended)
        _ = diary.take()
        phone.open(app)
        #expect(
            diary.take() == ["interruption began while suspended background"] + Lines.foreground
                + Lines.active)
        #expect(!app.isSessionActive)
    }

    // MARK: Background tasks

    @Test("has no limit in the foreground")
    func foregroundTime() {
        let (app, _) = phone.launchDiary()
        #expect(
            app.run { UIApplication.shared.backgroundTimeRemaining } == .greatestFiniteMagnitude)
    }

    @Test("is told when the time of its task is nearly out, and ended if it does not end the task")
    func taskNeverEnded() {
        let (app, diary) = phone.launchDiary()
        let task = app.run {
            UIApplication.shared.beginBackgroundTask(withName: "save") { [diary] in
                diary.write("expires")
            }
        }
        #expect(task != .invalid)
        _ = diary.take()
        phone.home()
        // And another that ends its task when it is told.
        let (other, otherDiary) = phone.launchDiary("Other")
        other.run {
            otherDiary.task = UIApplication.shared.beginBackgroundTask { [otherDiary] in
                otherDiary.write("expires")
                UIApplication.shared.endBackgroundTask(otherDiary.task)
            }
        }
        phone.home()
        _ = otherDiary.take()
        phone.advance(by: .seconds(6))
        #expect(app.run { UIApplication.shared.backgroundTimeRemaining } == 24)
        #expect(diary.take() == Lines.resign + Lines.background)
        // When half a minute is over.
        phone.advance(by: .seconds(23.9))
        #expect(diary.take() == ["expires background"])
        #expect(app.state == .background)
        phone.advance(by: .seconds(1))
        // Then it is gone without another word.
        #expect(app.state == .notRunning)
        #expect(diary.take() == [])
        // But the other is only suspended.
        phone.advance(by: .seconds(4))
        #expect(other.state == .suspended)
        #expect(otherDiary.take() == ["expires background"])
    }

    @Test("is suspended, not ended, after a task that it ends in time")
    func taskEnded() {
        let (app, diary) = phone.launchDiary()
        let task = app.run {
            UIApplication.shared.beginBackgroundTask { [diary] in diary.write("expires") }
        }
        let other = app.run { UIApplication.shared.beginBackgroundTask() }
        #expect(task != other && other != .invalid)
        phone.home()
        _ = diary.take()
        phone.advance(by: .seconds(5))
        app.run { UIApplication.shared.endBackgroundTask(task) }
        phone.advance(by: .seconds(6))
        #expect(app.state == .background)
        app.run {
            UIApplication.shared.endBackgroundTask(other)
            UIApplication.shared.endBackgroundTask(other)
            UIApplication.shared.endBackgroundTask(.invalid)
        }
        phone.advance(by: .seconds(6))
        #expect(app.state == .suspended)
        #expect(diary.take() == [])
    }

    @Test("has no time in the background where there is none")
    func noBackground() {
        var settings = SimulatedPhone.Settings()
        settings.profile = .ios3
        let phone = SimulatedPhone(settings)
        let (app, _) = phone.launchDiary()
        #expect(app.run { UIApplication.shared.beginBackgroundTask() } == .invalid)
    }

    // MARK: Waking

    @Test("hears what has changed while it was suspended once a kind, before anything else")
    func changes() {
        let (app, diary) = phone.launchDiary()
        phone.home()
        phone.advance(by: .seconds(6))
        _ = diary.take()
        for _ in 0..<3 { phone.change(.orientation) }
        for _ in 0..<2 { phone.change(.settings) }
        phone.change(.screenConnected)
        phone.change(.screenDisconnected)
        #expect(diary.take() == [])
        phone.open(app)
        #expect(
            diary.take() == ["*orientation background", "*settings background"]
                + Lines.foreground + Lines.active)
    }

    @Test("runs nothing of what is due on its main thread until it is woken, and then all of it")
    func oversleeps() {
        let (app, diary) = phone.launchDiary()
        app.run {
            for seconds in [1.0, 8, 9, 30] {
                DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
                    MainActor.assumeIsolated { diary.write("after \(Int(seconds)) s") }
                }
            }
        }
        phone.home()
        phone.advance(by: .seconds(20))
        #expect(app.state == .suspended)
        let before = diary.take()
        #expect(before.contains { $0.hasPrefix("after 1 s") })
        #expect(!before.contains { $0.hasPrefix("after 8 s") })
        // When it is woken, what it is told comes first.
        phone.open(app)
        phone.advance(by: .milliseconds(100))
        let woken = diary.take()
        #expect(woken.prefix(Lines.foreground.count) == Lines.foreground[...])
        #expect(woken.suffix(2).map { String($0.prefix(9)) } == ["after 8 s", "after 9 s"])
        // And what is due later comes in time.
        phone.advance(by: .seconds(10))
        #expect(diary.take().map { String($0.prefix(10)) } == ["after 30 s"])
    }

    @Test("hears at once what changes while it runs")
    func changesAtOnce() {
        let (_, diary) = phone.launchDiary()
        _ = diary.take()
        phone.change(.significantTime)
        phone.change(.locale)
        #expect(
            diary.take() == ["significantTime active", "*significantTime active", "*locale active"])
    }
}
