import AVFAudio
import MediaPlayer
import Simulation
import Testing

@MainActor
@Suite("An app with a remote command centre")
struct RemoteCommandCenterTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { _ in } }

    @Test("receives every command as its event, with the value that the user chose")
    func allCommands() throws {
        let (app, music) = try phone.launchMusic(taking: \.all)
        let commands: [RemoteCommand] = [
            .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack, .skipForward(15),
            .skipBackward(30), .seekForward(.begin), .seekForward(.end), .seekBackward(.begin),
            .changePosition(61.5), .changeRate(1.25), .changeRepeatMode(.one),
            .changeShuffleMode(.collections), .rating(4), .like(.positive), .dislike(.negative),
            .bookmark(.positive),
            .enableLanguageOption(LanguageOption(.audible, languageTag: "fr-CA")),
            .disableLanguageOption(LanguageOption(.legible, languageTag: "de")),
        ]
        for command in commands { phone.press(command) }
        #expect(app.remoteCommands == commands)
        #expect(Set(commands.map(\.kind)) == Set(RemoteCommandKind.allCases))
        #expect(
            music.words == [
                "play", "pause", "toggle", "stop", "next", "previous", "skipForward 15.0",
                "skipBackward 30.0", "seekForward 0", "seekForward 1", "seekBackward 0",
                "position 61.5", "rate 1.25", "repeat 1", "shuffle 2", "rating 4.0", "like false",
                "dislike true", "bookmark false", "enableLanguage 0 fr-CA",
                "disableLanguage 1 de",
            ])
        #expect(music.events.allSatisfy { $0.timestamp == 1 })
        #expect(phone.findings.isEmpty)
    }

    @Test("skips backward by 10 s at first, and forward by no interval of its own")
    func firstIntervals() {
        let app = phone.launch("App")
        let (backward, forward) = app.run {
            let centre = MPRemoteCommandCenter.shared()
            return (
                centre.skipBackwardCommand.preferredIntervals,
                centre.skipForwardCommand.preferredIntervals
            )
        }
        #expect(backward == [10.0])
        #expect(forward == [])
    }

    @Test("takes no command without a target, or with a disabled one")
    func active() throws {
        let (app, music) = try phone.launchMusic { [$0.playCommand, $0.pauseCommand] }
        #expect(phone.nowPlayingApp === app)
        app.run { MPRemoteCommandCenter.shared().pauseCommand.isEnabled = false }
        phone.press(.pause)
        phone.press(.nextTrack)
        #expect(music.events.isEmpty && music.player.isPlaying)
        #expect(phone.history.last?.hasSuffix("nothing happens: Music does not take next") == true)
        app.run { MPRemoteCommandCenter.shared().pauseCommand.isEnabled = true }
        phone.press(.pause)
        #expect(music.events.count == 1 && !music.player.isPlaying)
        app.run {
            let centre = MPRemoteCommandCenter.shared()
            centre.playCommand.removeTarget(nil)
            centre.pauseCommand.removeTarget(nil)
        }
        #expect(phone.nowPlayingApp == nil)
    }

    @Test("removes one handler by the object that was returned for it")
    func removal() throws {
        let (app, _) = try phone.launchMusic()
        let counts = app.run {
            let counts = Counts()
            let command = MPRemoteCommandCenter.shared().nextTrackCommand
            let first = command.addTarget { _ in counts.count(0) }
            command.addTarget { _ in counts.count(1) }
            command.removeTarget(first)
            command.removeTarget("an object that is no target")
            return counts
        }
        phone.press(.nextTrack)
        #expect(counts.values == [0, 1])
    }

    /// Ownership: a mutex guards all mutable state.
    private final class Counts: @unchecked Sendable {
        // Ownership: the app's main thread, which is the test's.
        var values = [0, 0]
        func count(_ index: Int) -> MPRemoteCommandHandlerStatus {
            values[index] += 1
            return .success
        }
    }

    @Test("shows the phone what its handlers answer, if it is no success")
    func status() throws {
        let (_, music) = try phone.launchMusic { [$0.nextTrackCommand] }
        phone.press(.nextTrack)
        let count = phone.history.count
        music.answer = .commandFailed
        phone.press(.nextTrack)
        music.answer = .noSuchContent
        phone.press(.nextTrack)
        #expect(
            phone.history[count...].map { String($0.dropFirst("1.000  ".count)) } == [
                "user presses next", "Music answered next with commandFailed",
                "user presses next", "Music answered next with noSuchContent",
            ])
    }

    /// The responder that takes the events of the old way.
    private final class Remote: UIResponder {
        var subtypes: [UIEvent.EventSubtype] = []
        override var canBecomeFirstResponder: Bool { true }
        override func remoteControlReceived(with event: UIEvent?) {
            if let event { subtypes.append(event.subtype) }
        }
    }

    @Test("and remote control events takes both; a command with a handler is no event")
    func union() throws {
        let (app, music) = try phone.launchMusic { [$0.playCommand, $0.changePlaybackRateCommand] }
        let remote = app.run {
            let remote = Remote()
            remote.becomeFirstResponder()
            UIApplication.shared.beginReceivingRemoteControlEvents()
            return remote
        }
        phone.press(.play)
        phone.press(.nextTrack)
        phone.press(.changeRate(2))
        phone.press(.seekBackward(.begin))
        phone.press(.seekBackward(.end))
        #expect(music.words == ["play", "rate 2.0"])
        #expect(
            remote.subtypes == [
                .remoteControlNextTrack, .remoteControlBeginSeekingBackward,
                .remoteControlEndSeekingBackward,
            ])
        app.run { UIApplication.shared.endReceivingRemoteControlEvents() }
        phone.press(.nextTrack)
        phone.press(.play)
        #expect(remote.subtypes.count == 3 && music.events.count == 3)
    }

    @Test("stays paused after the assistant when it was paused meanwhile (case 24)")
    func assistant() throws {
        let (app, music) = try phone.launchMusic { [$0.playCommand, $0.pauseCommand] }
        phone.summonAssistant()
        phone.advance(by: .seconds(1))
        phone.press(.pause)
        phone.dismissAssistant()
        phone.advance(by: .seconds(1))
        #expect(
            app.notifications.last == .interruptionEnded(shouldResume: true))
        #expect(!music.player.isPlaying && phone.heard(from: app).isSilent)
        // Without the command it resumes.
        phone.press(.play)
        phone.advance(by: .seconds(1))
        phone.summonAssistant()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent)
        phone.dismissAssistant()
        phone.advance(by: .seconds(1))
        #expect(music.player.isPlaying && !phone.heard(from: app).isSilent)
    }

    @Test("gets values within limits, whatever the phone is asked for")
    func bounded() throws {
        let (_, music) = try phone.launchMusic(taking: \.all)
        phone.press(.skipForward(.nan))
        phone.press(.skipBackward(-.infinity))
        phone.press(.changePosition(1e300))
        phone.press(.changeRate(-1e300))
        phone.press(.rating(.infinity))
        let tag = String(repeating: "x", count: 10_000)
        phone.press(.enableLanguageOption(LanguageOption(.audible, languageTag: tag)))
        #expect(
            music.words == [
                "skipForward 0.0", "skipBackward 0.0", "position 31536000.0", "rate -100.0",
                "rating 0.0", "enableLanguage 0 " + String(repeating: "x", count: 64),
            ])
    }

    @Test("seeks while a headset's button is held after one or two presses")
    func headset() throws {
        phone.plug(.headset)
        let (app, music) = try phone.launchMusic(taking: \.all)
        phone.holdHeadset(presses: 2)
        phone.advance(by: .seconds(2))
        phone.releaseHeadset()
        phone.holdHeadset(presses: 3)
        phone.unplug(.headset)
        #expect(
            music.words == [
                "seekForward 0", "seekForward 1", "seekBackward 0", "seekBackward 1",
            ])
        phone.releaseHeadset()
        #expect(music.events.count == 4)
        // A long press is for the assistant, and declines a call.
        phone.plug(.headset)
        phone.press(.play)
        phone.holdHeadset()
        #expect(app.notifications.last == .interruptionBegan(reason: .default))
        phone.dismissAssistant()
        phone.receiveCall()
        phone.holdHeadset()
        phone.advance(by: .seconds(1))
        #expect(phone.history.contains { $0.hasSuffix("headset press long") })
        #expect(app.notifications.last == .interruptionEnded(shouldResume: true))
    }
}

extension MPRemoteCommandCenter {
    /// Every command.
    fileprivate var all: [MPRemoteCommand] {
        [
            pauseCommand, playCommand, stopCommand, togglePlayPauseCommand,
            enableLanguageOptionCommand, disableLanguageOptionCommand, changePlaybackRateCommand,
            changeRepeatModeCommand, changeShuffleModeCommand, nextTrackCommand,
            previousTrackCommand, skipForwardCommand, skipBackwardCommand, seekForwardCommand,
            seekBackwardCommand, changePlaybackPositionCommand, ratingCommand, likeCommand,
            dislikeCommand, bookmarkCommand,
        ]
    }

    fileprivate func name(of command: MPRemoteCommand) -> String {
        let names: [(MPRemoteCommand, String)] = [
            (playCommand, "play"), (pauseCommand, "pause"), (togglePlayPauseCommand, "toggle"),
            (stopCommand, "stop"), (nextTrackCommand, "next"), (previousTrackCommand, "previous"),
            (skipForwardCommand, "skipForward"), (skipBackwardCommand, "skipBackward"),
            (seekForwardCommand, "seekForward"), (seekBackwardCommand, "seekBackward"),
            (changePlaybackPositionCommand, "position"), (changePlaybackRateCommand, "rate"),
            (changeRepeatModeCommand, "repeat"), (changeShuffleModeCommand, "shuffle"),
            (ratingCommand, "rating"), (likeCommand, "like"), (dislikeCommand, "dislike"),
            (bookmarkCommand, "bookmark"), (enableLanguageOptionCommand, "enableLanguage"),
            (disableLanguageOptionCommand, "disableLanguage"),
        ]
        return names.first { $0.0 === command }?.1 ?? "?"
    }
}

extension MusicApp {
    /// The events in words: the command and the value.
    fileprivate var words: [String] {
        events.map { centre.name(of: $0.command) + ($0.value.map { " " + $0 } ?? "") }
    }
}

extension MPRemoteCommandEvent {
    fileprivate var value: String? {
        switch self {
        case let event as MPSkipIntervalCommandEvent: "\(event.interval)"
        case let event as MPSeekCommandEvent: "\(event.type.rawValue)"
        case let event as MPChangePlaybackPositionCommandEvent: "\(event.positionTime)"
        case let event as MPChangePlaybackRateCommandEvent: "\(event.playbackRate)"
        case let event as MPChangeRepeatModeCommandEvent: "\(event.repeatType.rawValue)"
        case let event as MPChangeShuffleModeCommandEvent: "\(event.shuffleType.rawValue)"
        case let event as MPRatingCommandEvent: "\(event.rating)"
        case let event as MPFeedbackCommandEvent: "\(event.isNegative)"
        case let event as MPChangeLanguageOptionCommandEvent:
            "\(event.languageOption.languageOptionType.rawValue) "
                + (event.languageOption.languageTag ?? "-")
        default: nil
        }
    }
}
