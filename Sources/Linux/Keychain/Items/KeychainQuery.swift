package import Foundation

/// What a search looks for.
package struct KeychainQuery: Hashable, Sendable {
    /// The class; `nil` for a search by a persistent reference alone.
    package var itemClass: KeychainClass?
    /// The values that an item must have.
    package var attributes: [KeychainAttribute: KeychainValue] = [:]
    /// Which items are found by whether they are synchronizable.
    package var synchronizable = Synchronizable.no
    package var persistentReference: Data?
    /// The greatest number of items; `nil` for all.
    package var limit: Int? = 1

    package enum Synchronizable: Hashable, Sendable { case no, yes, any }

    package init(
        _ itemClass: KeychainClass?, _ attributes: [KeychainAttribute: KeychainValue] = [:],
        limit: Int? = 1
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.limit = limit
    }

    /// Whether the search finds an item, apart from its group.
    func finds(_ item: KeychainItem) -> Bool {
        if let persistentReference {
            // The reference names one item, whatever it is.
            guard item.persistentReference == persistentReference else { return false }
        } else {
            switch synchronizable {
            case .no: if item.isSynchronizable { return false }
            case .yes: if !item.isSynchronizable { return false }
            case .any: break
            }
        }
        if let itemClass, item.itemClass != itemClass { return false }
        return item.matches(attributes)
    }

    var scope: KeychainScope { itemClass.map { .itemClass($0) } ?? .all }
}
