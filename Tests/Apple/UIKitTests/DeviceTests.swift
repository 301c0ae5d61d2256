import AVFAudio
import Simulation
import Testing
import UIKit

@MainActor
@Suite("UIKit's device")
struct DeviceTests {
    private func makePhone(_ profile: PhoneProfile = .ios17) -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        return .recordingFindings(settings)
    }

    /// Counts the changes of orientation that are posted to the running app.
    @MainActor
    private final class Turns {
        private(set) var orientations: [UIDeviceOrientation] = []
        private var token: (any NSObjectProtocol)?

        init() {
            let name = UIDevice.orientationDidChangeNotification
            token = NotificationCenter.default.addObserver(
                forName: name, object: UIDevice.current, queue: .main
            ) { [weak self] _ in
                MainActor.assumeIsolated {
                    self?.orientations.append(UIDevice.current.orientation)
                }
            }
        }
    }

    @Test("posts changes of its orientation between begin and end, and knows it only then")
    func orientation() {
        let phone = makePhone()
        let app = phone.launch("App")
        let turns = app.run { Turns() }
        app.run { #expect(UIDevice.current.orientation == .unknown) }
        phone.change(.orientation)
        #expect(turns.orientations == [])
        // Given two begins, when one ends, then the notifications go on.
        app.run {
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            #expect(UIDevice.current.orientation == .landscapeLeft)
        }
        phone.change(.orientation)
        app.run { UIDevice.current.endGeneratingDeviceOrientationNotifications() }
        phone.change(.orientation)
        #expect(turns.orientations == [.portrait, .landscapeLeft])
        // When both have ended, once too often, then nothing is posted.
        app.run {
            UIDevice.current.endGeneratingDeviceOrientationNotifications()
            UIDevice.current.endGeneratingDeviceOrientationNotifications()
            #expect(!UIDevice.current.isGeneratingDeviceOrientationNotifications)
        }
        phone.change(.orientation)
        #expect(turns.orientations.count == 2)
        app.run {
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            #expect(UIDevice.current.orientation == .portrait)
        }
    }

    @Test("turned twice while an app was suspended, is as it was")
    func turnedBack() {
        let phone = makePhone()
        let app = phone.launch("App")
        let turns = app.run {
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            return Turns()
        }
        phone.home()
        phone.advance(by: .seconds(20))
        #expect(app.state == .suspended)
        phone.change(.orientation)
        phone.change(.orientation)
        phone.open(app)
        #expect(turns.orientations == [])
    }

    @Test("is each app's own")
    func ownDevice() {
        let phone = makePhone()
        let first = phone.launch("First")
        let second = phone.launch("Second")
        first.run { UIDevice.current.beginGeneratingDeviceOrientationNotifications() }
        #expect(first.run { UIDevice.current.isGeneratingDeviceOrientationNotifications })
        #expect(!second.run { UIDevice.current.isGeneratingDeviceOrientationNotifications })
    }

    @Test(
        "has the system and the display of the phone's generation",
        arguments: zip(
            PhoneProfile.allCases,
            [
                "iPhone OS 3.0 320x480@1", "iOS 6.0 320x568@2", "iOS 8.0 375x667@2",
                "iOS 13.0 414x896@2", "iOS 17.0 393x852@3", "iOS 26.0 402x874@3",
            ]))
    func generations(profile: PhoneProfile, expected: String) {
        let app = makePhone(profile).launch("App")
        let text = app.run {
            let (device, screen) = (UIDevice.current, UIScreen.main)
            let (size, scale) = (screen.bounds.size, Int(screen.scale))
            #expect(screen.nativeBounds.width == size.width * screen.nativeScale)
            #expect(device.isMultitaskingSupported == (profile != .ios3))
            return "\(device.systemName) \(device.systemVersion) "
                + "\(Int(size.width))x\(Int(size.height))@\(scale)"
        }
        #expect(text == expected)
    }

    @Test("has Apple's numbers")
    func values() {
        let orientations: [UIDeviceOrientation] = [
            .unknown, .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp,
            .faceDown,
        ]
        #expect(orientations.map(\.rawValue) == Array(0...6))
        #expect(orientations.map(\.isPortrait) == [false, true, true, false, false, false, false])
        #expect(orientations.map(\.isFlat) == [false, false, false, false, false, true, true])
        #expect(UIUserInterfaceIdiom.phone.rawValue == 0)
        #expect(UIApplication.openSettingsURLString == "app-settings:")
    }
}

@MainActor
@Suite("A URL that an app opens")
struct OpeningURLTests {
    private let phone = SimulatedPhone.recordingFindings()

    private let settings = URL(string: UIApplication.openSettingsURLString)!

    @Test("brings the app that it belongs to to the front")
    func opens() {
        let (app, diary) = phone.launchDiary()
        _ = diary.take()
        var answers: [Bool] = []
        app.run {
            #expect(UIApplication.shared.canOpenURL(settings))
            UIApplication.shared.open(settings) { answers.append($0) }
        }
        phone.advance(by: .milliseconds(10))
        #expect(answers == [true])
        #expect(diary.take() == Lines.resign + Lines.background)
        #expect(app.state == .background)
        // When the app is not in front, then nothing opens.
        app.run { UIApplication.shared.open(settings) { answers.append($0) } }
        phone.advance(by: .milliseconds(10))
        #expect(answers == [true, false])
    }

    @Test(
        "stays closed when there is no app for it",
        arguments: ["unknown-app:", "relative/path", "file:///tmp/x"])
    func refused(text: String) throws {
        let url = try #require(URL(string: text))
        let app = phone.launch("App")
        var answers: [Bool] = []
        app.run {
            #expect(!UIApplication.shared.canOpenURL(url))
            #expect(!UIApplication.shared.openURL(url))
            UIApplication.shared.open(url) { answers.append($0) }
        }
        phone.advance(by: .milliseconds(10))
        #expect(answers == [false] && app.state == .active)
    }

    @Test("stays closed when only an app of universal links may open it")
    func universal() throws {
        let url = try #require(URL(string: "https://example.com"))
        let app = phone.launch("App")
        app.run {
            UIApplication.shared.open(url, options: [.universalLinksOnly: true])
        }
        #expect(app.state == .active)
        app.run { UIApplication.shared.open(url) }
        phone.advance(by: .milliseconds(10))
        #expect(app.state == .background)
    }
}
