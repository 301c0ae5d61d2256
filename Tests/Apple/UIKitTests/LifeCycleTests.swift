import AVFAudio
import Simulation
import SongPlayer
import Testing
import UIKit

/// What a delegate and an observer write between them.
enum Lines {
    static let launch = [
        "willFinishLaunching inactive", "didFinishLaunching inactive",
        "*didFinishLaunching inactive",
    ]
    static let launchInBackground = [
        "willFinishLaunching background", "didFinishLaunching background",
        "*didFinishLaunching background",
    ]
    static let active = ["didBecomeActive active", "*didBecomeActive active"]
    static let resign = ["willResignActive active", "*willResignActive active"]
    static let background = [
        "didEnterBackground background", "*didEnterBackground background",
    ]
    static let foreground = [
        "*willEnterForeground background", "willEnterForeground background",
    ]
    static let terminate = ["willTerminate background", "*willTerminate background"]
}

@MainActor
@Suite("An app's life, as its delegate and observers are told it")
struct LifeCycleTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// One that plays, with a diary that begins afterwards.
    private func launchPlaying() throws -> (app: SimulatedPhone.App, diary: Diary) {
        let (app, diary) = try phone.launchPlayingDiary()
        phone.advance(by: .seconds(1))
        _ = diary.take()
        return (app, diary)
    }

    // MARK: Launch

    @Test("begins in the foreground with its launch, and then it is active")
    func launchToForeground() {
        // Given a phone, when an app is launched.
        let (app, diary) = phone.launchDiary()
        // Then this is the order, and the state inside.
        #expect(diary.take() == Lines.launch + Lines.active)
        #expect(diary.launchOptions == nil)
        #expect(app.state == .active)
    }

    @Test("begins in the background when the system launches it there, and is suspended")
    func launchToBackground() {
        let (app, diary) = phone.launchDiary(options: .init(.inBackground(.location)))
        #expect(diary.take() == Lines.launchInBackground)
        #expect(diary.launchOptions?[.location] as? Bool == true)
        #expect(app.state == .background)
        phone.advance(by: .seconds(11))
        #expect(app.state == .suspended)
        #expect(diary.take() == [])
        // When the user taps its icon, then it comes to the front.
        phone.open(app)
        #expect(diary.take() == Lines.foreground + Lines.active)
    }

    @Test("opens the URL that it was launched for before it is active")
    func launchByURL() {
        let (_, diary) = phone.launchDiary(options: .init(.byURL("lesson://one")))
        #expect(diary.take() == Lines.launch + ["open lesson://one inactive"] + Lines.active)
        #expect(diary.launchOptions?[.url] as? URL == URL(string: "lesson://one"))
    }

    @Test("opens no URL when it says no to its launch")
    func refusedURL() {
        let app = phone.launch("App", options: .init(.byURL("lesson://one"))) {
            RefusingDiary.main()
        }
        let diary = app.run { UIApplication.shared.delegate as? Diary }
        #expect(diary?.take() == Lines.launch + Lines.active)
        // And opens the same one when it is asked again.
        phone.open(app, url: "lesson://one")
        #expect(diary?.take() == ["open lesson://one active"])
    }

    @Test("opens a URL that comes later, whatever it says to being launched by its icon")
    func laterURL() {
        let app = phone.launch("App") { RefusingDiary.main() }
        let diary = app.run { UIApplication.shared.delegate as? Diary }
        _ = diary?.take()
        phone.open(app, url: "lesson://two")
        #expect(diary?.take() == ["open lesson://two active"])
    }

    @Test("opens a URL in the background on its way to the front")
    func openByURL() {
        let (app, diary) = phone.launchDiary()
        phone.home()
        _ = diary.take()
        phone.open(app, url: "lesson://two")
        #expect(diary.take() == Lines.foreground + ["open lesson://two inactive"] + Lines.active)
    }

    // MARK: Foreground and background

    @Test("goes on in the background after the home button, and stops there soon")
    func home() {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        // When the user goes home.
        phone.home()
        #expect(diary.take() == Lines.resign + Lines.background)
        #expect(app.state == .background)
        // Then it is suspended soon after.
        phone.advance(by: .seconds(6))
        #expect(app.state == .suspended)
        #expect(diary.take() == [])
    }

    @Test("comes back by way of its foreground notification, which precedes the method")
    func comeBack() {
        let (app, diary) = phone.launchDiary()
        phone.home()
        phone.advance(by: .seconds(6))
        _ = diary.take()
        // When its icon is tapped.
        phone.open(app)
        #expect(diary.take() == Lines.foreground + Lines.active)
    }

    @Test("gives way to another app")
    func switching() {
        let (_, diary) = phone.launchDiary("First")
        _ = diary.take()
        let (_, other) = phone.launchDiary("Second")
        #expect(diary.take() == Lines.resign + Lines.background)
        #expect(other.take() == Lines.launch + Lines.active)
    }

    @Test(
        "is inactive under what lies over it, and active again after",
        arguments: Overlay.allCases)
    func overlays(_ overlay: Overlay) {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        phone.openOverlay(overlay)
        #expect(diary.take() == Lines.resign)
        #expect(app.state == .inactive)
        #expect(app.run { UIApplication.shared.applicationState } == .inactive)
        phone.closeOverlay(overlay)
        #expect(diary.take() == Lines.active)
    }

    @Test("is not troubled by a banner")
    func banner() {
        let (_, diary) = phone.launchDiary()
        _ = diary.take()
        phone.showBanner()
        phone.advance(by: .seconds(1))
        #expect(diary.take() == [])
    }

    // MARK: Calls

    @Test("resigns while a call rings that is declined, and never goes to the background")
    func declinedCall() throws {
        let (_, diary) = try launchPlaying()
        phone.receiveCall()
        phone.advance(by: .seconds(1))
        let before = diary.take()
        #expect(before.filter { !$0.hasPrefix("interruption") } == Lines.resign)
        #expect(before.filter { $0.hasPrefix("interruption began") }.count == 1)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        let after = diary.take()
        #expect(after.contains { $0.hasPrefix("interruption ended, resume") })
        #expect(after.filter { !$0.hasPrefix("interruption") } == Lines.active)
    }

    @Test("goes to the background for a call that is answered, and comes back when the user does")
    func answeredCall() throws {
        let (app, diary) = try launchPlaying()
        phone.receiveCall()
        phone.answerCall()
        phone.advance(by: .seconds(1))
        let before = diary.take()
        #expect(before.filter { !$0.hasPrefix("interruption") } == Lines.resign + Lines.background)
        #expect(before.contains { $0.hasPrefix("interruption began") })
        // When the other hangs up and the user returns.
        phone.endCall()
        phone.advance(by: .seconds(1))
        phone.open(app)
        phone.advance(by: .seconds(1))
        let after = diary.take()
        #expect(after.filter { !$0.hasPrefix("interruption") } == Lines.foreground + Lines.active)
        #expect(after.filter { $0.hasPrefix("interruption ended, resume") }.count == 1)
    }

    @Test("is shown below the call's bar when the user returns to it during a call")
    func duringCall() throws {
        var settings = SimulatedPhone.Settings()
        settings.profile = .ios8
        let phone = SimulatedPhone(settings)
        let (app, diary) = phone.launchDiary()
        phone.receiveCall()
        phone.answerCall()
        _ = diary.take()
        phone.open(app)
        let lines = diary.take()
        #expect(lines.starts(with: Lines.foreground))
        #expect(lines.contains("willChangeStatusBar to 40 inactive"))
        #expect(lines.contains("didChangeStatusBar from 20 inactive"))
        #expect(app.run { UIApplication.shared.statusBarFrame.height } == 40)
        // Left and opened again, it has the bar still.
        phone.home()
        phone.open(app)
        #expect(app.run { UIApplication.shared.statusBarFrame.height } == 40)
        phone.endCall()
        #expect(app.run { UIApplication.shared.statusBarFrame.height } == 20)
    }

    // MARK: Lock

    @Test(
        "goes to the background when the phone is locked; before iOS 7 its state says inactive",
        arguments: [PhoneProfile.ios6, .ios8, .ios13, .ios17])
    func lock(_ profile: PhoneProfile) {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        let phone = SimulatedPhone(settings)
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        phone.lock()
        let state = profile == .ios6 ? "inactive" : "background"
        #expect(
            diary.take() == Lines.resign
                + ["didEnterBackground \(state)", "*didEnterBackground \(state)"])
        phone.advance(by: .seconds(1))
        #expect(app.state == .background)
        // When it is unlocked.
        phone.unlock()
        #expect(
            diary.take()
                == ["*willEnterForeground \(state)", "willEnterForeground \(state)"] + Lines.active)
    }
}

/// Says no to what it was launched for.
private final class RefusingDiary: Diary {
    override init() {
        super.init()
        opensURLs = false
    }
}
