/// The enabled rules: all except those that a test has disabled.
package struct RuleSet: Hashable, Sendable {
    private let off: [Rule]

    package init(off rules: [Rule]) {
        off = rules
    }

    /// Whether a rule is enabled.
    func hold(_ rule: Rule) -> Bool { off.isEmpty || !off.contains(rule) }
}
