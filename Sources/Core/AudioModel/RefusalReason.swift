/// Why the policy refused a request: the error, the rule, and in words what was refused and what is
/// allowed.
public struct RefusalReason: Hashable, Sendable {
    public var error: SessionError
    /// The name of the rule that refused it, as in `Rule`; empty where none decides.
    public var rule: String
    /// What was refused, why and what is allowed, as clauses:
    /// `option allowBluetooth needs category record or playAndRecord; the category is playback`.
    public var sentence: String

    public init(_ error: SessionError, rule: String = "", sentence: String) {
        self.error = error
        self.rule = rule
        self.sentence = sentence
    }

    /// The sentence with the rule's name: `… (rule options-must-fit)`.
    public var words: String { rule.isEmpty ? sentence : "\(sentence) (rule \(rule))" }
}
