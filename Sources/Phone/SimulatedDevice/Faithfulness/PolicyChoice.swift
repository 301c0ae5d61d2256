package import AudioModel
package import SoundPolicy

/// Something that the policy decides and that a device may do otherwise.
///
/// What rests on a choice is found by making it the other way.
package struct PolicyChoice: Sendable {
    package private(set) var evidence: FactEvidence
    package let confidence: FactConfidence
    /// The rule that the choice is to follow; `nil` for another one.
    package let rule: Rule?
    /// Makes the choice the other way.
    package let change: @Sendable (inout PolicyConfiguration) -> Void
    private let alternative: @Sendable (PolicyConfiguration) -> String

    /// A choice among values.
    ///
    /// - Parameter alternative: What a device may do instead, whatever the configuration is.
    init(
        _ claim: String, _ confidence: FactConfidence, insteadOf alternative: String,
        _ change: @escaping @Sendable (inout PolicyConfiguration) -> Void
    ) {
        evidence = .row(claim)
        self.confidence = confidence
        rule = nil
        self.change = change
        self.alternative = { _ in alternative }
    }

    /// A choice between two ways.
    ///
    /// - Parameters:
    ///   - isOn: Whether a configuration chooses the first way.
    ///   - on: What a device may do instead where the second way is chosen.
    ///   - off: What a device may do instead where the first way is chosen.
    ///   - set: Chooses the first way, or the second.
    init(
        _ claim: String, _ confidence: FactConfidence,
        isOn: @escaping @Sendable (PolicyConfiguration) -> Bool, on: String, off: String,
        _ set: @escaping @Sendable (inout PolicyConfiguration, Bool) -> Void
    ) {
        evidence = .row(claim)
        self.confidence = confidence
        rule = nil
        change = { set(&$0, !isOn($0)) }
        alternative = { isOn($0) ? off : on }
    }

    /// A choice between the two values of a flag, with what a device does if it is `on` or `off`.
    init(
        _ claim: String, _ confidence: FactConfidence,
        _ flag: any WritableKeyPath<PolicyConfiguration, Bool> & Sendable, on: String, off: String
    ) {
        self.init(claim, confidence, isOn: { $0[keyPath: flag] }, on: on, off: off) {
            $0[keyPath: flag] = $1
        }
    }

    /// The choice of following a rule.
    init(
        _ evidence: FactEvidence, _ confidence: FactConfidence, without rule: Rule,
        _ alternative: String
    ) {
        self.evidence = evidence
        self.confidence = confidence
        self.rule = rule
        change = { $0.disabledRules.append(rule) }
        self.alternative = { _ in alternative }
    }

    /// The choice of following a rule that a row of `docs/facts.md` is about.
    init(
        _ claim: String, _ confidence: FactConfidence, without rule: Rule, _ alternative: String
    ) {
        self.init(.row(claim), confidence, without: rule, alternative)
    }

    /// The row of `docs/facts.md`, or where it has none the source in words.
    package var fact: String { evidence.words }

    /// What a device may do instead of what `configuration` chooses, as a clause: `an idle press
    /// moves the media volume`.
    package func alternative(to configuration: PolicyConfiguration) -> String {
        alternative(configuration)
    }

    /// Whether the choice, made the other way, changes this part of the usual configuration.
    package func changes<Value: Equatable>(_ part: KeyPath<PolicyConfiguration, Value>) -> Bool {
        var configuration = PolicyConfiguration()
        let usual = configuration[keyPath: part]
        change(&configuration)
        return configuration[keyPath: part] != usual
    }

    /// Returns choices with the section in front of their claims.
    static func choices(in section: String, _ choices: [PolicyChoice]) -> [PolicyChoice] {
        choices.map { choice in
            var choice = choice
            choice.evidence = .row(section + ": " + choice.fact)
            return choice
        }
    }

    /// The choices of `docs/facts.md` that can be made otherwise, in its order.
    package static let ofFacts =
        ofSwitch + ofVolumes + ofSessions + ofDucking + ofRoutes + ofAppLife + ofCalls
        + ofRemoteControl

    /// The rules with evidence that none of `ofFacts` has, as choices of following them.
    package static let ofRules: [PolicyChoice] = {
        let rules = Set(ofFacts.compactMap(\.rule))
        let rows = Set(ofFacts.map(\.evidence))
        return Rule.allCases.compactMap { rule in
            let (evidence, confidence) = rule.evidence
            guard !rules.contains(rule), !rows.contains(evidence) else { return nil }
            return PolicyChoice(
                evidence, confidence, without: rule, "the rule \(rule.rawValue) is not followed")
        }
    }()

    /// The choices that `faithfulness` asks to name.
    package static func named(by faithfulness: Faithfulness) -> [PolicyChoice] {
        (ofFacts + ofRules).filter { faithfulness.names($0.confidence) }
    }
}

/// The row or the source that tells what Apple's system does.
package enum FactEvidence: Hashable, Sendable {
    /// The section of a row in `docs/facts.md`, and the row's claim: `Ducking: How much`.
    case row(String)
    /// A source in words, of a rule that no row is about.
    case source(String)

    package var words: String {
        switch self {
        case .row(let words), .source(let words): words
        }
    }
}
