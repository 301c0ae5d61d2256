/// The enabled rules: all except those that a test has disabled.
package struct RuleSet: Hashable, Sendable {
    /// The disabled rules, one bit each, in the order of `Rule.allCases`.
    private var off: UInt128 = 0

    package init(off rules: [Rule]) {
        for rule in rules { off |= RuleSet.bit(of: rule) }
    }

    /// Whether a rule is enabled.
    func hold(_ rule: Rule) -> Bool {
        off == 0 || off & RuleSet.bit(of: rule) == 0
    }

    private static func bit(of rule: Rule) -> UInt128 {
        UInt128(1) << UInt128(Rule.allCases.firstIndex(of: rule)!)
    }
}
