public import Foundation
package import MusicLibrary
import SoundRuntime
import Synchronization

/// A query of the media library: conditions that must all hold, and a grouping. Any thread.
///
/// What it finds is read each time it is asked for, in the calling app's library. Without permission,
/// and without a library, it finds nothing; the first query asks for the permission.
///
/// Ownership: `state` is guarded by its mutex.
open class MPMediaQuery: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let state: Mutex<State>

    private struct State {
        var predicates: Set<MPMediaPredicate>?
        var grouping = MPMediaGrouping.title
    }

    /// Makes a query of the whole library.
    public convenience override init() { self.init(filterPredicates: nil) }

    /// Makes a query with conditions; `nil` for the whole library.
    public init(filterPredicates: Set<MPMediaPredicate>?) {
        state = Mutex(State(predicates: filterPredicates))
        super.init()
        check(filterPredicates ?? [], "MPMediaQuery.init(filterPredicates:)")
    }

    // MARK: Conditions

    /// The conditions, which must all hold; `nil` or empty for the whole library.
    open var filterPredicates: Set<MPMediaPredicate>? {
        get { state.withLock { $0.predicates } }
        set {
            guard check(newValue ?? [], "MPMediaQuery.filterPredicates") else { return }
            state.withLock { $0.predicates = newValue }
        }
    }

    /// Adds a condition. Several conditions with the same property must all hold.
    open func addFilterPredicate(_ predicate: MPMediaPredicate) {
        guard check([predicate], "MPMediaQuery.addFilterPredicate(_:)") else { return }
        state.withLock { state in
            var predicates = state.predicates ?? []
            guard predicates.count < Self.predicatesMax else { return }
            predicates.insert(predicate)
            state.predicates = predicates
        }
    }

    /// Removes a condition that is equal to this one.
    open func removeFilterPredicate(_ predicate: MPMediaPredicate) {
        state.withLock { _ = $0.predicates?.remove(predicate) }
    }

    /// Most conditions of a query; more are ignored.
    private static let predicatesMax = 100

    /// Ends the program for a property that cannot be filtered by.
    @discardableResult
    private func check(_ predicates: Set<MPMediaPredicate>, _ call: String) -> Bool {
        for predicate in predicates {
            if let predicate = predicate as? MPMediaPropertyPredicate, predicate.condition == nil {
                raiseProgrammerError(
                    call, "MPMediaItem.canFilter(byProperty: \"\(predicate.property)\")")
                return false
            }
        }
        return true
    }

    /// The grouping of `collections`; `.title` in a new query.
    open var groupingType: MPMediaGrouping {
        get { state.withLock { $0.grouping } }
        set { state.withLock { $0.grouping = newValue } }
    }

    // MARK: Results

    package var libraryQuery: LibraryQuery {
        let (predicates, grouping) = state.withLock { ($0.predicates ?? [], $0.grouping) }
        return LibraryQuery(
            predicates.compactMap { ($0 as? MPMediaPropertyPredicate)?.condition },
            groupedBy: LibraryGrouping(rawValue: grouping.rawValue) ?? .title)
    }

    /// The items that satisfy the conditions, by title, whatever the grouping.
    open var items: [MPMediaItem]? {
        let source = LibrarySource.current
        let query = libraryQuery
        let ids = source.read("MPMediaQuery.items") { library throws(LibraryError) in
            try library.itemIDs(query)
        }
        return ItemPage.items(ids ?? [], in: source)
    }

    /// The items in collections of the grouping, by the collections' names. An album's items are in the
    /// order of discs and tracks, a playlist's in its own. The collections of playlists are
    /// `MPMediaPlaylist`; those of titles have one item each.
    open var collections: [MPMediaItemCollection]? {
        let source = LibrarySource.current
        let query = libraryQuery
        guard query.grouping != .title else {
            return (items ?? []).map { item in
                MPMediaItemCollection(id: item.identifier, count: 1) { [item] }
            }
        }
        let found = source.read("MPMediaQuery.collections") { library throws(LibraryError) in
            try library.collections(query)
        }
        return (found ?? []).map { collection in
            let load: @Sendable () -> [MPMediaItem] = {
                let ids = source.readGranted("MPMediaItemCollection.items") {
                    library throws(LibraryError) in
                    try library.itemIDs(ofCollection: collection.id, of: query)
                }
                return ItemPage.items(ids ?? [], in: source)
            }
            return query.grouping == .playlist
                ? MPMediaPlaylist(
                    id: collection.id, count: collection.count, in: source, items: load)
                : MPMediaItemCollection(id: collection.id, count: collection.count, items: load)
        }
    }

    /// The sections of `items` by their first letters; `nil` without items.
    open var itemSections: [MPMediaQuerySection]? {
        let query = libraryQuery
        let found = LibrarySource.current.read("MPMediaQuery.itemSections") {
            library throws(LibraryError) in
            try library.itemSections(query)
        }
        return Self.sections(found ?? [])
    }

    /// The sections of `collections` by their first letters; `nil` without collections.
    open var collectionSections: [MPMediaQuerySection]? {
        let query = libraryQuery
        guard query.grouping != .title else { return itemSections }
        let found = LibrarySource.current.read("MPMediaQuery.collectionSections") {
            library throws(LibraryError) in
            LibrarySection.sections(of: try library.collections(query).map(\.section))
        }
        return Self.sections(found ?? [])
    }

    private static func sections(_ sections: [LibrarySection]) -> [MPMediaQuerySection]? {
        sections.isEmpty
            ? nil
            : sections.map { MPMediaQuerySection(title: $0.title, range: NSRange($0.range)) }
    }

    // MARK: Copies and archives

    /// A query with the same conditions and grouping.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = MPMediaQuery(filterPredicates: filterPredicates)
        copy.groupingType = groupingType
        return copy
    }

    /// Whether the other query has the same conditions and grouping.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MPMediaQuery else { return false }
        return groupingType == other.groupingType
            && (filterPredicates ?? []) == (other.filterPredicates ?? [])
    }

    /// Equal for equal objects.
    open override var hash: Int { (filterPredicates ?? []).hashValue ^ groupingType.rawValue }

    /// Archives are read with their classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the conditions and the grouping.
    open func encode(with coder: NSCoder) {
        coder.encode(Array(filterPredicates ?? []) as NSArray, forKey: "predicates")
        coder.encode(NSNumber(value: groupingType.rawValue), forKey: "grouping")
    }

    /// Reads the conditions and the grouping.
    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self, MPMediaPropertyPredicate.self]
        let predicates = coder.decodeObject(of: classes, forKey: "predicates")
        let grouping = coder.decodeObject(of: NSNumber.self, forKey: "grouping")?.intValue ?? 0
        let usable = (predicates as? [MPMediaPropertyPredicate] ?? []).filter {
            $0.condition != nil
        }
        state = Mutex(
            State(
                predicates: Set(usable.prefix(Self.predicatesMax)),
                grouping: MPMediaGrouping(rawValue: grouping) ?? .title))
        super.init()
    }
}

extension MPMediaQuery {
    // MARK: Common queries

    private static func of(
        _ types: MPMediaType?, by grouping: MPMediaGrouping, _ more: [MPMediaPredicate] = []
    ) -> MPMediaQuery {
        var predicates = Set(more)
        if let types {
            predicates.insert(
                MPMediaPropertyPredicate(
                    value: NSNumber(value: types.rawValue),
                    forProperty: MPMediaItemPropertyMediaType))
        }
        let query = MPMediaQuery(filterPredicates: predicates)
        query.groupingType = grouping
        return query
    }

    /// All songs, by title.
    public class func songs() -> MPMediaQuery { of(.music, by: .title) }
    /// All songs, by album.
    public class func albums() -> MPMediaQuery { of(.music, by: .album) }
    /// All songs, by artist.
    public class func artists() -> MPMediaQuery { of(.music, by: .artist) }
    /// All playlists.
    public class func playlists() -> MPMediaQuery { of(nil, by: .playlist) }
    /// All episodes of podcasts, by podcast.
    public class func podcasts() -> MPMediaQuery { of(.podcast, by: .podcastTitle) }
    /// All audio books.
    public class func audiobooks() -> MPMediaQuery { of(.audioBook, by: .title) }
    /// The songs of compilations, by album.
    public class func compilations() -> MPMediaQuery {
        let isCompilation = MPMediaPropertyPredicate(
            value: NSNumber(value: true), forProperty: MPMediaItemPropertyIsCompilation)
        return of(.music, by: .album, [isCompilation])
    }
    /// All songs, by composer.
    public class func composers() -> MPMediaQuery { of(.music, by: .composer) }
    /// All songs, by genre.
    public class func genres() -> MPMediaQuery { of(.music, by: .genre) }
}

/// A run of a query's items or collections under one index title. Any thread.
///
/// Ownership: nothing changes after `init`.
open class MPMediaQuerySection: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The title, such as a letter.
    public let title: String
    /// The positions in the query's items or collections.
    public let range: NSRange

    init(title: String, range: NSRange) {
        self.title = title
        self.range = range
        super.init()
    }

    /// Itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Archives are read with their classes checked.
    public static var supportsSecureCoding: Bool { true }

    /// Writes title and range.
    open func encode(with coder: NSCoder) {
        coder.encode(title as NSString, forKey: "title")
        coder.encode(NSNumber(value: range.location), forKey: "location")
        coder.encode(NSNumber(value: range.length), forKey: "length")
    }

    /// Reads title and range; `nil` without them.
    public required init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title"),
            let location = coder.decodeObject(of: NSNumber.self, forKey: "location"),
            let length = coder.decodeObject(of: NSNumber.self, forKey: "length")
        else { return nil }
        self.title = "\(title)"
        range = NSRange(location: max(location.intValue, 0), length: max(length.intValue, 0))
        super.init()
    }
}
