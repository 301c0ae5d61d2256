import SoundServer
import SoundMixer
import AudioModel
import AudioToolbox
import SoundClient
import SoundPolicy
import Testing

@Suite("A system sound on the phone")
struct LoudnessTests {
    private let given: AppWithSound
    private var phone: VirtualPhone { given.phone }
    private var app: VirtualApp { given.app }
    private var second: SystemSoundID { given.second }

    init() throws {
        given = try AppWithSound()
    }

    /// What a tone of `SoundFiles.level` puts out at this ringer volume.
    private func level(_ ringerVolume: Float) -> Float {
        Float(SoundFiles.level) / 32_768 * ringerVolume
    }

    private func hears(_ level: Float, _ seconds: ClosedRange<Double>) -> Bool {
        abs(app.peak(seconds) - level) < 0.001
    }

    /// Plays the sound, and lets time pass.
    private func play(for interval: HostInterval) {
        app.run { AudioServicesPlaySystemSound(second) }
        phone.pass(interval)
    }

    /// Plays the sound as an alert, and lets time pass.
    private func alert(for interval: HostInterval) {
        app.run { AudioServicesPlayAlertSound(second) }
        phone.pass(interval)
    }

    // Acceptance case 11, but for the time of the completion: apps that measure the switch by it
    // take up to 0.1 s for silent mode (`docs/facts.md`).
    @Test("is silent with the switch on silent, and completes at once")
    func silentSwitch() {
        let block = BlockRuns()
        phone.server.send(.ringSwitchMoved(.silent))
        app.run { AudioServicesPlaySystemSoundWithCompletion(second) { block.note() } }
        #expect(block.count == 0)
        phone.pass(.milliseconds(50))
        #expect(block.count == 1)
        phone.pass(.seconds(2))
        #expect(app.peak(0...2) == 0)
        #expect(block.count == 1)
        #expect(phone.vibrations.count == 0)
    }

    @Test("is heard in headphones with the switch on silent, and completes after its length")
    func silentSwitchInHeadphones() {
        let block = BlockRuns()
        phone.server.send(.ringSwitchMoved(.silent))
        phone.server.send(.portPlugged(.headphones))
        app.run { AudioServicesPlaySystemSoundWithCompletion(second) { block.note() } }
        phone.pass(.milliseconds(900))
        #expect(hears(level(0.6), 0.1...0.9))
        #expect(block.count == 0)
        phone.pass(.seconds(1))
        #expect(block.count == 1)
    }

    @Test("that the switch silences while it sounds takes its length")
    func switchMovedWhileItSounds() {
        let block = BlockRuns()
        app.run { AudioServicesPlaySystemSoundWithCompletion(second) { block.note() } }
        phone.pass(.milliseconds(300))
        phone.server.send(.ringSwitchMoved(.silent))
        phone.pass(.milliseconds(600))
        #expect(app.peak(0.4...0.9) == 0)
        #expect(block.count == 0)
        phone.pass(.milliseconds(200))
        #expect(block.count == 1)
    }

    @Test("as an alert with the switch on silent, completes after the vibration in its place")
    func silentAlertCompletes() {
        let block = BlockRuns()
        phone.server.send(.ringSwitchMoved(.silent))
        app.run { AudioServicesPlayAlertSoundWithCompletion(second) { block.note() } }
        phone.pass(.milliseconds(350))
        #expect(block.count == 0)
        phone.pass(.milliseconds(100))
        #expect(block.count == 1)
        #expect(phone.vibrations.count == 1)
    }

    // Acceptance case 12.
    @Test("as an alert, vibrates instead of sounding with the switch on silent")
    func silentAlert() {
        phone.server.send(.ringSwitchMoved(.silent))
        alert(for: .seconds(2))
        #expect(app.peak(0...2) == 0)
        #expect(phone.vibrations.count == 1)
    }

    @Test("as an alert, is lost with the switch on silent and no vibration on silent")
    func lostAlert() {
        phone.server.send(.ringSwitchMoved(.silent))
        phone.server.send(.settingChanged(.vibrateOnSilent, isOn: false))
        alert(for: .seconds(2))
        #expect(app.peak(0...2) == 0)
        #expect(phone.vibrations.count == 0)
    }

    // Acceptance case 13.
    @Test("as an alert, sounds without vibrating where the user does not want that on ring")
    func alertWithoutVibration() {
        phone.server.send(.settingChanged(.vibrateOnRing, isOn: false))
        alert(for: .seconds(2))
        #expect(hears(level(0.6), 0.1...0.9))
        #expect(phone.vibrations.count == 0)
    }

    @Test("as an alert, sounds and vibrates otherwise; played plainly, it only sounds")
    func alertWithVibration() {
        alert(for: .seconds(2))
        #expect(hears(level(0.6), 0.1...0.9))
        #expect(phone.vibrations.times == [.zero])
        play(for: .seconds(2))
        #expect(hears(level(0.6), 2.1...2.9))
        #expect(phone.vibrations.count == 1)
    }

    // Acceptance case 14.
    @Test("as an alert, does not vibrate while its own app may record")
    func alertWhileRecording() throws {
        try app.sound.request(.setCategory(.playAndRecord, .default, [], .default))
        try app.sound.request(.activate)
        alert(for: .seconds(2))
        #expect(app.peak(0.1...0.9) > 0)
        #expect(phone.vibrations.count == 0)
    }

    // Acceptance case 15.
    @Test("leaves another app's music as it is")
    func music() throws {
        // Given a music app that goes on in the background.
        let music = phone.open("music", backgroundModes: ["audio"])
        try music.sound.request(.setCategory(.playback, .default, [], .default))
        let song = SoundBuffer(repeating: 0.25, seconds: 10)
        _ = try music.sound.startStream(.player, .buffer(song, loopCount: 0)) { _ in }
        phone.server.open(app.id)
        phone.pass(.seconds(1))
        let before = music.peak(0.5...0.9)
        // When a system sound is played over it.
        play(for: .seconds(1))
        // Then the sound is heard and the music no other than before.
        #expect(hears(level(0.6), 1.1...1.9))
        #expect(before > 0)
        #expect(music.peak(1.1...1.9) == before)
        #expect(music.lowest(1.1...1.9) == before)
    }

    // Acceptance case 16.
    @Test("is as loud as the ringer, whatever the media volume")
    func volume() {
        phone.server.send(.volumeSet(.ringer, 0.2))
        phone.server.send(.volumeSet(.media, 1))
        play(for: .seconds(1))
        #expect(hears(level(0.2), 0.1...0.9))
    }

    // Acceptance case 17.
    @Test("is silent during a call and audible again after it")
    func call() {
        phone.server.send(.callArrived)
        phone.server.send(.callAnswered)
        play(for: .seconds(2))
        #expect(app.peak(0...2) == 0)
        phone.server.send(.callEnded)
        play(for: .seconds(2))
        #expect(hears(level(0.6), 2.1...2.9))
    }

    // Acceptance case 20.
    @Test("obeys the switch also when it is no user-interface sound")
    func noWayAroundTheSwitch() {
        phone.server.send(.ringSwitchMoved(.silent))
        #expect(setProperty(kAudioServicesPropertyIsUISound, 0) == noErr)
        play(for: .seconds(2))
        #expect(app.peak(0...2) == 0)
    }

    // Acceptance case 21.
    @Test("is cut when its app is killed, unless it is to be completed", arguments: [0, 1])
    func killed(completes: UInt32) {
        #expect(setProperty(kAudioServicesPropertyCompletePlaybackIfAppDies, completes) == noErr)
        play(for: .milliseconds(300))
        app.end(.killed)
        phone.pass(.seconds(1))
        #expect(hears(level(0.6), 0.1...0.25))
        #expect(hears(completes == 1 ? level(0.6) : 0, 0.4...0.9))
        #expect(app.peak(1.1...1.3) == 0)
    }

    @Test("is completed after its app's death also when that is asked for while it sounds")
    func completedOnDemand() {
        play(for: .milliseconds(300))
        #expect(setProperty(kAudioServicesPropertyCompletePlaybackIfAppDies, 1) == noErr)
        app.end(.crashed)
        phone.pass(.seconds(1))
        #expect(hears(level(0.6), 0.4...0.9))
    }

    private func setProperty(_ property: AudioServicesPropertyID, _ value: UInt32) -> OSStatus {
        var sound = second
        var value = value
        return app.run { AudioServicesSetProperty(property, 4, &sound, 4, &value) }
    }
}

@Suite("The vibration")
struct VibrationTests {
    let phone = VirtualPhone()
    let app: VirtualApp

    init() {
        app = phone.open("blog")
    }

    @Test("ends after 0.4 seconds, played as a sound or as an alert")
    func pulse() {
        let block = BlockRuns()
        app.run {
            AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate) { block.note() }
        }
        phone.pass(.milliseconds(390))
        #expect(block.count == 0)
        phone.pass(.milliseconds(20))
        #expect(block.threads == [.queue])
        app.run {
            AudioServicesPlayAlertSoundWithCompletion(kSystemSoundID_Vibrate) { block.note() }
        }
        phone.pass(.seconds(1))
        #expect(block.count == 2)
        #expect(phone.vibrations.times == [.zero, .seconds(0.41)])
    }

    // Acceptance case 23.
    @Test("that its own completion starts again goes on until that is taken back")
    func repeated() {
        let calls = CompletionCalls { sound in AudioServicesPlaySystemSound(sound) }
        app.run {
            AudioServicesAddSystemSoundCompletion(
                kSystemSoundID_Vibrate, nil, nil, completionProc, calls.clientData)
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        }
        phone.pass(.seconds(2.1))
        #expect(phone.vibrations.times == [0, 0.4, 0.8, 1.2, 1.6, 2.0].map { .seconds($0) })
        app.run { AudioServicesRemoveSystemSoundCompletion(kSystemSoundID_Vibrate) }
        phone.pass(.seconds(2))
        #expect(phone.vibrations.count == 6)
    }

    @Test("is left out on silent where the user does not want it there, and completes")
    func unwanted() {
        let block = BlockRuns()
        phone.server.send(.ringSwitchMoved(.silent))
        phone.server.send(.settingChanged(.vibrateOnSilent, isOn: false))
        app.run {
            AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate) { block.note() }
        }
        phone.pass(.seconds(1))
        #expect(phone.vibrations.count == 0)
        #expect(block.count == 1)
    }

    @Test("is no sound of the app's: it cannot be ended, and has no properties")
    func noSound() {
        var sound = kSystemSoundID_Vibrate
        var value: UInt32 = 7
        var size: UInt32 = 4
        let statuses = app.run {
            [
                AudioServicesDisposeSystemSoundID(sound),
                AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 4, &sound, &size, &value),
            ]
        }
        #expect(statuses == [-1500, -1500])
        #expect(value == 7)
    }
}
