import AudioModel

/// The items that a music player plays, their order, and the present one. A value; the same seed
/// gives the same order.
package struct MusicQueue: Hashable, Sendable {
    /// The items in the order in which they were set.
    package private(set) var items: [MusicItem] = []
    /// The playing order: indices of `items`.
    private var order: [Int] = []
    /// The index in `order` of the present item; `nil` when playback has not begun or is over.
    package private(set) var position: Int?
    package private(set) var shuffle = ShuffleMode.off
    package var repeats = RepeatMode.none
    private var seed: UInt64

    /// - Parameter seed: Decides the orders of shuffled queues.
    package init(seed: UInt64 = 0) {
        self.seed = seed
    }

    package var isEmpty: Bool { items.isEmpty }
    package var count: Int { items.count }

    /// The items in the playing order.
    package var inPlayingOrder: [MusicItem] { order.map { items[$0] } }

    /// The present item.
    package var current: MusicItem? { position.map { items[order[$0]] } }

    /// The item at a place in the playing order.
    package func item(at place: Int) -> MusicItem? {
        order.indices.contains(place) ? items[order[place]] : nil
    }

    // MARK: Filling

    /// Replaces all items; none is the present one.
    package mutating func set(_ items: [MusicItem]) {
        self.items = items
        position = nil
        reorder()
    }

    /// Inserts items after the present one, or at the beginning when there is none.
    package mutating func prepend(_ added: [MusicItem]) {
        insert(added, atPlace: position.map { $0 + 1 } ?? 0)
    }

    /// Adds items at the end.
    package mutating func append(_ added: [MusicItem]) { insert(added, atPlace: order.count) }

    /// Inserts items at a place of the playing order; the present item stays the present one.
    package mutating func insert(_ added: [MusicItem], at place: Int) {
        let place = min(max(place, 0), order.count)
        insert(added, atPlace: place)
        if let present = position, place <= present { position = present + added.count }
    }

    /// Items added to a shuffled queue stay where they are inserted, as the user asked for them
    /// there.
    private mutating func insert(_ added: [MusicItem], atPlace place: Int) {
        let index = order.indices.contains(place) && shuffle == .off ? order[place] : items.count
        order = order.map { $0 >= index ? $0 + added.count : $0 }
        items.insert(contentsOf: added, at: index)
        order.insert(contentsOf: index..<(index + added.count), at: place)
    }

    /// Removes the items at places of the playing order, except the present one.
    package mutating func remove(atPlaces places: [Int]) {
        let removed = Set(places.filter { order.indices.contains($0) && $0 != position })
        guard !removed.isEmpty else { return }
        let removedIndices = Set(removed.map { order[$0] })
        var newIndices = [Int](repeating: 0, count: items.count)
        var kept: [MusicItem] = []
        for index in items.indices where !removedIndices.contains(index) {
            newIndices[index] = kept.count
            kept.append(items[index])
        }
        items = kept
        position = position.map { present in present - removed.count { $0 < present } }
        order = order.indices.filter { !removed.contains($0) }.map { newIndices[order[$0]] }
    }

    /// Removes all items.
    package mutating func clear() { set([]) }

    // MARK: Moving

    /// Makes the item at a place of the playing order the present one; `nil` for none.
    package mutating func move(to place: Int?) {
        position = place.flatMap { order.indices.contains($0) ? $0 : nil }
    }

    /// Makes the first entry with an item's identifier the present one.
    ///
    /// - Returns: Whether there is one.
    package mutating func move(toItem id: UInt64) -> Bool {
        guard let place = place(ofItem: id) else { return false }
        position = place
        return true
    }

    /// The place in the playing order of the first entry with an item's identifier.
    package func place(ofItem id: UInt64) -> Int? {
        order.firstIndex { items[$0].id == id }
    }

    /// The place of the item that follows a place.
    ///
    /// - Parameter byItself: Whether the item has ended, after which `RepeatMode.one` plays it again;
    ///   a skip goes on to the next.
    /// - Returns: `nil` at the end of the queue.
    package func place(after place: Int, byItself: Bool) -> Int? {
        if byItself, repeats == .one { return place }
        if place + 1 < order.count { return place + 1 }
        return repeats == .all && !order.isEmpty ? 0 : nil
    }

    /// The place of the item before a place; `nil` at the beginning of the queue.
    package func place(before place: Int) -> Int? {
        if place > 0 { return place - 1 }
        return repeats == .all && !order.isEmpty ? order.count - 1 : nil
    }

    // MARK: Order

    /// Changes the order of playing. The present item stays the present one: what follows it is
    /// shuffled, or follows it in the order in which it was set.
    package mutating func setShuffle(_ mode: ShuffleMode) {
        guard mode != shuffle else { return }
        shuffle = mode
        seed &+= 1
        reorder()
    }

    private mutating func reorder() {
        let present = position.map { order[$0] }
        var generator = SeededGenerator(seed: seed)
        order = Array(items.indices)
        switch shuffle {
        case .off: break
        case .songs:
            order.shuffle(using: &generator)
            if let present, let place = order.firstIndex(of: present) { order.swapAt(0, place) }
        case .albums:
            var albums: [UInt64: [Int]] = [:]
            var ids: [UInt64] = []
            for index in order {
                if albums[items[index].albumID] == nil { ids.append(items[index].albumID) }
                albums[items[index].albumID, default: []].append(index)
            }
            ids.shuffle(using: &generator)
            if let present, let place = ids.firstIndex(of: items[present].albumID) {
                ids.swapAt(0, place)
            }
            order = ids.flatMap { albums[$0] ?? [] }
        }
        position = present.flatMap { order.firstIndex(of: $0) }
    }
}

extension MusicQueue {
    /// Everything that a queue is made of, to be kept and checked.
    package struct Arrangement: Hashable, Sendable {
        /// The items in the order in which they were set.
        package var items: [MusicItem]
        /// The playing order: indices of `items`.
        package var order: [Int]
        /// The place of the present item in the playing order.
        package var position: Int?
        package var shuffle: ShuffleMode
        package var repeats: RepeatMode
        package var seed: UInt64

        package init(
            items: [MusicItem], order: [Int], position: Int?, shuffle: ShuffleMode,
            repeats: RepeatMode, seed: UInt64
        ) {
            self.items = items
            self.order = order
            self.position = position
            self.shuffle = shuffle
            self.repeats = repeats
            self.seed = seed
        }
    }

    package var arrangement: Arrangement {
        Arrangement(
            items: items, order: order, position: position, shuffle: shuffle, repeats: repeats,
            seed: seed)
    }

    /// Makes a queue again; `nil` for an arrangement that is none of a queue.
    package init?(_ arrangement: Arrangement) {
        let indices = Set(arrangement.order)
        guard arrangement.order.count == arrangement.items.count,
            indices.count == arrangement.items.count,
            indices.allSatisfy(arrangement.items.indices.contains),
            arrangement.position.map(arrangement.order.indices.contains) ?? true
        else { return nil }
        self.init(seed: arrangement.seed)
        items = arrangement.items
        order = arrangement.order
        position = arrangement.position
        shuffle = arrangement.shuffle
        repeats = arrangement.repeats
    }
}
