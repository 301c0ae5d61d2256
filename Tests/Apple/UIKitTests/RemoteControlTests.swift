import AVFAudio
import Simulation
import SongPlayer
import Testing
import UIKit

/// Remote commands from the lock screen, the control centre and headsets, in code as apps have it.
@MainActor
@Suite("An app that takes remote control events")
struct RemoteControlTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// What the app in front is while another one wants to play.
    private final class Remote: UIResponder {
        private(set) var subtypes: [UIEvent.EventSubtype] = []
        private let player: SongPlayer
        private var isPlaying = true

        init(_ player: SongPlayer) {
            self.player = player
            super.init()
        }

        override var canBecomeFirstResponder: Bool { true }

        override func remoteControlReceived(with event: UIEvent?) {
            guard let event, event.type == .remoteControl else { return }
            subtypes.append(event.subtype)
            switch event.subtype {
            case .remoteControlPlay: play(true)
            case .remoteControlPause: play(false)
            case .remoteControlTogglePlayPause: play(!isPlaying)
            default: break
            }
        }

        private func play(_ isOn: Bool) {
            isPlaying = isOn
            if isOn { try? player.play() } else { player.pause() }
        }
    }

    private func launchMusic() throws -> (app: SimulatedPhone.App, remote: Remote) {
        let (app, diary) = phone.launchDiary("Music", backgroundModes: ["audio"])
        let remote = try app.run {
            let player = try SongPlayer(.tone(hertz: 440), category: .playback)
            diary.player = player
            let remote = Remote(player)
            #expect(remote.becomeFirstResponder())
            UIApplication.shared.beginReceivingRemoteControlEvents()
            try player.play()
            return remote
        }
        phone.advance(by: .seconds(1))
        return (app, remote)
    }

    @Test("is woken by play on the lock screen, and interrupts the game in front")
    func wakes() throws {
        let (music, remote) = try launchMusic()
        let (game, _) = try phone.launchPlayingDiary("Game", hertz: 147, category: .soloAmbient)
        phone.advance(by: .seconds(10))
        #expect(music.state == .suspended)
        #expect(phone.heard(from: music).isSilent && !phone.heard(from: game).isSilent)
        #expect(phone.nowPlayingApp === music)
        // When its user presses play.
        phone.press(.play)
        phone.advance(by: .seconds(1))
        // Then it plays, and the game does not.
        #expect(remote.subtypes == [.remoteControlPlay])
        #expect(music.remoteCommands == [.play])
        #expect(!phone.heard(from: music).isSilent && phone.heard(from: game).isSilent)
        #expect(music.state == .background && game.state == .active)
    }

    @Test("is paused and resumed with the button of a headset")
    func headset() throws {
        phone.plug(.headset)
        let (music, remote) = try launchMusic()
        phone.pressHeadset()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: music).isSilent)
        phone.pressHeadset()
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: music).isSilent)
        phone.pressHeadset(times: 2)
        phone.pressHeadset(times: 3)
        #expect(
            remote.subtypes == [
                .remoteControlTogglePlayPause, .remoteControlTogglePlayPause,
                .remoteControlNextTrack, .remoteControlPreviousTrack,
            ])
        phone.receiveCall()
        phone.pressHeadset()
        #expect(phone.history.last?.hasSuffix("headset press 1") == true)
        phone.pressHeadset()
        phone.advance(by: .seconds(1))
        #expect(music.remoteCommands.count == 4)
    }

    @Test("hears nothing more when it has ended receiving them")
    func ends() throws {
        let (music, remote) = try launchMusic()
        music.run { UIApplication.shared.endReceivingRemoteControlEvents() }
        #expect(phone.nowPlayingApp == nil)
        phone.onFinding = { _ in }
        phone.press(.pause)
        phone.advance(by: .seconds(1))
        #expect(remote.subtypes == [] && !phone.heard(from: music).isSilent)
        #expect(
            phone.history.last?.hasSuffix(
                "nothing happens: no app that takes remote commands has played") == true)
        #expect(
            phone.findings.map(\.description) == [
                "'user presses pause' does nothing: no app that takes remote commands has played"
            ])
    }

    @Test("of a headset that is not there is a problem")
    func noHeadset() {
        let phone = SimulatedPhone()
        phone.onFinding = { _ in }
        phone.plug(.headphones)
        phone.pressHeadset()
        #expect(phone.findings.map(\.description) == ["no headset with a button is connected"])
    }

    @Test("and files cannot be read ten seconds after the lock of a phone with a passcode")
    func passcode() throws {
        var settings = SimulatedPhone.Settings()
        settings.hasPasscode = true
        let phone = SimulatedPhone.recordingFindings(settings)
        let (app, _) = try phone.launchPlayingDiary("Music", backgroundModes: ["audio"])
        phone.lock()
        phone.advance(by: .seconds(9))
        #expect(app.run { UIApplication.shared.isProtectedDataAvailable })
        phone.advance(by: .seconds(2))
        #expect(!app.run { UIApplication.shared.isProtectedDataAvailable })
        #expect(app.lifeCycle.last == .changed(.protectedDataUnavailable))
        // An app that is launched meanwhile knows it too.
        let late = phone.launch("Late", options: .init(.inBackground(.fetch)))
        #expect(!late.run { UIApplication.shared.isProtectedDataAvailable })
        phone.unlock()
        #expect(app.run { UIApplication.shared.isProtectedDataAvailable })
    }
}

@MainActor
@Suite("A simulated phone's own short sounds")
struct DeviceToneTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("are heard beside an app, and obey the switch")
    func tones() throws {
        phone.receiveMessage()
        phone.advance(by: .milliseconds(300))
        #expect(phone.heard.contains(hertz: 1_320))
        phone.advance(by: .seconds(1))
        #expect(phone.heard.isSilent)
        #expect(phone.vibrations.count == 1)
        phone.clickKey()
        phone.advance(by: .milliseconds(20))
        #expect(!phone.heard.isSilent)
        phone.advance(by: .seconds(1))
        phone.flipSwitch(.silent)
        phone.receiveMessage()
        phone.clickKey()
        phone.advance(by: .milliseconds(300))
        #expect(phone.heard.isSilent)
        #expect(phone.vibrations.count == 2)
    }
}
