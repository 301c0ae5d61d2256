import AudioModel
import SoundPolicy
import Testing

/// Sees every event and answer of a machine and states what must always hold. Stops at the first
/// violation.
struct Watcher {
    private(set) var machine = PolicyMachine()
    private(set) var stepCount = 0
    private var running: Set<AppID> = []
    /// Apps that have been told of an interruption and not yet of its end.
    private var interrupted: Set<AppID> = []
    /// What the last verdict effect of each live stream said.
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
        try #require(Set(machine.apps.keys) == running, comment)
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

    /// A stream that starts under the number of one that sounds takes its place.
    private func isStart(of stream: StreamID, _ event: PolicyEvent) -> Bool {
        switch event {
        case .app(stream.app, .startStream(stream.number, _, _)),
            .app(stream.app, .prepareStream(stream.number, _)):
            true
        default: false
        }
    }

    private func check(
        _ verdict: Verdict, _ directive: StreamDirective, _ comment: Comment
    ) throws {
        try #require(verdict.factors.allSatisfy { (0...1).contains($0.gain) }, comment)
        try #require((0...1).contains(directive.sessionGain), comment)
        let isHeard = verdict.state == .audible || verdict.state == .ducked
        if isHeard {
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
        let foreground = machine.apps.filter { $1.isForeground }.keys
        try #require(Array(foreground) == [machine.device.foregroundApp].compactMap { $0 }, comment)
        if machine.isLocked {
            // Who has no background to go to waits in front.
            let waits = machine.apps.filter { $1.description.exitsOnSuspend && $1.state != .active }
            try #require(Set(foreground).isSubset(of: waits.keys), comment)
        }
    }

    private func checkSessions(_ comment: Comment) throws {
        let active = machine.apps.filter { $1.session.isActive }
        try #require(Set(active.keys) == Set(machine.activeApps), comment)
        try #require(active.count == machine.activeApps.count, comment)
        let alone = active.filter { !isMixable($1.session, rules: machine.rules) }
        try #require(alone.count <= 1, comment)
        let interrupted = machine.apps.filter { $1.session.interruption != nil }
        try #require(Set(interrupted.keys) == Set(machine.interruptedApps), comment)
        try #require(interrupted.count == machine.interruptedApps.count, comment)
        try #require(Set(active.keys).isDisjoint(with: interrupted.keys), comment)
        let background = machine.apps.filter { $1.state == .background }
        try #require(Set(background.keys) == Set(machine.backgroundApps), comment)
        try #require(background.count == machine.backgroundApps.count, comment)
        // Only who sleeps has something to hear later, and not ever more of it.
        for app in machine.apps.values {
            try #require(app.pending.isEmpty || app.state == .suspended, comment)
            try #require(app.pending.count < 40, comment)
        }
    }

    private func checkStreams(_ comment: Comment) throws {
        try #require(machine.streams.count == machine.liveStreams.count, comment)
        try #require(Set(machine.streams.keys) == Set(machine.liveStreams), comment)
        for (id, stream) in machine.streams {
            // Who acts by the effects knows all that the machine knows.
            try #require(stream.verdict != nil && verdicts[id] == stream.verdict, comment)
            let isOwned = running.contains(id.app) || id.app == .phone || stream.outlivesApp
            try #require(isOwned, comment)
        }
    }
}

extension PolicyEvent {
    /// Whether it may end several apps at once: for their memory, or because their time is out.
    fileprivate var mayEndSeveral: Bool {
        switch self {
        case .device(.memoryLow), .device(.memoryNeeded), .deadlineReached: true
        default: false
        }
    }
}
