import AudioModel
import DeviceActions

private enum ClaimSubject: String, CaseIterable {
    case phone, heard, media, ringer, route, clicks
}

private enum StreamVerb: String, CaseIterable {
    case audible, silent, paused, stopped, interrupted, ducked, gain, duck, session
    case records, recording
    case films, zoom
    case waiting, failed
}

extension LineCursor {
    /// Parses one condition, up to the `;` or the end of the line.
    mutating func claim() throws(LineError) -> Condition {
        if let current, current.kind == .bare || current.kind == .quoted {
            if current.text.utf8.contains(UInt8(ascii: ".")) {
                return try .stream(streamReference(current), streamClaim())
            }
            if current.kind == .quoted || beginsAppName(current.text) {
                return try appClaim(of: appName())
            }
        }
        let subject: ClaimSubject
        do {
            subject = try expectOne(of: ClaimSubject.self)
        } catch {
            throw unexpected(
                "'APP.stream'", "'phone.SOUND'", "the name of an app", candidates: known.apps)
        }
        switch subject {
        case .phone:
            if accept("vibrates") { return .vibrates }
            try expect("does")
            try expect("not")
            try expect("vibrate")
            return .doesNotVibrate
        case .heard:
            if accept("silence") { return .heardSilence }
            let hertz = try frequency()
            try expect("Hz")
            return .heard(hertz: hertz)
        case .media: return .mediaVolume(try volume())
        case .ringer: return .ringerVolume(try volume())
        case .route: return .route(try port())
        case .clicks: return .clicks
        }
    }

    // MARK: Streams

    /// Parses `APP.name` or `phone.SOUND`.
    private mutating func streamReference(_ token: Token) throws(LineError) -> StreamReference {
        let parts = token.text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let owner = String(parts[0])
        let name = parts.count > 1 ? String(parts[1]) : ""
        if token.kind == .bare, owner == "phone" {
            guard let sound = Words.phoneSounds.value(of: name) else {
                let words = Words.phoneSounds.words.map { "phone." + $0 }
                throw unexpected(alternatives(words.map { "'\($0)'" }), candidates: words)
            }
            advance()
            return .phone(sound)
        }
        guard isAppName(owner), isStreamName(name) else {
            throw unexpected(
                "'APP.stream' (the app with an upper-case letter, the stream with a lower-case "
                    + "one, where letters have case)", candidates: known.fullNames)
        }
        let column = column
        advance()
        note(app: owner, stream: name, column: column)
        return .app(owner, stream: name)
    }

    private mutating func streamClaim() throws(LineError) -> StreamCondition {
        switch try expectOne(of: StreamVerb.self, "a condition of a stream") {
        case .audible: return .audible
        case .silent: return .silent(because: accept("because") ? try expect(Words.reasons) : nil)
        case .paused: return .paused
        case .stopped: return .stopped
        case .interrupted: return .interrupted(by: try culprit())
        case .ducked: return .ducked(by: try culprit())
        case .gain: return try gain(of: .whole)
        case .duck:
            try expect("gain")
            return try gain(of: .duck)
        case .session:
            try expect("gain")
            return try gain(of: .session)
        case .records: return try recorded()
        case .recording: return accept("ends") ? .recordingEnds : .recording
        case .films: return .films
        case .waiting: return .waiting
        case .failed: return .failed
        case .zoom:
            return .zoom(
                try number("a zoom factor from 1 to \(Int(Scenario.zoomMax))") {
                    (1...Scenario.zoomMax).contains($0)
                })
        }
    }

    /// Parses the text after `records`.
    private mutating func recorded() throws(LineError) -> StreamCondition {
        if accept("audible") { return .records(.audible) }
        if accept("silence") || accept("silent") { return .records(.silence) }
        if accept("ends") { return .recordingEnds }
        let hertz = try frequency()
        try expect("Hz")
        return .records(.tone(hertz: hertz))
    }

    private mutating func culprit() throws(LineError) -> Suspect? {
        guard accept("by") else { return nil }
        if let bareWord, let interrupter = Words.interrupters.value(of: bareWord) {
            advance()
            return .system(interrupter)
        }
        guard let current, isAppName(current.text), current.kind != .code else {
            let words = Words.interrupters.words
            throw unexpected(
                "the name of an app, " + alternatives(words.map { "'\($0)'" }),
                candidates: words + known.apps)
        }
        return .app(try appName())
    }

    private mutating func gain(of part: GainPart) throws(LineError) -> StreamCondition {
        let decibels = try decibels()
        try expect("dB")
        guard accept("within") else { return .gain(part, decibels: decibels, within: nil) }
        let tolerance = try number("a tolerance in decibels from 0 to 200") {
            (0...200).contains($0)
        }
        _ = accept("dB")
        return .gain(part, decibels: decibels, within: tolerance)
    }

    // MARK: Apps

    private mutating func appClaim(of app: String) throws(LineError) -> Condition {
        if accept("is") { return .app(app, try expect(Words.appStates)) }
        if accept("interface") {
            return .interface(app: app, try expect(Words.interfaceOrientations))
        }
        if accept("told") { return .told(app: app, try event()) }
        try expect("not")
        try expect("told")
        return .notTold(app: app, try event())
    }

    /// Reports a change or a command without its keyword, which resembles no event.
    private func checkNotHalfAnEvent() throws(LineError) {
        guard let bareWord else { return }
        let keyword: String
        if Words.changes.value(of: bareWord) != nil {
            keyword = "changed"
        } else if Words.commands.value(of: bareWord) != nil {
            keyword = "command"
        } else {
            return
        }
        throw LineError(
            column: column,
            message: "expected an event, found \(quote(bareWord))"
                + Listing.suggestion(["\(keyword) \(bareWord)"]))
    }

    private mutating func event() throws(LineError) -> ExpectedNotification {
        if accept("interruption.began") {
            let reason = accept("reason") ? try expect(Words.interruptionReasons) : nil
            return .interruptionBegan(reason: reason)
        }
        if accept("interruption.ended") {
            if accept("shouldResume") { return .interruptionEnded(shouldResume: true) }
            if accept("noResume") { return .interruptionEnded(shouldResume: false) }
            return .interruptionEnded(shouldResume: nil)
        }
        if accept("route-change") { return .routeChange(try expect(Words.routeChangeReasons)) }
        if accept("hint.begin") { return .hint(begins: true) }
        if accept("hint.end") { return .hint(begins: false) }
        if accept("media-services.lost") { return .mediaServicesLost }
        if accept("media-services.reset") { return .mediaServicesReset }
        if accept("volume") { return .volume(try volume()) }
        if accept("command") { return .command(try remoteCommand()) }
        if accept("changed") { return .changed(try expect(Words.changes)) }
        try checkNotHalfAnEvent()
        let event = try expectOne(of: LifeCycleEvent.self, "an event")
        return .lifeCycle(event, in: accept("in") ? try expect(Words.appStates) : nil)
    }
}
