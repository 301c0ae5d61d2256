package import AudioModel

/// The measured behaviour of one app's sound.
package struct MeasuredSound: Hashable, Sendable {
    package var outcome: Outcome
    /// Linear gain from the app's samples to the output; `nil` if nothing is heard or was begun.
    package var gain: Float?
    /// The error with which it was refused.
    package var refusal: SessionError?

    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case plays
        /// Heard, but lower than before.
        case ducked
        /// Not heard, without a notification to the app.
        case silent
        /// Not heard, with an interruption notification to the app.
        case interrupted
        /// A request that was granted, without a sound to measure.
        case taken
        /// A sound that was not allowed to begin, or a request that was refused.
        case refused
    }

    package init(_ outcome: Outcome, gain: Float? = nil, refusal: SessionError? = nil) {
        self.outcome = outcome
        self.gain = gain
        self.refusal = refusal
    }

    /// Text of the form `0.0 dB`, `ducked -12.0 dB`, `silent`, `interrupted`, `refused '!rec'`.
    package var text: String {
        switch outcome {
        case .plays: gain.map { Numeral.decibels($0) + " dB" } ?? outcome.rawValue
        case .ducked: outcome.rawValue + (gain.map { " " + Numeral.decibels($0) + " dB" } ?? "")
        case .silent, .interrupted, .taken: outcome.rawValue
        case .refused: outcome.rawValue + (refusal.map { " " + codeText($0) } ?? "")
        }
    }
}

/// The error's code: four characters in quotes if it is made of them.
private func codeText(_ error: SessionError) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: error.rawValue >> $0) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "\(error.rawValue)" }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}

/// The measurements under one condition.
package struct ConformanceCell: Hashable, Sendable {
    package var itself: MeasuredSound?
    /// The other app's sound.
    package var other: MeasuredSound?
    package var route: Route?

    package init(itself: MeasuredSound? = nil, other: MeasuredSound? = nil, route: Route? = nil) {
        self.itself = itself
        self.other = other
        self.route = route
    }

    /// Text such as `other interrupted, itself 0.0 dB`, `speaker`, `receiver, built-in-microphone
    /// in`.
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
