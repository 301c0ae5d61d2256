public import AudioModel

// The lock screen, the control centre and the button of a headset.

/// Why a remote command, or a press of a headset's button, reached no app.
public enum IgnoredCommand: Hashable, Sendable {
    case noHeadsetButton
    /// A call takes one press: it answers, and hangs up.
    case severalPressesInCall
    /// The number of presses has no meaning.
    case unknownPresses
    case noNowPlayingApp
    case notEnabled(AppID, RemoteCommand)
    /// The app takes only the toggle, which would start playback instead of pausing.
    case alreadyPaused(AppID)
    /// The app is suspended and has no background mode to wake it for.
    case suspended(AppID)

    /// A clause about the press: `Music does not take next`.
    ///
    /// - Parameter name: Returns the name of an app.
    public func sentence(_ name: (AppID) -> String) -> String {
        switch self {
        case .noHeadsetButton: "no headset with a button is connected"
        case .severalPressesInCall: "only one press answers a call or ends it"
        case .unknownPresses: "that number of presses means nothing"
        case .noNowPlayingApp: "no app that takes remote commands has played"
        case .notEnabled(let app, let command): "\(name(app)) does not take \(command.rawValue)"
        case .alreadyPaused(let app):
            "\(name(app)) is paused already, and toggle would make it play"
        case .suspended(let app):
            "\(name(app)) is suspended and has no audio background mode to be woken for"
        }
    }
}

extension PolicyMachine {
    /// The app that remote commands go to; `nil` when there is none.
    public var nowPlayingApp: AppID? {
        SoundPolicy.nowPlayingApp(
            among: zip(apps.ids, apps.values).compactMap { app, record in
                guard !record.commands.isEmpty, record.life.ending == nil else { return nil }
                return NowPlayingCandidate(
                    app: app, enabled: record.commands, role: record.description.role,
                    playOrder: record.playOrder,
                    canRun: record.state != .suspended || record.hasAudioMode,
                    isInFront: app == device.foregroundApp)
            })
    }

    /// Handles a remote command of the user.
    mutating func take(_ command: RemoteCommand) {
        guard rules.hold(.remoteCommandsReachNowPlaying) else { return }
        guard let app = nowPlayingApp, let record = apps[app] else {
            return ignore(.noNowPlayingApp)
        }
        let delivered = commandDelivered(
            for: command, to: record.commands, isPlaying: isPlaying(app),
            togglesBecomePlayOrPause: configuration.togglesBecomePlayOrPause)
        guard let delivered else {
            let isPaused =
                command == .pause && record.commands.contains(.togglePlayPause)
                && !isPlaying(app)
            return ignore(isPaused ? .alreadyPaused(app) : .notEnabled(app, command))
        }
        if record.state == .suspended, !record.hasAudioMode { return ignore(.suspended(app)) }
        if !record.isForeground, record.hasAudioMode { letObey(delivered, app, record) }
        tell(app, .remoteCommand(delivered))
    }

    /// Lets a background app run for a limited time, and begin to play as if it were in the
    /// foreground.
    ///
    /// Source: developers' reports of players that begin from the lock screen (`docs/facts.md`).
    private mutating func letObey(_ command: RemoteCommand, _ app: AppID, _ record: AppRecord) {
        guard rules.hold(.remoteCommandLetsRun) else { return }
        wake(app)
        letRun(app, for: configuration.remoteCommandWindow, rule: .remoteCommandLetsRun)
        guard command.requestsPlayback, rules.hold(.remoteCommandMayInterrupt) else { return }
        letInterrupt(app)
    }

    /// Lets a background app activate its session for a limited time as if it were in the
    /// foreground.
    private mutating func letInterrupt(_ app: AppID) {
        guard let record = apps[app], !record.session.isActive else { return }
        let until = now + configuration.remoteCommandWindow
        apps[app]?.mayResumeUntil = max(record.mayResumeUntil ?? until, until)
    }

    /// Lets a music player in the background run, and begin to play, as the user of an app wants.
    mutating func startPlayer(_ player: AppID, for app: AppID) {
        guard rules.hold(.foregroundStartsPlayer), let record = apps[player], !isEnding(player),
            !record.isForeground,
            mayStartPlayer(
                record.description, app: app, isForeground: apps[app]?.isForeground ?? false)
        else { return }
        wake(player)
        letRun(player, for: configuration.remoteCommandWindow, rule: .foregroundStartsPlayer)
        letInterrupt(player)
    }

    /// Whether an app plays with an active session.
    public func isPlaying(_ app: AppID) -> Bool {
        apps[app]?.session.isActive == true && streams.isPlaying(app)
    }

    /// Handles a press of a headset's button: for a call while there is one, otherwise as a remote
    /// command.
    mutating func pressHeadset(times: Int) {
        guard hasHeadsetButton else { return ignore(.noHeadsetButton) }
        if device.call != .none, rules.hold(.headsetAnswersCalls) {
            guard times == 1 else { return ignore(.severalPressesInCall) }
            return device.call == .ringing ? callIsAnswered() : callEnds()
        }
        guard let command = command(forHeadsetPresses: times) else {
            return ignore(.unknownPresses)
        }
        take(command)
    }

    private mutating func ignore(_ reason: IgnoredCommand) {
        changeEffects.append(.remoteCommandIgnored(reason))
    }

    /// Notes that an app's playback starts or resumes.
    mutating func notePlayback(_ kind: StreamKind, of app: AppID) {
        guard kind.isSessionSound, kind != .recorder,
            let session = apps[app]?.session
        else { return }
        // A mixable session does not take the remote controls.
        if isMixable(session, rules: rules) {
            apps[app]?.playOrder = 0
        } else {
            playCount += 1
            apps[app]?.playOrder = playCount
        }
    }
}
