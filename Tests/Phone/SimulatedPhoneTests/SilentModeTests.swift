import AVFAudio
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@MainActor
@Suite("An app that finds out about silent mode by a short sound")
struct SilentModeTests {
    /// Plays a system sound of 0.067 s, and returns how long its completion took, in milliseconds.
    private static func measure(_ phone: SimulatedPhone, _ files: SoundFiles) -> Int? {
        let isDone = Mutex(false)
        phone.launch("App") {
            var id: SystemSoundID = 0
            AudioServicesCreateSystemSoundID(files.urls[0] as CFURL, &id)
            AudioServicesPlaySystemSoundWithCompletion(id) { isDone.withLock { $0 = true } }
        }
        for millisecond in 1...200 {
            phone.advance(by: .milliseconds(1))
            if isDone.withLock({ $0 }) { return millisecond }
        }
        return nil
    }

    @Test("is right on the speaker, and learns nothing with headphones")
    func measures() throws {
        let files = try SoundFiles()
        defer { withExtendedLifetime(files) {} }
        for (ringSwitch, accessories, isShort) in [
            (RingSwitch.ring, [], false), (.silent, [], true), (.silent, [.headphones], false),
        ] as [(RingSwitch, [SimulatedPhone.Output], Bool)] {
            // Given a phone.
            var settings = SimulatedPhone.Settings()
            settings.ringSwitch = ringSwitch
            settings.accessories = accessories
            let phone = SimulatedPhone(settings)
            phone.onFinding = { Issue.record($0) }
            // When its app plays the sound.
            let time = try #require(Self.measure(phone, files))
            // Then it is over at once in silent mode, unless it is heard in headphones.
            #expect(isShort ? time < 30 : time >= 60, "\(ringSwitch) \(accessories): \(time) ms")
        }
    }

    @Test("waits in vain for an end that the phone loses", arguments: [false, true])
    func lostEnd(isLost: Bool) throws {
        var settings = SimulatedPhone.Settings()
        settings.losesInterruptionEnds = isLost
        let phone = SimulatedPhone(settings)
        let app = try phone.launch("App") {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
        }
        phone.receiveCall()
        phone.declineCall()
        let ends = app.notifications.filter {
            if case .interruptionEnded = $0 { true } else { false }
        }
        #expect(ends.count == (isLost ? 0 : 1))
        // Its session may become active all the same.
        try app.run { try AVAudioSession.sharedInstance().setActive(true) }
        #expect(app.isSessionActive)
    }
}
