package import Foundation

/// The keychain as one app sees it: a store, and what the app may do with it. Any thread.
///
/// Source: Apple, "Keychain services": `SecItemAdd`, `SecItemCopyMatching`, `SecItemUpdate`,
/// `SecItemDelete`.
package final class KeychainClient: Sendable {
    /// How the app's access groups are handled.
    package enum GroupRule: Hashable, Sendable {
        /// The rule of devices: items of groups that the app has not declared are not its own.
        case device
        /// The rule of Apple's simulator: there is one group, which no app names, for all apps.
        case simulator
    }

    /// The access groups of an app.
    package struct Groups: Hashable, Sendable {
        /// The groups that the app has declared, then its own identifier.
        package var names: [String]
        package var rule: GroupRule

        package init(declared: [String], identifier: String, rule: GroupRule = .device) {
            names = declared + [identifier]
            self.rule = rule
        }

        /// The group of an item that names none.
        package var first: String {
            switch rule {
            case .device: names.first ?? ""
            case .simulator: "test"
            }
        }

        func sees(_ item: KeychainItem) -> Bool {
            rule == .simulator || names.contains(item.group)
        }
    }

    /// What protects items at the moment.
    package struct Protection: Hashable, Sendable {
        /// Whether items that need an unlocked device can be used.
        package var isUnlocked = true
        package var hasPasscode = true

        package init(isUnlocked: Bool = true, hasPasscode: Bool = true) {
            self.isUnlocked = isUnlocked
            self.hasPasscode = hasPasscode
        }
    }

    package let groups: Groups
    private let store: @Sendable () throws(KeychainError) -> any KeychainStore
    private let protection: @Sendable () -> Protection
    private let now: @Sendable () -> Date
    private let reportGroup: @Sendable (_ group: String) -> Void

    /// - Parameters:
    ///   - store: Opens the store at its first use.
    ///   - protection: Asked at each use of an item.
    ///   - now: The date for the dates of items.
    ///   - reportGroup: Called with a group that the app has not declared and names in an item.
    package init(
        groups: Groups, store: @escaping @Sendable () throws(KeychainError) -> any KeychainStore,
        protection: @escaping @Sendable () -> Protection = { Protection() },
        now: @escaping @Sendable () -> Date = { Date() },
        reportGroup: @escaping @Sendable (_ group: String) -> Void = { _ in }
    ) {
        self.groups = groups
        self.store = store
        self.protection = protection
        self.now = now
        self.reportGroup = reportGroup
    }

    // MARK: The four calls

    /// Adds an item.
    ///
    /// - Throws: `duplicateItem` when there is one of the same identity.
    package func add(
        _ itemClass: KeychainClass, _ attributes: [KeychainAttribute: KeychainValue], data: Data
    ) throws(KeychainError) -> KeychainItem {
        try checkGroup(attributes[.group])
        let item = KeychainItem(
            itemClass, attributes, data: data, group: groups.first, now: now())
        try checkUse(item)
        guard item.byteCount <= KeychainItem.bytesMax else { throw .diskFull }
        let identity = item.identity
        try store().access(.identity(identity), writes: true) { contents throws(KeychainError) in
            guard !contents.items.contains(where: { $0.identity == identity }) else {
                throw .duplicateItem
            }
            return [.add(item)]
        }
        return item
    }

    /// Finds items.
    ///
    /// - Parameter needsData: Whether the data is wanted, which a locked device protects.
    /// - Returns: At least one item, the oldest first.
    package func items(
        _ query: KeychainQuery, needsData: Bool
    ) throws(KeychainError) -> [KeychainItem] {
        var found: [KeychainItem] = []
        try store().access(query.scope, writes: false) { contents throws(KeychainError) in
            found = try matches(query, contents)
            return []
        }
        if needsData {
            let usable = found.filter { (try? checkUse($0)) != nil }
            if query.limit == 1 || usable.isEmpty, let first = found.first { try checkUse(first) }
            if query.limit != 1 { found = usable }
        }
        return query.limit.map { Array(found.prefix($0)) } ?? found
    }

    /// Changes all items that a search finds.
    ///
    /// - Throws: `duplicateItem` when one would become another; then none is changed.
    package func update(
        _ query: KeychainQuery, _ change: KeychainChange
    ) throws(KeychainError) {
        try checkGroup(change.attributes[.group])
        let date = now()
        try store().access(query.scope, writes: true) { contents throws(KeychainError) in
            let found = try matches(query, contents)
            var edits: [KeychainEdit] = []
            let numbers = Set(found.map(\.number))
            var identities = Set(
                contents.items.filter { !numbers.contains($0.number) }.map(\.identity))
            for item in found {
                try checkUse(item)
                var changed = item
                changed.update(change, now: date)
                try checkUse(changed)
                guard identities.insert(changed.identity).inserted else { throw .duplicateItem }
                guard changed.byteCount <= KeychainItem.bytesMax else { throw .diskFull }
                edits.append(.replace(changed, before: item))
            }
            return edits
        }
    }

    /// Deletes all items that a search finds, locked ones among them.
    package func delete(_ query: KeychainQuery) throws(KeychainError) {
        try store().access(query.scope, writes: true) { contents throws(KeychainError) in
            try matches(query, contents).map { .remove($0) }
        }
    }

    // MARK: Rules

    private func matches(
        _ query: KeychainQuery, _ contents: KeychainContents
    ) throws(KeychainError) -> [KeychainItem] {
        let found = contents.items.enumerated()
            .filter { groups.sees($1) && query.finds($1) }
            .sorted { ($0.element.created, $0.offset) < ($1.element.created, $1.offset) }
            .map(\.element)
        guard !found.isEmpty else {
            throw contents.damagedCount > 0 ? .decode : .itemNotFound
        }
        return found
    }

    private func checkGroup(_ value: KeychainValue?) throws(KeychainError) {
        guard let group = value?.text else { return }
        switch groups.rule {
        case .simulator: throw .noAccessForItem
        case .device:
            guard !groups.names.contains(group) else { return }
            reportGroup(group)
            throw .missingEntitlement
        }
    }

    /// Whether the data of an item can be read and written now.
    private func checkUse(_ item: KeychainItem) throws(KeychainError) {
        let protection = protection()
        if item.accessibility == .whenPasscodeSetThisDeviceOnly, !protection.hasPasscode {
            throw .authenticationFailed
        }
        if item.accessibility.needsUnlockedDevice, !protection.isUnlocked {
            throw .interactionNotAllowed
        }
    }
}
