import AVFAudio
import Foundation
import Simulation
import Testing
import UIKit

/// Counts the notifications of one name that an app receives.
@MainActor
private final class Count {
    private(set) var notes = 0
    private var token: (any NSObjectProtocol)?

    init(_ name: Notification.Name) {
        token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
            [weak self] _ in MainActor.assumeIsolated { self?.notes += 1 }
        }
    }
}

@MainActor
@Suite("A device with sensors")
struct SensorTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("tells its battery while that is monitored, and only then")
    func battery() {
        let app = phone.launch("Meter")
        let (level, state) = app.run {
            (
                Count(UIDevice.batteryLevelDidChangeNotification),
                Count(UIDevice.batteryStateDidChangeNotification)
            )
        }
        phone.battery = .init(0.2, .charging)
        app.run {
            #expect(UIDevice.current.batteryLevel == -1)
            #expect(UIDevice.current.batteryState == .unknown)
            UIDevice.current.isBatteryMonitoringEnabled = true
            #expect(UIDevice.current.batteryLevel == 0.2)
            #expect(UIDevice.current.batteryState == .charging)
        }
        #expect(level.notes == 0 && state.notes == 0)
        phone.battery = .init(0.5, .charging)
        #expect(level.notes == 1 && state.notes == 0)
        phone.battery = .init(0.5, .full)
        #expect(level.notes == 1 && state.notes == 1)
        #expect(app.run { UIDevice.current.batteryState } == .full)
        app.run { UIDevice.current.isBatteryMonitoringEnabled = false }
        phone.battery = .init(0.1)
        #expect(level.notes == 1 && state.notes == 1)
        #expect(phone.battery == .init(0.1, .unplugged))
    }

    @Test("tells the charge once a minute")
    func oncePerMinute() {
        let app = phone.launch("Meter")
        let level = app.run {
            UIDevice.current.isBatteryMonitoringEnabled = true
            return Count(UIDevice.batteryLevelDidChangeNotification)
        }
        for percent in [90, 80, 70] {
            phone.battery = .init(Float(percent) / 100)
            phone.advance(by: .seconds(10))
        }
        #expect(level.notes == 1)
        // It can be read at any time.
        #expect(app.run { UIDevice.current.batteryLevel } == 0.7)
        phone.advance(by: .seconds(31))
        #expect(level.notes == 2)
        phone.advance(by: .seconds(100))
        #expect(level.notes == 2)
    }

    @Test("has a charge from 0 to 1")
    func charges() {
        #expect([-1, 0.5, 7, .nan].map { Battery($0).level } == [0, 0.5, 1, 0])
        #expect(Battery(0.2).percent == 20)
    }

    @Test("darkens the screen at the ear of an app that monitors it, and a call goes on")
    func proximity() throws {
        let (app, diary) = try phone.launchPlayingDiary("Chat", category: .playAndRecord)
        let count = app.run { Count(UIDevice.proximityStateDidChangeNotification) }
        phone.isNearEar = true
        #expect(app.run { UIDevice.current.proximityState } == false)
        #expect(count.notes == 0 && phone.isScreenOn)
        phone.isNearEar = false
        app.run { UIDevice.current.isProximityMonitoringEnabled = true }
        phone.isNearEar = true
        #expect(app.run { UIDevice.current.proximityState })
        #expect(count.notes == 1 && !phone.isScreenOn)
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 440))
        #expect(app.state == .active && diary.player != nil)
        phone.isNearEar = false
        #expect(count.notes == 2 && phone.isScreenOn)
    }

    @Test("darkens the screen at the ear in a call")
    func call() {
        phone.receiveCall()
        phone.answerCall()
        #expect(phone.isScreenOn)
        phone.isNearEar = true
        #expect(!phone.isScreenOn)
        phone.endCall()
        #expect(phone.isScreenOn)
    }
}

/// A controller that counts its warnings of low memory.
@MainActor
private final class WarnedController: UIViewController {
    private(set) var warnings = 0
    var warned: () -> Void = {}

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        warnings += 1
        warned()
    }
}

@MainActor
@Suite("A warning of low memory")
struct MemoryWarningTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("reaches the delegate, the observers, and every controller once")
    func controllers() {
        let (app, diary) = phone.launchDiary()
        let controllers = (0..<4).map { _ in WarnedController() }
        let (root, child, presented, other) =
            (controllers[0], controllers[1], controllers[2], controllers[3])
        for controller in controllers { controller.warned = { diary.write("controller") } }
        let window = app.run {
            let window = UIWindow(frame: UIScreen.main.bounds)
            root.addChild(child)
            window.rootViewController = root
            window.makeKeyAndVisible()
            root.present(presented, animated: false)
            return window
        }
        _ = diary.take()
        phone.runLowOnMemory()
        #expect(
            diary.take() == ["memoryWarning active", "*memoryWarning active"]
                + Array(repeating: "controller active", count: 3))
        #expect(controllers.map(\.warnings) == [1, 1, 1, 0])
        #expect(other.parent == nil && window.rootViewController === root)
    }

    @Test("does not reach a suspended app")
    func suspended() {
        let root = WarnedController()
        let app = phone.launch("App", options: .init(megabytes: 1)) {
            let window = UIWindow(frame: UIScreen.main.bounds)
            window.rootViewController = root
            window.makeKeyAndVisible()
            return window
        }
        phone.home()
        phone.advance(by: .seconds(20))
        #expect(app.state == .suspended)
        phone.runLowOnMemory()
        #expect(root.warnings == 0)
    }
}
