import AudioModel
import DeviceProtocol
import SoundServer

// One message of every kind, with every kind of content; the switches below do not compile when a
// kind is added, and the tests fail when it is not among the samples.

enum Samples {
    static let requests: [AppRequest] = [
        .setCategory(.playAndRecord, .voiceChat, [.mixWithOthers, .allowAirPlay], .independent),
        .setMode(.spokenAudio), .activate, .deactivate(notifyingOthers: true),
        .startStream(number: 7, .queue, appVolume: 0.25),
        .prepareStream(number: -1, .player, appVolume: 0.25), .pauseStream(number: .max),
        .resumeStream(number: .min), .stopStream(number: 4), .setStreamVolume(number: 5, 1),
        .letStreamOutliveApp(number: 6), .streamEnded(number: 7), .vibrate,
        .setMediaVolume(0.5), .allowHapticsAndSystemSoundsDuringRecording(true),
        .overrideOutput(.speaker), .prefer(.disconnectInterruption, false),
        .beginBackgroundTask(BackgroundTaskID(rawValue: 4)),
        .endBackgroundTask(BackgroundTaskID(rawValue: 4)), .openURL("app-settings:"),
        .returned(from: .willTerminate),
        .enableRemoteCommands([]), .enableRemoteCommands(.all),
        .startPlayer(AppID(rawValue: 9)), .openPlayer(AppID(rawValue: 9)),
        .enableRemoteCommands(RemoteCommands([.togglePlayPause, .previousTrack])),
        .call(.answered), .prepareCall,
        .setPreferredInput(nil), .setPreferredInput(Port(.airplay, name: "Küche 🎧")),
    ]

    static let notifications: [AppNotification] =
        [
            .interruptionBegan(reason: .routeDisconnected), .interruptionBegan(reason: nil),
            .interruptionEnded(shouldResume: true),
            .routeChanged(.oldDeviceUnavailable, previous: route),
            .secondaryAudioHint(begins: false),
            .outputVolumeChanged(0.75), .mediaServicesLost, .mediaServicesReset,
            .willFinishLaunching(.byUser), .willFinishLaunching(.byURL("app://a?b")),
            .willFinishLaunching(.inBackground(.bluetooth)), .didFinishLaunching,
            .openURL("app://ü"), .didBecomeActive, .willResignActive, .didEnterBackground(),
            .didEnterBackground(.inactive), .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .willChangeStatusBarFrame, .didChangeStatusBarFrame,
            .callRequested(.held), .changed(.cloudAccount),
            .backgroundTaskExpires(BackgroundTaskID(rawValue: .max)),
        ] + commands.map { .remoteCommand($0) }

    static let commands: [RemoteCommand] = [
        .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .skipForward(15),
        .skipBackward(0.5), .seekForward(.begin), .seekBackward(.end), .changePosition(3_600),
        .changeRate(-1.5), .changeRepeatMode(.all), .changeShuffleMode(.collections), .rating(4.5),
        .like(.positive), .dislike(.negative), .bookmark(.negative),
        .enableLanguageOption(LanguageOption(.audible, languageTag: "zh-Hant")),
        .disableLanguageOption(LanguageOption(.legible, languageTag: "")),
    ]

    static let nowPlayingInfo: NowPlayingInfo = {
        var info = NowPlayingInfo()
        info.title = "Le Temps des cerises"
        info.artist = "💿"
        info.albumTitle = ""
        info.trackNumber = 3
        info.queueCount = .max
        info.duration = 181.25
        info.elapsedTime = 60
        info.elapsedSetAt = HostTime(nanoseconds: .min)
        info.rate = -2
        info.defaultRate = 1.5
        info.isLiveStream = true
        info.mediaType = .video
        info.assetURL = "file:///a.m4a"
        info.persistentID = .max
        info.languageOptions = [LanguageOption(.legible, languageTag: "fr")]
        info.playbackState = .interrupted
        return info
    }()

    static let commandOptions: RemoteCommandOptions = {
        var options = RemoteCommandOptions()
        options.skipForwardIntervals = [15, 30]
        options.rates = [0.5, 1, 2]
        options.minimumRating = -1
        options.maximumRating = 5
        options.repeatMode = .one
        options.shuffleMode = .items
        options.isDisliked = true
        return options
    }()

    static let reports: [AppReport] =
        [
            .nowPlaying(nil), .nowPlaying(nowPlayingInfo), .nowPlaying(NowPlayingInfo()),
            .call(nil), .call(AppCallDescription(name: "Anna", handle: "☎️", hasVideo: true)),
            .commandOptions(commandOptions), .commandOptions(RemoteCommandOptions()),
        ]
        + zip(
            RemoteCommandKind.allCases,
            RemoteCommandKind.allCases.indices.map {
                RemoteCommandStatus.allCases[$0 % RemoteCommandStatus.allCases.count]
            }
        ).map { .commandHandled($0, $1) }

    static let route = Route(
        outputs: [.speaker, Port(.bluetoothA2DP, name: "Ears")], inputs: [.builtInMicrophone])

    static let verdict = Verdict(
        state: .ducked,
        factors: [GainFactor(.appVolume, 0.5), GainFactor(.mute, 0)],
        reasons: [
            Reason(
                .ringSwitch, rule: "ring-switch", sentence: "the switch is silent",
                cause: "switch moved", since: HostTime(nanoseconds: 123_456_789)),
            Reason(.stopped, rule: "", sentence: ""),
        ],
        by: .app(AppID(rawValue: 3)))

    static let systemVerdict = Verdict(state: .interrupted, by: .system(.alarm))

    static let session: SessionSnapshot = {
        var session = SessionSnapshot(
            category: .record, mode: .measurement, options: [.duckOthers], isActive: true,
            isOtherAudioPlaying: true, secondaryAudioShouldBeSilencedHint: true, route: route,
            outputVolume: 0.0625)
        session.routeSharingPolicy = .longFormVideo
        session.availableInputs = [.builtInMicrophone, .headsetMicrophone]
        session.preferredInput = .headsetMicrophone
        session.isMicrophoneAvailable = false
        session.microphone = .denied
        session.appState = .suspended
        session.backgroundTimeRemaining = .seconds(29)
        session.profile = .ios6
        session.orientation = .faceUp
        session.isRotationLocked = true
        session.windowGeneratesOrientation = false
        session.battery = Battery(0.25, .charging)
        session.isNear = true
        session.isProtectedDataAvailable = false
        session.areWirelessRoutesAvailable = true
        return session
    }()

    static let directives: [StreamDirective] = StreamDirective.Transport.allCases.map {
        StreamDirective(
            transport: $0, sessionGain: 0.5, duckGain: 0.125, duckRamp: .milliseconds(300))
    }

    static let appMessages: [AppMessage] =
        requests.map { .request(question: 9, $0) } + [
            .hello(.current), .reportsCallbackReturns, .readSession(question: .max),
            .readVerdict(question: 0, streamNumber: 12), .acknowledged(notification: 77),
            .levels([]), .outputHeld,
            .introduction(AppIntroduction(name: "")),
            .introduction(
                AppIntroduction(
                    name: "Küche 🎧", backgroundModes: ["audio", "voip"], exitsOnSuspend: true,
                    isInBackground: true)),
            .levels([
                StreamLevel(number: 1, sourcePeak: 1, outputPeak: 0.5),
                StreamLevel(number: 2, sourcePeak: 0, outputPeak: 0),
            ]),
            .artworkPart(offset: 0, []), .artworkPart(offset: .max, [1, 2, 255]),
            .report(
                .nowPlaying(nowPlayingInfo), artwork: ArtworkReference(hash: .max, byteCount: 7)),
        ] + reports.map { .report($0, artwork: nil) }

    static let phoneMessages: [PhoneMessage] =
        notifications.map { .notification(number: 5, $0) }
        + directives.map { .directive(streamNumber: 3, $0) }
        + SessionError.allCases.map { .refused(question: 1, $0, nil) } + [
            .refused(
                question: 2, .badParam,
                RefusalReason(.badParam, rule: "options-must-fit", sentence: "an option ä")),
            .welcome(.current, AppID(rawValue: 2)), .versionMismatch(.current),
            .granted(question: 4), .session(question: 6, session),
            .session(question: 6, .plain), .verdict(question: 7, nil),
            .verdict(question: 8, verdict), .verdict(question: 9, systemVerdict),
            .holdOutput, .resumeOutput,
        ]
}

extension SessionSnapshot {
    fileprivate static let plain = SessionSnapshot(
        category: .ambient, mode: .default, options: [], isActive: false,
        isOtherAudioPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        route: Route(outputs: []), outputVolume: 1)
}
