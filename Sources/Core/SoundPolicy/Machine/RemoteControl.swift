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
    /// A long press declines a ringing call, and does nothing in a connected one.
    case heldInCall
    case assistantListens
    /// The button is released, and no seek has begun with it.
    case nothingHeld

    /// A clause about the press: `Music does not take next`.
    ///
    /// - Parameter name: Returns the name of an app.
    public func sentence(_ name: (AppID) -> String) -> String {
        switch self {
        case .noHeadsetButton: "no headset with a button is connected"
        case .severalPressesInCall: "only one press answers a call or ends it"
        case .unknownPresses: "that number of presses means nothing"
        case .noNowPlayingApp: "no app that takes remote commands has played"
        case .notEnabled(let app, let command):
            "\(name(app)) does not take \(command.kind.rawValue)"
        case .alreadyPaused(let app):
            "\(name(app)) is paused already, and toggle would make it play"
        case .suspended(let app):
            "\(name(app)) is suspended and has no audio background mode to be woken for"
        case .heldInCall: "holding the button does nothing in a call"
        case .assistantListens: "the assistant listens already"
        case .nothingHeld: "no seek has begun with the button"
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

    /// Whether a wireless output is connected or within reach.
    public var areWirelessRoutesAvailable: Bool {
        device.accessories.contains(where: \.kind.isWireless)
    }

    /// The remote commands that an app takes.
    public func remoteCommands(of app: AppID) -> RemoteCommands { apps[app]?.commands ?? [] }

    /// Handles a remote command of the user.
    mutating func take(_ command: RemoteCommand) { _ = deliver(command.bounded) }

    /// Delivers a remote command to the now-playing app.
    ///
    /// - Returns: The app that receives it.
    private mutating func deliver(_ command: RemoteCommand) -> AppID? {
        guard rules.hold(.remoteCommandsReachNowPlaying) else { return nil }
        guard let app = nowPlayingApp, let record = apps[app] else {
            ignore(.noNowPlayingApp)
            return nil
        }
        let delivered = commandDelivered(
            for: command, to: record.commands, isPlaying: isPlaying(app),
            togglesBecomePlayOrPause: configuration.togglesBecomePlayOrPause)
        guard let delivered else {
            let isPaused =
                command == .pause && record.commands.contains(.togglePlayPause)
                && !isPlaying(app)
            ignore(isPaused ? .alreadyPaused(app) : .notEnabled(app, command))
            return nil
        }
        if record.state == .suspended, !record.hasAudioMode {
            ignore(.suspended(app))
            return nil
        }
        if !record.isForeground, record.hasAudioMode { letObey(delivered, app, record) }
        tell(app, .remoteCommand(delivered))
        return app
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

    /// Lets a music player or the speech of an app run in the background, and begin to play, as the
    /// user of an app wants.
    mutating func startPlayer(_ player: AppID, for app: AppID) {
        guard rules.hold(.foregroundStartsPlayer), let record = apps[player], !isEnding(player),
            !record.isForeground,
            mayStartPlayer(
                record.description, app: app, isForeground: apps[app]?.isForeground ?? false,
                hasAudioMode: apps[app]?.hasAudioMode ?? false)
        else { return }
        wake(player)
        letRun(player, for: configuration.remoteCommandWindow, rule: .foregroundStartsPlayer)
        letInterrupt(player)
    }

    /// Brings the app of the system's music player to the foreground, for the app that is there.
    mutating func openPlayer(_ player: AppID, for app: AppID) {
        guard rules.hold(.foregroundStartsPlayer), let record = apps[player],
            mayOpenPlayer(
                record.description,
                isActive: device.foregroundApp == app && apps[app]?.state == .active)
        else { return }
        open(player)
    }

    /// Whether an app plays with an active session.
    public func isPlaying(_ app: AppID) -> Bool {
        apps[app]?.session.isActive == true && streams.isPlaying(app)
    }

    /// Handles a press of a headset's button: for a call while there is one, otherwise as a remote
    /// command.
    mutating func pressHeadset(times: Int) {
        guard hasHeadsetButton else { return ignore(.noHeadsetButton) }
        if device.hasCall, rules.hold(.headsetAnswersCalls) {
            guard times == 1 else { return ignore(.severalPressesInCall) }
            return device.isCallRinging ? callIsAnswered() : callEnds()
        }
        guard let command = command(forHeadsetPresses: times) else {
            return ignore(.unknownPresses)
        }
        take(command)
    }

    /// Handles a headset's button that is held at the last of a number of presses.
    mutating func holdHeadset(presses: Int) {
        guard hasHeadsetButton else { return ignore(.noHeadsetButton) }
        endHeadsetSeek()
        if device.hasCall, rules.hold(.headsetAnswersCalls) {
            guard device.isCallRinging, presses == 1 else { return ignore(.heldInCall) }
            return callEnds()
        }
        switch SoundPolicy.hold(forHeadsetPresses: presses) {
        case .assistant:
            guard rules.hold(.longPressBeginsAssistant) else { return }
            guard !device.isAssistantListening else { return ignore(.assistantListens) }
            assistantBegins()
        case .seek(let kind):
            guard rules.hold(.headsetHoldSeeks) else { return }
            let isForward = kind == .seekForward
            guard let app = deliver(isForward ? .seekForward(.begin) : .seekBackward(.begin))
            else { return }
            device.headsetSeek = HeadsetSeek(kind: kind, app: app)
        case nil: ignore(.unknownPresses)
        }
    }

    /// Handles the release of a headset's button that was held.
    mutating func releaseHeadset() {
        guard device.headsetSeek != nil else { return ignore(.nothingHeld) }
        endHeadsetSeek()
    }

    /// Whether a seek lasts until a headset's button is released.
    public var isHeadsetSeeking: Bool { device.headsetSeek != nil }

    /// Ends a seek that a headset's button has begun, for the app that was told to begin it.
    mutating func endHeadsetSeek() {
        guard let seek = device.headsetSeek else { return }
        device.headsetSeek = nil
        guard let record = apps[seek.app], record.life.ending == nil else { return }
        let isForward = seek.kind == .seekForward
        tell(seek.app, .remoteCommand(isForward ? .seekForward(.end) : .seekBackward(.end)))
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
