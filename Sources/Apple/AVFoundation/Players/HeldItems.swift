import MediaPlayback
import Synchronization

/// The items of a player, which it retains as long as its core has theirs. Any thread.
final class HeldItems: Sendable {
    private struct State {
        var items: [ObjectIdentifier: AVPlayerItem] = [:]
        /// Items on their way to the core.
        var coming: [ObjectIdentifier] = []
    }

    private let state = Mutex(State())

    /// The item with a core; `nil` for none, and one that is unknown.
    func item(of core: MediaItem?) -> AVPlayerItem? {
        guard let core else { return nil }
        return state.withLock { $0.items[ObjectIdentifier(core)] }
    }

    func items(of cores: [MediaItem]) -> [AVPlayerItem] {
        state.withLock { state in cores.compactMap { state.items[ObjectIdentifier($0)] } }
    }

    /// Retains an item that will be given to the core.
    func begin(_ item: AVPlayerItem) {
        state.withLock {
            $0.items[ObjectIdentifier(item.core)] = item
            $0.coming.append(ObjectIdentifier(item.core))
        }
    }

    /// Ends what `begin` has begun.
    func finish(_ item: AVPlayerItem, _ player: MediaItemPlayer) {
        let id = ObjectIdentifier(item.core)
        state.withLock { state in
            if let index = state.coming.firstIndex(of: id) { state.coming.remove(at: index) }
        }
        prune(player)
    }

    /// Releases the items that the core has no more.
    func prune(_ player: MediaItemPlayer) {
        // Released outside the lock: an item's end may do anything.
        let released = state.withLock { state in
            let kept = Set(player.items.map { ObjectIdentifier($0) }).union(state.coming)
            let released = state.items.filter { !kept.contains($0.key) }
            for id in released.keys { state.items[id] = nil }
            return released
        }
        withExtendedLifetime(released) {}
    }
}
