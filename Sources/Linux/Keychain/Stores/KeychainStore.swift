import Synchronization

/// Where items are kept. Any thread; the calls of all processes come one after the other.
package protocol KeychainStore: AnyObject, Sendable {
    /// Reads items, and makes the changes that `body` asks for, while nothing else changes the
    /// store.
    ///
    /// - Parameters:
    ///   - scope: What `body` needs to see; it may see more.
    ///   - writes: Whether `body` may ask for changes.
    /// - Throws: What `body` throws, and then nothing is changed; `notAvailable`, `diskFull`,
    ///   `inputOutput`, `interactionNotAllowed` and `userCanceled`.
    func access(
        _ scope: KeychainScope, writes: Bool,
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError)
}

/// What a call of a store needs to see.
package enum KeychainScope: Hashable, Sendable {
    case all
    case itemClass(KeychainClass)
    case identity(KeychainIdentity)

    /// The class that is needed; `nil` for all.
    var itemClass: KeychainClass? {
        switch self {
        case .all: nil
        case .itemClass(let itemClass): itemClass
        case .identity(let identity): identity.itemClass
        }
    }
}

/// What a store has.
package struct KeychainContents: Hashable, Sendable {
    /// The items, in the order in which they were added where the store knows it.
    package var items: [KeychainItem] = []
    /// The number of items that are there and cannot be read.
    package var damagedCount = 0

    package init(_ items: [KeychainItem] = []) { self.items = items }
}

/// A change of a store.
package enum KeychainEdit: Hashable, Sendable {
    case add(KeychainItem)
    /// Replaces the item of the same number.
    case replace(KeychainItem, before: KeychainItem)
    case remove(KeychainItem)
}

extension [KeychainItem] {
    /// Makes a change.
    mutating func apply(_ edit: KeychainEdit) {
        switch edit {
        case .add(let item): append(item)
        case .replace(let item, _):
            if let index = firstIndex(where: { $0.number == item.number }) { self[index] = item }
        case .remove(let item): removeAll { $0.number == item.number }
        }
    }
}

/// Items in memory: those of a simulated phone, and of a program that wants no others.
package final class MemoryKeychainStore: KeychainStore {
    private let kept = Mutex<[KeychainItem]>([])

    /// Most items; a further one gives `diskFull`.
    package static let itemsMax = 100_000

    package init() {}

    /// All items.
    package var items: [KeychainItem] { kept.withLock { $0 } }

    /// Removes all items that a rule names.
    package func removeAll(where rule: (KeychainItem) -> Bool = { _ in true }) {
        kept.withLock { items in items.removeAll(where: rule) }
    }

    package func access(
        _ scope: KeychainScope, writes: Bool,
        _ body: (KeychainContents) throws(KeychainError) -> [KeychainEdit]
    ) throws(KeychainError) {
        let result = kept.withLock { items -> Result<Void, KeychainError> in
            do throws(KeychainError) {
                var changed = items
                for edit in try body(KeychainContents(items)) { changed.apply(edit) }
                guard changed.count <= max(items.count, Self.itemsMax) else { throw .diskFull }
                items = changed
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
