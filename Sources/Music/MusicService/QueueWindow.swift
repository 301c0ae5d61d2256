package import Playback

/// The items of a queue around the present one, which desktops see as the player's track list.
package struct QueueWindow: Sendable {
    /// Most items in front of the present one, and most behind it.
    package static let sideMax = 20

    private let revision: UInt64
    private let place: Int?
    private let items: ArraySlice<MusicItem>
    /// Identifies the items; one that is in the queue several times has as many identifiers, which
    /// stay the same while the window moves.
    package let ids: [String]

    /// - Parameters:
    ///   - items: The items in the playing order.
    ///   - place: The place of the present item.
    package init(_ items: [MusicItem], around place: Int?, revision: UInt64) {
        self.revision = revision
        self.place = place
        let centre = min(max(place ?? 0, 0), items.count)
        let first = max(centre - Self.sideMax, 0)
        self.items = items[first..<min(centre + Self.sideMax + 1, items.count)]
        var counts = Dictionary(self.items.map { ($0.id, 0) }) { first, _ in first }
        for item in items[..<first] { counts[item.id]? += 1 }
        ids = self.items.map { item in
            let count = counts[item.id, default: 0] + 1
            counts[item.id] = count
            let id = String(item.id, radix: 16)
            return count == 1 ? id : "\(id)-\(count)"
        }
    }

    package func isFor(_ revision: UInt64, _ place: Int?) -> Bool {
        revision == self.revision && place == self.place
    }

    /// The identifier of the present item; `nil` without one.
    package var presentID: String? {
        guard let place, items.indices.contains(place) else { return nil }
        return ids[place - items.startIndex]
    }

    /// The place of an item in the queue.
    package func place(of id: String) -> Int? {
        ids.firstIndex(of: id).map { items.startIndex + $0 }
    }

    /// The item at a place that `place(of:)` has returned.
    package func item(atPlace place: Int) -> MusicItem { items[place] }
}
