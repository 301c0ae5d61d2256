package import AudioModel

extension Verdict {
    /// Whether the stream runs and nothing keeps it from the output.
    package var isRunning: Bool { state == .audible || state == .ducked }
    /// Whether samples of the stream reach the output.
    package var isHeard: Bool { isRunning && gain > 0 }
}

extension StreamSpan {
    /// `-20.1 dB (duck -18.2, media volume -1.9)`; the factors that change nothing are left out.
    package var gainWords: String {
        let total = Numeral.decibels(verdict.gain) + " dB"
        let factors = verdict.factors.filter { $0.gain != 1 }
        guard factors.count > 1 else {
            return total + (factors.first.map { " (\($0.kind.rawValue))" } ?? "")
        }
        let words = factors.map { "\($0.kind.rawValue) \(Numeral.decibels($0.gain))" }
        return "\(total) (\(words.joined(separator: ", ")))"
    }

    /// Everything that keeps it from being heard: `ring-switch: the ring switch is silent; …`.
    var reasonWords: String {
        verdict.reasons.map { "\($0.kind.rawValue): \($0.sentence)" }.joined(separator: "; ")
    }

    /// What a line of text says after the state.
    var detailWords: String {
        var parts: [String] = []
        if let by { parts.append("by " + by) }
        if verdict.isHeard { parts.append(gainWords) }
        if !verdict.reasons.isEmpty { parts.append(reasonWords) }
        return parts.joined(separator: "; ")
    }
}

extension NotificationRecord {
    var words: String { detail.isEmpty ? event : event + " " + detail }
}

extension StoryReport {
    var heldCount: Int { expectations.count(where: \.isOK) }

    /// `7 of 8 expectations hold, 1 other failure`.
    var verdictWords: String {
        let claims =
            expectations.isEmpty
            ? "no expectations"
            : "\(heldCount) of \(Numeral.counted(expectations.count, "expectation")) "
                + (expectations.count == 1 ? "holds" : "hold")
        guard !failures.isEmpty else { return claims }
        return claims + ", " + Numeral.counted(failures.count, "other failure")
    }

    /// Every app the story mentions, in order of appearance; the device's own streams last.
    var appNames: [String] {
        var names: [String] = []
        let mentioned = apps.map(\.app) + told.map(\.app) + streams.map(\.app)
        for name in mentioned where !names.contains(name) && name != Self.deviceName {
            names.append(name)
        }
        return streams.contains { $0.app == Self.deviceName } ? names + [Self.deviceName] : names
    }

    /// The owner's name for the device's own streams.
    static let deviceName = "phone"
}
