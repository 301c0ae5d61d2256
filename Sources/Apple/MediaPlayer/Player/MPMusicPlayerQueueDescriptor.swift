public import Foundation
import MusicLibrary
import MusicService
import Playback

/// What a music player's queue consists of. Use one of its subclasses.
open class MPMusicPlayerQueueDescriptor: NSObject {
    override init() { super.init() }

    /// The items, in order. Looked up in the library where the descriptor names them otherwise.
    var mediaItems: [MPMediaItem] { [] }
    /// The item to begin with; `nil` for the first.
    var firstItem: MPMediaItem? { nil }
    /// The times at which items begin and end, in seconds.
    var times = ItemTimes()

    /// The queue's entries, with their beginnings and ends.
    var musicItems: [MusicItem] {
        mediaItems.map { item in
            var entry = item.queueEntry
            if let start = times.starts[item.persistentID] { entry.startSeconds = start }
            entry.endSeconds = times.ends[item.persistentID]
            return entry
        }
    }
}

extension MPMediaItem {
    /// The entry of a queue that plays the item: from its bookmark, if it has one.
    var queueEntry: MusicItem {
        var entry = musicItem
        entry.startSeconds = record?.startSeconds ?? 0
        return entry
    }
}

/// The library's item with a store identifier; `nil` when the library has none.
private func item(withStoreID text: String) -> MPMediaItem? {
    guard let id = MPMediaEntityPersistentID(text) else { return nil }
    let found = LibrarySource.current.read("MPMusicPlayerStoreQueueDescriptor") {
        library throws(LibraryError) in try library.item(id)
    }
    guard let found, let item = found else { return nil }
    return .item(MusicItem(id: item.id, path: item.path))
}

/// The times at which the items of a queue begin and end, in seconds, by persistent identifier.
struct ItemTimes {
    private(set) var starts: [UInt64: Double] = [:]
    private(set) var ends: [UInt64: Double] = [:]

    mutating func setStart(_ seconds: Double, of id: UInt64) {
        starts[id] = seconds.isFinite ? max(seconds, 0) : 0
    }

    /// An end that is not positive is none.
    mutating func setEnd(_ seconds: Double, of id: UInt64) {
        ends[id] = seconds.isFinite && seconds > 0 ? seconds : nil
    }
}

/// A queue of items of the media library.
open class MPMusicPlayerMediaItemQueueDescriptor: MPMusicPlayerQueueDescriptor {
    /// The query that the queue was made from; the whole library for a queue of a collection.
    public let query: MPMediaQuery
    /// The items of the queue.
    public let itemCollection: MPMediaItemCollection
    /// The item to begin with; `nil` for the first.
    open var startItem: MPMediaItem?

    /// Makes a queue of the items that a query finds now.
    public init(query: MPMediaQuery) {
        self.query = query
        itemCollection = MPMediaItemCollection(items: query.items ?? [])
        super.init()
    }

    /// Makes a queue of a collection's items.
    public init(itemCollection: MPMediaItemCollection) {
        query = MPMediaQuery()
        self.itemCollection = itemCollection
        super.init()
    }

    /// Sets where an item begins, in seconds.
    open func setStartTime(_ startTime: TimeInterval, for mediaItem: MPMediaItem) {
        times.setStart(startTime, of: mediaItem.persistentID)
    }

    /// Sets where an item ends, in seconds.
    open func setEndTime(_ endTime: TimeInterval, for mediaItem: MPMediaItem) {
        times.setEnd(endTime, of: mediaItem.persistentID)
    }

    override var mediaItems: [MPMediaItem] { itemCollection.items }
    override var firstItem: MPMediaItem? { startItem }
}

/// A queue of items by their store identifiers.
///
/// There is no store here: an identifier is the `persistentID` of an item of the library, in decimal
/// digits. Others are left out.
open class MPMusicPlayerStoreQueueDescriptor: MPMusicPlayerQueueDescriptor {
    /// The identifiers of the items, in order.
    open var storeIDs: [String]?
    /// The identifier of the item to begin with; `nil` for the first.
    open var startItemID: String?
    private var startTimes: [String: TimeInterval] = [:]
    private var endTimes: [String: TimeInterval] = [:]

    /// Makes a queue of items by their store identifiers.
    public init(storeIDs: [String]) {
        self.storeIDs = storeIDs
        super.init()
    }

    /// Sets where an item begins, in seconds.
    open func setStartTime(_ startTime: TimeInterval, forItemWithStoreID storeID: String) {
        startTimes[storeID] = startTime
    }

    /// Sets where an item ends, in seconds.
    open func setEndTime(_ endTime: TimeInterval, forItemWithStoreID storeID: String) {
        endTimes[storeID] = endTime
    }

    override var mediaItems: [MPMediaItem] {
        let found = (storeIDs ?? []).compactMap { id in
            item(withStoreID: id).map { (id, $0) }
        }
        times = ItemTimes()
        for (id, item) in found {
            if let start = startTimes[id] { times.setStart(start, of: item.persistentID) }
            if let end = endTimes[id] { times.setEnd(end, of: item.persistentID) }
        }
        return found.map(\.1)
    }

    override var firstItem: MPMediaItem? {
        startItemID.flatMap { item(withStoreID: $0) }
    }
}

/// The parameters by which a service names an item to play.
open class MPMusicPlayerPlayParameters: NSObject {
    /// The parameters as they were given; `id` is the identifier of the item.
    public let dictionary: [String: Any]

    /// - Returns: `nil` without a text for `id`.
    public init?(dictionary: [String: Any]) {
        guard dictionary["id"] is String else { return nil }
        self.dictionary = dictionary
        super.init()
    }

    var storeID: String { dictionary["id"] as? String ?? "" }
}

/// A queue of items by the parameters that a service has given.
open class MPMusicPlayerPlayParametersQueueDescriptor: MPMusicPlayerQueueDescriptor {
    /// The parameters of the items, in order.
    open var playParametersQueue: [MPMusicPlayerPlayParameters]
    /// The parameters of the item to begin with; `nil` for the first.
    open var startItemPlayParameters: MPMusicPlayerPlayParameters?
    private var startTimes: [String: TimeInterval] = [:]
    private var endTimes: [String: TimeInterval] = [:]

    /// Makes a queue of items by their parameters.
    public init(playParametersQueue: [MPMusicPlayerPlayParameters]) {
        self.playParametersQueue = playParametersQueue
        super.init()
    }

    /// Sets where an item begins, in seconds.
    open func setStartTime(
        _ startTime: TimeInterval, for playParameters: MPMusicPlayerPlayParameters
    ) {
        startTimes[playParameters.storeID] = startTime
    }

    /// Sets where an item ends, in seconds.
    open func setEndTime(
        _ endTime: TimeInterval, for playParameters: MPMusicPlayerPlayParameters
    ) {
        endTimes[playParameters.storeID] = endTime
    }

    override var mediaItems: [MPMediaItem] { asStoreQueue.mediaItems }
    override var musicItems: [MusicItem] { asStoreQueue.musicItems }
    override var firstItem: MPMediaItem? { asStoreQueue.firstItem }

    private var asStoreQueue: MPMusicPlayerStoreQueueDescriptor {
        let queue = MPMusicPlayerStoreQueueDescriptor(storeIDs: playParametersQueue.map(\.storeID))
        queue.startItemID = startItemPlayParameters?.storeID
        for (id, time) in startTimes { queue.setStartTime(time, forItemWithStoreID: id) }
        for (id, time) in endTimes { queue.setEndTime(time, forItemWithStoreID: id) }
        return queue
    }
}
