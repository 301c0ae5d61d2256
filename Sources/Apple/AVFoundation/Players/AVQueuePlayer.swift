import AVFAudio
public import Foundation
import MediaPlayback

/// Plays items one after another, without a gap.
///
/// Any thread, and observable as every player. An item that has ended, or failed, leaves the queue.
///
/// Ownership: as `AVPlayer`.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    /// Makes a player without items.
    public override init() {
        super.init()
        core.endAction = .advance
    }

    /// Makes a player of what is at an address.
    public override init(url URL: URL) {
        super.init(url: URL)
        core.endAction = .advance
    }

    /// Makes a player of one item. An item of another player ends the program.
    public override init(playerItem item: AVPlayerItem?) {
        super.init(playerItem: item)
        core.endAction = .advance
    }

    /// Makes a player of items. An item of another player ends the program.
    public init(items: [AVPlayerItem]) {
        super.init()
        core.endAction = .advance
        for item in items { append(item, after: nil, "AVQueuePlayer.init(items:)") }
    }

    /// The items that are left, the current one first.
    open func items() -> [AVPlayerItem] { heldItems.items(of: core.items) }

    /// Whether an item can be inserted: it belongs to no player.
    ///
    /// - Parameter afterItem: An item of the queue; `nil` for the end.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        core.canInsert(item.core, after: afterItem?.core)
    }

    /// Inserts an item. One that cannot be inserted ends the program.
    ///
    /// - Parameter afterItem: An item of the queue; `nil` for the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        append(item, after: afterItem, "AVQueuePlayer.insert(_:after:)")
    }

    private func append(_ item: AVPlayerItem, after other: AVPlayerItem?, _ call: String) {
        guard canInsert(item, after: other),
            hold(item, { core.insert(item.core, after: other?.core) })
        else { return programmerError(call, "the item belongs to no player") }
    }

    /// Removes an item. The next one follows the current one at once.
    open func remove(_ item: AVPlayerItem) {
        core.remove(item.core)
        heldItems.prune(core)
    }

    /// Removes all items; the player is silent.
    open func removeAllItems() {
        core.removeAllItems()
        heldItems.prune(core)
    }

    /// Ends the current item; the next one is played.
    open func advanceToNextItem() {
        core.advanceToNextItem()
        heldItems.prune(core)
    }
}
