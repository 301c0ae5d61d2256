/// Which rules hold: all but those that a test has switched off.
package struct RuleSet: Hashable, Sendable {
    /// One bit a rule, in the order of `Rule.allCases`.
    private var off: UInt128 = 0

    package init(off rules: [Rule]) {
        for rule in rules { off |= RuleSet.bit(of: rule) }
    }

    func hold(_ rule: Rule) -> Bool {
        off == 0 || off & RuleSet.bit(of: rule) == 0
    }

    private static func bit(of rule: Rule) -> UInt128 {
        UInt128(1) << UInt128(Rule.allCases.firstIndex(of: rule)!)
    }
}
