public import Foundation
import Playback
import SoundClient

/// The player of an app's own, with a queue that the app can change item by item.
open class MPMusicPlayerApplicationController: MPMusicPlayerController {
    /// Changes the queue.
    ///
    /// - Parameters:
    ///   - queueTransaction: Called once on the main thread with the queue, which it may change.
    ///     What it changes happens together, when it returns. The present item cannot be removed.
    ///   - completionHandler: Called once on the main thread, with the queue as it is then.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void,
        completionHandler: @escaping (MPMusicPlayerControllerQueue, (any Error)?) -> Void
    ) {
        // Passed on once, to the main thread.
        nonisolated(unsafe) let calls = (queueTransaction, completionHandler)
        nonisolated(unsafe) let controller = self
        let body: @Sendable () -> Void = {
            let queue = controller.change(calls.0)
            calls.1(queue, nil)
        }
        guard let app = link.app else { return body() }
        app.environment.onMain(body)
    }

    /// Changes the queue before it returns; see `perform(queueTransaction:completionHandler:)`.
    ///
    /// - Returns: The queue after the change.
    open func perform(
        queueTransaction: @escaping (MPMusicPlayerControllerMutableQueue) -> Void
    ) async throws -> MPMusicPlayerControllerQueue {
        change(queueTransaction)
    }

    private func change(
        _ transaction: (MPMusicPlayerControllerMutableQueue) -> Void
    ) -> MPMusicPlayerControllerQueue {
        let control = link.control
        let queue = MPMusicPlayerControllerMutableQueue(
            control.items.map { link.mediaItem($0) }, presentPlace: control.snapshot.place)
        transaction(queue)
        var removals = PlaceRemovals()
        func removeThose() {
            let places = removals.takePlaces()
            if !places.isEmpty { control.remove(atPlaces: places) }
        }
        for change in queue.changes {
            switch change {
            case .insert(let descriptor, let place):
                removeThose()
                link.remember(descriptor.mediaItems, replaces: false)
                control.insert(descriptor.musicItems, atPlace: place)
            case .remove(let place): removals.remove(at: place)
            }
        }
        removeThose()
        if queue.changes.isEmpty { link.reportUnchangedQueue() }
        return MPMusicPlayerControllerQueue(control.items.map { link.mediaItem($0) })
    }
}

/// Removals one after the other, of which a queue of many items is to be changed once.
struct PlaceRemovals {
    /// The places before the first removal, ascending.
    private var places: [Int] = []

    /// Notes a removal.
    ///
    /// - Parameter place: The place after the removals before it.
    mutating func remove(at place: Int) {
        // The count of places that are removed in front of it.
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] - middle <= place { low = middle + 1 } else { high = middle }
        }
        places.insert(place + low, at: low)
    }

    /// Returns the places, as they were before the first removal, and forgets them.
    mutating func takePlaces() -> [Int] {
        defer { places = [] }
        return places
    }
}

/// The items of a music player's queue.
open class MPMusicPlayerControllerQueue: NSObject {
    /// The items in the playing order.
    open private(set) var items: [MPMediaItem]

    init(_ items: [MPMediaItem]) {
        self.items = items
        super.init()
    }

    func insertItems(_ added: [MPMediaItem], at place: Int) {
        items.insert(contentsOf: added, at: place)
    }

    func removeItem(at place: Int) { items.remove(at: place) }
}

/// The queue of a music player during a change.
open class MPMusicPlayerControllerMutableQueue: MPMusicPlayerControllerQueue {
    /// A change of the queue; places count in the queue after the changes before it.
    enum Change {
        case insert(MPMusicPlayerQueueDescriptor, place: Int)
        case remove(place: Int)
    }

    private(set) var changes: [Change] = []
    /// The place of the present item, which is not removed.
    private var presentPlace: Int?

    init(_ items: [MPMediaItem], presentPlace: Int?) {
        self.presentPlace = presentPlace
        super.init(items)
    }

    /// Inserts what a descriptor names.
    ///
    /// - Parameter afterItem: The item that it follows; `nil` for the beginning of the queue. Behind
    ///   an item that is not in the queue nothing is inserted.
    open func insert(_ queueDescriptor: MPMusicPlayerQueueDescriptor, after afterItem: MPMediaItem?)
    {
        var place = 0
        if let afterItem {
            guard let found = firstPlace(of: afterItem) else { return }
            place = found + 1
        }
        changes.append(.insert(queueDescriptor, place: place))
        let added = queueDescriptor.mediaItems
        insertItems(added, at: place)
        if let present = presentPlace, place <= present { presentPlace = present + added.count }
    }

    /// Removes the first entry of an item that is not the present one.
    open func remove(_ item: MPMediaItem) {
        var place = 0
        while place < items.count {
            if items[place].persistentID == item.persistentID, place != presentPlace { break }
            place += 1
        }
        guard place < items.count else { return }
        changes.append(.remove(place: place))
        removeItem(at: place)
        if let present = presentPlace, place < present { presentPlace = present - 1 }
    }

    private func firstPlace(of item: MPMediaItem) -> Int? {
        items.firstIndex { $0.persistentID == item.persistentID }
    }
}
