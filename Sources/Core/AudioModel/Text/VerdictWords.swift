// The words for a verdict in reports and messages.

extension Verdict {
    /// Whether the stream runs and nothing keeps it from the output.
    package var isRunning: Bool { state == .audible || state == .ducked }
    /// Whether samples of the stream reach the output.
    package var isAudible: Bool { isRunning && gain > 0 }

    /// `-20.1 dB (duck -18.2, media volume -1.9)`; the factors that change nothing are left out.
    package var gainWords: String {
        let total = Numeral.decibels(gain) + " dB"
        let changing = factors.filter { $0.gain != 1 }
        guard changing.count > 1 else {
            return total + (changing.first.map { " (\($0.kind.rawValue))" } ?? "")
        }
        let words = changing.map { "\($0.kind.rawValue) \(Numeral.decibels($0.gain))" }
        return "\(total) (\(words.joined(separator: ", ")))"
    }
}

extension StreamState {
    /// The word for an input stream that delivers samples to its app.
    package static let recording = "recording"

    /// The state in a word: an input that runs is recording, not audible.
    package func word(of kind: StreamKind) -> String {
        kind == .recorder && self == .audible ? Self.recording : rawValue
    }
}
