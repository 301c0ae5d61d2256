import AudioModel
import SoundPolicy

/// Source: iPhone Human Interface Guidelines, "Using Sound": plugging in does not stop playback.
final class PluggingStopsNothing: PremiseCounter, Checker {
    static let sentence = "Plugging in never stops or pauses anything"

    func check(_ step: Step) -> Finding? {
        guard case .portPlugged = step.deviceEvent else { return nil }
        for before in step.before.apps where before.isActive {
            premiseCount += 1
            if step.after.app(before.app)?.isActive != true {
                return Finding("the session of \(step.name(before.app)) is not active any more")
            }
        }
        for before in step.before.streams {
            guard let after = step.after.stream(before.stream) else {
                return Finding("\(step.words(before.stream)) has ended")
            }
            if after.isHeldByApp && !before.isHeldByApp
                || after.isHeldBySystem && !before.isHeldBySystem
            {
                return Finding("\(step.words(before.stream)) is held")
            }
            // Each output has its own volume, which may be zero, and its own silent mode if the
            // user set it so.
            let isMuted = !step.configuration.switchCountsEverywhere
            guard before.isAudible, !after.isAudible,
                !after.verdict.reasons.allSatisfy({
                    $0.kind == .volumeZero || isMuted && $0.kind == .ringSwitch
                })
            else { continue }
            return Finding("\(step.words(before.stream)) is silent")
        }
        return nil
    }
}

/// Source: as above: only the user resumes playback that an unplug paused; Audio Session
/// Programming
/// Guide, table 3-2, for the end of an interruption.
final class NothingResumesByItself: PremiseCounter, Checker {
    static let sentence = "A stream that the system paused stays paused until its app resumes it"

    func check(_ step: Step) -> Finding? {
        for after in step.after.streams {
            guard let before = step.before.stream(after.stream), before.isHeld,
                !step.starts(after.stream)
            else { continue }
            if case .portPlugged = step.deviceEvent { premiseCount += 1 }
            guard !after.isHeld || after.isAudible else { continue }
            if case .app(after.stream.app, .resumeStream(after.stream.number)) = step.event {
                continue
            }
            return Finding("\(step.words(after.stream)) runs again by itself")
        }
        return nil
    }
}

/// Source: iPod Library Access Programming Guide; the public AVAudioSession header of iOS 17,
/// `routeDisconnected`; on a daemon's devices unplugging pauses all apps (`unplugHoldsEverything`).
final class UnpluggingPausesPlayers: PremiseCounter, Checker {
    static let sentence = "Unplugging never moves a route-obeying player to the speaker"

    func check(_ step: Step) -> Finding? {
        guard case .portUnplugged(let port) = step.deviceEvent else { return nil }
        for stream in step.streams where stream.isSessionSound {
            guard step.before.stream(stream.id)?.isAudible == true else { continue }
            let app = stream.id.app
            guard step.unpluggedOutput != nil || step.route.lostRoute(of: app) != nil,
                step.isStoppedByUnplug(app) || step.configuration.unplugHoldsEverything
            else { continue }
            premiseCount += 1
            if stream.isAudible || !stream.isHeld {
                return step.falselyAudible(stream, "goes on after \(port) was unplugged")
            }
        }
        return nil
    }
}

/// Source: Audio Session Programming Guide, "Responding to Route Changes": apps that pause
/// themselves must be notified; `docs/facts.md` for judging each by its own route.
final class UnpluggingIsTold: PremiseCounter, Checker {
    static let sentence =
        "Every app with an active or interrupted session is notified of its unplugged output"

    func check(_ step: Step) -> Finding? {
        guard case .portUnplugged(let port) = step.deviceEvent else { return nil }
        let route = step.before.device.route
        for app in step.before.apps where app.state != .suspended && !app.isEnding {
            let own = step.route.lostRoute(of: app.app)
            let told = step.effects.compactMap { effect -> Route? in
                guard
                    case .notify(app.app, .routeChanged(.oldDeviceUnavailable, let previous)) =
                        effect
                else { return nil }
                return previous
            }
            if own != nil || app.isActive && step.unpluggedOutput != nil {
                premiseCount += 1
                let previous = route.outputs.contains(port) ? route : own ?? route
                guard told != [previous] else { continue }
                return Finding("\(step.name(app.app)) does not know that \(port) is gone")
            }
            if app.isInterrupted, !told.isEmpty {
                return Finding("\(step.name(app.app)) was told that \(port) is gone, not its own")
            }
        }
        return nil
    }
}

/// Source: the specification, "Routing".
final class RoutesExist: PremiseCounter, Checker {
    static let sentence = "The route has only ports that are available"

    func check(_ step: Step) -> Finding? {
        let device = step.after.device
        for port in device.route.outputs {
            switch port.kind {
            case .speaker, .airplay: continue
            case .receiver:
                if !step.configuration.hasReceiver { return Finding("there is no receiver") }
            default:
                premiseCount += 1
                if !device.accessories.contains(port) { return Finding("\(port) is not there") }
            }
        }
        for port in device.route.inputs {
            switch port.kind {
            case .builtInMicrophone:
                if !step.configuration.hasBuiltInMicrophone {
                    return Finding("there is no microphone")
                }
            case .headsetMicrophone:
                if !device.accessories.contains(where: { $0.kind == .headset }) {
                    return Finding("there is no headset")
                }
            default:
                if !device.accessories.contains(port) { return Finding("\(port) is not there") }
            }
        }
        return nil
    }
}

extension Step {
    /// Whether the system stops an app's sound when its output is unplugged.
    func isStoppedByUnplug(_ app: AppID) -> Bool {
        let asked = ledger.asked(by: app)
        switch asked.role {
        case .musicPlayer: return true
        case .nowPlaying: return !asked.refusesDisconnect && configuration.profile.rawValue >= 17
        case .ordinary, .speech: return false
        }
    }

    /// The output that the event unplugged, if sound went to it.
    var unpluggedOutput: Port? {
        guard case .portUnplugged(let port) = deviceEvent,
            before.device.route.outputs.contains(port),
            before.device.accessories.contains(port),
            after.device.route.outputs != before.device.route.outputs
        else { return nil }
        return port
    }
}
