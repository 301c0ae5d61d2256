import Synchronization

/// A music player, in this process or behind a connection to another. Any thread.
///
/// Calls do not wait for the player to act: what has changed is reported to the observers.
package protocol MusicControl: AnyObject, Sendable {
    /// What the player is doing.
    var snapshot: MusicPlayerSnapshot { get }
    /// The items in the playing order.
    var items: [MusicItem] { get }

    /// Replaces the queue. What is playing goes on until the next `play`, skip or end of the item,
    /// when the new queue begins.
    func setQueue(_ items: [MusicItem])
    /// Replaces the queue like `setQueue(_:)`; it begins with the first entry of an item.
    func setQueue(_ items: [MusicItem], startingWith id: UInt64)
    /// Adds items behind the present one.
    func prepend(_ items: [MusicItem])
    /// Adds items at the end.
    func append(_ items: [MusicItem])
    /// Inserts items at a place of the playing order; the present item stays the present one.
    func insert(_ items: [MusicItem], atPlace place: Int)
    /// Removes the items at places of the playing order; the present one stays.
    func remove(atPlaces places: [Int])
    /// Makes the item at a place of the playing order the present one, from its beginning.
    func move(toPlace place: Int)
    /// Makes the first entry with an item's identifier the present one, from its beginning.
    func move(toItem id: UInt64)

    /// Opens the present item, or the queue's first one, and decodes its beginning.
    ///
    /// - Parameter completion: Called once, on any thread, with whether there is anything to play.
    func prepare(completion: @escaping @Sendable (Bool) -> Void)
    /// Starts or resumes playback: of the present item, or of the queue's first one.
    func play()
    func pause()
    /// Ends playback and removes all items.
    func stop()
    /// Ends playback and keeps the queue, the present item and the position in it: the next `play`
    /// continues there.
    func halt()
    /// Goes on to the next item; behind the last one playback ends.
    func skipToNext()
    /// Goes back to the item before; before the first one playback ends.
    func skipToPrevious()
    /// Moves within the present item, to a position in seconds.
    func seek(to seconds: Double)
    /// Begins to wind forward or back, until `endSeeking`.
    func beginSeeking(forward: Bool)
    func endSeeking()

    /// Sets the playback speed, which the pitch does not follow; 1 is normal.
    func setRate(_ rate: Double)
    func setRepeatMode(_ mode: RepeatMode)
    func setShuffleMode(_ mode: ShuffleMode)

    /// Adds an observer of what happens from now on, one event at a time and in order.
    ///
    /// - Returns: The number to pass to `removeObserver`.
    func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int
    func removeObserver(_ number: Int)
}

extension MusicControl {
    package func setQueue(_ items: [MusicItem], startingWith id: UInt64) {
        setQueue(items)
        // While another queue plays, a move would end it at once.
        if !snapshot.state.isUnderWay { move(toItem: id) }
    }

    package func halt() { pause() }

    /// Does nothing: the player has one speed.
    package func setRate(_ rate: Double) {}

    package func insert(_ added: [MusicItem], atPlace place: Int) {
        let items = items
        guard place < items.count else { return append(added) }
        let place = max(place, (snapshot.place ?? -1) + 1)
        remove(atPlaces: Array(place..<items.count))
        append(added + items[place...])
    }
}

/// What a music player is doing at one moment.
package struct MusicPlayerSnapshot: Hashable, Sendable {
    package var state = MusicPlayerState.stopped
    /// The present item; `nil` before playback and after its end.
    package var item: MusicItem?
    /// The place of the present item in the playing order.
    package var place: Int?
    /// The number of items in the queue.
    package var itemCount = 0
    /// The playback position in the present item, in seconds.
    package var seconds = 0.0
    /// The speed at which the player plays; 1 is normal.
    package var rate = 1.0
    package var repeatMode = RepeatMode.none
    package var shuffleMode = ShuffleMode.off
    /// Whether the next `play` starts without opening a file.
    package var isPrepared = false
    /// The duration of the present item in seconds; `nil` until its file is opened.
    package var duration: Double?

    package init() {}
}

extension MusicPlayer: MusicControl {
    package var snapshot: MusicPlayerSnapshot {
        state.withLock { state in
            var snapshot = MusicPlayerSnapshot()
            snapshot.state = state.status
            snapshot.item = state.queue.current
            snapshot.place = state.queue.position
            snapshot.itemCount = state.queue.count
            snapshot.seconds = state.position
            snapshot.rate = state.run?.rate ?? state.rate
            snapshot.repeatMode = state.queue.repeats
            snapshot.shuffleMode = state.queue.shuffle
            snapshot.isPrepared = state.run != nil
            snapshot.duration = state.run?.current.track.input.duration
            return snapshot
        }
    }

    package func play() { _ = start() }

    package func move(toItem id: UInt64) { _ = present(item: id) }

    package func setQueue(_ items: [MusicItem], startingWith id: UInt64) {
        replaceQueue(items, startingWith: id)
    }

    package func prepare(completion: @escaping @Sendable (Bool) -> Void) {
        onWork { completion($0.prepare()) }
    }

    package func setRepeatMode(_ mode: RepeatMode) { repeatMode = mode }

    package func setShuffleMode(_ mode: ShuffleMode) { shuffleMode = mode }

    package func addObserver(_ observer: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int {
        observers.withLock { $0.add(observer) }
    }

    package func removeObserver(_ number: Int) {
        observers.withLock { $0.remove(number) }
    }
}

/// The observers of a player, by their numbers.
package struct MusicPlayerObservers: Sendable {
    private var handlers: [(number: Int, call: @Sendable (MusicPlayerEvent) -> Void)] = []
    private var lastNumber = 0

    package init() {}

    package var all: [@Sendable (MusicPlayerEvent) -> Void] { handlers.map(\.call) }

    package mutating func add(_ handler: @escaping @Sendable (MusicPlayerEvent) -> Void) -> Int {
        lastNumber += 1
        handlers.append((lastNumber, handler))
        return lastNumber
    }

    package mutating func remove(_ number: Int) {
        handlers.removeAll { $0.number == number }
    }
}
