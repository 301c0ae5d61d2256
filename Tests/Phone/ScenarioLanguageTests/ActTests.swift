import AudioModel
import DeviceActions
import Testing

import ScenarioLanguage

@Suite("An act of a scenario")
struct ActTests {
    @Test("of an app is read with all its details", arguments: appActs)
    func appAct(text: String, expected: AppAct) throws {
        let act = try #require(try scenario(story(act: "Game \(text)")).timed.last)
        #expect(act.action == .app("Game", expected))
        #expect(act.action.appName == "Game")
        #expect(act.fails == nil)
        #expect(act.time == .seconds(1))
        #expect(act.location == SourceLocation(line: 4, column: 6))
        #expect(act.text == "Game \(text)")
    }

    static let appActs: [(String, AppAct)] =
        [
            ("opens", .opens), (#"opens url "blog:post?id=1""#, .opensURL("blog:post?id=1")),
            ("is woken for external-accessory", .isWoken(.externalAccessory)),
            ("hangs in didEnterBackground", .hangs(.didEnterBackground, seconds: nil)),
            ("hangs in willTerminate for 2.5", .hangs(.willTerminate, seconds: 2.5)),
            ("begins task upload", .beginsTask("upload")), ("ends task a-1", .endsTask("a-1")),
            ("receives call", .call(.arrived)), ("starts call", .call(.started)),
            ("answers call", .call(.answered)), ("declines call", .call(.declined)),
            ("ends call", .call(.ended)), ("holds call", .call(.held)),
            ("unholds call", .call(.resumed)),
            ("leaves", .leaves), ("quits", .ends(.quit)),
            ("is killed", .ends(.killed)), ("crashes", .ends(.crashed)),
            ("is removed", .isRemoved),
            ("plays fx.wav as fx", .plays(StreamStart(.file("fx.wav"), as: "fx"))),
            (
                #"plays "my fx;#\"1\".wav" as fx-2_b volume 0.5 loops 3 rate 1.5 with queue"#,
                .plays(
                    StreamStart(
                        .file(#"my fx;#"1".wav"#), as: "fx-2_b", volume: 0.5, loops: .more(3),
                        rate: 1.5, player: .queue))
            ),
            (
                "plays ../a/b.caf as fx with unit rate 0.5 loops -1 volume 0",
                .plays(
                    StreamStart(
                        .file("../a/b.caf"), as: "fx", volume: 0, loops: .forever, rate: 0.5,
                        player: .unit))
            ),
            ("plays noise as as", .plays(StreamStart(.noise(seconds: nil), as: "as"))),
            ("pauses song", .pauses(stream: "song")), ("resumes song", .resumes(stream: "song")),
            ("stops song", .stops(stream: "song")),
            ("sets song volume 0.25", .setsVolume(stream: "song", 0.25)),
            (
                "prepares tone:440.5/2 as fx",
                .prepares(.tone(hertz: 440.5, seconds: 2), stream: "fx")
            ),
            ("records as mic", .records(stream: "mic", from: nil)),
            ("records as mic from voice.wav", .records(stream: "mic", from: .file("voice.wav"))),
            ("films as clip", .films(stream: "clip", withMicrophone: false)),
            ("films as clip with microphone", .films(stream: "clip", withMicrophone: true)),
            ("zooms to 4", .zooms(to: 4, rate: nil)),
            ("zooms to 16 rate 3", .zooms(to: 16, rate: 3)),
            ("sounds silence/0.5", .sounds(.silence(seconds: 0.5), stream: nil)),
            ("sounds noise/0.5 as fx", .sounds(.noise(seconds: 0.5), stream: "fx")),
            ("alerts tone:880", .alerts(.tone(hertz: 880, seconds: nil), stream: nil)),
            (#"alerts "tone:880" as fx"#, .alerts(.file("tone:880"), stream: "fx")),
            ("vibrates", .vibrates), ("starts player Game", .startsPlayer("Game")),
            ("setting isPortraitMode on", .changesSetting(key: "isPortraitMode", value: "on")),
            (#"setting "a b" "c d""#, .changesSetting(key: "a b", value: "c d")),
            ("detects routes on", .detectsRoutes(true)),
            ("detects routes off", .detectsRoutes(false)),
            (
                "plays song.wav as tune with music",
                .plays(StreamStart(.file("song.wav"), as: "tune", player: .music))
            ),
        ] + sessionActs

    static let sessionActs: [(String, AppAct)] = [
        (
            "category ambient",
            .setsCategory(.ambient, mode: .default, options: [], policy: .default)
        ),
        (
            "category playback policy longFormVideo options mixWithOthers,allowAirPlay "
                + "mode moviePlayback",
            .setsCategory(
                .playback, mode: .moviePlayback, options: [.mixWithOthers, .allowAirPlay],
                policy: .longFormVideo)
        ),
        // The language accepts combinations that the system refuses.
        (
            "category ambient options defaultToSpeaker",
            .setsCategory(.ambient, mode: .default, options: .defaultToSpeaker, policy: .default)
        ),
        ("mode voiceChat", .setsMode(.voiceChat)),
        ("activates", .activates), ("deactivates", .deactivates(notifying: false)),
        ("deactivates notifying", .deactivates(notifying: true)),
        ("overrides speaker", .overrides(.speaker)), ("overrides none", .overrides(.none)),
        ("commands none", .setsCommands([])),
        ("commands play,next", .setsCommands(RemoteCommands([.play, .nextTrack]))),
        ("prefers noInterruptions on", .prefers(.noInterruptions, true)),
        ("prefers disconnectInterruption off", .prefers(.disconnectInterruption, false)),
    ]

    @Test("of the phone is read with all its details", arguments: phoneActs)
    func phoneAct(text: String, expected: PhoneAct) throws {
        let act = try #require(try scenario(story(act: text)).timed.last)
        #expect(act == TimedAction(time: .seconds(1), action: .phone(expected)))
        #expect(act.text == text)
        #expect(act.action.appName == nil)
    }

    static let phoneActs: [(String, PhoneAct)] =
        [
            ("press volume down x16", .press(.down, times: 16)),
            ("press volume up x1000", .press(.up, times: 1000)),
            ("slider 0.5", .slider(0.5)), ("media-services reset", .mediaServicesReset),
            ("phone erased", .erased),
            // Written with quotes, and read without them too.
            ("unplug usb:a:b", .event(.portUnplugged(Port(.usb, name: "a:b")))),
        ] + events.map { ($0.0, .event($0.1)) }

    static let events: [(String, DeviceEvent)] = [
        ("switch ring", .ringSwitchMoved(.ring)), ("switch silent", .ringSwitchMoved(.silent)),
        ("press volume up", .volumePressed(.up)),
        ("media 0", .volumeSet(.media, 0)), ("ringer 1", .volumeSet(.ringer, 1)),
        ("setting vibrate-on-silent off", .settingChanged(.vibrateOnSilent, isOn: false)),
        ("plug headset", .portPlugged(.headset)),
        ("unplug bluetooth-a2dp", .portUnplugged(Port(.bluetoothA2DP))),
        ("plug airplay:Den", .portPlugged(Port(.airplay, name: "Den"))),
        (#"route "airplay:Living room""#, .routePicked(Port(.airplay, name: "Living room"))),
        (#"plug hdmi:"HDMI 2""#, .portPlugged(Port(.hdmi, name: "HDMI 2"))),
        (#"unplug usb:"a:b""#, .portUnplugged(Port(.usb, name: "a:b"))),
        ("route receiver", .routePicked(.receiver)),
        ("call arrives", .callArrived),
        ("call arrives as banner", .callArrivedAsBanner),
        ("call is answered", .callAnswered), ("call is declined", .callDeclined),
        ("call ends", .callEnded), ("call ends by remote party", .callEndedByRemoteParty),
        ("alarm fires", .alarmFired), ("alarm is dismissed", .alarmDismissed),
        ("alarm is snoozed", .alarmSnoozed),
        ("timer fires", .timerFired), ("timer is dismissed", .timerDismissed),
        ("assistant begins", .assistantBegan), ("assistant ends", .assistantEnded),
        ("emergency begins", .emergencyBegan), ("emergency ends", .emergencyEnded),
        ("lock", .locked), ("unlock", .unlocked), ("memory low", .memoryLow),
        ("memory needed 150", .memoryNeeded(megabytes: 150)),
        ("alert appears", .overlayOpened(.alert)), ("alert is dismissed", .overlayClosed(.alert)),
        ("notification-centre opens", .overlayOpened(.notificationCentre)),
        ("control-centre closes", .overlayClosed(.controlCentre)),
        ("app-switcher opens", .overlayOpened(.appSwitcher)), ("banner appears", .bannerShown),
        ("change orientation", .systemChanged(.orientation)),
        ("change locale", .systemChanged(.locale)),
        ("phone turns upside-down", .turned(.upsideDown)),
        ("phone turns face-up", .turned(.faceUp)),
        ("battery 20 charging", .batteryChanged(Battery(0.2, .charging))),
        ("battery 100 full", .batteryChanged(Battery(1, .full))),
        ("proximity near", .proximityChanged(isNear: true)),
        ("proximity far", .proximityChanged(isNear: false)),
        ("user presses play", .remoteCommand(.play)),
        ("user presses toggle", .remoteCommand(.togglePlayPause)),
        ("user presses previous", .remoteCommand(.previousTrack)),
        ("user presses skipForward 15", .remoteCommand(.skipForward(15))),
        ("user presses seekBackward begin", .remoteCommand(.seekBackward(.begin))),
        ("user presses position 61.5", .remoteCommand(.changePosition(61.5))),
        ("user presses rate -0.5", .remoteCommand(.changeRate(-0.5))),
        ("user presses repeat one", .remoteCommand(.changeRepeatMode(.one))),
        ("user presses like on", .remoteCommand(.like(.positive))),
        ("user presses bookmark off", .remoteCommand(.bookmark(.negative))),
        (
            "user presses enableLanguage legible fr-CA",
            .remoteCommand(.enableLanguageOption(LanguageOption(.legible, languageTag: "fr-CA")))
        ),
        ("headset press long", .headsetHeld(presses: 1)),
        ("headset hold 2", .headsetHeld(presses: 2)),
        ("headset release", .headsetReleased),
        ("headset press 1", .headsetPressed(times: 1)),
        ("headset press 3", .headsetPressed(times: 3)),
        ("message arrives", .messageArrived), ("keyboard clicks", .keyClicked),
    ]

    @Test(
        "of the phone has the text of its event",
        arguments: DeviceEvent.examples + events.map { $0.1 })
    func eventText(event: DeviceEvent) throws {
        #expect(try PhoneAct(parsing: event.text) == .event(event))
        #expect(PhoneAct.event(event).description == event.text)
        #expect(event.text.hasPrefix(event.name))
        #expect(DeviceEvent.examples.count { $0.name == event.name } == 1)
    }

    @Test("of the phone is written as it is read")
    func writtenText() {
        // A word may have its quotes elsewhere.
        for (text, event) in Self.events where !text.contains("\"") {
            #expect(event.text == text)
        }
    }

    @Test("presses a button once as an event")
    func singlePress() throws {
        #expect(try PhoneAct(parsing: "press volume up x1") == .event(.volumePressed(.up)))
        #expect(try PhoneAct(parsing: "call ends by other") == .event(.callEndedByRemoteParty))
    }

    @Test(
        "is never an event that no user can name",
        arguments: [
            DeviceEvent.volumeSet(.call, 0.5), .mediaServicesLost, .mediaServicesReset,
        ])
    func unnamedEvent(event: DeviceEvent) {
        #expect(throws: PhoneActError.self) { try PhoneAct(parsing: event.text) }
    }

    @Test("has a name that begins what was written")
    func names() {
        for (text, act) in Self.appActs { #expect(text.hasPrefix(act.name)) }
        for (text, act) in Self.phoneActs { #expect(text.hasPrefix(act.name)) }
        #expect(Action.phone(.event(.callArrivedAsBanner)).name == "call arrives as banner")
        #expect(Action.phone(.event(.callArrived)).name == "call arrives")
    }

    @Test("may expect an error, by number, code or name", arguments: failures)
    func fails(text: String, status: Int32) throws {
        let act = try #require(
            try scenario(story(act: "Game activates fails \(text); lock")).timed.dropLast().last)
        #expect(act.action == .app("Game", .activates))
        #expect(act.fails == ExpectedFailure(status: status))
        #expect(act.text == "Game activates fails \(text)")
    }

    static let failures: [(String, Int32)] =
        [
            ("-50", -50), ("560557684", 560_557_684), ("'!int'", 560_557_684),
            ("'a;#b'", 0x613B_2362), ("kAudioServicesSystemSoundUnspecifiedError", -1500),
            ("kAudioQueueErr_CannotStart", -66681), ("kAudio_ParamError", -50),
        ] + SessionError.allCases.map { ("\($0)", $0.rawValue) }

    @Test(
        "that can be refused takes 'fails'",
        arguments: [
            "plays fx.wav as fx volume 0.5 fails '!pla'", "resumes song fails '!pla'",
            "records as mic fails '!rec'", "prepares fx.wav as fx fails '!pla'",
            "category ambient options duckOthers fails -50", "mode voiceChat fails -50",
            "deactivates notifying fails isBusy", "overrides speaker fails '!cat'",
            "prefers noInterruptions on fails unspecified",
            "begins task upload fails resourceNotAvailable",
        ])
    func canFail(text: String) throws {
        let act = try #require(try scenario(story(act: "Game \(text)")).timed.last)
        #expect(act.fails != nil)
    }
}
