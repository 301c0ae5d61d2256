package import AudioModel
package import MediaSources
package import SoundClient
import Synchronization

/// Plays a queue of media items: the core of `AVPlayer` and `AVQueuePlayer`.
///
/// A player is one stream of the app's session, and activates it when it starts. Items are decoded
/// ahead on a work queue; the next one is loaded while one plays, and joins without a gap. Any
/// thread: one lock guards a player and is not held in handlers.
///
/// What a call of the app's changes is reported on its thread before the call returns: `rate` and
/// `timeControlStatus` for each call that sets the rate, also where nothing changes. All else is
/// reported on the main thread, in order, and only where a value differs from the last report.
package final class MediaItemPlayer: Sendable {
    let app: AppSound
    let state = Mutex(State())

    /// Creates a player of an app without items.
    package init(_ app: AppSound) {
        self.app = app
    }

    /// The observer of what happens to the player, and to its items after their own observers.
    package func setObserver(_ observer: (@Sendable (MediaPlayerEvent) -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    // MARK: State

    /// Unknown until an item is ready; failed when the media services were reset, for good.
    package var status: MediaStatus { state.withLock { $0.status } }
    package var failure: MediaFailure? { state.withLock { $0.failure } }
    /// Whether the player plays, as the last call has left it.
    package var timeControlStatus: TimeControlStatus {
        state.withLock { $0.timeControlStatus }
    }
    /// Why the player waits; `nil` unless it does.
    package var waitingReason: MediaWaitingReason? { state.withLock { $0.waitingReason } }
    /// The number of the app's stream that plays; `nil` without one.
    package var streamNumber: Int? { nil }

    // MARK: Items

    /// The items that are played, the current one first.
    package var items: [MediaItem] { state.withLock { $0.items } }
    package var currentItem: MediaItem? { state.withLock { $0.items.first } }

    /// Makes an item the only one. The sound of the former one ends at once, the rate stays.
    ///
    /// - Returns: `false` when the item belongs to another player: nothing has changed.
    @discardableResult
    package func replaceCurrentItem(with item: MediaItem?) -> Bool { true }

    /// Whether an item can be inserted behind another: it belongs to no player, and the other to this
    /// one.
    package func canInsert(_ item: MediaItem, after other: MediaItem?) -> Bool { true }

    /// Inserts an item behind another one, or at the end.
    ///
    /// - Returns: `false` when it cannot be inserted.
    @discardableResult
    package func insert(_ item: MediaItem, after other: MediaItem?) -> Bool { true }

    /// Removes an item; the next one follows the current one.
    package func remove(_ item: MediaItem) {}
    package func removeAllItems() {}

    /// Ends the current item; the next one is played, if the player plays.
    package func advanceToNextItem() {}

    // MARK: Rate

    /// The wanted speed: 0 while paused, else up to 32; negative values and NaN are ignored.
    package var rate: Float {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = newValue } }
    }

    /// The speed of `play`.
    package var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set { state.withLock { $0.defaultRate = newValue } }
    }

    package func play() {}
    package func pause() {}

    /// Plays what is buffered without waiting for more, once.
    package func playImmediately(atRate rate: Float) {}

    /// Sets the rate so that a time of the item is played at a time of the host's clock.
    ///
    /// - Parameters:
    ///   - time: `nil` for the present position.
    ///   - hostTime: `nil` for at once.
    package func setRate(_ rate: Float, at time: MediaTime?, hostTime: HostTime?) {}

    /// Prepares the current item, so that it starts without delay.
    ///
    /// - Parameter completion: Called once, on the main thread: `false` when it was cancelled.
    package func preroll(atRate rate: Float, completion: (@Sendable (Bool) -> Void)?) {}
    package func cancelPendingPrerolls() {}

    /// Whether playback waits until it is likely to go on without a stall, and goes on by itself
    /// after one.
    package var waitsToMinimizeStalling: Bool {
        get { state.withLock { $0.waitsToMinimizeStalling } }
        set { state.withLock { $0.waitsToMinimizeStalling = newValue } }
    }

    package var endAction: MediaEndAction {
        get { state.withLock { $0.endAction } }
        set { state.withLock { $0.endAction = newValue } }
    }

    /// The volume, clamped to 0…1.
    package var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue } }
    }

    package var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { state.withLock { $0.isMuted = newValue } }
    }

    // MARK: Time

    /// The position in the current item; zero without one.
    package var currentTime: MediaTime { currentItem?.currentTime ?? .zero }

    /// Moves within the current item, as `MediaItem.seek` does. Without an item it completes with
    /// `false`.
    package func seek(
        to time: MediaTime, before: Double = 0, after: Double = 0,
        completion: (@Sendable (Bool) -> Void)? = nil
    ) {}

    /// Adds an observer of the time, which is called at multiples of an interval of the item's time,
    /// and when playback starts, stops and jumps.
    ///
    /// - Parameters:
    ///   - interval: More than zero.
    ///   - deliver: Schedules a call where the observer wants it; `nil` for the main thread.
    ///   - block: Receives the item's time.
    /// - Returns: A token: the observer ends with `removeTimeObserver`, or when it is released.
    package func addPeriodicObserver(
        interval: MediaTime, deliver: MediaTimeObserver.Deliver? = nil,
        _ block: @escaping @Sendable (MediaTime) -> Void
    ) -> MediaTimeObserver { MediaTimeObserver(self) }

    /// Adds an observer that is called when playback passes one of some times of the current item.
    package func addBoundaryObserver(
        at times: [MediaTime], deliver: MediaTimeObserver.Deliver? = nil,
        _ block: @escaping @Sendable () -> Void
    ) -> MediaTimeObserver { MediaTimeObserver(self) }

    /// Ends an observer: no later call begins.
    ///
    /// - Returns: `false` for one of another player.
    @discardableResult
    package func removeTimeObserver(_ observer: MediaTimeObserver) -> Bool { true }
}

/// A time observer of a player.
package final class MediaTimeObserver: Sendable {
    /// Schedules a call on a queue.
    package typealias Deliver = @Sendable (_ call: @escaping @Sendable () -> Void) -> Void

    package let player: MediaItemPlayer

    init(_ player: MediaItemPlayer) {
        self.player = player
    }
}

extension MediaItemPlayer {
    /// A player's mutable state.
    struct State {
        var observer: (@Sendable (MediaPlayerEvent) -> Void)?
        var status = MediaStatus.unknown
        var failure: MediaFailure?
        var timeControlStatus = TimeControlStatus.paused
        var waitingReason: MediaWaitingReason?
        var items: [MediaItem] = []
        var rate: Float = 0
        var defaultRate: Float = 1
        var waitsToMinimizeStalling = true
        var endAction = MediaEndAction.pause
        var volume: Float = 1
        var isMuted = false
    }
}
