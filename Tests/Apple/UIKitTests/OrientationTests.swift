import Foundation
import Simulation
import Testing
import UIKit

@MainActor
@Suite("The orientation")
struct OrientationTests {
    private func makePhone(
        _ profile: PhoneProfile = .ios17,
        _ change: (inout SimulatedPhone.Settings) -> Void = { _ in }
    ) -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        change(&settings)
        return .recordingFindings(settings)
    }

    private struct Launched {
        let app: SimulatedPhone.App
        let code: WindowApp
        let root: AskedController

        @MainActor var interface: Int {
            app.run { UIApplication.shared.statusBarOrientation.rawValue }
        }
    }

    private func launch(
        on phone: SimulatedPhone, info: [String: any Sendable] = [:],
        _ allowed: UIInterfaceOrientationMask = .allButUpsideDown
    ) -> Launched {
        var root: AskedController?
        var code: WindowApp?
        let app = phone.launch("Camera", info: info) {
            let controller = AskedController()
            controller.allowed = allowed
            root = controller
            let made = WindowApp(controller)
            code = made
            return made
        }
        return Launched(app: app, code: code!, root: root!)
    }

    @Test("is told of a turn once, without a begin, by an app with a window")
    func windowCounts() {
        let phone = makePhone()
        let it = launch(on: phone)
        _ = it.root.take()
        phone.turn(.landscapeLeft)
        #expect(it.code.takeTurns() == [3])
        #expect(it.interface == UIInterfaceOrientation.landscapeRight.rawValue)
        #expect(it.interface == 3)
        #expect(it.app.interfaceOrientation == .landscapeRight)
        #expect(it.root.take() == ["asked", "will 852x393", "with 852x393", "done 3"])
        // No end undoes the window's.
        it.app.run { UIDevice.current.endGeneratingDeviceOrientationNotifications() }
        phone.turn(.portrait)
        #expect(it.code.takeTurns() == [1])
    }

    @Test("is not told by a window where that is not so on the phone")
    func windowDoesNotCount() {
        let phone = makePhone { $0.windowGeneratesOrientation = false }
        let it = launch(on: phone)
        phone.turn(.landscapeLeft)
        #expect(it.code.takeTurns() == [])
        #expect(it.app.run { UIDevice.current.orientation } == .unknown)
        #expect(it.interface == 3)
        it.app.run { UIDevice.current.beginGeneratingDeviceOrientationNotifications() }
        phone.turn(.portrait)
        #expect(it.code.takeTurns() == [1])
    }

    @Test("is unknown without a window and a begin, and known after it without a notification")
    func unknown() {
        let phone = makePhone()
        var turns: [Int] = []
        let app = phone.launch("Meter") {
            NotificationCenter.default.addObserver(
                forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
            ) { _ in MainActor.assumeIsolated { turns.append(0) } }
        }
        phone.turn(.landscapeLeft)
        #expect(turns == [])
        #expect(app.run { UIDevice.current.orientation.rawValue } == 0)
        app.run { UIDevice.current.beginGeneratingDeviceOrientationNotifications() }
        phone.advance(by: .seconds(1))
        #expect(turns == [])
        #expect(app.run { UIDevice.current.orientation.rawValue } == 3)
    }

    @Test("is told as long as one begin has no end")
    func nesting() {
        let phone = makePhone()
        var turns = 0
        let app = phone.launch("Meter") {
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            UIDevice.current.beginGeneratingDeviceOrientationNotifications()
            NotificationCenter.default.addObserver(
                forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
            ) { _ in MainActor.assumeIsolated { turns += 1 } }
        }
        app.run { UIDevice.current.endGeneratingDeviceOrientationNotifications() }
        phone.turn(.landscapeLeft)
        #expect(turns == 1)
        app.run { UIDevice.current.endGeneratingDeviceOrientationNotifications() }
        phone.turn(.portrait)
        #expect(turns == 1)
    }

    @Test("of an upright interface stays, and its controller is asked")
    func portraitOnly() {
        let phone = makePhone()
        let it = launch(on: phone, .portrait)
        _ = it.root.take()
        phone.turn(.landscapeLeft)
        #expect(it.code.takeTurns() == [3])
        #expect(it.interface == 1)
        #expect(it.root.take() == ["asked"])
    }

    @Test(
        "of a landscape app on an upright phone has the home button at the right before the view loads",
        arguments: [true, false])
    func landscapeOnly(isOfInfo: Bool) {
        let phone = makePhone()
        let names = [
            "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
        ]
        let it = launch(
            on: phone, info: isOfInfo ? ["UISupportedInterfaceOrientations": names] : [:],
            isOfInfo ? .all : .landscape)
        #expect(it.root.take() == ["asked", "load 852x393"])
        #expect(it.interface == 3)
        #expect(it.app.run { it.code.window.bounds.size } == CGSize(width: 852, height: 393))
        // It follows the phone where that lies on its other side.
        phone.turn(.landscapeRight)
        #expect(it.interface == 4)
        phone.turn(.portrait)
        #expect(it.interface == 4)
    }

    @Test("is as the phone is held when the app is launched")
    func heldAtLaunch() {
        let phone = makePhone()
        phone.turn(.landscapeRight)
        let it = launch(on: phone)
        #expect(it.interface == 4)
        #expect(it.code.takeTurns() == [])
        #expect(it.root.take() == ["asked", "load 852x393"])
    }

    @Test("stays when the phone is upside down, and when it lies flat")
    func notFollowed() {
        let phone = makePhone()
        let it = launch(on: phone)
        phone.turn(.upsideDown)
        #expect(it.interface == 1)
        phone.turn(.faceUp)
        #expect(it.code.takeTurns() == [2, 5])
        #expect(it.interface == 1)
        phone.turn(.landscapeLeft)
        phone.turn(.faceDown)
        #expect(it.interface == 3)
        #expect(it.app.run { UIDevice.current.orientation } == .faceDown)
    }

    @Test("upside down is one of an app and a controller that both allow it")
    func upsideDown() {
        let phone = makePhone()
        let it = launch(on: phone, .all)
        phone.turn(.upsideDown)
        #expect(it.interface == 1)
        it.code.mask = .all
        phone.turn(.portrait)
        phone.turn(.upsideDown)
        #expect(it.interface == 2)
    }

    @Test("is told once after a suspension if it is another, and not if it is as it was")
    func suspended() {
        let phone = makePhone()
        let it = launch(on: phone)
        phone.home()
        phone.advance(by: .seconds(20))
        #expect(it.app.state == .suspended)
        for orientation in [DeviceOrientation.landscapeLeft, .upsideDown, .portrait] {
            phone.turn(orientation)
        }
        phone.open(it.app)
        #expect(it.code.takeTurns() == [])
        phone.home()
        phone.advance(by: .seconds(20))
        for orientation in [DeviceOrientation.landscapeLeft, .portrait, .landscapeRight] {
            phone.turn(orientation)
        }
        #expect(it.app.interfaceOrientation == .portrait)
        phone.open(it.app)
        #expect(it.code.takeTurns() == [4])
        #expect(it.interface == 4)
    }

    @Test("turns the screen's bounds from iOS 8", arguments: [PhoneProfile.ios8, .ios6])
    func bounds(profile: PhoneProfile) {
        let phone = makePhone(profile)
        let it = launch(on: phone)
        _ = it.root.take()
        phone.turn(.landscapeLeft)
        let (screen, window, view) = it.app.run {
            (UIScreen.main.bounds.size, it.code.window.bounds.size, it.root.view.bounds.size)
        }
        if profile == .ios8 {
            #expect(screen == CGSize(width: 667, height: 375) && window == screen)
            #expect(view == screen)
            #expect(
                it.root.take()
                    == ["autorotates?", "asked", "will 667x375", "with 667x375", "done 3"])
        } else {
            #expect(screen == CGSize(width: 320, height: 568) && window == screen)
            #expect(view == CGSize(width: 568, height: 320))
            #expect(
                it.root.take()
                    == ["autorotates?", "asked", "will rotate to 3", "did rotate from 1"])
        }
        #expect(it.app.run { UIScreen.main.nativeBounds.height > UIScreen.main.nativeBounds.width })
    }

    @Test("stays with a locked rotation, and the device is told")
    func rotationLock() {
        let phone = makePhone { $0.isRotationLocked = true }
        let it = launch(on: phone)
        phone.turn(.landscapeLeft)
        #expect(it.code.takeTurns() == [3])
        #expect(it.interface == 1)
    }

    @Test("stays where its controller does not rotate, up to iOS 15", arguments: [13, 17])
    func shouldAutorotate(profile: Int) throws {
        let phone = makePhone(try #require(PhoneProfile(rawValue: profile)))
        let it = launch(on: phone)
        it.root.autorotates = false
        phone.turn(.landscapeLeft)
        #expect(it.interface == (profile == 13 ? 1 : 3))
    }
}
