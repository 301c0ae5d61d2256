import AVFAudio
import Simulation
import Testing
import UIKit

@MainActor
@Suite("An app's life, as its delegate and observers are told it")
struct LifeCycleTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onProblem = { Issue.record($0) }
    }

    @Test("begins in the foreground with its launch, and then it is active")
    func launchToForeground() {
        // Given a phone, when an app is launched.
        let (app, diary) = phone.launchDiary()
        // Then this is the order, and the state inside.
        #expect(
            diary.take() == [
                "willFinishLaunching inactive", "didFinishLaunching inactive",
                "*didFinishLaunching inactive", "didBecomeActive active", "*didBecomeActive active",
            ])
        #expect(diary.launchOptions == nil)
        #expect(app.state == .active)
    }

    @Test("goes on in the background after the home button, and stops there soon")
    func home() {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        // When the user goes home.
        phone.home()
        #expect(
            diary.take() == [
                "willResignActive active", "*willResignActive active",
                "didEnterBackground background", "*didEnterBackground background",
            ])
        #expect(app.state == .background)
        // Then it is suspended soon after.
        phone.advance(by: .seconds(10))
        #expect(app.state == .suspended)
        #expect(diary.take() == [])
    }

    @Test("comes back by way of its foreground notification, which precedes the method")
    func comeBack() {
        let (app, diary) = phone.launchDiary()
        phone.home()
        phone.advance(by: .seconds(10))
        _ = diary.take()
        // When its icon is tapped.
        phone.open(app)
        #expect(
            diary.take() == [
                "*willEnterForeground background", "willEnterForeground background",
                "didBecomeActive active", "*didBecomeActive active",
            ])
    }
}
