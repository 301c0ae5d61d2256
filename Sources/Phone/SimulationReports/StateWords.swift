package import AudioModel

extension StreamSpan {
    /// Everything that keeps it from being heard: `ring-switch: the ring switch is silent; …`.
    ///
    /// - Parameter withCauses: With the event behind each reason and its time.
    func reasonWords(withCauses: Bool) -> String {
        verdict.reasons.map { reason in
            let cause =
                withCauses && !reason.cause.isEmpty
                ? " (\(reason.cause) at \(reason.since.secondsText))" : ""
            return "\(reason.kind.rawValue): \(reason.sentence)\(cause)"
        }.joined(separator: "; ")
    }
}

extension StreamLane {
    package func stateWord(_ state: StreamState) -> String { state.word(of: kind) }

    /// The gain with its factors, or the level of what a recording received.
    ///
    /// - Parameter isShort: Without the factors, and without a word for the level.
    func levelWords(of span: StreamSpan, isShort: Bool = false) -> String {
        guard kind == .recorder else {
            return isShort ? Numeral.decibels(span.verdict.gain) + " dB" : span.verdict.gainWords
        }
        let peak = outputPeak(of: span)
        guard peak > 0 else { return "silence" }
        return (isShort ? "" : "peak ") + Numeral.decibels(peak) + " dBFS"
    }

    /// What a line of text says after the state.
    func detailWords(of span: StreamSpan, withCauses: Bool = false) -> String {
        var parts: [String] = []
        if let by = span.by { parts.append("by " + by) }
        if span.verdict.isAudible { parts.append(levelWords(of: span)) }
        if !span.verdict.reasons.isEmpty {
            parts.append(span.reasonWords(withCauses: withCauses))
        }
        return parts.joined(separator: "; ")
    }

    /// The largest absolute sample of the contribution, or of what a recording received, in a span.
    private func outputPeak(of span: StreamSpan) -> Float {
        guard waveformStep.nanoseconds > 0, !outputPeaks.isEmpty else { return 0 }
        func step(_ time: HostTime) -> Int {
            let count = (time - waveformStart).nanoseconds / waveformStep.nanoseconds
            return min(max(Int(count), 0), outputPeaks.count)
        }
        let (first, end) = (step(span.from), step(span.to))
        return outputPeaks[first..<max(end, first)].reduce(0) { $1.isFinite ? max($0, $1) : $0 }
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
    package static let deviceName = "phone"
}
