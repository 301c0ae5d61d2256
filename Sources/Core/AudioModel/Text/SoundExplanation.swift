/// Why a stream sounds as it does, in words: the one form for the moment of a story, for a test, for a
/// live device and for the device service.
package struct SoundExplanation: Sendable {
    /// The stream's name, mostly with its app's: `Music.song`.
    package var name: String
    package var kind: StreamKind
    package var verdict: Verdict
    /// The app or the part of the system that interrupts, pauses or ducks the stream; `nil` for none.
    package var by: String?
    /// The time at which the verdict took effect; `nil` where it is not told.
    package var since: HostTime?
    /// What is played; empty where it is not told.
    package var sound: String

    package init(
        _ name: String, _ kind: StreamKind, _ verdict: Verdict, by: String?,
        since: HostTime? = nil, sound: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.verdict = verdict
        self.by = by
        self.since = since
        self.sound = sound
    }

    /// The state in words: `interrupted by call since 10.000, playing tone:440`.
    package var state: String {
        verdict.state.word(of: kind) + (by.map { " by \($0)" } ?? "")
            + (since.map { " since \($0.secondsText)" } ?? "")
            + (sound.isEmpty ? "" : ", playing \(sound)")
    }

    /// The line above `details`: `Music.song: interrupted by call since 10.000`.
    package var headline: String { "\(name): \(state)" }

    /// The state with the gain, or with what keeps the stream from being heard, in one clause:
    /// `silent: the ring switch is silent and the category obeys it`.
    package var clause: String {
        guard !verdict.isAudible else {
            // An input has no gain.
            return kind == .recorder ? state : state + ", " + verdict.gainWords
        }
        // The interrupter was named already; further reasons matter only after its end.
        let shown = verdict.reasons.filter {
            by == nil || ($0.kind != .interrupted && $0.kind != .notActive)
        }
        return shown.isEmpty
            ? state : state + ": " + shown.map(\.sentence).joined(separator: "; ")
    }

    /// The factors of the gain and all reasons, a line each, indented.
    ///
    /// - Parameter origins: Where the factors come from, in their order; empty for one that is not
    ///   told.
    package func details(origins: [String] = []) -> [String] {
        gainLines(origins) + reasonLines
    }

    private func gainLines(_ origins: [String]) -> [String] {
        // A sound that has ended has no gain.
        guard verdict.state != .stopped else { return [] }
        let factors =
            verdict.factors.map { ($0.kind.rawValue, $0.gain) } + [("product", verdict.gain)]
        let nameWidth = factors.map(\.0.count).max() ?? 0
        return factors.enumerated().map { index, factor in
            let (name, gain) = factor
            let decibels = Numeral.decibels(gain)
            let origin = index < origins.count ? origins[index] : ""
            return Self.begun("gain", index) + name + Self.blanks(nameWidth - name.count)
                + "  \(Numeral.fixed(Double(gain), places: 3))  "
                + Self.blanks(6 - decibels.count) + "\(decibels) dB"
                + (origin.isEmpty ? "" : "   " + origin)
        }
    }

    private var reasonLines: [String] {
        guard !verdict.reasons.isEmpty else { return ["  because  nothing silences it"] }
        return verdict.reasons.enumerated().flatMap { index, reason in
            let cause = reason.cause.isEmpty ? "" : ": " + reason.cause
            return [
                Self.begun("because", index)
                    + "\(index + 1). \(reason.sentence) (\(reason.kind.rawValue))",
                "              rule \(reason.rule), since \(reason.since.secondsText)\(cause)",
            ]
        }
    }

    /// The beginning of a line, with the heading before the first.
    private static func begun(_ heading: String, _ index: Int) -> String {
        let shown = index == 0 ? heading : ""
        return "  " + shown + blanks(9 - shown.count)
    }

    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }
}

/// What an app does, in words: the line above its streams where they are explained.
package struct AppExplanation: Sendable {
    package var name: String
    /// Its process; `nil` for none.
    package var process: Int32?
    /// The moment that is explained; `nil` for now.
    package var time: HostTime?
    /// What it does and how its session stands, in words.
    package var facts: [String] = []

    /// - Parameters:
    ///   - process: Its process; `nil` for none.
    ///   - time: The moment that is explained; `nil` for now.
    package init(_ name: String, process: Int32? = nil, at time: HostTime? = nil) {
        self.name = name
        self.process = process
        self.time = time
    }

    /// Tells what the app does and how its session stands.
    ///
    /// - Parameters:
    ///   - state: The app's state in words.
    ///   - category: The session's category; `nil` for none.
    ///   - interrupter: What interrupts the session, in words; `nil` for nothing.
    package mutating func tell(
        _ state: String, category: String?, isSessionActive: Bool,
        interruptedBy interrupter: String?
    ) {
        facts.append(state)
        if let category { facts.append("category \(category)") }
        facts.append(isSessionActive ? "session active" : "session not active")
        if let interrupter { facts.append("interrupted by \(interrupter)") }
    }

    /// `Music (process 12): active, category playback, session active`.
    package var headline: String {
        name + (process.map { " (process \($0))" } ?? "")
            + (time.map { " at \($0.secondsText) s" } ?? "")
            + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
    }
}
