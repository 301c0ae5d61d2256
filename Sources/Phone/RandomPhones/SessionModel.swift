import AudioModel
import SoundPolicy

/// Reference model of the sessions and their streams: which session is active, which interrupter an
/// interrupted session waits for, and which stream runs.
///
/// It follows the specification from the events and the answers to them. It takes the apps' life
/// cycle, the calls and the route from the policy's snapshots; other checkers test those.
struct SessionModel: Sendable {
    /// Running apps, in the order of their launches.
    private(set) var sessions: [ModelSession] = []
    /// Streams that have not ended, in the order of starting.
    private(set) var streams: [ModelStream] = []
    /// The interruption notifications that the last event must cause, in order.
    private(set) var told: [(app: AppID, notification: AppNotification)] = []
    /// Apps that the last event suspended although their sound should keep them running.
    private(set) var suspendedWhilePlaying: [AppID] = []
    private var activationCount = 0
    private var interruptionCount = 0

    func session(of app: AppID) -> ModelSession? { sessions.first { $0.app == app } }
    func stream(_ id: StreamID) -> ModelStream? { streams.first { $0.id == id } }

    /// Updates the sessions after the event of `step`.
    mutating func take(_ step: Step) {
        told.removeAll(keepingCapacity: true)
        suspendedWhilePlaying.removeAll(keepingCapacity: true)
        switch step.event {
        case .appLaunched(let app, _):
            if index(of: app) == nil, step.ledger.isAlive(app) {
                sessions.append(ModelSession(app: app))
            }
        case .app(let app, let request): take(request, from: app, step)
        case .device(let event): take(event, step)
        case .appOpened, .appOpenedByURL, .appRunInBackground, .appLeft, .appEnded,
            .appCall, .appSystemChanged, .deadlineReached:
            takeInterrupters(step)
        }
        for case .appChanged(let app, let state) in step.effects {
            switch state {
            case .suspended: suspend(app, step)
            case .notRunning: end(app, step)
            case .active, .inactive, .background: break
            }
        }
        endLate(step)
    }

    // MARK: Apps

    /// Ends the interruption of an app that has come to the foreground while another app, and no
    /// system interrupter, keeps it waiting.
    ///
    /// Source: `docs/facts.md`, "Sessions and interruptions".
    private mutating func endLate(_ step: Step) {
        guard step.configuration.lateEndOnReturn else { return }
        for session in sessions {
            guard case .app = session.interruption?.by, step.isReturning(session.app),
                !step.after.device.interrupters.contains(where: {
                    !mayWait(session.app, for: $0, step)
                })
            else { continue }
            wake([session.app], shouldResume: false, step)
        }
    }

    private mutating func take(_ request: AppRequest, from app: AppID, _ step: Step) {
        if case .deactivate(let notifying) = request, step.refusal != .expiredSession {
            return deactivate(app, notifyingOthers: notifying, step)
        }
        guard step.refusal == nil else { return }
        switch request {
        case .activate: activate(app, step)
        case .startStream(let number, let kind, _):
            start(StreamID(app: app, number: number), kind, isPaused: false, step)
        case .prepareStream(let number, let kind, _):
            start(StreamID(app: app, number: number), kind, isPaused: true, step)
        case .pauseStream(let number):
            change(StreamID(app: app, number: number)) { $0.isPaused = true }
        case .resumeStream(let number):
            let id = StreamID(app: app, number: number)
            guard let stream = stream(id) else { return }
            if stream.kind.isSessionSound { activate(app, step) }
            change(id) {
                $0.isPaused = false
                $0.isHeld = false
            }
        case .stopStream(let number), .streamEnded(let number):
            streams.removeAll { $0.id == StreamID(app: app, number: number) }
        case .setCategory(let category, _, _, _):
            if !CategoryFacts.of(category).hasInput { holdStreams(of: app, .recorder) }
            if session(of: app)?.isActive == true { interruptOthers(than: app, step) }
        case .setMode, .deactivate, .setStreamVolume, .letStreamOutliveApp, .vibrate,
            .setMediaVolume, .allowHapticsAndSystemSoundsDuringRecording, .overrideOutput, .prefer,
            .setPreferredInput, .beginBackgroundTask, .endBackgroundTask, .openURL, .returned,
            .enableRemoteCommands, .startPlayer, .openPlayer, .call, .prepareCall:
            break
        }
    }

    private mutating func start(
        _ id: StreamID, _ kind: StreamKind, isPaused: Bool, _ step: Step
    ) {
        if kind.isSessionSound { activate(id.app, step) }
        streams.removeAll { $0.id == id }
        // An app's system sound that the switch silences as it begins ends at once.
        let isSilenced =
            kind.isSystemSound && id.app != .phone
            && step.after.device.isSilent(kind, step.configuration)
        if isSilenced, !isPaused { return }
        streams.append(ModelStream(id: id, kind: kind, isPaused: isPaused))
    }

    private mutating func activate(_ app: AppID, _ step: Step) {
        guard let index = index(of: app), !sessions[index].isActive else { return }
        interruptOthers(than: app, step)
        activationCount += 1
        sessions[index].interruption = nil
        sessions[index].isActive = true
        sessions[index].activation = activationCount
        sessions[index].mayResumeUntil = nil
    }

    /// Source: the specification, "`setActive(false)`".
    private mutating func deactivate(_ app: AppID, notifyingOthers: Bool, _ step: Step) {
        guard let index = index(of: app) else { return }
        let isBusy = sessions[index].isActive && isAnythingRunning(in: app)
        if isBusy, step.configuration.profile.rawValue < 8 { return }
        let interruption = sessions[index].interruption
        sessions[index].interruption = nil
        if let by = interruption?.by { return handOver(from: app, to: by, step) }
        sessions[index].isActive = false
        if isBusy { holdStreams(of: app) }
        if step.ledger.asked(by: app).role == .musicPlayer {
            giveBack(from: app, shouldResume: false, step)
        } else if notifyingOthers {
            giveBack(from: app, shouldResume: true, step)
        } else if step.configuration.endIsToldWithoutNotifying {
            giveBack(from: app, shouldResume: false, step)
        }
    }

    /// Whether a recorder of the app runs.
    func runsRecorder(_ app: AppID) -> Bool {
        streams.contains { $0.id.app == app && $0.kind == .recorder && $0.runs }
    }

    func isAnythingRunning(in app: AppID) -> Bool {
        streams.contains { $0.id.app == app && $0.kind.isSessionSound && $0.runs }
    }

    /// Source: the specification, "Sessions deactivated by the system".
    private mutating func suspend(_ app: AppID, _ step: Step) {
        guard let index = index(of: app) else { return }
        let asked = step.ledger.asked(by: app)
        let isPlaying = streams.contains {
            $0.id.app == app && $0.kind.isSessionSound && $0.runs
                && (step.ledger.volumes[$0.id] ?? 1) > 0
                && step.before.stream($0.id)?.isAudible == true
        }
        if isPlaying, sessions[index].isActive, asked.hasAudioMode,
            CategoryFacts.of(asked.category).worksInBackground
        {
            suspendedWhilePlaying.append(app)
        }
        sessions[index].mayResumeUntil = nil
        if sessions[index].isActive, step.configuration.profile.rawValue >= 13 {
            sessions[index].isActive = false
            if step.configuration.profile.rawValue < 16 {
                told.append((app, .interruptionBegan(reason: .appWasSuspended)))
            }
            if step.configuration.endIsToldWithoutNotifying {
                giveBack(from: app, shouldResume: false, step)
            }
        }
        // A suspended app's system sounds stop, because none of its code runs.
        for index in streams.indices where streams[index].id.app == app {
            if !streams[index].isPaused { streams[index].isHeld = true }
        }
    }

    private mutating func end(_ app: AppID, _ step: Step) {
        guard let index = index(of: app) else { return }
        let session = sessions.remove(at: index)
        streams.removeAll {
            $0.id.app == app && !($0.kind.isSystemSound && step.ledger.outlivesApp($0.id))
        }
        if let by = session.interruption?.by { return handOver(from: app, to: by, step) }
        let configuration = step.configuration
        guard configuration.endOfRivalNotifies || configuration.endIsToldWithoutNotifying else {
            return
        }
        let woken = waiting(for: .app(app)).last
        giveBack(from: app, shouldResume: configuration.endOfRivalNotifies, step)
        if let woken { handOver(from: app, to: .app(woken), step) }
    }

    // MARK: The device

    private mutating func take(_ event: DeviceEvent, _ step: Step) {
        takeInterrupters(step)
        switch event {
        case .mediaServicesLost, .mediaServicesReset:
            if !step.before.device.areMediaServicesLost { reset() }
        case .portUnplugged: loseOutput(step)
        case .remoteCommand, .headsetPressed, .headsetHeld: takeCommands(step)
        default: break
        }
    }

    /// Lets an app in the background become active when the user gives it a command.
    ///
    /// Source: `docs/facts.md`, "Remote control, and what the phone says by itself".
    private mutating func takeCommands(_ step: Step) {
        for case .notify(let app, .remoteCommand(let command)) in step.effects {
            guard Self.playingCommands.contains(command.kind), let index = index(of: app),
                !sessions[index].isActive, let state = step.before.app(app)?.state,
                state != .active, state != .inactive, step.ledger.asked(by: app).hasAudioMode
            else { continue }
            let until = step.now + step.configuration.remoteCommandWindow
            sessions[index].mayResumeUntil = max(sessions[index].mayResumeUntil ?? until, until)
        }
    }

    /// The commands at which an app may begin to play.
    private static let playingCommands: [RemoteCommandKind] = [
        .play, .togglePlayPause, .nextTrack, .previousTrack,
    ]

    /// Source: the specification, "System interrupters and priority".
    private mutating func takeInterrupters(_ step: Step) {
        let before = step.before.device
        let after = step.after.device
        let isAnswered = before.call == .ringing && after.call == .connected
        guard before.interrupters != after.interrupters || isAnswered else { return }
        for interrupter in after.interrupters where !before.interrupters.contains(interrupter) {
            interruptEveryone(by: interrupter, step)
        }
        if isAnswered { interruptEveryone(by: .call, step) }
        for interrupter in before.interrupters where !after.interrupters.contains(interrupter) {
            wake(waiting(for: .system(interrupter)), shouldResume: true, step)
        }
    }

    /// Source: Apple technical Q&A 1749.
    private mutating func reset() {
        for index in sessions.indices {
            sessions[index].isActive = false
            sessions[index].interruption = nil
        }
        streams.removeAll { $0.kind.isSystemSound }
        for index in streams.indices where streams[index].kind.isSessionSound {
            streams[index].isHeld = true
        }
    }

    /// Source: the specification, "Route change rules".
    private mutating func loseOutput(_ step: Step) {
        let isOutputLost = step.unpluggedOutput != nil
        let holdsEverything = step.configuration.unplugHoldsEverything
        if isOutputLost, holdsEverything {
            for session in sessions { holdStreams(of: session.app) }
        }
        for index in sessions.indices
        where sessions[index].interruption != nil
            && step.route.lostRoute(of: sessions[index].app) != nil
        {
            let isStopped = holdsEverything || step.isStoppedByUnplug(sessions[index].app)
            if isStopped { sessions[index].interruption?.hasLostRoute = true }
        }
        for index in activeIndices {
            let app = sessions[index].app
            guard isOutputLost || step.route.lostRoute(of: app) != nil else { continue }
            if holdsEverything { holdStreams(of: app) }
            guard step.isStoppedByUnplug(app) else { continue }
            if step.ledger.asked(by: app).role == .musicPlayer {
                holdStreams(of: app)
            } else {
                interrupt(index, by: nil, .routeDisconnected, step)
            }
        }
    }

    // MARK: Interruptions

    /// Source: the specification, "Matrix".
    private mutating func interruptOthers(than app: AppID, _ step: Step) {
        let asked = step.ledger.asked(by: app)
        for index in activeIndices where sessions[index].app != app {
            let other = step.ledger.asked(by: sessions[index].app)
            let isSpokenOver =
                other.isSpoken && asked.options.contains(.interruptSpokenAudioAndMixWithOthers)
                && (step.configuration.mixingSpokenAudioIsInterrupted || !other.mixes)
            let isRival = !asked.mixes && !other.mixes
            guard isRival || isSpokenOver else { continue }
            interrupt(index, by: .app(app), .default, step)
        }
    }

    private mutating func interruptEveryone(by interrupter: Interrupter, _ step: Step) {
        for index in activeIndices where !mayWait(sessions[index].app, for: interrupter, step) {
            interrupt(index, by: .system(interrupter), .default, step)
        }
    }

    /// Source: the public AVAudioSession header, `setPrefersNoInterruptionsFromSystemAlerts`.
    func mayWait(_ app: AppID, for interrupter: Interrupter, _ step: Step) -> Bool {
        interrupter == .call && step.after.device.call == .ringing && step.ringsAsBanner
            && step.ledger.asked(by: app).waitsForBanners
    }

    private mutating func interrupt(
        _ index: Int, by actor: Actor?, _ reason: InterruptionReason, _ step: Step
    ) {
        interruptionCount += 1
        sessions[index].isActive = false
        sessions[index].interruption = ModelInterruption(by: actor, order: interruptionCount)
        holdStreams(of: sessions[index].app)
        // The reason is posted from iOS 14.5 on.
        let posted = step.configuration.profile.rawValue >= 15 ? reason : nil
        told.append((sessions[index].app, .interruptionBegan(reason: posted)))
    }

    /// Source: the specification, "What A is told".
    private mutating func giveBack(from app: AppID, shouldResume: Bool, _ step: Step) {
        let waiting = waiting(for: .app(app))
        let woken = step.configuration.givingBackWakesAll ? waiting : waiting.suffix(1)
        wake(Array(woken), shouldResume: shouldResume, step)
    }

    private mutating func handOver(from app: AppID, to actor: Actor, _ step: Step) {
        for other in waiting(for: .app(app)) where actor != .app(other) {
            if case .system(let interrupter) = actor, mayWait(other, for: interrupter, step) {
                wake([other], shouldResume: true, step)
            } else if let index = index(of: other) {
                sessions[index].interruption?.by = actor
            }
        }
    }

    private mutating func wake(_ waiting: [AppID], shouldResume: Bool, _ step: Step) {
        for app in waiting {
            guard let index = index(of: app) else { continue }
            let next = step.after.device.interrupters.first { !mayWait(app, for: $0, step) }
            if shouldResume, let next {
                sessions[index].interruption?.by = .system(next)
                continue
            }
            let mayResume = sessions[index].interruption?.hasLostRoute != true
            sessions[index].interruption = nil
            let shouldResume = shouldResume && mayResume
            if step.configuration.losesInterruptionEnds { continue }
            if shouldResume {
                sessions[index].mayResumeUntil = step.now + step.configuration.resumeWindow
            }
            told.append((app, .interruptionEnded(shouldResume: shouldResume)))
        }
    }

    // MARK: Lists

    func index(of app: AppID) -> Int? { sessions.firstIndex { $0.app == app } }

    /// Indices of the active sessions, in the order of activation.
    private var activeIndices: [Int] {
        sessions.indices.filter { sessions[$0].isActive }
            .sorted { sessions[$0].activation < sessions[$1].activation }
    }

    /// The apps interrupted by `actor`, in the order of interruption.
    private func waiting(for actor: Actor) -> [AppID] {
        sessions.filter { $0.interruption?.by == actor }
            .sorted { ($0.interruption?.order ?? 0) < ($1.interruption?.order ?? 0) }.map(\.app)
    }

    private mutating func change(_ id: StreamID, _ change: (inout ModelStream) -> Void) {
        if let index = streams.firstIndex(where: { $0.id == id }) { change(&streams[index]) }
    }

    /// - Parameter kind: The kind of stream; `nil` for all of the session's streams.
    private mutating func holdStreams(of app: AppID, _ kind: StreamKind? = nil) {
        for index in streams.indices
        where streams[index].id.app == app && streams[index].kind.isSessionSound
            && (kind == nil || streams[index].kind == kind)
        {
            if !streams[index].isPaused { streams[index].isHeld = true }
        }
    }
}
