package import AudioModel
import LiveDevice
import SimulationReports
package import SoundClient
package import SoundPolicy
package import SoundServer

/// Observes a simulated phone and keeps what its owner may query later.
///
/// It keeps a limited number of records of each kind, the latest ones.
package final class PhoneObserver {
    /// The server's events, until this object reads them.
    let log = ResponseLog(keepsLaunches: true)
    let failedCommands = FailedCommandLog()
    package private(set) var told: [(time: HostTime, app: AppID, what: AppNotification)] = []
    package private(set) var vibrations: [HostTime] = []
    /// The phone's events in words.
    package private(set) var happenings: [(time: HostTime, words: String)] = []
    /// All tracks; the ones that may still sound come last.
    package private(set) var tracks: [(stream: StreamID, track: StreamTrack)] = []
    private(set) var contradictions: [Contradiction] = []
    /// Called for each new contradiction.
    package var contradicted: (Contradiction) -> Void = { _ in }
    /// Called when everything due at a moment has happened.
    package var settled: () -> Void = {}
    /// Called when an app's process has ended.
    package var ended: (AppID) -> Void = { _ in }

    /// Called when code outside a simulated app requests sound.
    package var strayed: () -> Void = {}

    /// Called for each call that would fail on a device without an error, once for each app and
    /// kind.
    package var issueFound: (_ app: String, RuntimeIssue, HostTime) -> Void = { _, _, _ in }
    private let issues = IssueLog()

    private(set) var apps: [AppID: (name: String, staged: StagedApp)] = [:]
    /// What advice looks at.
    private(set) var activity = PhoneActivity()
    private var counts: [AppID: [StreamKind: Int]] = [:]
    private let duckRamp: HostInterval

    /// A disagreement between samples and policy.
    package struct Contradiction {
        package var app: AppID
        package var time: HostTime
        package var words: String
    }

    static let keptMax = 10_000
    static let endedTracksMax = 200
    static let contradictionsMax = 20

    /// Called with a sentence for each choice on which the phone first rests.
    package var rested: (HostTime, String) -> Void = { _, _ in }
    private let choices: ObservedChoices?

    /// - Parameter faithfulness: Which choices of the policy `rested` names; `nil` for none.
    package init(_ configuration: PolicyConfiguration, faithfulness: Faithfulness? = nil) {
        duckRamp = configuration.duckRamp
        choices = faithfulness.map { faithfulness in
            // A test that loses the ends of interruptions does not rest on it.
            let choices = PolicyChoice.named(by: faithfulness).filter {
                !configuration.losesInterruptionEnds || !$0.changes(\.losesInterruptionEnds)
            }
            return ObservedChoices(ChoiceWatch(configuration, choices, seesReasons: false))
        }
    }

    /// Notes an event and its response; called while the server decides.
    package var note: PolicyObserver {
        { [log, choices] time, event, response in
            log.append(time, event, response)
            choices?.take(event, at: time)
        }
    }

    package func add(_ app: StagedApp, named name: String) {
        apps[app.id] = (name, app)
        let (issues, id, environment) = (issues, app.id, app.sound.environment)
        app.sound.observeIssues { [weak environment] issue in
            issues.append(issue, of: id, at: environment?.now ?? .zero)
        }
    }

    func name(of app: AppID) -> String { apps[app]?.name ?? "?" }

    private func name(of actor: Actor) -> String {
        switch actor {
        case .app(let app): name(of: app)
        case .system(let interrupter): "the \(interrupter.rawValue)"
        }
    }

    // MARK: Events

    func stageDidSettle() {
        settled()
        if UnattributedCalls.takeAny() { strayed() }
        for entry in log.take().entries { take(entry) }
        for entry in issues.take() {
            let name = name(of: entry.app)
            activity.note(entry.issue, of: name, at: entry.time)
            issueFound(name, entry.issue, entry.time)
        }
        for difference in choices?.takeDifferences() ?? [] {
            rested(difference.time, difference.sentence(name))
        }
        for entry in failedCommands.take() {
            keep((entry.time, entry.words(name(of: entry.app))), in: &happenings)
        }
    }

    private func take(_ entry: ResponseLog.Entry) {
        activity.take(
            entry, name: name,
            handlesEntry: { apps[$0]?.staged.sound.backgroundEntry.wasHandled ?? true })
        switch entry.event {
        case .app(let app, .startStream(let number, let kind, _)),
            .app(let app, .prepareStream(let number, let kind, _)):
            beginTrack(StreamID(app: app, number: number), kind)
        case .device(let event): keep((entry.time, event.words), in: &happenings)
        case .appOpened(let app): keep((entry.time, "\(name(of: app)) is opened"), in: &happenings)
        case .appOpenedByURL(let app, _):
            keep((entry.time, "\(name(of: app)) is opened by URL"), in: &happenings)
        case .appRunInBackground(let app, let work):
            keep((entry.time, "\(name(of: app)) is run for \(work.rawValue)"), in: &happenings)
        case .appCall(let app, let event):
            keep((entry.time, event.sentence(about: name(of: app))), in: &happenings)
        case .appLeft(let app): keep((entry.time, "\(name(of: app)) is left"), in: &happenings)
        case .appSystemChanged(let app, _):
            keep((entry.time, entry.event.sentence(about: name(of: app))), in: &happenings)
        default: break
        }
        for effect in entry.response.effects { take(effect, at: entry.time) }
    }

    private func take(_ effect: PolicyEffect, at time: HostTime) {
        switch effect {
        case .verdict(let stream, let verdict, _):
            let track = tracks.last { $0.stream == stream }?.track
            track?.take(verdict, by: verdict.by.map { name(of: $0) }, at: time, duckRamp: duckRamp)
        case .notify(let app, let what): keep((time, app, what), in: &told)
        case .vibrate: keep(time, in: &vibrations)
        case .appChanged(let app, .notRunning):
            for (stream, track) in tracks where stream.app == app {
                track.mayClickUntil = time + StreamTrack.settling
            }
            keep((time, "\(name(of: app)) is gone"), in: &happenings)
            ended(app)
        case .appKilled(let app, let reason):
            keep((time, "\(name(of: app)) \(reason.words)"), in: &happenings)
        case .remoteCommandIgnored(let reason):
            let words = "nothing happens: " + reason.sentence { name(of: $0) }
            keep((time, words), in: &happenings)
        case .soundSuppressed(let sound):
            keep((time, sound.sentence { name(of: $0) }), in: &happenings)
        case .appChanged, .deviceChanged, .sessionChanged, .deviceSoundBegins, .deviceSoundEnds:
            break
        }
    }

    private func beginTrack(_ stream: StreamID, _ kind: StreamKind) {
        guard let app = apps[stream.app] else { return }
        let count = counts[stream.app, default: [:]][kind, default: 0] + 1
        counts[stream.app, default: [:]][kind] = count
        let name = kind.isDeviceSound ? kind.words : "\(kind.words) \(count)"
        let track = StreamTrack(
            lane: StreamLane(app: app.name, name: name, sound: kind.words, kind: kind))
        track.source = (app.staged.sound, stream.number)
        tracks.append((stream, track))
    }

    private func keep<Thing>(_ thing: Thing, in things: inout [Thing]) {
        things.append(thing)
        if things.count > Self.keptMax { things.removeFirst(Self.keptMax / 2) }
    }

    // MARK: Sound

    func noteRendered() {
        for (_, track) in tracks where track.source != nil { track.measureVoice() }
    }

    func stageDidFinishBlock(upTo frame: Int) {
        let start = OutputFrames.time(of: frame - OutputFrames.blockFrames)
        for (stream, track) in tracks where track.source != nil {
            track.finishBlock(startingAt: start)
            compare(track.finishedBlock, with: track, of: stream.app, startingAt: start)
            if track.isOver(at: start) { track.retire() }
        }
        forgetEndedTracks()
    }

    private func forgetEndedTracks() {
        let endedCount = tracks.count { $0.track.source == nil }
        guard endedCount > 2 * Self.endedTracksMax else { return }
        var surplus = endedCount - Self.endedTracksMax
        tracks.removeAll { _, track in
            guard track.source == nil, surplus > 0 else { return false }
            surplus -= 1
            return true
        }
    }

    /// Compares samples with the verdict, once they have had time to follow it. An app's own volume
    /// may still be ramping, so the samples may be fainter than the verdict says, but neither
    /// silent nor louder than at full app volume.
    private func compare(
        _ block: BlockMeasure, with track: StreamTrack, of app: AppID,
        startingAt start: HostTime
    ) {
        guard let verdict = track.verdict, track.lane.kind != .recorder,
            start >= track.settlesAt, start >= track.verdictSince, start >= track.mayClickUntil,
            contradictions.count < Self.contradictionsMax
        else { return }
        let gainMax = verdict.factors.reduce(Float(1)) {
            $0 * ($1.kind == .appVolume ? 1 : $1.gain)
        }
        let peakMax = verdict.isRunning ? block.sourcePeak * gainMax : 0
        let isTooLoud = block.outputPeak > peakMax + max(peakMax * 0.02, Level.silence)
        let isMissing =
            verdict.isRunning && block.sourcePeak * verdict.gain > Level.faint
            && block.outputPeak < 1e-6 && !track.mayFadeIn
        guard isTooLoud || isMissing else { return }
        // One contradiction per verdict is enough.
        track.mayClickUntil = HostTime(nanoseconds: .max)
        let contradiction = Contradiction(
            app: app, time: start,
            words: "\(track.fullName): the policy says \(verdict.state.rawValue), at most "
                + "\(level(peakMax)), but the samples have \(level(block.outputPeak))")
        contradictions.append(contradiction)
        contradicted(contradiction)
    }
}

extension StreamKind {
    /// The kind in a programmer's words.
    var words: String {
        switch self {
        case .player: "player"
        case .queue: "queue"
        case .unit: "unit"
        case .recorder: "recorder"
        case .systemSound: "system sound"
        case .alertSound: "alert sound"
        case .ringtone: "ringtone"
        case .alarm: "alarm"
        case .timer: "timer"
        case .callAudio: "call"
        case .emergencyAlert: "emergency alert"
        case .messageTone: "message tone"
        case .keyClick: "key click"
        }
    }
}
