import AudioModel
import SoundPolicy

extension DeviceStatus {
    /// - Parameters:
    ///   - profile: What decides for the device, in words.
    ///   - processes: The processes of apps, by their names.
    ///   - refused: The names of apps with a sound that may not begin.
    ///   - refusals: The last refused requests of apps, by their names.
    package init(
        _ snapshot: LiveSnapshot, _ profile: String, processes: [String: Int32] = [:],
        refused: Set<String> = [], refusals: [String: Refusal] = [:]
    ) {
        let device = snapshot.device
        self.init()
        self.profile = profile
        uptime = (snapshot.age.seconds * 1000).rounded() / 1000
        ringSwitch = device.ringSwitch.rawValue
        isLocked = device.isLocked
        call = device.call.rawValue
        calls =
            snapshot.calls.isEmpty
            ? nil
            : snapshot.calls.map { call in
                Call(
                    app: call.app, state: call.state.rawValue, name: call.shown?.name ?? "",
                    handle: call.shown?.handle ?? "", isOutgoing: call.shown?.isOutgoing ?? false)
            }
        interrupters = device.interrupters.map(\.rawValue)
        route = device.route.outputs.map(\.description)
        accessories = device.accessories.map(\.description)
        mediaVolume = Self.shown(device.mediaVolume)
        ringerVolume = Self.shown(device.ringerVolume)
        callVolume = Self.shown(device.callVolume)
        frontApp = snapshot.front?.name
        nowPlayingApp = snapshot.nowPlaying?.app
        if let playing = snapshot.nowPlaying {
            let words = [playing.title, playing.artist].compactMap(\.self)
            nowPlayingTitle = words.isEmpty ? nil : words.joined(separator: " - ")
        }
        if device.snoozedUntil != nil { isAlarmSnoozed = true }
        settingsOff = device.settingsOff.map(\.rawValue)
        apps = snapshot.apps.filter { $0.state != .notRunning }.map { app in
            App(
                name: app.name, process: processes[app.name], state: app.state.words,
                category: app.category?.rawValue, isSessionActive: app.isSessionActive,
                interruptedBy: app.interruptedBy,
                isRefused: refused.contains(app.name) ? true : nil,
                lastRefusal: refusals[app.name])
        }
        streams = snapshot.streams.map { stream in
            Stream(
                name: stream.name, kind: stream.kind.rawValue,
                state: stream.verdict.state.rawValue, gain: Self.shown(stream.verdict.gain),
                why: stream.why, level: Self.shown(stream.level))
        }
    }

    /// Most programs with held streams that are named.
    private static let heldProgramsMax = 64

    /// Sets the numbers of held streams by programs, the greatest of them.
    package mutating func setHeldStreams(_ counts: [String: Int]) {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var shown = sorted.prefix(Self.heldProgramsMax).map {
            HeldProgram(program: $0.key, count: $0.value)
        }
        let rest = sorted.dropFirst(Self.heldProgramsMax).map(\.value).reduce(0, +)
        if rest > 0 { shown.append(HeldProgram(program: "others", count: rest)) }
        heldStreams = shown.isEmpty ? nil : shown
    }

    private static func shown(_ value: Float) -> Double {
        value.isFinite ? (Double(value) * 10_000).rounded() / 10_000 : 0
    }

    /// Why an app sounds as it does, in lines of text.
    package func explanation(of app: App) -> [String] {
        var explained = AppExplanation(app.name, process: app.process)
        explained.tell(
            app.state, category: app.category, isSessionActive: app.isSessionActive,
            interruptedBy: app.interruptedBy)
        let own = streams.filter { $0.app == app.name }
        var lines = own.map { "  \($0.name): \($0.why)" }
        if app.isRefused == true {
            lines.append("  silent: it plays, but may not begin " + refusalReason(of: app))
        } else if lines.isEmpty {
            lines = ["  it has no sound"]
        }
        if let refusal = app.lastRefusal {
            let age = Numeral.fixed(max(0, uptime - refusal.time), places: 1)
            let rule = refusal.rule.map { " (rule \($0))" } ?? ""
            lines.append("  last refused, \(age) s ago: \(refusal.reason)\(rule)")
        }
        return [explained.headline] + lines
    }

    private func refusalReason(of app: App) -> String {
        guard interrupters.isEmpty else {
            return "while this sounds: " + interrupters.joined(separator: ", ")
        }
        return app.state == AppState.active.words ? "now" : "in the background"
    }
}
