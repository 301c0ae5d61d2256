import AVFAudio
import Simulation
import SongPlayer
import Testing
import UIKit

@MainActor
@Suite("The end of an app")
struct EndTests {
    private let phone = SimulatedPhone.recordingFindings()

    private func launchSuspended(_ name: String = "App", megabytes: Int = 50)
        -> (app: SimulatedPhone.App, diary: Diary)
    {
        let (app, diary) = phone.launchDiary(name, options: .init(megabytes: megabytes))
        phone.home()
        phone.advance(by: .seconds(6))
        _ = diary.take()
        return (app, diary)
    }

    @Test("is not told when it is suspended: not by the user's hand, nor for its memory")
    func suspended() {
        let (first, diary) = launchSuspended("First")
        phone.quit(first)
        let (second, other) = launchSuspended("Second")
        phone.runLowOnMemory()
        phone.advance(by: .seconds(1))
        #expect(first.state == .notRunning && second.state == .notRunning)
        #expect(diary.take() == [] && other.take() == [])
    }

    @Test("is told once when it runs in the background, and its sound goes with it")
    func runningInBackground() throws {
        let (app, diary) = try phone.launchPlayingDiary(backgroundModes: ["audio"])
        phone.home()
        phone.advance(by: .seconds(1))
        _ = diary.take()
        phone.quit(app)
        phone.advance(by: .seconds(1))
        #expect(diary.take() == Lines.terminate)
        #expect(app.state == .notRunning)
        #expect(phone.heard(from: app).isSilent)
    }

    @Test("is told on its way from the foreground")
    func foreground() {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        phone.quit(app)
        #expect(diary.take() == Lines.resign + Lines.background + Lines.terminate)
        #expect(app.state == .notRunning)
    }

    @Test("is not told when it crashes")
    func crash() {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        phone.crash(app)
        phone.advance(by: .seconds(1))
        #expect(diary.take() == [])
        #expect(app.state == .notRunning)
    }

    @Test("comes when it takes more than five seconds to enter the background")
    func hangs() {
        let (app, diary) = phone.launchDiary()
        diary.whenEnteringBackground = { app.stayBusy(for: .seconds(6)) }
        _ = diary.take()
        phone.home()
        phone.advance(by: .seconds(4))
        #expect(app.state == .background)
        phone.advance(by: .seconds(2))
        #expect(app.state == .notRunning)
        #expect(diary.take() == Lines.resign + Lines.background)
    }

    @Test("does not come when it takes four")
    func slow() {
        let (app, diary) = phone.launchDiary()
        diary.whenEnteringBackground = { app.stayBusy(for: .seconds(4)) }
        phone.home()
        phone.advance(by: .seconds(10))
        #expect(app.state == .suspended)
        #expect(diary.lines.count == 9)
    }

    @Test("comes after five seconds when it hangs in its last words")
    func hangsAtTheEnd() {
        let (app, diary) = phone.launchDiary()
        diary.whenTerminating = { app.stayBusy(for: .seconds(60)) }
        phone.quit(app)
        phone.advance(by: .seconds(4))
        #expect(app.state != .notRunning)
        phone.advance(by: .seconds(2))
        #expect(app.state == .notRunning)
        #expect(diary.take().suffix(2) == Lines.terminate)
    }

    @Test("comes with the home button when it exits on suspend")
    func exitsOnSuspend() {
        let (app, diary) = phone.launchDiary(info: ["UIApplicationExitsOnSuspend": true])
        _ = diary.take()
        phone.home()
        #expect(diary.take() == Lines.resign + Lines.background + Lines.terminate)
        #expect(app.state == .notRunning)
    }

    @Test("comes with the home button where there is no background")
    func noBackground() {
        var settings = SimulatedPhone.Settings()
        settings.profile = .ios3
        let phone = SimulatedPhone(settings)
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        phone.home()
        #expect(
            diary.take() == Lines.resign + ["willTerminate inactive", "*willTerminate inactive"])
        #expect(app.state == .notRunning)
    }

    @Test("comes first for the suspended app that holds the most memory")
    func memory() {
        let (large, diary) = launchSuspended("Large", megabytes: 100)
        let (small, other) = launchSuspended("Small", megabytes: 20)
        phone.takeMemory(megabytes: 60)
        phone.advance(by: .seconds(1))
        #expect(large.state == .notRunning && small.state == .suspended)
        phone.takeMemory(megabytes: 10)
        phone.advance(by: .seconds(1))
        #expect(small.state == .notRunning)
        #expect(diary.take() == [] && other.take() == [])
    }

    @Test("is announced to what runs by a warning")
    func memoryWarning() {
        let (_, diary) = phone.launchDiary()
        _ = diary.take()
        phone.runLowOnMemory()
        #expect(diary.take() == ["memoryWarning active", "*memoryWarning active"])
    }
}
