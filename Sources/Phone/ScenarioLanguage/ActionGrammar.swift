import AudioModel
import DeviceActions

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
        if bareWord == "user", following?.text == "picks" { return try routePick() }
        if let act = try networkAct() { return .action(.network(act), fails: nil) }
        guard let act = try phoneActOrEnd(besides: Self.networkWords) else { return .end }
        return .action(.phone(act), fails: nil)
    }

    /// Parses `user picks PORT from APP's route button`.
    private mutating func routePick() throws(LineError) -> ParsedAct {
        try expect("user")
        try expect("picks")
        let port = try port()
        try expect("from")
        let app = try ownerName()
        try expect("route")
        try expect("button")
        return .action(.app(app, .picksRoute(port)), fails: nil)
    }

    private func isAppLike(_ token: Token) -> Bool { beginsAppName(token.text) }
}

// MARK: - Apps

private enum AppVerb: String, CaseIterable {
    case opens, leaves, quits, `is`, crashes
    case plays, pauses, resumes, stops, sets, prepares, records, films, zooms
    case sounds, alerts, vibrates
    case category, mode, activates, deactivates, overrides, prefers
    case begins, ends, hangs, commands, starts
    case receives, answers, declines, holds, unholds
    case setting
    case detects
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
            if accept("removed") { return .isRemoved }
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
        case .films, .zooms: return try cameraAct(verb, of: app)
        case .vibrates: return .vibrates
        case .category: return try category()
        case .commands: return .setsCommands(try remoteCommands())
        case .starts:
            try expect("player")
            return .startsPlayer(try appName())
        case .detects:
            try expect("routes")
            return .detectsRoutes(try expectOnOff())
        case .mode: return .setsMode(try expect(Words.modes))
        case .setting:
            return .changesSetting(
                key: try settingText("the key of a setting"),
                value: try settingText("the setting's new value"))
        case .activates: return .activates
        case .deactivates: return .deactivates(notifying: accept("notifying"))
        case .overrides: return .overrides(try expectOne(of: PortOverride.self))
        case .prefers:
            return .prefers(try expectOne(of: SessionPreference.self), try expectOnOff())
        }
    }

    /// Parses a word, with or without quotes.
    private mutating func settingText(_ what: String) throws(LineError) -> String {
        guard let current, current.kind == .bare || current.kind == .quoted,
            current.text.utf8.count <= Scenario.settingBytesMax
        else { throw unexpected(what) }
        advance()
        return current.text
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
            let sound = try ownSound()
            try expect("as")
            return .prepares(sound, stream: try streamName(of: app, isNew: true))
        case .records:
            try expect("as")
            let stream = try streamName(of: app, isNew: true)
            return .records(stream: stream, from: accept("from") ? try ownSound() : nil)
        case .sounds: return .sounds(try ownSound(), stream: try optionalName(of: app))
        case .alerts: return .alerts(try ownSound(), stream: try optionalName(of: app))
        default: return .plays(try streamStart(of: app))
        }
    }

    private mutating func cameraAct(_ verb: AppVerb, of app: String) throws(LineError) -> AppAct {
        guard verb == .films else {
            try expect("to")
            let range = 1...Scenario.zoomMax
            let factor = try number("a zoom factor from 1 to \(Int(Scenario.zoomMax))") {
                range.contains($0)
            }
            guard accept("rate") else { return .zooms(to: factor, rate: nil) }
            let rate = try number("doublings a second, above 0 up to 1000") {
                $0 > 0 && $0 <= 1000
            }
            return .zooms(to: factor, rate: rate)
        }
        try expect("as")
        let film = try streamName(of: app, isNew: true)
        guard accept("with") else { return .films(stream: film, withMicrophone: false) }
        try expect("microphone")
        return .films(stream: film, withMicrophone: true)
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
