import AudioModel

/// The parts of a timed line between semicolons.
enum ParsedAct {
    case action(Action, fails: ExpectedFailure?)
    case end
}

extension LineCursor {
    /// Parses one action, up to the `;` or the end of the line.
    mutating func act() throws(LineError) -> ParsedAct {
        if let current, current.kind == .quoted || (current.kind == .bare && isAppLike(current)) {
            return try appAction(current)
        }
        let subject: PhoneSubject
        do {
            subject = try expectOne(of: PhoneSubject.self, "an act of the phone")
        } catch {
            throw unexpected("the name of an app, which begins with an upper-case letter")
        }
        if subject == .end { return .end }
        return .action(.phone(try phoneAct(subject)), fails: nil)
    }

    private func isAppLike(_ token: Token) -> Bool { beginsAppName(token.text) }
}

// MARK: - Apps

private enum AppVerb: String, CaseIterable {
    case opens, leaves, quits, `is`, crashes
    case plays, pauses, resumes, stops, sets, prepares, records
    case sounds, alerts, vibrates
    case category, mode, activates, deactivates, overrides, prefers
    case begins, ends, hangs, commands, starts
    case receives, answers, declines, holds, unholds
}

extension LineCursor {
    private mutating func appAction(_ first: Token) throws(LineError) -> ParsedAct {
        let word = first.text
        if let dot = word.firstIndex(of: "."), isAppName(String(word[..<dot])) {
            throw LineError(
                column: column,
                message: "expected the name of an app alone, found \(quote(word)); "
                    + "the stream stands after the verb")
        }
        let app = try appName()
        let verb = try expectOne(of: AppVerb.self, "an act of an app")
        let act = try appAct(verb, of: app)
        var failure: ExpectedFailure?
        if act.canFail {
            if accept("fails") { failure = try expectedFailure() }
        } else if bareWord == "fails" {
            throw LineError(
                column: column,
                message: "expected ';' or the end of the line, found 'fails'; only session calls, "
                    + "'plays', 'resumes', 'records', 'prepares' and 'begins task' can fail")
        }
        return .action(.app(app, act), fails: failure)
    }

    private mutating func appAct(_ verb: AppVerb, of app: String) throws(LineError) -> AppAct {
        switch verb {
        case .opens: return accept("url") ? .opensURL(try url()) : .opens
        case .leaves: return .leaves
        case .quits: return .ends(.quit)
        case .is:
            if accept("killed") { return .ends(.killed) }
            try expect("woken")
            try expect("for")
            return .isWoken(try expect(Words.works))
        case .receives, .answers, .declines, .holds, .unholds:
            try expect("call")
            return .call(AppCallEvent(rawValue: verb.rawValue) ?? .arrived)
        case .ends where accept("call"): return .call(.ended)
        case .starts where accept("call"): return .call(.started)
        case .begins, .ends:
            try expect("task")
            let name = try taskName()
            return verb == .begins ? .beginsTask(name) : .endsTask(name)
        case .hangs: return try hang()
        case .crashes: return .ends(.crashed)
        case .plays, .pauses, .resumes, .stops, .sets, .prepares, .records, .sounds, .alerts:
            return try streamAct(verb, of: app)
        case .vibrates: return .vibrates
        case .category: return try category()
        case .commands: return .setsCommands(try remoteCommands())
        case .starts:
            try expect("player")
            return .startsPlayer(try appName())
        case .mode: return .setsMode(try expect(Words.modes))
        case .activates: return .activates
        case .deactivates: return .deactivates(notifying: accept("notifying"))
        case .overrides: return .overrides(try expectOne(of: PortOverride.self))
        case .prefers:
            return .prefers(try expectOne(of: SessionPreference.self), try expectOnOff())
        }
    }

    private mutating func hang() throws(LineError) -> AppAct {
        try expect("in")
        let callback = try expect(Words.callbacks)
        guard accept("for") else { return .hangs(callback, seconds: nil) }
        let seconds = try number("a time in seconds above 0, up to 1000") {
            $0 > 0 && $0 <= 1_000
        }
        return .hangs(callback, seconds: seconds)
    }

    private mutating func streamAct(_ verb: AppVerb, of app: String) throws(LineError) -> AppAct {
        switch verb {
        case .pauses: return .pauses(stream: try streamName(of: app))
        case .resumes: return .resumes(stream: try streamName(of: app))
        case .stops: return .stops(stream: try streamName(of: app))
        case .sets:
            let stream = try streamName(of: app)
            try expect("volume")
            return .setsVolume(stream: stream, try volume())
        case .prepares:
            let sound = try sound()
            try expect("as")
            return .prepares(sound, stream: try streamName(of: app, isNew: true))
        case .records:
            try expect("as")
            let stream = try streamName(of: app, isNew: true)
            return .records(stream: stream, from: accept("from") ? try sound() : nil)
        case .sounds: return .sounds(try sound(), stream: try optionalName(of: app))
        case .alerts: return .alerts(try sound(), stream: try optionalName(of: app))
        default: return .plays(try streamStart(of: app))
        }
    }

    private mutating func optionalName(of app: String) throws(LineError) -> String? {
        accept("as") ? try streamName(of: app, isNew: true) : nil
    }

    private mutating func streamStart(of app: String) throws(LineError) -> StreamStart {
        let sound = try sound()
        try expect("as")
        var start = StreamStart(sound, as: try streamName(of: app, isNew: true))
        var given: [String] = []
        while let word = try option(of: ["volume", "loops", "rate", "with"], used: &given) {
            switch word {
            case "volume": start.volume = try volume()
            case "loops": start.loops = try loopCount()
            case "rate": start.rate = try number("a rate from 0.5 to 2") { (0.5...2).contains($0) }
            default: start.player = try expectOne(of: PlayerKind.self)
            }
        }
        return start
    }

    private mutating func loopCount() throws(LineError) -> LoopCount {
        guard let bareWord, let count = DecimalText.integer(bareWord[...]),
            (-1...Scenario.loopsMax).contains(count)
        else {
            throw unexpectedNumber(
                "how often to repeat (-1 for endless, or 0 to \(Scenario.loopsMax))")
        }
        advance()
        return count < 0 ? .forever : .more(count)
    }

    private mutating func category() throws(LineError) -> AppAct {
        let category = try expect(Words.categories)
        var mode = SessionMode.default
        var options: SessionOptions = []
        var policy = RouteSharingPolicy.default
        var given: [String] = []
        while let word = try option(of: ["mode", "options", "policy"], used: &given) {
            switch word {
            case "mode": mode = try expect(Words.modes)
            case "options": options = try sessionOptions()
            default: policy = try expect(Words.policies)
            }
        }
        return .setsCategory(category, mode: mode, options: options, policy: policy)
    }

    /// Parses the text after `fails`.
    private mutating func expectedFailure() throws(LineError) -> ExpectedFailure {
        let expected =
            "an error: a number other than 0, four characters in single quotes, or Apple's name"
        guard let current else { throw unexpected(expected) }
        let status: Int32? =
            switch current.kind {
            case .code: Int32(truncatingIfNeeded: current.text.utf8.reduce(0) { $0 << 8 | Int($1) })
            case .bare:
                DecimalText.integer(current.text[...]).flatMap { Int32(exactly: $0) }
                    ?? FailureNames.vocabulary.value(of: current.text)
            case .quoted, .semicolon: nil
            }
        guard let status, status != 0 else {
            let isName = current.kind == .bare && DecimalText.integer(current.text[...]) == nil
            let names = isName ? choices(of: FailureNames.vocabulary.words) : ""
            throw unexpected(expected + names, candidates: FailureNames.allWords)
        }
        advance()
        return ExpectedFailure(status: status)
    }
}

// MARK: - The phone

private enum PhoneSubject: String, CaseIterable {
    case `switch`, press, slider, media, ringer, setting
    case plug, unplug, route
    case call, alarm, timer, assistant, emergency
    case lock, unlock, memory, alert, banner, change
    case user, headset, message, keyboard
    case notificationCentre = "notification-centre"
    case controlCentre = "control-centre"
    case appSwitcher = "app-switcher"
    case mediaServices = "media-services"
    case end
}

extension LineCursor {
    private mutating func phoneAct(_ subject: PhoneSubject) throws(LineError) -> PhoneAct {
        switch subject {
        case .switch: return .ringSwitch(try expectOne(of: RingSwitch.self))
        case .press: return try press()
        case .slider: return .slider(try volume())
        case .media: return .mediaVolume(try volume())
        case .ringer: return .ringerVolume(try volume())
        case .setting:
            let (setting, isOn) = try setting()
            return .setting(setting, isOn)
        case .plug: return .plug(try port(isPlug: true))
        case .unplug: return .unplug(try port(isPlug: true))
        case .route: return .route(try port())
        case .call, .alarm, .timer, .assistant, .emergency: return try interrupter(subject)
        case .lock: return .lock
        case .unlock: return .unlock
        case .memory:
            if accept("low") { return .memoryLow }
            try expect("needed")
            return .memoryNeeded(try megabytes())
        case .alert:
            if accept("appears") { return .overlayOpens(.alert) }
            try expect("is")
            try expect("dismissed")
            return .overlayCloses(.alert)
        case .banner:
            try expect("appears")
            return .bannerAppears
        case .notificationCentre: return try overlay(.notificationCentre)
        case .controlCentre: return try overlay(.controlCentre)
        case .appSwitcher: return try overlay(.appSwitcher)
        case .change: return .changes(try expect(Words.changes))
        case .user: return try userPress()
        case .headset: return try headsetPress()
        case .message:
            try expect("arrives")
            return .messageArrives
        case .keyboard:
            try expect("clicks")
            return .keyboardClicks
        case .mediaServices, .end:
            try expect("reset")
            return .mediaServicesReset
        }
    }

    private mutating func overlay(_ overlay: Overlay) throws(LineError) -> PhoneAct {
        if accept("opens") { return .overlayOpens(overlay) }
        try expect("closes")
        return .overlayCloses(overlay)
    }

    private mutating func press() throws(LineError) -> PhoneAct {
        try expect("volume")
        let button = try expectOne(of: VolumeButton.self)
        guard let word = bareWord, word.hasPrefix("x") else {
            _ = accept("xN")
            return .press(button, times: 1)
        }
        guard let times = DecimalText.integer(word.dropFirst()),
            (1...Scenario.pressesMax).contains(times)
        else { throw unexpected("'x1' to 'x\(Scenario.pressesMax)'") }
        advance()
        return .press(button, times: times)
    }

    private mutating func interrupter(_ subject: PhoneSubject) throws(LineError) -> PhoneAct {
        switch subject {
        case .call:
            if accept("arrives") {
                guard accept("as") else { return .callArrives(asBanner: false) }
                try expect("banner")
                return .callArrives(asBanner: true)
            }
            if accept("ends") {
                guard accept("by") else { return .callEnds }
                try expect("remote")
                try expect("party")
                return .callEndsByRemoteParty
            }
            try expect("is")
            if accept("answered") { return .callIsAnswered }
            try expect("declined")
            return .callIsDeclined
        case .alarm:
            if accept("fires") { return .alarmFires }
            try expect("is")
            if accept("dismissed") { return .alarmIsDismissed }
            try expect("snoozed")
            return .alarmIsSnoozed
        case .timer:
            if accept("fires") { return .timerFires }
            try expect("is")
            try expect("dismissed")
            return .timerIsDismissed
        case .assistant:
            if accept("begins") { return .assistantBegins }
            try expect("ends")
            return .assistantEnds
        default:
            if accept("begins") { return .emergencyBegins }
            try expect("ends")
            return .emergencyEnds
        }
    }
}
