import AudioModel

/// What one app's sound was measured to do.
package struct MeasuredSound: Hashable, Sendable {
    package var outcome: Outcome
    /// From the app's samples to the output, linear; `nil` where nothing is heard or was begun.
    package var gain: Float?
    /// Why it could not begin.
    package var refusal: SessionError?

    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case plays
        /// Heard, but lower than before.
        case ducked
        /// Not heard, and nobody told the app.
        case silent
        /// Not heard, and the app was told that it is interrupted.
        case interrupted
        /// A request that was granted; nothing was to be heard.
        case taken
        /// The system did not let it begin, or did not grant it.
        case refused
    }

    package init(_ outcome: Outcome, gain: Float? = nil, refusal: SessionError? = nil) {
        self.outcome = outcome
        self.gain = gain
        self.refusal = refusal
    }

    /// `0.0 dB`, `ducked -12.0 dB`, `silent`, `interrupted`, `refused '!rec'`.
    package var text: String {
        switch outcome {
        case .plays: gain.map { Numeral.decibels($0) + " dB" } ?? outcome.rawValue
        case .ducked: outcome.rawValue + (gain.map { " " + Numeral.decibels($0) + " dB" } ?? "")
        case .silent, .interrupted, .taken: outcome.rawValue
        case .refused: outcome.rawValue + (refusal.map { " " + codeText($0) } ?? "")
        }
    }
}

/// Four characters in quotes where the code is made of them.
private func codeText(_ error: SessionError) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: error.rawValue >> $0) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "\(error.rawValue)" }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}

/// What was measured under one condition.
package struct ConformanceCell: Hashable, Sendable {
    package var itself: MeasuredSound?
    /// Whoever else sounds.
    package var other: MeasuredSound?
    package var route: Route?

    package init(itself: MeasuredSound? = nil, other: MeasuredSound? = nil, route: Route? = nil) {
        self.itself = itself
        self.other = other
        self.route = route
    }

    /// `other interrupted, itself 0.0 dB`; `speaker`; `receiver, built-in-microphone in`.
    package var text: String {
        var parts: [String] = []
        if let other { parts.append("other " + other.text) }
        if let itself { parts.append((other == nil ? "" : "itself ") + itself.text) }
        if let route {
            let outputs = route.outputs.map(\.description).joined(separator: " + ")
            parts.append(outputs.isEmpty ? "no output" : outputs)
            parts += route.inputs.map { $0.description + " in" }
        }
        return parts.joined(separator: ", ")
    }

    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        if let itself { members.append(("itself", itself.json)) }
        if let other { members.append(("other", other.json)) }
        if let route {
            members.append(("outputs", .array(route.outputs.map { .string($0.description) })))
            members.append(("inputs", .array(route.inputs.map { .string($0.description) })))
        }
        return .object(members)
    }
}

extension MeasuredSound {
    fileprivate var json: JSONValue {
        .object([
            ("outcome", .string(outcome.rawValue)),
            (
                "gainDB",
                gain.map { .decimal(decibels(ofAmplitude: Double($0)), places: 1) } ?? .null
            ),
            ("code", refusal.map { .integer($0.rawValue) } ?? .null),
        ])
    }
}
