import AudioModel
import Testing

import ScenarioLanguage

@Suite("The headers of a scenario")
struct HeaderTests {
    @Test("may all be left out")
    func defaults() throws {
        let story = try scenario("at 3 end")
        #expect(story == Scenario(path: "story.scenario", duration: .seconds(3)))
        #expect(story.title == nil)
        #expect(story.phone.ringSwitch == .ring)
        #expect(story.phone.mediaVolume == 0.8)
        #expect(story.phone.ringerVolume == 0.6)
        #expect(story.phone.route == .speaker)
        #expect(story.phone.profile == .ios17)
        #expect(story.phone.microphone == .granted)
        #expect(story.phone.systemSounds == .documented && story.phone.systemSoundNames)
        #expect(!story.phone.losesInterruptionEnds)
        #expect(story.phone.emergencyButtons == .silence)
        #expect(story.phone.ambientMixes && !story.phone.untouchedSessionRecords)
        #expect(story.phone.launchLimit == nil)
        #expect(DeviceSetting.allCases.allSatisfy { story.settings[$0] })
    }

    @Test("name the story")
    func title() throws {
        let story = try scenario(#"scenario "A \"quiet\" \\ # room; two" # three"# + "\nat 3 end")
        #expect(story.title == #"A "quiet" \ # room; two"#)
    }

    @Test("set up the phone, on one line or on several")
    func phone() throws {
        // Given every word of the `phone` line, spread over two lines.
        let story = try scenario(
            """
            phone switch silent media 0.25 ringer 1
            phone route airplay:"Living room" profile 6 microphone denied
            phone system-sounds lenient interruption-ends lost
            phone system-sound-names off emergency-buttons lower ambient-mixes off
            phone untouched-session-records on launch-limit 5
            at 3 end
            """)
        // Then each has set its value.
        var expected = PhoneSetup()
        expected.ringSwitch = .silent
        expected.mediaVolume = 0.25
        expected.ringerVolume = 1
        expected.route = Port(.airplay, name: "Living room")
        expected.profile = .ios6
        expected.microphone = .denied
        expected.systemSounds = .lenient
        expected.losesInterruptionEnds = true
        expected.systemSoundNames = false
        expected.emergencyButtons = .lower
        expected.ambientMixes = false
        expected.untouchedSessionRecords = true
        expected.launchLimit = 5
        #expect(story.phone == expected)
    }

    @Test("know every port", arguments: PortKind.allCases)
    func ports(kind: PortKind) {
        let word = kind == .airplay ? "airplay:Den" : kind.rawValue
        let isMicrophone = kind == .builtInMicrophone || kind == .headsetMicrophone
        let port = try? scenario("phone route \(word)\nat 3 end").phone.route
        #expect(port == (isMicrophone ? nil : Port(kind, name: kind == .airplay ? "Den" : "")))
    }

    @Test("know every profile", arguments: PhoneProfile.allCases)
    func profiles(profile: PhoneProfile) throws {
        let story = try scenario("phone profile \(profile.rawValue)\nat 3 end")
        #expect(story.phone.profile == profile)
        #expect(story.phone.profiles == [profile])
    }

    @Test("name several generations, or all")
    func severalProfiles() throws {
        let story = try scenario("phone profile 17,3,26\nat 3 end")
        #expect(story.phone.profile == .ios17)
        #expect(story.phone.profiles == [.ios17, .ios3, .ios26])
        #expect(try scenario("phone profile all\nat 3 end").phone.profiles == PhoneProfile.allCases)
        #expect(try scenario(story.description) == story)
    }

    @Test("switch each setting", arguments: DeviceSetting.allCases)
    func settings(setting: DeviceSetting) throws {
        let off = try scenario("setting \(setting.rawValue) off\nat 3 end")
        #expect(DeviceSetting.allCases.filter { !off.settings[$0] } == [setting])
        let on = try scenario("setting \(setting.rawValue) on\nat 3 end")
        #expect(on.settings == DeviceSettings())
    }

    @Test("declare apps in their order, each word once and in any order")
    func apps() throws {
        let story = try scenario(
            """
            app Game
            app "Talk show 2" plays-as musicPlayer reacts resumesAlways footprint 20 \
            exits-on-suspend commands next,play background audio,voip,fetch \
            policy longFormAudio options duckOthers,allowAirPlay mode spokenAudio category playback
            at 3 end
            """)
        var talk = AppDeclaration(
            name: "Talk show 2", category: .playback, mode: .spokenAudio,
            options: [.duckOthers, .allowAirPlay], policy: .longFormAudio,
            backgroundModes: ["audio", "voip", "fetch"], reaction: .resumesAlways,
            role: .musicPlayer)
        talk.footprint = 20
        talk.exitsOnSuspend = true
        talk.commands = RemoteCommands([.play, .nextTrack])
        #expect(story.apps == [AppDeclaration(name: "Game"), talk])
    }

    @Test("set the orientations of an app and the rotation lock")
    func orientations() throws {
        let story = try scenario(
            """
            phone rotation-lock on
            app Game orientations landscape-left,landscape-right
            app Mail
            at 3 end
            """)
        #expect(story.phone.isRotationLocked)
        #expect(story.apps.map(\.orientations) == [.landscape, .allButUpsideDown])
        let lines = story.description.split(separator: "\n")
        #expect(lines.contains("phone rotation-lock on"))
        #expect(lines.contains("app Game orientations landscape-right,landscape-left"))
        #expect(try scenario(story.description) == story)
    }

    @Test("know every category", arguments: SessionCategory.allCases)
    func categories(category: SessionCategory) throws {
        let story = try scenario("app Game category \(category.rawValue)\nat 3 end")
        #expect(story.apps.first?.category == category)
    }

    @Test("know every mode, policy, option and reaction")
    func words() throws {
        for mode in SessionMode.allCases {
            let story = try scenario("app Game mode \(mode.rawValue)\nat 3 end")
            #expect(story.apps.first?.mode == mode)
        }
        for policy in RouteSharingPolicy.allCases {
            let story = try scenario("app Game policy \(policy.rawValue)\nat 3 end")
            #expect(story.apps.first?.policy == policy)
        }
        for (name, option) in SessionOptions.named + [("allowBluetoothHFP", .allowBluetooth)] {
            let story = try scenario("app Game options \(name)\nat 3 end")
            #expect(story.apps.first?.options == option)
        }
        for reaction in AppReaction.allCases {
            let story = try scenario("app Game reacts \(reaction.rawValue)\nat 3 end")
            #expect(story.apps.first?.reaction == reaction)
        }
    }

    @Test("come before the first timed line, and once")
    func order() {
        #expect(
            errors(in: "scenario \"A\"\nat 0 lock\napp Game\nphone switch silent\nat 3 end")
                == [
                    "3:1: expected headers before the first timed line (line 2), found 'app'",
                    "4:1: expected headers before the first timed line (line 2), found 'phone'",
                ])
        #expect(
            errors(
                in: """
                    scenario "A"
                    scenario "B"
                    phone media 0.5
                    phone media 0.6
                    setting keyboard-clicks on
                    setting keyboard-clicks off
                    app Game
                    app Game
                    at 3 end
                    """)
                == [
                    "2:1: expected 'scenario' only once",
                    "4:7: expected 'media' only once",
                    "6:9: expected 'keyboard-clicks' only once",
                    "8:5: expected the app 'Game' only once",
                ])
    }
}
