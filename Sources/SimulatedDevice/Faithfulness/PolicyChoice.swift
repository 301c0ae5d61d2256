package import AudioModel
package import SoundPolicy

/// Something that the policy decides and that a device may do otherwise.
///
/// What rests on a choice is found by making it the other way.
package struct PolicyChoice: Sendable {
    /// The section of its row in `docs/facts.md`, and the row's claim: `Ducking: How much`. For a
    /// documented rule, the rule's name.
    package private(set) var fact: String
    package let confidence: FactConfidence
    /// What a device may do instead, as a clause: `an idle press moves the media volume`.
    package let alternative: String
    /// Makes the choice the other way.
    package let change: @Sendable (inout PolicyConfiguration) -> Void

    init(
        _ fact: String, _ confidence: FactConfidence, insteadOf alternative: String,
        _ change: @escaping @Sendable (inout PolicyConfiguration) -> Void
    ) {
        self.fact = fact
        self.confidence = confidence
        self.alternative = alternative
        self.change = change
    }

    /// The choice of following a rule.
    init(
        _ fact: String, _ confidence: FactConfidence, without rule: Rule,
        _ alternative: String
    ) {
        self.init(fact, confidence, insteadOf: alternative) { $0.disabledRules.append(rule) }
    }

    /// Returns choices with the section in front of their claims.
    static func choices(in section: String, _ choices: [PolicyChoice]) -> [PolicyChoice] {
        choices.map { choice in
            var choice = choice
            choice.fact = section + ": " + choice.fact
            return choice
        }
    }

    /// The choices of `docs/facts.md` that can be made otherwise, in its order.
    package static let ofFacts =
        ofSwitch + ofVolumes + ofSessions + ofDucking + ofRoutes + ofAppLife + ofCalls
        + ofRemoteControl

    /// The rules that none of `ofFacts` is about, as choices of following them.
    package static let ofRules: [PolicyChoice] = {
        let disputed = ofFacts.reduce(into: Set<Rule>()) { rules, choice in
            var configuration = PolicyConfiguration()
            choice.change(&configuration)
            rules.formUnion(configuration.disabledRules)
        }
        return Rule.allCases.filter { !disputed.contains($0) }.map { rule in
            PolicyChoice(
                rule.rawValue, .documented, without: rule, "the rule \(rule.rawValue) does not hold"
            )
        }
    }()

    /// The choices that `faithfulness` asks to name.
    package static func named(by faithfulness: Faithfulness) -> [PolicyChoice] {
        (ofFacts + ofRules).filter { faithfulness.names($0.confidence) }
    }
}
