import AudioModel
import Cameras
import LiveDevice
import ScenarioLanguage
import SimulationReports
import SoundClient
import SoundPolicy

/// Everything that a story records while it runs.
final class StoryRecords {
    private(set) var tracks: [StreamTrack] = []
    /// The tracks that may still sound.
    private(set) var liveTracks: [StreamTrack] = []
    var names: [AppID: String] = [.phone: "phone"]
    var failures: [StoryFailure] = []
    var warnings: [StoryWarning] = []
    var acts: [ActRecord] = []
    private var sessions: [SessionRecord] = []
    /// The index in `sessions` of each app's last record.
    private var lastSessions: [String: Int] = [:]
    /// The acts that were refused unexpectedly, for what follows from them.
    var refusedActs = RefusedActs()
    /// The ends of recordings, with time and reason.
    private(set) var recordingEnds: [(stream: String, time: HostTime, words: String)] = []
    /// The reason, in words, for ending a stream that the story itself must end.
    private var endSentences: [StreamID: String] = [:]

    private(set) var told: [Told] = []
    /// The application state of every running app, as the app knows it.
    private var knownStates: [AppID: KnownAppState] = [:]
    struct Told {
        var time: HostTime
        var app: String
        var notification: AppNotification
        /// The app's `applicationState`.
        var state: AppState
    }

    private(set) var vibrations: [HostTime] = []
    /// Suppressed vibrations with their reasons.
    private(set) var missingVibrations: [(time: HostTime, words: String)] = []
    private(set) var mediaVolume: Timeline<Float>
    private(set) var ringerVolume: Timeline<Float>
    private(set) var route: Timeline<Route>
    private(set) var appStates: [String: Timeline<AppState>] = [:]
    private(set) var interfaces: StoryInterfaces

    /// What has become of each film, by its name in the story.
    var films: [String: Timeline<Film.State>] = [:]
    /// What has become of players that wait for what they play, by their names in the story.
    var playerProgress: [String: Timeline<PlayerProgress>] = [:]
    /// The zoom of each app's camera, by the app's name.
    var zooms: [String: Timeline<CameraZoom>] = [:]

    private var device: [DeviceRecord] = []
    private var appRecords: [AppActionRecord] = []
    private var events: [EventRecord] = []
    private var outlooks: [ActivationOutlook] = []
    /// The last recorded obstacle to each app's activation.
    private var obstacles: [AppID: String] = [:]
    /// The system interrupters in progress, in the order in which they began.
    private(set) var interrupters: [Interrupter] = []
    /// The event behind the last end of each of the phone's own sounds.
    private var soundEndCauses: [StreamKind: String] = [:]
    /// The event behind each entry of `told`.
    private var toldCauses: [String] = []
    private var tracksByName: [String: StreamTrack] = [:]
    private var tracksByStream: [StreamID: StreamTrack] = [:]
    /// Numbers of unnamed streams, by the prefix of their names.
    private var unnamedCounts: [String: Int] = [:]
    private let duckRamp: HostInterval
    private var launches = LaunchWatch()

    init(_ scenario: Scenario, _ configuration: PolicyConfiguration) {
        mediaVolume = Timeline(configuration.mediaVolume)
        ringerVolume = Timeline(configuration.ringerVolume)
        route = Timeline(PolicyMachine(configuration).route)
        duckRamp = configuration.duckRamp
        interfaces = StoryInterfaces(scenario)
        for app in scenario.apps { appStates[app.name] = Timeline(.notRunning) }
    }

    // MARK: Streams

    func track(named fullName: String) -> StreamTrack? { tracksByName[fullName] }

    func unusedName(_ stem: String) -> String {
        let short = stem.drop { $0 != "." }.dropFirst()
        var count = unnamedCounts[stem, default: 0] + 1
        while tracksByName["\(stem)\(count)"] != nil { count += 1 }
        unnamedCounts[stem] = count
        return "\(short)\(count)"
    }

    /// The track for a name: a new one, or one that is continued.
    func beginTrack(_ lane: StreamLane) -> StreamTrack {
        if let track = tracksByName[lane.fullName] {
            track.begin(lane)
            if !liveTracks.contains(where: { $0 === track }) { liveTracks.append(track) }
            return track
        }
        let track = StreamTrack(lane: lane)
        tracksByName[lane.fullName] = track
        tracks.append(track)
        liveTracks.append(track)
        return track
    }

    /// Drops tracks that have ended and faded from the work per block.
    func retireTracks(at time: HostTime) {
        guard liveTracks.contains(where: { $0.isOver(at: time) }) else { return }
        for track in liveTracks where track.isOver(at: time) {
            if let stream = track.stream { tracksByStream[stream] = nil }
            track.retire()
        }
        liveTracks.removeAll { $0.isOver(at: time) }
    }

    func bind(_ stream: StreamID, to track: StreamTrack, _ sound: AppSound) {
        if let earlier = track.stream { tracksByStream[earlier] = nil }
        tracksByStream[stream] = track
        track.source = (sound, stream.number)
    }

    /// Allows the sounds of a killed process to click as they are cut.
    func letClick(_ sound: AppSound, until time: HostTime) {
        for track in liveTracks where track.source?.sound === sound {
            track.mayClickUntil = time + StreamTrack.settling
        }
    }

    // MARK: Effects

    func take(_ entries: [ResponseLog.Entry], now: HostTime) {
        for entry in entries {
            noteInput(entry.event, at: entry.time)
            noteRefusal(entry)
            launches.take(entry) { name(of: $0) }
            guard !entry.response.effects.isEmpty else { continue }
            events.append(record(of: entry.event, at: entry.time))
            for effect in entry.response.effects { take(effect, at: entry.time) }
        }
    }

    /// Records that an app begins to look for other outputs, or ends that.
    func noteDetection(_ isOn: Bool, of app: String, at time: HostTime) {
        let what = isOn ? AppActionRecord.detectionOn : AppActionRecord.detectionOff
        appRecords.append(AppActionRecord(at: time, app: app, what: what))
    }

    /// Records why an app's request was refused. What its library reports after its end is none.
    private func noteRefusal(_ entry: ResponseLog.Entry) {
        guard case .app(let app, let request) = entry.event, let reason = entry.response.reason,
            reason.error != .expiredSession
        else { return }
        appRecords.append(
            AppActionRecord(
                at: entry.time, app: name(of: app),
                what: "is refused \(request.noun): \(reason.sentence) (\(reason.ruleAndError))",
                isRefusal: true))
    }

    private func take(_ effect: PolicyEffect, at time: HostTime) {
        switch effect {
        case .verdict(let stream, let verdict, _):
            let by = verdict.by.map { name(of: $0) }
            guard let track = tracksByStream[stream] else { break }
            let told =
                stream.app == .phone
                ? withCause(verdict, of: track.lane.kind) : withSentence(verdict, of: stream)
            track.take(told, by: by, at: time, duckRamp: duckRamp)
            if track.lane.kind == .recorder, told.state == .stopped {
                let words = told.reasons.map(\.sentence).joined(separator: "; ")
                recordingEnds.append((track.fullName, time, words))
            }
        case .notify(let app, let notification):
            var known = knownStates[app] ?? KnownAppState()
            known.willReceive(notification)
            told.append(
                Told(
                    time: time, app: name(of: app), notification: notification,
                    state: known.state))
            known.didReceive(notification)
            knownStates[app] = known
            toldCauses.append(events.last?.sentence ?? "")
            interfaces.take(notification, to: name(of: app), at: time)
        case .vibrate:
            vibrations.append(time)
            note(time, "vibrates")
        case .deviceChanged(let change): take(change, at: time)
        case .appChanged(let app, let state):
            let name = name(of: app)
            appStates[name]?.set(state, at: time)
            if state == .notRunning { interfaces.end(name, at: time) }
            appRecords.append(
                AppActionRecord(at: time, app: name, what: "is \(state.words)"))
        case .appKilled(let app, let reason):
            appRecords.append(
                AppActionRecord(at: time, app: name(of: app), what: reason.words))
        case .sessionChanged(let app, let isActive):
            let what = isActive ? "session becomes active" : "session becomes inactive"
            appRecords.append(
                AppActionRecord(
                    at: time, app: name(of: app), what: what, cause: events.last?.sentence ?? ""))
        case .deviceSoundEnds(let kind): soundEndCauses[kind] = events.last?.sentence
        case .deviceSoundBegins: break
        case .remoteCommandIgnored(let reason):
            note(time, "nothing happens: " + reason.sentence { name(of: $0) })
        case .soundSuppressed(let sound):
            let words = sound.sentence { name(of: $0) }
            device.append(DeviceRecord(at: time, change: words, isSuppressed: true))
            if sound.kind == .vibration { missingVibrations.append((time, words)) }
        }
    }

    /// Adds the cause that ended one of the phone's own sounds, which no app stops.
    private func withCause(_ verdict: Verdict, of kind: StreamKind) -> Verdict {
        guard verdict.state == .stopped, let cause = soundEndCauses[kind],
            let index = verdict.reasons.firstIndex(where: { $0.rule == Rule.soundsEnd.rawValue })
        else { return verdict }
        var told = verdict
        told.reasons[index].fact = .described(.stopped, "the phone ended it")
        told.reasons[index].cause = cause
        return told
    }

    /// Records why a stream is about to end that its app does not stop itself.
    func noteEnd(of stream: StreamID, because sentence: String) {
        endSentences[stream] = sentence
    }

    private func withSentence(_ verdict: Verdict, of stream: StreamID) -> Verdict {
        guard verdict.state == .stopped, let sentence = endSentences.removeValue(forKey: stream),
            !verdict.reasons.isEmpty
        else { return verdict }
        var told = verdict
        told.reasons[0].fact = .described(told.reasons[0].kind, sentence)
        told.reasons[0].rule = Rule.mediaResetEndsSessions.rawValue
        told.reasons[0].cause = sentence
        return told
    }

    /// Records an interrupted app's obstacle to activation, if it has changed.
    func noteOutlook(of app: AppID, obstacle: String, at time: HostTime) {
        guard obstacles[app] != obstacle else { return }
        obstacles[app] = obstacle
        outlooks.append(ActivationOutlook(at: time, app: name(of: app), obstacle: obstacle))
    }

    private func take(_ change: DeviceChange, at time: HostTime) {
        if let (interrupter, isOn) = change.interrupter {
            interrupters.removeAll { $0 == interrupter && !isOn }
            if isOn, !interrupters.contains(interrupter) { interrupters.append(interrupter) }
        }
        switch change {
        case .volume(let kind, let volume):
            switch kind {
            case .media: mediaVolume.set(volume, at: time)
            case .ringer: ringerVolume.set(volume, at: time)
            case .call: break
            }
            note(time, "\(kind.rawValue) \(shortest(volume))")
        case .route(let route, _):
            let before = self.route.value(at: time)
            self.route.set(route, at: time)
            guard route.outputs != before.outputs else { break }
            let outputs = route.outputs.map(\.description).joined(separator: ",")
            note(time, "route \(outputs.isEmpty ? "none" : outputs)")
        case .ringSwitch(let position): note(time, "switch \(position.rawValue)")
        case .lock(let isLocked): note(time, isLocked ? "lock" : "unlock")
        case .setting(let setting, let isOn):
            note(time, "setting \(setting.rawValue) \(isOn ? "on" : "off")")
        case .call(.none), .call(.ringing), .call(.connected), .alarm, .timer, .assistant,
            .emergency, .mediaServices:
            break  // The event itself says it.
        }
    }

    /// Records calls, alarms and plugs as events of the device, not by their effects.
    private func noteInput(_ event: PolicyEvent, at time: HostTime) {
        guard case .device(let event) = event else { return }
        interfaces.take(event)
        switch event {
        case .ringSwitchMoved, .volumeSet, .settingChanged, .locked, .unlocked: break
        default: note(time, event.words)
        }
    }

    private func record(of event: PolicyEvent, at time: HostTime) -> EventRecord {
        let app: AppID? =
            switch event {
            case .appLaunched(let app, _), .appOpened(let app), .appOpenedByURL(let app, _),
                .appRunInBackground(let app, _), .appLeft(let app), .appEnded(let app, _),
                .app(let app, _), .appCall(let app, _), .appSystemChanged(let app, _):
                app
            case .device, .deadlineReached: nil
            }
        let subject = app.map { name(of: $0) } ?? ""
        var actor = subject
        if case .device(let event) = event { actor = event.interrupter?.rawValue ?? "" }
        return EventRecord(at: time, actor: actor, sentence: event.sentence(about: subject))
    }

    private func note(_ time: HostTime, _ change: String) {
        device.append(DeviceRecord(at: time, change: change))
    }

    private func name(of app: AppID) -> String { names[app] ?? "?" }

    private func name(of actor: Actor) -> String {
        switch actor {
        case .app(let app): name(of: app)
        case .system(let interrupter): interrupter.rawValue
        }
    }

    /// Records an app's session, if it has changed.
    func noteSession(_ record: SessionRecord) {
        if let last = lastSessions[record.app].map({ sessions[$0] }), last.words == record.words,
            last.isActive == record.isActive
        {
            return
        }
        lastSessions[record.app] = sessions.count
        sessions.append(record)
    }

    // MARK: The report

    func report(_ scenario: Scenario, judge: ConditionEvaluator) -> StoryReport {
        var report = StoryReport(
            title: scenario.fullTitle, path: scenario.path,
            duration: scenario.duration - .zero)
        report.storyCase = scenario.storyCase
        report.profile = scenario.phone.profile
        let lanes = tracks.filter { $0.verdict != nil }.map { $0.finished(at: scenario.duration) }
        report.streams = lanes.filter { $0.app != "phone" } + lanes.filter { $0.app == "phone" }
        report.told = zip(told, toldCauses).map { entry, cause in
            NotificationRecord(
                at: entry.time, app: entry.app, event: entry.notification.words.event,
                detail: entry.notification.words.detail, state: entry.state, cause: cause)
        }
        report.events = events
        report.activationOutlooks = outlooks
        report.device = device
        report.apps = appRecords
        report.slowLaunches = launches.records(at: scenario.duration) { name(of: $0) }
        report.expectations = judge.results(self, scenario)
        report.failures = failures + judge.disagreements
        refusedActs.markConsequences(in: &report, of: scenario)
        report.warnings = warnings
        report.acts = acts
        report.sessions = sessions
        return report
    }
}

extension DeviceEvent {
    /// The interrupter that begins or ends.
    fileprivate var interrupter: Interrupter? {
        switch self {
        case .callArrived, .callArrivedAsBanner, .callAnswered, .callDeclined, .callEnded,
            .callEndedByRemoteParty:
            .call
        case .alarmFired, .alarmDismissed, .alarmSnoozed: .alarm
        case .timerFired, .timerDismissed: .timer
        case .assistantBegan, .assistantEnded: .assistant
        case .emergencyBegan, .emergencyEnded: .emergency
        case .ringSwitchMoved, .volumePressed, .volumeSet, .settingChanged, .portPlugged,
            .portUnplugged, .routePicked, .locked, .unlocked, .mediaServicesLost,
            .mediaServicesReset, .memoryLow, .memoryNeeded, .overlayOpened, .overlayClosed,
            .bannerShown, .systemChanged, .turned, .batteryChanged, .proximityChanged,
            .remoteCommand, .headsetPressed, .headsetHeld,
            .headsetReleased, .messageArrived, .keyClicked:
            nil
        }
    }
}
