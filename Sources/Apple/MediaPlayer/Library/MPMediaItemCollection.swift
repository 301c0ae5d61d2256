public import Foundation
import MusicLibrary
import Synchronization

/// Items in an order: those that a user has picked, an album, an artist's. Any thread.
///
/// A collection of a query reads its items when they are first asked for, and keeps them.
///
/// Ownership: `contents` is guarded by its mutex; the rest is set in `init`.
open class MPMediaItemCollection: MPMediaEntity, @unchecked Sendable {
    private let contents: Mutex<Contents>

    private enum Contents {
        case items([MPMediaItem])
        /// A collection of a query that is not read yet.
        case later(count: Int, @Sendable () -> [MPMediaItem])
    }

    /// Makes an empty collection.
    public override init() {
        contents = Mutex(.items([]))
        super.init()
    }

    /// Makes a collection of items; it may be empty.
    public init(items: [MPMediaItem]) {
        contents = Mutex(.items(items))
        super.init(identifier: 0)
    }

    init(
        id: MPMediaEntityPersistentID, count: Int, items: @escaping @Sendable () -> [MPMediaItem]
    ) {
        contents = Mutex(.later(count: count, items))
        super.init(identifier: id)
    }

    /// Reads the items' identifiers, which stand for the items of the library.
    public required init?(coder: NSCoder) {
        let ids = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "items")
        let numbers = (ids as? [NSNumber] ?? []).prefix(Self.archivedItemsMax)
        contents = Mutex(.items(ItemPage.items(numbers.map(\.uint64Value), in: .current)))
        super.init(coder: coder)
    }

    /// Most items that are read from an archive.
    private static let archivedItemsMax = 100_000

    /// Writes the persistent identifiers of the items.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(items.map { NSNumber(value: $0.persistentID) } as NSArray, forKey: "items")
    }

    /// The items, in order.
    open var items: [MPMediaItem] {
        let loader = contents.withLock { contents -> (@Sendable () -> [MPMediaItem])? in
            if case .later(_, let load) = contents { load } else { nil }
        }
        guard let loader else { return loaded ?? [] }
        let items = loader()
        return contents.withLock { contents in
            if case .items(let others) = contents { return others }
            contents = .items(items)
            return items
        }
    }

    private var loaded: [MPMediaItem]? {
        contents.withLock { contents -> [MPMediaItem]? in
            if case .items(let items) = contents { items } else { nil }
        }
    }

    /// The number of items.
    open var count: Int {
        contents.withLock { contents in
            switch contents {
            case .items(let items): items.count
            case .later(let count, _): count
            }
        }
    }

    /// The item that stands for the collection, such as for its album's title: the first.
    open var representativeItem: MPMediaItem? { items.first }

    /// The types of all its items.
    open var mediaTypes: MPMediaType {
        items.reduce(into: []) { $0.formUnion($1.mediaType) }
    }

    /// The value of a property of the collection, or else of its representative item.
    open override func value(forProperty property: String) -> Any? {
        property == MPMediaEntityPropertyPersistentID
            ? super.value(forProperty: property)
            : representativeItem?.value(forProperty: property)
    }

    /// The value of a property by key-value coding; also `items`, `count`, `mediaTypes` and
    /// `representativeItem`.
    open override func value(forKey key: String) -> Any? {
        switch key {
        case "items": items
        case "count": NSNumber(value: count)
        case "mediaTypes": NSNumber(value: mediaTypes.rawValue)
        case "representativeItem": representativeItem
        default: super.value(forKey: key)
        }
    }

    override class var properties: [String: String] { MediaItemProperty.keys }

    /// Whether the property can be used in a predicate of a query.
    open override class func canFilter(byProperty property: String) -> Bool {
        MPMediaItem.canFilter(byProperty: property)
    }

    override var kindOfEntity: ObjectIdentifier { ObjectIdentifier(MPMediaItemCollection.self) }

    /// Whether the other is the same collection of the library, or has the same items.
    open override func isEqual(_ object: Any?) -> Bool {
        if super.isEqual(object) { return true }
        guard let other = object as? MPMediaItemCollection, identifier == 0, other.identifier == 0
        else { return false }
        return items == other.items
    }

    /// Equal for equal objects.
    open override var hash: Int { identifier == 0 ? count : identifier.hashValue }
}
