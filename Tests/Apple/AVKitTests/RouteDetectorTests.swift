import AVFoundation
import AVKit
import Simulation
import Testing
import UIKit

@MainActor
@Suite struct RouteDetectorTests {
    private let phone = SimulatedPhone()
    private static let room = SimulatedPhone.Output(.airplay, name: "Room")

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    /// An app with a detector, and the values that it had when a change was posted.
    @MainActor
    private final class Watcher {
        let detector = AVRouteDetector()
        private(set) var posts: [Bool] = []

        init() {
            NotificationCenter.default.addObserver(
                forName: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: detector,
                queue: nil
            ) { [weak self] note in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.posts.append(self.detector.multipleRoutesDetected)
                }
            }
        }
    }

    private func launchPlayer(
        backgroundModes: [String] = []
    ) throws -> (app: SimulatedPhone.App, watcher: Watcher) {
        var watcher: Watcher?
        let app = phone.launch("Music", backgroundModes: backgroundModes) {
            watcher = Watcher()
            return watcher
        }
        return (app, try #require(watcher))
    }

    @Test func `a detector that is off detects nothing`() throws {
        let (app, watcher) = try launchPlayer()
        #expect(!app.run { watcher.detector.isRouteDetectionEnabled })
        phone.plug(.headphones)
        phone.plug(Self.room)
        phone.advance(by: .seconds(2))
        #expect(!watcher.detector.multipleRoutesDetected)
        #expect(watcher.posts == [])
    }

    @Test func `a detector that is on posts when a receiver comes and goes`() throws {
        let (app, watcher) = try launchPlayer()
        app.run { watcher.detector.isRouteDetectionEnabled = true }
        phone.plug(.headphones)
        #expect(!watcher.detector.multipleRoutesDetected)
        phone.plug(Self.room)
        #expect(watcher.detector.multipleRoutesDetected)
        #expect(watcher.posts == [true])
        phone.plug(SimulatedPhone.Output(.airplay, name: "Kitchen"))
        phone.unplug(Self.room)
        #expect(watcher.posts == [true])
        phone.unplug(SimulatedPhone.Output(.airplay, name: "Kitchen"))
        #expect(!watcher.detector.multipleRoutesDetected)
        #expect(watcher.posts == [true, false])
    }

    @Test func `a detector that is switched on finds what is there, and forgets it when off`()
        throws
    {
        let (app, watcher) = try launchPlayer()
        phone.plug(Self.room)
        app.run { watcher.detector.isRouteDetectionEnabled = true }
        #expect(watcher.detector.multipleRoutesDetected)
        #expect(watcher.posts == [true])
        app.run { watcher.detector.isRouteDetectionEnabled = false }
        #expect(!watcher.detector.multipleRoutesDetected)
        phone.unplug(Self.room)
        #expect(watcher.posts == [true])
    }

    @Test func `a suspended app hears of a change when it runs again`() throws {
        let (app, watcher) = try launchPlayer()
        app.run { watcher.detector.isRouteDetectionEnabled = true }
        phone.home()
        phone.advance(by: .seconds(30))
        #expect(app.state == .suspended)
        phone.plug(Self.room)
        #expect(watcher.posts == [])
        phone.open(app)
        #expect(watcher.posts == [true])
    }

    @Test func `a detector left on in the background is advised against`() throws {
        let (app, watcher) = try launchPlayer(backgroundModes: ["audio"])
        app.run { watcher.detector.isRouteDetectionEnabled = true }
        phone.advance(by: .seconds(5))
        #expect(phone.advice.isEmpty)
        phone.home()
        phone.advance(by: .seconds(5))
        let advice = try #require(phone.advice(for: app).first)
        #expect(advice.guideline == .routeDetectionInFront)
        #expect(advice.time == .seconds(5))
        #expect(advice.observation == "left route detection on in the background")
    }

    @Test func `a detector that is switched off in the background is not`() throws {
        let (app, watcher) = try launchPlayer(backgroundModes: ["audio"])
        app.run {
            watcher.detector.isRouteDetectionEnabled = true
            NotificationCenter.default.addObserver(
                forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
            ) { _ in
                MainActor.assumeIsolated { watcher.detector.isRouteDetectionEnabled = false }
            }
        }
        phone.home()
        phone.advance(by: .seconds(5))
        #expect(phone.advice.isEmpty)
        // Nor one that the app lets go.
        phone.open(app)
        app.run {
            var detector: AVRouteDetector? = AVRouteDetector()
            detector?.isRouteDetectionEnabled = true
            detector = nil
        }
        phone.home()
        phone.advance(by: .seconds(5))
        #expect(phone.advice.isEmpty)
    }
}
