import AVFAudio
import Simulation
import Testing
import UIKit

@MainActor
@Suite("UIKit's application")
struct ApplicationTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("is each app's own")
    func shared() {
        let (first, diary) = phone.launchDiary("First")
        let (second, other) = phone.launchDiary("Second")
        let one = first.run { UIApplication.shared }
        let two = second.run { UIApplication.shared }
        #expect(one !== two)
        #expect(one.delegate === diary && two.delegate === other)
        #expect(one.applicationState == .background && two.applicationState == .active)
    }

    @Test("posts what observers ask for in an app without a delegate, too")
    func withoutDelegate() {
        var names: [String] = []
        let app = phone.launch("Player") {
            for name in [
                UIApplication.didBecomeActiveNotification,
                UIApplication.didEnterBackgroundNotification,
            ] {
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                    let name = $0.name.rawValue
                    MainActor.assumeIsolated { names.append(name) }
                }
            }
        }
        #expect(names == ["UIApplicationDidBecomeActiveNotification"])
        phone.home()
        #expect(names.last == "UIApplicationDidEnterBackgroundNotification")
        #expect(app.run { UIApplication.shared.applicationState } == .background)
    }

    @Test("knows its state when it is first asked late")
    func late() {
        let app = phone.launch("Player")
        phone.advance(by: .milliseconds(10))
        #expect(app.run { UIApplication.shared.applicationState } == .active)
        phone.openOverlay(.controlCentre)
        #expect(app.run { UIApplication.shared.applicationState } == .inactive)
    }

    @Test("hands buttons of remote controls to the first responder, once it wants them")
    func remoteControl() throws {
        let (app, _) = phone.launchDiary()
        app.run {
            let application = UIApplication.shared
            let screen = Screen()
            application.receive(.remoteControlPlay)
            #expect(screen.becomeFirstResponder() && screen.isFirstResponder)
            application.beginReceivingRemoteControlEvents()
            application.receive(.remoteControlPause)
            application.receive(.remoteControlNextTrack)
            application.endReceivingRemoteControlEvents()
            application.receive(.remoteControlStop)
            #expect(screen.subtypes == [.remoteControlPause, .remoteControlNextTrack])
            #expect(screen.resignFirstResponder() && !screen.isFirstResponder)
        }
    }

    private final class Screen: UIResponder {
        private(set) var subtypes: [UIEvent.EventSubtype] = []
        override var canBecomeFirstResponder: Bool { true }
        override func remoteControlReceived(with event: UIEvent?) {
            if let event { subtypes.append(event.subtype) }
        }
    }

    @Test("refuses classes that there are not")
    func unknownClasses() {
        let app = phone.launch("App")
        app.run {
            #expect(UIApplicationMain(0, nil, nil, "Nowhere.Delegate") == 1)
            #expect(UIApplicationMain(0, nil, "Nowhere.Application", nil) == 1)
            #expect(UIApplicationMain(0, nil, nil, NSStringFromClass(Diary.self)) == 0)
            #expect(UIApplication.shared.delegate is Diary)
        }
    }

    @Test("has Apple's numbers and names")
    func values() {
        #expect(UIApplication.State.active.rawValue == 0)
        #expect(UIApplication.State.inactive.rawValue == 1)
        #expect(UIApplication.State.background.rawValue == 2)
        #expect(UIBackgroundRefreshStatus.restricted.rawValue == 0)
        #expect(UIBackgroundRefreshStatus.denied.rawValue == 1)
        #expect(UIBackgroundRefreshStatus.available.rawValue == 2)
        #expect(UIBackgroundTaskIdentifier.invalid.rawValue == 0)
        #expect(UIEvent.EventSubtype.allCases.map(\.rawValue) == [0, 1] + Array(100...109))
        #expect(UIEvent.EventType.remoteControl.rawValue == 2)
        #expect(UIApplication.LaunchOptionsKey.url.rawValue == "UIApplicationLaunchOptionsURLKey")
        let names: [(Notification.Name, String)] = [
            (UIApplication.didFinishLaunchingNotification, "UIApplicationDidFinishLaunching"),
            (UIApplication.didBecomeActiveNotification, "UIApplicationDidBecomeActive"),
            (UIApplication.willResignActiveNotification, "UIApplicationWillResignActive"),
            (UIApplication.didEnterBackgroundNotification, "UIApplicationDidEnterBackground"),
            (UIApplication.willEnterForegroundNotification, "UIApplicationWillEnterForeground"),
            (UIApplication.willTerminateNotification, "UIApplicationWillTerminate"),
            (
                UIApplication.didReceiveMemoryWarningNotification,
                "UIApplicationDidReceiveMemoryWarning"
            ),
            (UIApplication.significantTimeChangeNotification, "UIApplicationSignificantTimeChange"),
            (UIDevice.orientationDidChangeNotification, "UIDeviceOrientationDidChange"),
            (UIDevice.batteryLevelDidChangeNotification, "UIDeviceBatteryLevelDidChange"),
            (UIDevice.batteryStateDidChangeNotification, "UIDeviceBatteryStateDidChange"),
            (UIDevice.proximityStateDidChangeNotification, "UIDeviceProximityStateDidChange"),
            (UIScreen.didConnectNotification, "UIScreenDidConnect"),
            (UIScreen.didDisconnectNotification, "UIScreenDidDisconnect"),
            (UIScreen.modeDidChangeNotification, "UIScreenModeDidChange"),
            (.EAAccessoryDidConnect, "EAAccessoryDidConnect"),
            (.NSUbiquityIdentityDidChange, "NSUbiquityIdentityDidChange"),
        ]
        #expect(names.map(\.0.rawValue) == names.map { $0.1 + "Notification" })
        #expect(
            UIApplication.protectedDataDidBecomeAvailableNotification.rawValue
                == "UIApplicationProtectedDataDidBecomeAvailable")
    }

    @Test("keeps each app's files in a container of its own, which goes with the phone")
    func containers() throws {
        var phone: SimulatedPhone? = SimulatedPhone()
        let first = try #require(phone?.launch("First")).container
        let second = try #require(phone?.launch("Second")).container
        #expect(first.home != second.home)
        #expect(first.documents.path == first.home.path + "/Documents")
        #expect(first.caches.path == first.home.path + "/Library/Caches")
        #expect(first.environment["TMPDIR"] == first.home.path + "/tmp")
        try Data("saved".utf8).write(to: first.documents.appendingPathComponent("game"))
        #expect(FileManager.default.fileExists(atPath: second.caches.path))
        phone = nil
        #expect(!FileManager.default.fileExists(atPath: first.home.path))
    }
}
