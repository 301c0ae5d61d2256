import AudioModel
import SoundPolicy
import Testing

/// Observes every event and response of a machine and checks its invariants. Stops at the first
/// violation.
struct Watcher {
    private(set) var machine = PolicyMachine()
    private(set) var stepCount = 0
    private var running: Set<AppID> = []
    /// The apps that have received the beginning of an interruption and not its end.
    private var interrupted: Set<AppID> = []
    /// The last verdict effect of each live stream.
    private var verdicts: [StreamID: Verdict] = [:]

    @discardableResult
    mutating func handle(_ event: PolicyEvent, at now: HostTime) throws -> PolicyResponse {
        let before = machine
        let response = machine.handle(event, at: now)
        stepCount += 1
        let comment: Comment = "step \(stepCount): \(event)"
        let wasRunning = running
        if case .appLaunched(let app, _) = event, app != .phone { running.insert(app) }
        for effect in response.effects { try take(effect, event, before, comment) }
        for case .appChanged(let app, .notRunning) in response.effects {
            running.remove(app)
            interrupted.remove(app)
        }
        try #require(
            machine.nextDeadline.map { event != .deadlineReached || $0 > now } ?? true, comment)
        try #require(Set(machine.apps.ids) == running, comment)
        let endedCount = wasRunning.subtracting(running).count
        try #require(endedCount <= 1 || event.mayEndSeveral, comment)
        try checkDevice(comment)
        try checkSessions(comment)
        try checkStreams(comment)
        return response
    }

    private mutating func take(
        _ effect: PolicyEffect, _ event: PolicyEvent, _ before: PolicyMachine, _ comment: Comment
    ) throws {
        switch effect {
        case .notify(let app, let notification):
            try #require(running.contains(app), comment)
            let sleeps = before.state(of: app) == .suspended && machine.state(of: app) == .suspended
            try #require(!sleeps, comment)
            switch notification {
            case .interruptionBegan: interrupted.insert(app)
            case .interruptionEnded: try #require(interrupted.remove(app) != nil, comment)
            case .outputVolumeChanged(let volume): try #require((0...1).contains(volume), comment)
            default: break
            }
        case .verdict(let stream, let verdict, let directive):
            try check(verdict, directive, comment)
            try #require(isStart(of: stream, event) || verdicts[stream] != verdict, comment)
            verdicts[stream] = verdict.state == .stopped ? nil : verdict
        case .appChanged(let app, _), .sessionChanged(let app, _), .appKilled(let app, _):
            try #require(running.contains(app), comment)
        case .vibrate, .deviceChanged, .deviceSoundBegins, .deviceSoundEnds, .remoteCommandIgnored,
            .soundSuppressed:
            break
        }
    }

    /// A stream that starts with the number of a live one replaces it.
    private func isStart(of stream: StreamID, _ event: PolicyEvent) -> Bool {
        switch event {
        case .app(stream.app, .startStream(stream.number, _, _)),
            .app(stream.app, .prepareStream(stream.number, _, _)):
            true
        default: false
        }
    }

    private func check(
        _ verdict: Verdict, _ directive: StreamDirective, _ comment: Comment
    ) throws {
        try #require(verdict.factors.allSatisfy { (0...1).contains($0.gain) }, comment)
        try #require((0...1).contains(directive.sessionGain), comment)
        let isAudible = verdict.state == .audible || verdict.state == .ducked
        if isAudible {
            try #require(verdict.reasons.isEmpty && verdict.gain > 0, comment)
            try #require(directive.sessionGain > 0, comment)
        } else {
            try #require(!verdict.reasons.isEmpty, comment)
            try #require(verdict.state == .stopped || verdict.gain == 0, comment)
        }
        switch verdict.state {
        case .audible, .silent: try #require(directive.transport == .running, comment)
        case .ducked:
            try #require(directive.transport == .running && directive.duckGain < 1, comment)
            try #require(verdict.by != nil, comment)
        case .paused, .interrupted: try #require(directive.transport == .held, comment)
        case .stopped: try #require(directive.transport == .ended, comment)
        }
    }

    private func checkDevice(_ comment: Comment) throws {
        for kind in VolumeKind.allCases {
            try #require((0...1).contains(machine.currentVolume(kind)), comment)
        }
        let foreground = apps { $0.isForeground }
        try #require(foreground == [machine.device.foregroundApp].compactMap { $0 }, comment)
        if machine.isLocked {
            // An app that cannot enter the background stays in the foreground.
            let waits = apps { $0.description.exitsOnSuspend && $0.state != .active }
            try #require(Set(foreground).isSubset(of: waits), comment)
        }
    }

    private func checkSessions(_ comment: Comment) throws {
        let active = apps { $0.session.isActive }
        try #require(active == machine.activeApps.sorted(), comment)
        let rules = machine.rules
        let alone = apps { $0.session.isActive && !isMixable($0.session, rules: rules) }
        try #require(alone.count <= 1, comment)
        let interrupted = apps { $0.session.interruption != nil }
        try #require(interrupted == machine.interruptedApps.sorted(), comment)
        try #require(Set(active).isDisjoint(with: interrupted), comment)
        let background = apps { $0.state == .background }
        try #require(background == machine.backgroundApps.sorted(), comment)
        // Only a suspended app has pending notifications, and their number is limited.
        for app in machine.apps.values {
            try #require(app.pending.isEmpty || app.state == .suspended, comment)
            try #require(app.pending.count < 40, comment)
        }
    }

    /// The running apps that meet a condition, in the order of their numbers.
    private func apps(_ isMet: (AppRecord) -> Bool) -> [AppID] {
        zip(machine.apps.ids, machine.apps.values).filter { isMet($1) }.map(\.0)
    }

    private func checkStreams(_ comment: Comment) throws {
        try #require(Set(machine.streams.ids).count == machine.streams.count, comment)
        for (id, stream) in zip(machine.streams.ids, machine.streams.values) {
            // The effects alone give the machine's verdicts.
            try #require(stream.verdict != nil && verdicts[id] == stream.verdict, comment)
            let isOwned = running.contains(id.app) || id.app == .phone || stream.outlivesApp
            try #require(isOwned, comment)
        }
    }
}

extension PolicyEvent {
    /// Whether the event may end several apps at once: to free memory, or because their time is
    /// over.
    fileprivate var mayEndSeveral: Bool {
        switch self {
        case .device(.memoryLow), .device(.memoryNeeded), .deadlineReached: true
        default: false
        }
    }
}
