public import AudioModel

/// A choice of the policy on which an expectation of a story rests: made the other way, the
/// expectation does not hold.
public struct RestingFact: Hashable, Sendable {
    /// The section of the choice's row in `docs/facts.md`, and the row's claim; the source in words
    /// for a rule that no row is about.
    public var fact: String
    /// Whether `fact` is a row of `docs/facts.md`.
    public var isRow = true
    /// The name of the rule that is followed; `nil` for a choice that is no rule.
    public var rule: String?
    /// How sure it is that Apple's system does the same.
    public var confidence: FactConfidence
    /// What a device may do instead, as a clause.
    public var alternative: String

    public init(fact: String, confidence: FactConfidence, alternative: String) {
        self.fact = fact
        self.confidence = confidence
        self.alternative = alternative
    }

    /// What it is: `an undocumented choice`.
    package var kind: String {
        confidence == .documented ? "a documented rule" : "an undocumented choice"
    }

    /// Where it is told, and how sure it is: `facts: Ducking: How much; ours`.
    package var reference: String {
        (isRow ? "facts: " : "source: ") + "\(fact); \(confidence.rawValue)"
    }

    /// Two lines: `this expectation rests on an undocumented choice (facts: Ducking: How much; ours)`,
    /// and when it would not hold.
    fileprivate var lines: [String] {
        [
            "this expectation rests on \(kind) (\(reference)):",
            "it does not hold if \(alternative)",
        ]
    }

    /// The rule's name if it is a documented rule.
    fileprivate var documentedRule: String? { confidence == .documented ? rule : nil }
}

/// A line of a story that asks for something, and the choices that it rests on: an expectation, or
/// an action that has to succeed or to fail as written.
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
    /// What the line rests on: two lines for each choice, and one for all documented rules.
    package var words: [String] {
        let rules = facts.compactMap(\.documentedRule)
        let others = facts.filter { $0.documentedRule == nil }.flatMap(\.lines)
        guard !rules.isEmpty else { return others }
        let kind = rules.count == 1 ? "a documented rule" : "documented rules"
        return others + ["this expectation rests on \(kind): " + rules.joined(separator: ", ")]
    }

    /// How many lines rest on what: `2 lines rest on choices of the policy: 1 sources disagree, 1
    /// ours; and on 5 documented rules`.
    ///
    /// - Parameter triedCount: The number of choices that the story was tried with.
    static func summary(of lines: [RestingLine], triedCount: Int) -> String {
        guard !lines.isEmpty else {
            return "nothing rests on a choice that was asked for (of \(triedCount) that were tried)"
        }
        let facts = Set(lines.flatMap(\.facts))
        let counts = FactConfidence.allCases.filter { $0 != .documented }.compactMap { confidence in
            let count = facts.count { $0.confidence == confidence }
            return count == 0 ? nil : "\(count) \(confidence.rawValue)"
        }
        var parts: [String] = []
        if !counts.isEmpty {
            parts.append("choices of the policy: " + counts.joined(separator: ", "))
        }
        let documentedCount = facts.count { $0.confidence == .documented }
        if documentedCount > 0 {
            parts.append(Numeral.counted(documentedCount, "documented rule"))
        }
        let verb = lines.count == 1 ? "rests" : "rest"
        return "\(Numeral.counted(lines.count, "line")) \(verb) on "
            + parts.joined(separator: "; and on ") + " (docs/facts.md)"
    }
}
