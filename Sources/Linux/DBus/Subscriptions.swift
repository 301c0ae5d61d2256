/// The signals and owners of names that a connection's program watches. One thread.
struct Subscriptions {
    private struct Signals {
        var rule: DBusMatchRule
        var limits: DBusContentLimits
        var handler: @Sendable (DBusSignal) -> Void
    }

    private struct Owner {
        var name: String
        var handler: @Sendable (String?) -> Void
    }

    /// The consequences of a change for the bus.
    struct Change {
        var added: [String] = []
        var removed: [String] = []
        /// Names to ask the bus for the owners of.
        var namesToFind: [String] = []
    }

    private var signals: [Int: Signals] = [:]
    private var ownerWatches: [Int: Owner] = [:]
    /// The number of subscriptions that have a rule.
    private var ruleCounts: [String: Int] = [:]
    private var nameCounts: [String: Int] = [:]
    private var owners: [String: String] = [:]

    var ruleTexts: [String] { ruleCounts.keys.sorted() }
    var watchedNames: [String] { nameCounts.keys.sorted() }

    // MARK: Changes

    mutating func add(
        _ number: Int, _ rule: DBusMatchRule, _ limits: DBusContentLimits,
        _ handler: @escaping @Sendable (DBusSignal) -> Void
    ) -> Change {
        signals[number] = Signals(rule: rule, limits: limits, handler: handler)
        var change = Change()
        add(rule.text, &change)
        // The bus gives unique names as senders, so their owners must be known.
        if let name = rule.knownSender { watch(name, &change) }
        return change
    }

    mutating func add(
        _ number: Int, _ name: String, _ handler: @escaping @Sendable (String?) -> Void
    ) -> Change {
        ownerWatches[number] = Owner(name: name, handler: handler)
        var change = Change()
        watch(name, &change)
        // Asked again for a name that is watched: this handler waits for its first call.
        change.namesToFind = [name]
        return change
    }

    mutating func remove(_ number: Int) -> Change {
        var change = Change()
        if let removed = signals.removeValue(forKey: number) {
            remove(removed.rule.text, &change)
            if let name = removed.rule.knownSender { unwatch(name, &change) }
        }
        if let removed = ownerWatches.removeValue(forKey: number) { unwatch(removed.name, &change) }
        return change
    }

    private mutating func add(_ rule: String, _ change: inout Change) {
        ruleCounts[rule, default: 0] += 1
        if ruleCounts[rule] == 1 { change.added.append(rule) }
    }

    private mutating func remove(_ rule: String, _ change: inout Change) {
        guard let count = ruleCounts[rule] else { return }
        ruleCounts[rule] = count > 1 ? count - 1 : nil
        if count == 1 { change.removed.append(rule) }
    }

    private mutating func watch(_ name: String, _ change: inout Change) {
        nameCounts[name, default: 0] += 1
        if nameCounts[name] == 1 { change.namesToFind.append(name) }
        add(DBusMatchRule.ownerChange(of: name).text, &change)
    }

    private mutating func unwatch(_ name: String, _ change: inout Change) {
        guard let count = nameCounts[name] else { return }
        nameCounts[name] = count > 1 ? count - 1 : nil
        if count == 1 { owners[name] = nil }
        remove(DBusMatchRule.ownerChange(of: name).text, &change)
    }

    // MARK: Owners

    mutating func setOwner(_ owner: String?, of name: String) {
        guard nameCounts[name] != nil else { return }
        owners[name] = owner
    }

    func notifyOwner(_ owner: String?, of name: String) {
        for number in ownerWatches.keys.sorted() {
            guard let watch = ownerWatches[number], watch.name == name else { continue }
            watch.handler(owner)
        }
    }

    /// - Returns: The names that had an owner.
    mutating func forgetOwners() -> [String] {
        defer { owners = [:] }
        return owners.keys.sorted()
    }

    // MARK: Signals

    /// What the arguments of a signal may take; `nil` for one that is for no handler, by all but its
    /// arguments.
    func limits(of signal: DBusSignal) -> DBusContentLimits? {
        var found: DBusContentLimits? =
            signal.isOwnerChange && !nameCounts.isEmpty ? .names : nil
        for entry in signals.values
        where entry.rule.matchesHeader(of: signal, owner: { owners[$0] }) {
            found = found?.union(entry.limits) ?? entry.limits
        }
        return found
    }

    func deliver(_ signal: DBusSignal) {
        for number in signals.keys.sorted() {
            guard let found = signals[number], found.rule.matches(signal, owner: { owners[$0] })
            else { continue }
            found.handler(signal)
        }
    }
}

extension DBusMatchRule {
    fileprivate var knownSender: String? {
        sender.flatMap { isUniqueName($0) || $0 == busName ? nil : $0 }
    }

    fileprivate static func ownerChange(of name: String) -> DBusMatchRule {
        DBusMatchRule(
            sender: busName, interface: busName, member: "NameOwnerChanged", argument: name)
    }
}

extension DBusSignal {
    /// Whether the bus tells of another owner of a name.
    var isOwnerChange: Bool {
        sender == busName && interface == busName && member == "NameOwnerChanged"
    }
}
