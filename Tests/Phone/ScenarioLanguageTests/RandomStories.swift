import AudioModel
import DeviceActions
import ScenarioLanguage

/// Generates valid scenarios that use the whole language.
struct StoryMaker {
    var random: SeededGenerator
    private let apps = ["Game", "Talk show", "Étude-2", "음악", "المذياع", "संगीत 2"]
    private var streams: [String: [String]] = [:]
    private var labels: [(name: String, time: HostTime)] = []

    /// One command of each kind.
    static let commands: [RemoteCommand] = [
        .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .skipForward(15),
        .skipBackward(0.5), .seekForward(.begin), .seekBackward(.end),
        .changePosition(3_600.25), .changeRate(-1.5), .changeRepeatMode(.all),
        .changeShuffleMode(.collections), .rating(4.5), .like(.positive), .dislike(.negative),
        .bookmark(.negative),
        .enableLanguageOption(LanguageOption(.audible, languageTag: "zh-Hant")),
        .disableLanguageOption(LanguageOption(.legible, languageTag: "de")),
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func story() -> Scenario {
        var story = Scenario(path: "story.scenario", duration: .zero)
        if Bool.random(using: &random) { story.title = "A \"quiet\" \\ #\t; rôom" }
        story.phone.ringSwitch = pick(RingSwitch.allCases)
        story.phone.mediaVolume = volume()
        story.phone.ringerVolume = volume()
        story.phone.route = port()
        let profiles = PhoneProfile.allCases.shuffled(using: &random)
        story.phone.profiles = Array(profiles.prefix(pick([1, 1, 3])))
        story.phone.systemSounds = pick(SystemSoundRule.allCases)
        story.phone.losesInterruptionEnds = Bool.random(using: &random)
        story.phone.isRotationLocked = Bool.random(using: &random)
        story.phone.systemSoundNames = Bool.random(using: &random)
        story.phone.emergencyButtons = pick(EmergencyButtons.allCases)
        story.phone.ambientMixes = Bool.random(using: &random)
        story.phone.untouchedSessionRecords = Bool.random(using: &random)
        story.phone.launchLimit = pick([nil, 5, 0.25])
        story.phone.microphone = pick(MicrophonePermission.allCases)
        story.phone.camera = pick(CameraPermission.allCases)
        for setting in DeviceSetting.allCases {
            story.settings[setting] = Bool.random(using: &random)
        }
        story.apps = apps.map { declaration($0) }
        var time = HostTime.zero
        for app in apps {
            story.timed.append(TimedAction(time: time, action: .app(app, .opens)))
        }
        for _ in 0..<30 {
            time.nanoseconds += Int64.random(in: 0...2_000_000_000, using: &random)
            story.timed.append(act(at: time))
        }
        story.duration = time + .seconds(1)
        for _ in 0..<20 { story.expectations.append(expectation(within: story.duration)) }
        return story
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func volume() -> Double {
        pick([0, 1, 0.8, Double.random(in: 0...1, using: &random), 1.25e-7])
    }

    private mutating func port() -> Port {
        let kind = pick(Words.ports.entries.map(\.value))
        return Port(kind, name: kind == .airplay ? pick(["Den", "Küche 2", "a\";#b\\", "'"]) : "")
    }

    private mutating func options() -> SessionOptions {
        SessionOptions(
            SessionOptions.named.map(\.option).filter { _ in
                Int.random(in: 0..<4, using: &random) == 0
            })
    }

    private mutating func declaration(_ name: String) -> AppDeclaration {
        var app = AppDeclaration(
            name: name, category: pick([nil] + SessionCategory.allCases.map { $0 }),
            mode: pick(SessionMode.allCases), options: options(),
            policy: pick(RouteSharingPolicy.allCases),
            backgroundModes: pick([[], ["audio"], ["audio", "voip", "push-to-talk"]]),
            reaction: pick(AppReaction.allCases),
            role: pick([.ordinary, .nowPlaying, .musicPlayer]))
        app.footprint = pick([1, 50, 100_000])
        app.orientations = pick([.allButUpsideDown, .portrait, .all, .landscape])
        app.exitsOnSuspend = Bool.random(using: &random)
        return app
    }

    private mutating func seconds() -> Double {
        pick([1, 0.25, Double.random(in: 1e-9...1e6, using: &random)])
    }

    private mutating func sound() -> SoundSpec {
        let hertz = Double.random(in: 1e-6..<24_000, using: &random)
        return pick([
            .file("a.wav"), .file("../my sounds/#1;\"x\".caf"), .file("tone:440"), .file("as"),
            .tone(hertz: hertz, seconds: nil), .tone(hertz: 440, seconds: seconds()),
            .noise(seconds: nil), .noise(seconds: seconds()), .silence(seconds: seconds()),
        ])
    }

    private mutating func act(at time: HostTime) -> TimedAction {
        let action: Action =
            switch Int.random(in: 0..<9, using: &random) {
            case 0: .network(pick(NetworkActTests.acts.map(\.1)))
            case 1...3: .phone(phoneAct())
            default: appAction()
            }
        var failure: ExpectedFailure?
        if case .app(_, let act) = action, act.canFail, Bool.random(using: &random) {
            failure = ExpectedFailure(
                status: pick([-50, 1, .min, .max, SessionError.isBusy.rawValue]))
        }
        let label = Int.random(in: 0..<5, using: &random) == 0 ? "ring-\(labels.count)" : nil
        if let label { labels.append((label, time)) }
        return TimedAction(time: time, label: label, action: action, fails: failure)
    }

    private mutating func appAction() -> Action {
        let app = pick(apps)
        // The name of a stream that still lasts is not available.
        var fresh = pick(["song", "as", "volume", "été_2", "x-1", "노래", "गीत", "重低音"])
        if streams[app]?.contains(fresh) == true { fresh += "-\(streams[app]?.count ?? 0)" }
        let known = streams[app]?.last ?? ""
        let session: [AppAct] = [
            .opens, .leaves, .vibrates, .activates, .deactivates(notifying: true),
            .deactivates(notifying: false), .setsMode(pick(SessionMode.allCases)),
            .overrides(pick(PortOverride.allCases)),
            .prefers(pick(SessionPreference.allCases), Bool.random(using: &random)),
            .setsCategory(
                pick(SessionCategory.allCases), mode: pick(SessionMode.allCases),
                options: options(), policy: pick(RouteSharingPolicy.allCases)),
            .opensURL(pick(["blog:1", "a \"b\" \\ #;"])), .isWoken(pick(BackgroundWork.allCases)),
            .hangs(pick(WatchedCallback.allCases), seconds: pick([nil, 0.5, 1_000])),
            .call(pick(AppCallEvent.allCases)),
            .beginsTask(fresh), .endsTask(fresh), .startsPlayer(pick(apps)),
            .zooms(to: Double.random(in: 1...16, using: &random), rate: pick([nil, 3, 0.125])),
            .detectsRoutes(Bool.random(using: &random)),
            .picksRoute(pick([.speaker, .receiver, Port(.airplay, name: "Living room")])),
            .setsCommands(pick([[], .all, RemoteCommands([.play, .nextTrack])])),
            .changesSetting(key: pick(["isOn", "a \"b\""]), value: pick(["", "-0.5", "x ; y"])),
        ]
        let starting: [AppAct] = [
            .plays(
                StreamStart(
                    sound(), as: fresh, volume: volume(),
                    loops: pick([.more(0), .more(7), .forever]),
                    rate: pick([1, 0.5, Double.random(in: 0.5...2, using: &random)]),
                    player: pick(PlayerKind.allCases))),
            .prepares(sound(), stream: fresh), .records(stream: fresh, from: nil),
            .films(stream: fresh, withMicrophone: Bool.random(using: &random)),
            .records(stream: fresh, from: sound()), .sounds(sound(), stream: fresh),
            .alerts(sound(), stream: nil),
        ]
        let using: [AppAct] = [
            .pauses(stream: known), .resumes(stream: known), .stops(stream: known),
            .setsVolume(stream: known, volume()),
        ]
        let act = pick(pick(known.isEmpty ? [session, starting] : [session, starting, using]))
        if act.startsStream { streams[app, default: []].append(fresh) }
        return .app(app, act)
    }

    private mutating func phoneAct() -> PhoneAct {
        pick(
            [
                .press(pick(VolumeButton.allCases), times: pick([2, 1000])), .slider(volume()),
                .mediaServicesReset,
            ] + deviceEvents().map(PhoneAct.event))
    }

    private mutating func deviceEvents() -> [DeviceEvent] {
        let external = Words.ports.entries.map(\.value).filter { !$0.isBuiltIn && $0 != .airplay }
        return [
            .ringSwitchMoved(pick(RingSwitch.allCases)),
            .volumePressed(pick(VolumeButton.allCases)),
            .volumeSet(.media, Float(volume())), .volumeSet(.ringer, Float(volume())),
            .settingChanged(pick(DeviceSetting.allCases), isOn: Bool.random(using: &random)),
            .portPlugged(Port(pick(external))), .portUnplugged(Port(pick(external))),
            .routePicked(port()),
            .callArrivedAsBanner, .callArrived, .callAnswered, .callDeclined, .callEnded,
            .callEndedByRemoteParty, .alarmFired, .alarmDismissed, .alarmSnoozed,
            .timerFired, .timerDismissed, .assistantBegan, .assistantEnded, .emergencyBegan,
            .emergencyEnded, .locked, .unlocked, .memoryLow,
            .memoryNeeded(megabytes: pick([1, 100_000])), .overlayOpened(pick(Overlay.allCases)),
            .overlayClosed(pick(Overlay.allCases)), .bannerShown,
            .systemChanged(pick(SystemChange.allCases)), .remoteCommand(pick(Self.commands)),
            .turned(pick(DeviceOrientation.allCases)),
            .batteryChanged(Battery(pick([0, 0.2, 1]), pick(Battery.State.allCases))),
            .proximityChanged(isNear: Bool.random(using: &random)),
            .headsetPressed(times: pick(Array(DeviceEvent.headsetPresses))), .messageArrived,
            .headsetHeld(presses: pick(Array(DeviceEvent.headsetHolds))), .headsetReleased,
            .keyClicked,
        ]
    }

    private mutating func expectation(within duration: HostTime) -> Expectation {
        let from = Int64.random(in: 0...(duration.nanoseconds - 200_000_000), using: &random)
        let to = Int64.random(in: (from + 200_000_000)...duration.nanoseconds, using: &random)
        let app = pick(apps)
        let culprit: Suspect? = pick([
            nil, .app(pick(apps)), .system(pick(Interrupter.allCases)),
        ])
        let stream: StreamReference =
            if let name = streams[app]?.first, Bool.random(using: &random) {
                .app(app, stream: name)
            } else {
                .phone(pick(PhoneSound.allCases))
            }
        let decibels = Double.random(in: -200...200, using: &random)
        let event = pick(ConditionTests.events).1
        let claim: Condition = pick([
            .stream(
                stream,
                pick([
                    .audible, .silent(because: nil), .silent(because: pick(ReasonKind.allCases)),
                    .paused, .stopped, .interrupted(by: culprit), .ducked(by: culprit),
                    .gain(
                        pick(GainPart.allCases), decibels: decibels, within: pick([nil, 0, 0.5])),
                    .records(.audible), .records(.silence), .records(.tone(hertz: 440)),
                    .recording, .recordingEnds, .films, .waiting, .failed,
                    .zoom(Double.random(in: 1...16, using: &random)),
                ])),
            .heard(hertz: Double.random(in: 1..<24_000, using: &random)), .heardSilence,
            .told(app: app, event), .notTold(app: app, event), .vibrates, .doesNotVibrate,
            .mediaVolume(volume()), .ringerVolume(volume()), .route(port()),
            .app(app, pick(AppState.allCases)), .clicks,
            .interface(app: app, pick(InterfaceOrientation.allCases)),
        ])
        var times: [ExpectationTime] = [
            .span(from: HostTime(nanoseconds: from), to: HostTime(nanoseconds: to)),
            .moment(at: HostTime(nanoseconds: from)),
        ]
        if let (label, time) = labels.randomElement(using: &random), time < duration {
            times.append(.within(duration - time, of: label, at: time))
        }
        if claim.canBeNever { times.append(.never) }
        return Expectation(claim.canHaveTime ? pick(times) : .never, claim)
    }
}
