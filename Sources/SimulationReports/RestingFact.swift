public import AudioModel

/// A choice of the policy on which an expectation of a story rests: made the other way, the
/// expectation does not hold.
public struct RestingFact: Hashable, Sendable {
    /// The section of the choice's row in `docs/facts.md`, and the row's claim; for a documented
    /// rule, the rule's name.
    public var fact: String
    /// How sure it is that Apple's system does the same.
    public var confidence: FactConfidence
    /// What a device may do instead, as a clause.
    public var alternative: String

    public init(fact: String, confidence: FactConfidence, alternative: String) {
        self.fact = fact
        self.confidence = confidence
        self.alternative = alternative
    }

    /// Two lines: `this expectation rests on an undocumented choice (facts: Ducking: How much; ours)`,
    /// and when it would not hold.
    var lines: [String] {
        let kind = confidence == .documented ? "a documented rule" : "an undocumented choice"
        return [
            "this expectation rests on \(kind) (facts: \(fact); \(confidence.rawValue)):",
            "it does not hold if \(alternative)",
        ]
    }
}

/// A line of a story that asks for something, an expectation or an action with its error, and the
/// choices that it rests on.
public struct RestingLine: Sendable {
    /// The line in the scenario, from 1.
    public var line: Int
    /// What the line asks for, as written.
    public var text: String
    public var facts: [RestingFact]

    public init(line: Int, text: String, facts: [RestingFact]) {
        self.line = line
        self.text = text
        self.facts = facts
    }
}

extension RestingLine {
    /// How many lines rest on what: `2 lines rest on 1 sources disagree, 1 ours`.
    static func summary(of lines: [RestingLine]) -> String {
        guard !lines.isEmpty else { return "nothing rests on a choice that was asked for" }
        let counts = FactConfidence.allCases.compactMap { confidence in
            let facts = Set(lines.flatMap(\.facts).filter { $0.confidence == confidence })
            return facts.isEmpty ? nil : "\(facts.count) \(confidence.rawValue)"
        }
        let verb = lines.count == 1 ? "rests" : "rest"
        return "\(Numeral.counted(lines.count, "line")) \(verb) on choices of the policy: "
            + counts.joined(separator: ", ") + " (docs/facts.md)"
    }
}
