import AudioModel
import SoundPolicy
import Testing

@Suite("Remote control")
struct RemoteControlTests {
    /// A music app that has played behind a game and is suspended.
    private static func sleepingMusic(
        _ configuration: PolicyConfiguration = PolicyConfiguration(),
        commands: RemoteCommands = .all, modes: [String] = ["audio"]
    ) -> Phone {
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), modes: modes)
        phone.after(.zero, .app(.music, .enableRemoteCommands(commands)))
        phone.start(.song)
        phone.launch(.game, Session(category: .soloAmbient))
        phone.start(.shot)
        _ = phone.wait(.seconds(6))
        return phone
    }

    @Test("wakes a sleeping player, which may then interrupt the game in front")
    func wakes() {
        var phone = Self.sleepingMusic()
        #expect(phone.machine.state(of: .music) == .suspended)
        // When the user presses play.
        let response = phone.send(.remoteCommand(.play))
        // Then it runs and is told, after what it has missed.
        #expect(phone.machine.state(of: .music) == .background)
        #expect(response.notifications(to: .music).last == .remoteCommand(.play))
        // And what it resumes interrupts the game.
        let resumed = phone.after(.milliseconds(10), .app(.music, .resumeStream(number: 1)))
        #expect(resumed.refusal == nil)
        #expect(resumed.notifications(to: .game) == [.interruptionBegan(reason: .default)])
        #expect(phone.machine.verdict(of: .song)?.state == .audible)
        #expect(phone.machine.verdict(of: .shot)?.state == .interrupted)
    }

    @Test("lets an app run for ten seconds, and begin as long")
    func window() {
        var phone = Self.sleepingMusic()
        phone.send(.remoteCommand(.play))
        let effects = phone.wait(.seconds(9.9))
        #expect(phone.machine.state(of: .music) == .background)
        #expect(effects.notifications(to: .music) == [])
        _ = phone.wait(.seconds(0.2))
        #expect(phone.machine.state(of: .music) == .suspended)
    }

    @Test("that asks for no sound lets nobody begin", arguments: [RemoteCommand.pause, .stop])
    func pause(command: RemoteCommand) {
        var phone = Self.sleepingMusic()
        phone.send(.remoteCommand(command))
        let resumed = phone.after(.zero, .app(.music, .resumeStream(number: 1)))
        #expect(resumed.refusal == .cannotInterruptOthers)
    }

    @Test("that reaches nobody says why")
    func ignored() {
        func reasons(_ phone: Phone, _ event: DeviceEvent) -> [PolicyEffect] {
            var phone = phone
            return phone.send(event).effects
        }
        let taker = Self.sleepingMusic(commands: RemoteCommands([.play]))
        #expect(
            reasons(taker, .remoteCommand(.nextTrack)) == [
                .remoteCommandIgnored(.notEnabled(.music, .nextTrack))
            ])
        let nobody = Self.sleepingMusic(commands: [])
        #expect(reasons(nobody, .remoteCommand(.play)) == [.remoteCommandIgnored(.noNowPlayingApp)])
        let silent = Self.sleepingMusic(modes: [])
        #expect(
            reasons(silent, .remoteCommand(.play)) == [.remoteCommandIgnored(.suspended(.music))])
        #expect(
            reasons(taker, .headsetPressed(times: 1)) == [.remoteCommandIgnored(.noHeadsetButton)])
        let toggler = Self.sleepingMusic(commands: RemoteCommands([.togglePlayPause]))
        #expect(
            reasons(toggler, .remoteCommand(.pause)) == [
                .remoteCommandIgnored(.alreadyPaused(.music))
            ])
        var headset = taker
        headset.send(.portPlugged(.headset))
        #expect(
            reasons(headset, .headsetPressed(times: 4)) == [.remoteCommandIgnored(.unknownPresses)])
        headset.send(.callArrived)
        #expect(
            reasons(headset, .headsetPressed(times: 2)) == [
                .remoteCommandIgnored(.severalPressesInCall)
            ])
    }

    @Test("says why in words")
    func words() {
        let name: (AppID) -> String = { $0 == .music ? "Music" : "Game" }
        let reasons: [IgnoredCommand] = [
            .noHeadsetButton, .severalPressesInCall, .unknownPresses, .noNowPlayingApp,
            .notEnabled(.music, .nextTrack), .alreadyPaused(.music), .suspended(.music),
        ]
        #expect(Set(reasons.map { $0.sentence(name) }).count == reasons.count)
        #expect(
            IgnoredCommand.notEnabled(.music, .nextTrack).sentence(name)
                == "Music does not take next")
    }

    @Test("is for another app when its process has ended")
    func ended() {
        var phone = Self.sleepingMusic()
        phone.after(.zero, .app(.game, .enableRemoteCommands(.all)))
        #expect(phone.machine.nowPlayingApp == .game)
        phone.after(.zero, .appEnded(.game, .killed))
        #expect(phone.machine.nowPlayingApp == .music)
        phone.after(.zero, .appEnded(.music, .killed))
        #expect(phone.machine.nowPlayingApp == nil)
    }

    @Test("is for no app whose session mixes, and for none that only records")
    func mixing() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback, options: .mixWithOthers))
        phone.after(.zero, .app(.music, .enableRemoteCommands(.all)))
        phone.start(.song)
        #expect(phone.machine.nowPlayingApp == nil)
        phone.launch(.game, Session(category: .record))
        phone.after(.zero, .app(.game, .enableRemoteCommands(.all)))
        phone.start(.shot, .recorder)
        #expect(phone.machine.nowPlayingApp == nil)
        phone.start(StreamID(app: .game, number: 2), .queue)
        #expect(phone.machine.nowPlayingApp == .game)
    }

    @Test("of a headset answers a call that rings, and ends one that is talked in")
    func call() {
        var phone = Phone()
        phone.send(.portPlugged(Port(.bluetoothHFP)))
        phone.send(.callArrived)
        phone.send(.headsetPressed(times: 1))
        #expect(phone.machine.callState == .connected)
        phone.send(.headsetPressed(times: 1))
        #expect(phone.machine.callState == .none)
    }
}

@Suite("A passcode")
struct PasscodeTests {
    private static func phone(_ delay: HostInterval = .seconds(10)) -> Phone {
        var configuration = PolicyConfiguration()
        configuration.hasPasscode = true
        configuration.dataProtectionDelay = delay
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        return phone
    }

    @Test("protects files ten seconds after the lock, until the unlock")
    func protects() {
        var phone = Self.phone()
        phone.send(.locked)
        let soon = phone.wait(.seconds(9.9))
        #expect(phone.machine.isProtectedDataAvailable)
        #expect(soon.notifications(to: .music) == [])
        let then = phone.wait(.seconds(0.2))
        #expect(!phone.machine.isProtectedDataAvailable)
        #expect(then.notifications(to: .music) == [.changed(.protectedDataUnavailable)])
        let unlocked = phone.send(.unlocked).notifications(to: .music)
        #expect(unlocked.first == .changed(.protectedDataAvailable))
        #expect(phone.machine.isProtectedDataAvailable)
    }

    @Test("given in time keeps files readable, and nobody hears of it")
    func inTime() {
        var phone = Self.phone()
        phone.send(.locked)
        _ = phone.wait(.seconds(5))
        let unlocked = phone.send(.unlocked).notifications(to: .music)
        #expect(!unlocked.contains(.changed(.protectedDataAvailable)))
        #expect(phone.wait(.seconds(60)).notifications(to: .music) == [])
    }

    @Test("is what protects: a phone without one does not")
    func without() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.send(.locked)
        #expect(phone.wait(.seconds(60)).notifications(to: .music) == [])
        #expect(phone.machine.isProtectedDataAvailable)
    }
}

@Suite("A short sound of the device's own")
struct DeviceToneTests {
    @Test("begins with a message, which vibrates as the settings say and interrupts nobody")
    func message() {
        for position in RingSwitch.allCases {
            for off in [[], [DeviceSetting.vibrateOnRing], [.vibrateOnSilent]] {
                var configuration = PolicyConfiguration()
                configuration.ringSwitch = position
                configuration.settingsOff = off
                var phone = Phone(configuration)
                phone.launch(.music, Session(category: .playback))
                phone.start(.song)
                let response = phone.send(.messageArrived)
                let setting: DeviceSetting = position == .ring ? .vibrateOnRing : .vibrateOnSilent
                var expected: [PolicyEffect] = [.deviceSoundBegins(.messageTone)]
                expected.append(
                    off.contains(setting)
                        ? .soundSuppressed(
                            SuppressedSound(
                                .vibration, of: nil, .settingIsOff(setting),
                                rule: .vibrateSettingsGovern)) : .vibrate(nil))
                #expect(response.effects == expected)
            }
        }
    }

    @Test("begins with a key, unless the user has switched clicks off")
    func click() {
        var phone = Phone()
        #expect(phone.send(.keyClicked).effects == [.deviceSoundBegins(.keyClick)])
        phone.send(.settingChanged(.keyboardClicks, isOn: false))
        let suppressed = SuppressedSound(
            .keyClick, of: nil, .settingIsOff(.keyboardClicks), rule: .keyboardClicksCanBeOff)
        #expect(phone.send(.keyClicked).effects == [.soundSuppressed(suppressed)])
    }

    @Test("is a system sound that only the device may start")
    func kinds() {
        for kind in [StreamKind.messageTone, .keyClick] {
            var phone = Phone()
            let tone = StreamID(app: .phone, number: 1)
            phone.start(tone, kind)
            #expect(phone.machine.verdict(of: tone)?.state == .audible)
            phone.send(.ringSwitchMoved(.silent))
            #expect(phone.machine.verdict(of: tone)?.reasons.map(\.kind) == [.ringSwitch])
            phone.launch(.game)
            #expect(phone.start(.shot, kind).refusal == .badParam)
        }
    }
}
