import AVFAudio
import Foundation
import Simulation
import SongPlayer
import Testing
import UIKit

@MainActor
@Suite("Advice about a simulated phone")
struct PhoneAdviceTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// A delegate without a method for the background.
    final class Forgetful: UIResponder, UIApplicationDelegate {
        override init() { super.init() }
    }

    /// A delegate with one.
    final class Careful: UIResponder, UIApplicationDelegate {
        override init() { super.init() }
        func applicationDidEnterBackground(_ application: UIApplication) {}
    }

    @Test("finds an app that changes its category while it sounds, with the moment and the remedy")
    func category() throws {
        let (app, _) = try phone.launchPlayingDiary("Player", backgroundModes: ["audio"])
        phone.advance(by: .seconds(2))
        try app.run { try AVAudioSession.sharedInstance().setCategory(.ambient) }
        phone.advance(by: .seconds(1))
        let advice = try #require(phone.advice(for: app).first)
        #expect(phone.advice.count == 1)
        #expect(advice.guideline == .steadyCategory && advice.time == .seconds(2))
        #expect(advice.remedy == Guideline.steadyCategory.remedy)
        #expect(
            advice.description.hasPrefix(
                "2 s: Player changed its category while queue 1 sounds. A session's category"))
    }

    @Test("finds sound that goes on from the speaker, and a session that stays active in silence")
    func unplugged() throws {
        let (app, diary) = try phone.launchPlayingDiary("Player")
        phone.plug(.headphones)
        phone.advance(by: .seconds(1))
        phone.unplug(.headphones)
        phone.advance(by: .seconds(2))
        app.run { diary.player?.pause() }
        phone.advance(by: .seconds(12))
        #expect(phone.advice.map(\.guideline).contains(.idleSession))
        #expect(phone.advice(for: app).allSatisfy { $0.app == "Player" })
    }

    @Test("gives none about an app that does nothing wrong")
    func good() throws {
        let (_, _) = try phone.launchPlayingDiary("Player", backgroundModes: ["audio"])
        phone.advance(by: .seconds(5))
        phone.receiveCall()
        phone.advance(by: .seconds(2))
        #expect(phone.advice == [])
    }

    @Test("finds an app that ended in the background and had no handler to save its state")
    func unsaved() throws {
        let app = phone.launch("Notes", main: Forgetful.main)
        phone.advance(by: .seconds(1))
        phone.home()
        phone.advance(by: .seconds(1))
        // It is still there, and nothing is lost.
        #expect(phone.advice == [])
        phone.kill(app)
        phone.advance(by: .seconds(1))
        let advice = try #require(phone.advice.first)
        #expect(advice.guideline == .saveState && advice.time == .seconds(2))
        #expect(advice.observation.contains("which it had entered at 1.000"))
    }

    @Test("is silent about one with a delegate's method, or an observer, and about one in front")
    func saved() {
        let careful = phone.launch("Careful", main: Careful.main)
        phone.home()
        phone.advance(by: .seconds(1))
        phone.kill(careful)
        let observing = phone.launch("Observing", main: Forgetful.main)
        observing.run {
            _ = NotificationCenter.default.addObserver(
                forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
            ) { _ in }
        }
        phone.home()
        phone.advance(by: .seconds(1))
        phone.kill(observing)
        let front = phone.launch("Front", main: Forgetful.main)
        phone.advance(by: .seconds(1))
        phone.kill(front)
        phone.advance(by: .seconds(1))
        #expect(phone.advice == [])
    }
}

@MainActor
@Suite("The error of a refused session")
struct RefusedSessionTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("says what is refused, by which rule, and what is allowed")
    func category() throws {
        let app = phone.launch("Chat")
        let error = try #require(throws: (any Error).self) {
            try app.run {
                try AVAudioSession.sharedInstance().setCategory(
                    .playback, mode: .default, options: .allowBluetooth)
            }
        }
        let refusal = error as NSError
        let sentence =
            "option allowBluetooth needs category record or playAndRecord; the category is playback"
        #expect(refusal.domain == NSOSStatusErrorDomain && refusal.code == -50)
        #expect(refusal.localizedDescription == sentence + " (badParam)")
        #expect(refusal.localizedFailureReason == sentence)
        #expect(refusal.userInfo["SoriRefusingRule"] as? String == "options-must-fit")
    }

    @Test("names an unknown category, and the call that refuses an activation")
    func other() throws {
        let app = phone.launch("Chat")
        let unknown = try #require(throws: (any Error).self) {
            try app.run {
                try AVAudioSession.sharedInstance().setCategory(.init(rawValue: "loud"))
            }
        }
        #expect((unknown as NSError).localizedDescription.hasPrefix("there is no category 'loud'"))
        phone.receiveCall()
        let refused = try #require(throws: (any Error).self) {
            try app.run { try AVAudioSession.sharedInstance().setActive(true) }
        }
        #expect((refused as NSError).localizedDescription.contains("the call lasts"))
        #expect((refused as NSError).code == 561_017_449)
    }
}
