import AudioModel
import DeviceActions

extension Scenario: CustomStringConvertible {
    /// The scenario as text that parses back to an equal scenario: one action or condition per
    /// line, without default values and comments.
    ///
    /// The round trip holds for everything that `parseScenario` returns, and for values made in
    /// code that keep the language's limits (names, ranges, order of time).
    public var description: String {
        var lines: [String] = []
        if let title { lines.append("scenario " + title.inQuotes) }
        lines += phone.lines
        for setting in DeviceSetting.allCases where !settings[setting] {
            lines.append("setting \(setting.rawValue) off")
        }
        lines += apps.map(\.description)
        for act in timed {
            let failure = act.fails.map { " fails \($0)" } ?? ""
            let label = act.label.map { $0 + ": " } ?? ""
            lines.append("at \(DecimalText.text(act.time)) \(label)\(act.action)\(failure)")
        }
        lines.append("at \(DecimalText.text(duration)) end")
        lines += expectations.map { "expect \($0.when) \($0.claim)" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PhoneSetup {
    fileprivate var lines: [String] {
        let usual = PhoneSetup()
        var words: [String] = []
        if ringSwitch != usual.ringSwitch { words.append("switch \(ringSwitch.rawValue)") }
        if mediaVolume != usual.mediaVolume {
            words.append("media \(DecimalText.text(mediaVolume))")
        }
        if ringerVolume != usual.ringerVolume {
            words.append("ringer \(DecimalText.text(ringerVolume))")
        }
        if route != usual.route { words.append("route \(route.text)") }
        if profiles != usual.profiles {
            words.append("profile " + profiles.map { "\($0.rawValue)" }.joined(separator: ","))
        }
        if microphone != usual.microphone { words.append("microphone \(microphone.rawValue)") }
        if camera != usual.camera { words.append("camera \(camera.rawValue)") }
        if systemSounds != usual.systemSounds {
            words.append("system-sounds \(systemSounds.rawValue)")
        }
        if !systemSoundNames { words.append("system-sound-names off") }
        if losesInterruptionEnds { words.append("interruption-ends lost") }
        if emergencyButtons != usual.emergencyButtons {
            words.append("emergency-buttons \(emergencyButtons.rawValue)")
        }
        if !ambientMixes { words.append("ambient-mixes off") }
        if untouchedSessionRecords { words.append("untouched-session-records on") }
        if let launchLimit { words.append("launch-limit \(DecimalText.text(launchLimit))") }
        if hasPasscode { words.append("passcode on") }
        if isRotationLocked { words.append("rotation-lock on") }
        return words.isEmpty ? [] : ["phone " + words.joined(separator: " ")]
    }
}

extension AppDeclaration: CustomStringConvertible {
    /// The `app` line.
    public var description: String {
        var words = ["app", nameWord(name)]
        if let category { words += ["category", category.rawValue] }
        words += sessionWords(mode, options, policy)
        if !backgroundModes.isEmpty {
            words += ["background", backgroundModes.joined(separator: ",")]
        }
        if reaction != .wellBehaved { words += ["reacts", reaction.rawValue] }
        if role != .ordinary { words += ["plays-as", role.rawValue] }
        if footprint != Self.usualFootprint { words += ["footprint", "\(footprint)"] }
        if exitsOnSuspend { words.append("exits-on-suspend") }
        if !commands.isEmpty { words += ["commands", commandsWord(commands)] }
        if orientations != .allButUpsideDown {
            let allowed = orientations.members.map(\.word).joined(separator: ",")
            words += ["orientations", allowed]
        }
        return words.joined(separator: " ")
    }
}

// MARK: - Acts

extension Action: CustomStringConvertible {
    /// The action as the language writes it.
    public var description: String {
        switch self {
        case .app(let name, .picksRoute(let port)):
            "user picks \(port.text) from \(nameWord(name))'s route button"
        case .app(let name, let act): nameWord(name) + " " + act.description
        case .phone(let act): act.description
        case .network(let act): act.description
        }
    }
}

extension AppAct: CustomStringConvertible {
    /// The action without its app.
    public var description: String {
        switch self {
        case .opens, .leaves, .ends, .isRemoved, .vibrates, .activates, .call: name
        case .opensURL(let url): "opens url \(url.inQuotes)"
        case .isWoken(let work): "is woken for \(work.rawValue)"
        case .hangs(let callback, let seconds):
            "hangs in \(callback.rawValue)" + (seconds.map { " for \(DecimalText.text($0))" } ?? "")
        case .beginsTask(let task), .endsTask(let task): "\(name) \(task)"
        case .plays(let start): start.description
        case .pauses(let stream), .resumes(let stream), .stops(let stream): "\(name) \(stream)"
        case .setsVolume(let stream, let volume):
            "sets \(stream) volume \(DecimalText.text(volume))"
        case .prepares(let sound, let stream): "prepares \(sound) as \(stream)"
        case .records(let stream, let sound):
            "records as \(stream)" + (sound.map { " from \($0)" } ?? "")
        case .films(let film, let withMicrophone):
            "films as \(film)" + (withMicrophone ? " with microphone" : "")
        case .zooms(let factor, let rate):
            "zooms to \(DecimalText.text(factor))"
                + (rate.map { " rate \(DecimalText.text($0))" } ?? "")
        case .sounds(let sound, let stream), .alerts(let sound, let stream):
            "\(name) \(sound)" + (stream.map { " as \($0)" } ?? "")
        case .setsCategory(let category, let mode, let options, let policy):
            (["category", category.rawValue] + sessionWords(mode, options, policy))
                .joined(separator: " ")
        case .setsMode(let mode): "mode \(mode.rawValue)"
        case .deactivates(let notifying): notifying ? "deactivates notifying" : "deactivates"
        case .overrides(let override): "overrides \(override.rawValue)"
        case .startsPlayer(let player): "starts player \(nameWord(player))"
        case .changesSetting(let key, let value):
            "setting \(settingWord(key)) \(settingWord(value))"
        case .picksRoute(let port): "picks \(port.text)"
        case .detectsRoutes(let isOn): "detects routes \(onOff(isOn))"
        case .setsCommands(let commands): "commands \(commandsWord(commands))"
        case .prefers(let preference, let isOn): "prefers \(preference.rawValue) \(onOff(isOn))"
        }
    }
}

/// A text as one word, in quotes unless it is plain.
private func settingWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
    return isPlain && !text.isEmpty ? text : text.inQuotes
}

extension StreamStart: CustomStringConvertible {
    /// The whole action without its app.
    public var description: String {
        var words = ["plays \(sound) as \(stream)"]
        if volume != 1 { words.append("volume \(DecimalText.text(volume))") }
        switch loops {
        case .more(0): break
        case .more(let count): words.append("loops \(count)")
        case .forever: words.append("loops -1")
        }
        if rate != 1 { words.append("rate \(DecimalText.text(rate))") }
        if let player { words.append("with \(player.rawValue)") }
        return words.joined(separator: " ")
    }
}

extension SoundSpec: CustomStringConvertible {
    /// The sound as the language writes it, with paths always in quotes.
    public var description: String {
        func length(_ seconds: Double?) -> String {
            seconds.map { "/" + DecimalText.text($0) } ?? ""
        }
        return switch self {
        case .file(let path): path.inQuotes
        case .address(let url): url.inQuotes
        case .tone(let hertz, let seconds): "tone:\(DecimalText.text(hertz))\(length(seconds))"
        case .noise(let seconds): "noise" + length(seconds)
        case .silence(let seconds): "silence" + length(seconds)
        }
    }
}

// MARK: - Claims

extension ExpectationTime: CustomStringConvertible {
    public var description: String {
        switch self {
        case .span(let from, let to): "\(DecimalText.text(from))..\(DecimalText.text(to))"
        case .moment(let time): "at \(DecimalText.text(time))"
        case .within(let interval, of: let label, at: _):
            "within \(DecimalText.text(.zero + interval)) s of \(label)"
        case .never: "never"
        }
    }
}

extension Condition: CustomStringConvertible {
    /// The condition as the language writes it.
    public var description: String {
        switch self {
        case .stream(let stream, let claim): "\(stream) \(claim)"
        case .heard(let hertz): "heard \(DecimalText.text(hertz)) Hz"
        case .heardSilence: "heard silence"
        case .told(let app, let event): "\(nameWord(app)) told \(event)"
        case .notTold(let app, let event): "\(nameWord(app)) not told \(event)"
        case .vibrates: "phone vibrates"
        case .doesNotVibrate: "phone does not vibrate"
        case .mediaVolume(let volume): "media \(DecimalText.text(volume))"
        case .ringerVolume(let volume): "ringer \(DecimalText.text(volume))"
        case .route(let port): "route \(port.text)"
        case .app(let app, let state): "\(nameWord(app)) is \(state.words)"
        case .interface(let app, let orientation):
            "\(nameWord(app)) interface \(orientation.word)"
        case .clicks: "clicks"
        }
    }
}

extension StreamReference: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let app, let stream): "\(nameWord(app)).\(stream)"
        case .phone(let sound): "phone.\(sound.rawValue)"
        }
    }
}

extension StreamCondition: CustomStringConvertible {
    public var description: String {
        func byWhom(_ culprit: Suspect?) -> String { culprit.map { " by \($0)" } ?? "" }
        switch self {
        case .audible: return "audible"
        case .silent(let reason): return "silent" + (reason.map { " because \($0.rawValue)" } ?? "")
        case .paused: return "paused"
        case .stopped: return "stopped"
        case .interrupted(let culprit): return "interrupted" + byWhom(culprit)
        case .ducked(let culprit): return "ducked" + byWhom(culprit)
        case .gain(let part, let decibels, let tolerance):
            return (part == .whole ? "" : part.rawValue + " ")
                + "gain \(DecimalText.text(decibels)) dB"
                + (tolerance.map { " within \(DecimalText.text($0))" } ?? "")
        case .records(.audible): return "records audible"
        case .records(.silence): return "records silence"
        case .records(.tone(let hertz)): return "records \(DecimalText.text(hertz)) Hz"
        case .recording: return "recording"
        case .recordingEnds: return "recording ends"
        case .films: return "films"
        case .waiting: return "waiting"
        case .failed: return "failed"
        case .zoom(let factor): return "zoom \(DecimalText.text(factor))"
        }
    }
}

extension Suspect: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let name): nameWord(name)
        case .system(let interrupter): interrupter.rawValue
        }
    }
}

extension ExpectedNotification: CustomStringConvertible {
    public var description: String {
        switch self {
        case .interruptionBegan(let reason):
            "interruption.began" + (reason.map { " reason \($0.word)" } ?? "")
        case .interruptionEnded(nil): "interruption.ended"
        case .interruptionEnded(let shouldResume?):
            "interruption.ended " + (shouldResume ? "shouldResume" : "noResume")
        case .routeChange(let reason): "route-change \(reason.word)"
        case .hint(let begins): begins ? "hint.begin" : "hint.end"
        case .mediaServicesLost: "media-services.lost"
        case .mediaServicesReset: "media-services.reset"
        case .volume(let volume): "volume \(DecimalText.text(volume))"
        case .lifeCycle(let event, let state):
            event.rawValue + (state.map { " in \($0.words)" } ?? "")
        case .changed(let change): "changed \(change.rawValue)"
        case .command(let command): "command \(command.words(number: DecimalText.text))"
        }
    }
}

// MARK: - Words

private func commandsWord(_ commands: RemoteCommands) -> String {
    commands.isEmpty ? "none" : commands.kinds.map(\.rawValue).joined(separator: ",")
}

private func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }

/// The name, in quotes if it has blanks or does not begin like a name.
private func nameWord(_ name: String) -> String {
    let isPlain = name.unicodeScalars.first?.properties.isUppercase == true
    return isPlain && !name.unicodeScalars.contains(" ") ? name : name.inQuotes
}

/// The words after the category on `category` and `app` lines.
private func sessionWords(
    _ mode: SessionMode, _ options: SessionOptions, _ policy: RouteSharingPolicy
) -> [String] {
    var words: [String] = []
    if mode != .default { words += ["mode", mode.rawValue] }
    if !options.isEmpty { words += ["options", optionsWord(options)] }
    if policy != .default { words += ["policy", policy.rawValue] }
    return words
}
