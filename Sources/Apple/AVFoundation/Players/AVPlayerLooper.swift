public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaPlayback
import Synchronization

/// Plays an item again and again, without a gap.
///
/// The looper makes copies of the item, which is not played itself, and puts them into the queue of a
/// player in turn. Keep the looper while it shall loop. Any thread; its properties can be observed by
/// key paths, and are told on the main thread.
///
/// Ownership: a mutex guards the state; all other fields are immutable.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
    /// The observers of the looper's properties.
    public let keyValueObservers = KeyValueObservers()

    private struct State {
        weak var player: AVQueuePlayer?
        var status = Status.unknown
        var error: (any Error)?
        var loopCount = 0
        /// The copies that have been played and can be put into the queue again.
        var ended: [AVPlayerItem] = []
    }

    private let state: Mutex<State>
    private let replicas: [AVPlayerItem]
    private let start: MediaTime

    /// One is played, and two are ready to follow.
    private static let replicaCount = 3

    /// Makes a looper of a whole item.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// Makes a looper of a part of an item, which precedes what the queue has.
    ///
    /// - Parameter loopRange: The part; the whole item for an invalid or empty range.
    public convenience init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem,
        timeRange loopRange: CMTimeRange
    ) {
        self.init(
            player: player, templateItem: itemToLoop, timeRange: loopRange,
            existingItemsOrdering: .loopingItemsPrecedeExistingItems)
    }

    /// Makes a looper of a part of an item.
    ///
    /// - Parameters:
    ///   - loopRange: The part; the whole item for an invalid or empty range.
    ///   - itemOrdering: Whether the loop comes before or behind what the queue has.
    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem,
        timeRange loopRange: CMTimeRange, existingItemsOrdering itemOrdering: ItemOrdering
    ) {
        let part = Self.part(loopRange)
        start = part?.start ?? .zero
        replicas = (0..<Self.replicaCount).compactMap { _ in
            itemToLoop.copy() as? AVPlayerItem
        }
        state = Mutex(State(player: player))
        super.init()
        player.actionAtItemEnd = .advance
        for replica in replicas {
            replica.setLooper(self)
            if let part {
                replica.core.forwardEndTime = part.end
                replica.core.seek(to: part.start)
            }
        }
        var others: [AVPlayerItem] = []
        if itemOrdering == .loopingItemsPrecedeExistingItems {
            others = player.items()
            player.removeAllItems()
        }
        player.setLooper(self)
        for item in replicas + others { player.insert(item, after: nil) }
    }

    deinit {
        removeWaiting()
    }

    /// The part of an item; `nil` for the whole.
    private static func part(_ range: CMTimeRange) -> MediaTimeRange? {
        guard range.isValid, !range.isEmpty, let start = MediaTime(range.start),
            let end = MediaTime(range.end), start < end
        else { return nil }
        return MediaTimeRange(start: max(start, .zero), end: end)
    }

    // MARK: State

    /// Unknown until the item is loaded.
    open var status: AVPlayerLooper.Status { state.withLock { $0.status } }
    /// Why the item cannot be played; `nil` unless it has failed.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// How often the item was played to its end.
    open var loopCount: Int { state.withLock { $0.loopCount } }
    /// The copies that are played in turn.
    open var loopingPlayerItems: [AVPlayerItem] { replicas }

    /// Ends looping: what is played now is played to its end.
    open func disableLooping() {
        let wasLooping = state.withLock { state in
            guard state.status == .unknown || state.status == .ready else { return false }
            state.status = .cancelled
            return true
        }
        guard wasLooping else { return }
        removeWaiting()
        didSet(\.status, to: .cancelled)
    }

    /// Takes the copies out of the queue that are not played at present.
    private func removeWaiting() {
        guard let player = state.withLock({ $0.player }) else { return }
        for replica in replicas where replica !== player.currentItem { player.remove(replica) }
    }

    // MARK: Events

    /// Counts a copy that was played to its end, and notes one that is ready or has failed. Main
    /// thread.
    func receive(_ event: MediaItemEvent, from replica: AVPlayerItem) {
        switch event {
        case .status: statusChanged(of: replica)
        case .playedToEnd:
            let count = state.withLock { state -> Int? in
                guard state.status == .ready else { return nil }
                state.loopCount += 1
                state.ended.append(replica)
                return state.loopCount
            }
            if let count { didSet(\.loopCount, to: count) }
            queueChanged()
        case .duration, .loadedRanges, .seekableRanges, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .metadata, .flushed, .failedToPlayToEnd, .stalled, .timeJumped, .log:
            break
        }
    }

    private func statusChanged(of replica: AVPlayerItem) {
        let new: Status? = state.withLock { state in
            guard state.status == .unknown else { return nil }
            switch replica.status {
            case .unknown: return nil
            case .readyToPlay: state.status = .ready
            case .failed:
                state.status = .failed
                state.error = replica.error
            }
            return state.status
        }
        guard let new else { return }
        if new == .failed { didSet(\.error, to: error) }
        didSet(\.status, to: new)
    }

    /// Puts copies that have left the queue behind the others.
    func queueChanged() {
        let (player, ended) = state.withLock { state in
            (state.player, state.status == .ready ? state.ended : [])
        }
        guard let player else { return }
        for replica in ended where player.canInsert(replica, after: nil) {
            let isMine = state.withLock { state in
                guard let index = state.ended.firstIndex(of: replica) else { return false }
                state.ended.remove(at: index)
                return true
            }
            guard isMine else { continue }
            replica.core.seek(to: start)
            let last = player.items().last { replicas.contains($0) }
            player.insert(replica, after: last)
        }
    }
}

extension AVPlayerLooper: KeyValueObservable {}

extension KeyValueObservable where Self: AVPlayerLooper {
    /// The properties of a looper that can be observed, in an order that stays.
    public static var notifyingKeyPaths: [AnyKeyPath] {
        [\Self.status, \Self.error, \Self.loopCount]
    }
}
