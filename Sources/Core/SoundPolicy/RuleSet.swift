/// The enabled rules: all except those that a test has disabled.
package struct RuleSet: Hashable, Sendable {
    private let off: [Rule]
    /// Whether the category ambient mixes (`PolicyConfiguration.ambientMixes`).
    let ambientMixes: Bool

    package init(off rules: [Rule], ambientMixes: Bool = true) {
        off = rules
        self.ambientMixes = ambientMixes
    }

    /// Whether a rule is enabled.
    func hold(_ rule: Rule) -> Bool { off.isEmpty || !off.contains(rule) }
}
