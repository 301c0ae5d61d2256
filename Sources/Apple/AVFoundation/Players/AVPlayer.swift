import AVFAudio
import AudioModel
public import CoreMedia
public import Dispatch
public import Foundation
public import KeyValueObserving
import MediaPlayback
import SoundClient
import SoundRuntime
import Synchronization

/// Plays an item: a file, or what a server sends.
///
/// Any thread. The player uses the app's audio session, and activates it when it starts. It can be
/// observed by key paths: what the app's own calls change is told on their thread, before they
/// return; all else, and all notifications, on the main thread. A player that is released stops.
///
/// Ownership: the core and the mutex synchronise themselves; all other fields are immutable.
open class AVPlayer: NSObject, @unchecked Sendable {
    /// The observers of the player's properties.
    public let keyValueObservers = KeyValueObservers()
    let core: MediaItemPlayer
    let app: AppSound
    let heldItems = HeldItems()
    let settings = Mutex(Settings())

    /// What the core does not have.
    struct Settings {
        var allowsExternalPlayback = true
        var usesExternalPlaybackWhileScreenIsActive = false
        var preventsDisplaySleep = true
        var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
        var appliesSelectionAutomatically = true
        var outputDevice: String?
        weak var looper: AVPlayerLooper?
    }

    /// Makes a player without an item.
    public override init() {
        app = currentApp(isForSound: false)
        core = MediaItemPlayer(app)
        super.init()
        connect()
    }

    /// Makes a player of what is at an address. It begins to load that.
    public init(url URL: URL) {
        app = currentApp(isForSound: false)
        core = MediaItemPlayer(app)
        super.init()
        connect()
        setItem(AVPlayerItem(url: URL), "AVPlayer.init(url:)")
    }

    /// Makes a player of an item, which begins to load. An item of another player ends the program.
    public init(playerItem item: AVPlayerItem?) {
        app = currentApp(isForSound: false)
        core = MediaItemPlayer(app)
        super.init()
        connect()
        if let item { setItem(item, "AVPlayer.init(playerItem:)") }
    }

    deinit {
        // Tokens of time observers may live on; the sound ends here.
        core.setObserver(nil)
        core.removeAllItems()
    }

    private func connect() {
        AVAudioSession.prepare(for: app)
        core.setObserver { [weak self] event in self?.receive(event) }
    }

    // MARK: The item

    /// The item that is played; `nil` without one.
    open var currentItem: AVPlayerItem? { heldItems.item(of: core.currentItem) }

    /// Plays another item instead, at the rate that is set: the sound of the former one ends at once.
    /// An item of another player ends the program.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        setItem(item, "AVPlayer.replaceCurrentItem(with:)")
    }

    private func setItem(_ item: AVPlayerItem?, _ call: String) {
        guard let item else {
            core.replaceCurrentItem(with: nil)
            return heldItems.prune(core)
        }
        if item === currentItem { return }
        guard hold(item, { core.replaceCurrentItem(with: item.core) }) else {
            return programmerError(call, "the item belongs to no other player")
        }
    }

    /// Takes an item for the player, unless `insert` refuses it.
    func hold(_ item: AVPlayerItem, _ insert: () -> Bool) -> Bool {
        heldItems.begin(item)
        let isInserted = insert()
        if isInserted { item.setPlayer(self) }
        heldItems.finish(item, core)
        return isInserted
    }

    // MARK: State

    /// Unknown until an item is ready; failed when the media services were reset, for good.
    open var status: AVPlayer.Status { Status(core.status) }
    /// Why the player has failed; `nil` unless it has.
    open var error: (any Error)? { core.failure.map(playbackError) }
    /// Whether the player plays: as the last call has left it, before that returns.
    open var timeControlStatus: AVPlayer.TimeControlStatus {
        TimeControlStatus(core.timeControlStatus)
    }
    /// Why the player waits; `nil` unless it does.
    open var reasonForWaitingToPlay: AVPlayer.WaitingReason? {
        core.waitingReason.map { WaitingReason($0) }
    }

    // MARK: Playing

    /// The wanted speed: 0 while paused, else up to 32. A negative value or NaN changes nothing.
    /// Without an item it is kept for the one that comes.
    open var rate: Float {
        get { core.rate }
        set {
            noteSound(newValue)
            core.rate = newValue
        }
    }

    /// The speed of `play`; 1 at first.
    open var defaultRate: Float {
        get { core.defaultRate }
        set {
            core.defaultRate = newValue
            didSet(\.defaultRate, to: core.defaultRate)
        }
    }

    /// Plays at `defaultRate`, or waits until it can.
    open func play() {
        noteSound(defaultRate)
        core.play()
    }

    /// Pauses: the rate is 0.
    open func pause() { core.pause() }

    /// Plays what is buffered, without waiting for more. When that ends, the player pauses.
    open func playImmediately(atRate rate: Float) {
        noteSound(rate)
        core.playImmediately(atRate: rate)
    }

    private func noteSound(_ rate: Float) {
        if rate > 0 { SoundRuntime.noteSound(of: app) }
    }

    /// Whether the player waits until it can go on without a stall, and goes on by itself after one;
    /// true at first.
    open var automaticallyWaitsToMinimizeStalling: Bool {
        get { core.waitsToMinimizeStalling }
        set {
            core.waitsToMinimizeStalling = newValue
            didSet(\.automaticallyWaitsToMinimizeStalling, to: newValue)
        }
    }

    /// What happens at the end of an item: `pause` at first, `advance` for a queue player. Only a
    /// queue player may advance; elsewhere that ends the program.
    open var actionAtItemEnd: AVPlayer.ActionAtItemEnd {
        get { ActionAtItemEnd(core.endAction) }
        set {
            guard newValue != .advance || self is AVQueuePlayer else {
                return programmerError(
                    "AVPlayer.actionAtItemEnd", "only a queue player has a next item")
            }
            core.endAction = newValue.mediaAction
            didSet(\.actionAtItemEnd, to: newValue)
        }
    }

    /// The volume, clamped to 0…1; changes ramp.
    open var volume: Float {
        get { core.volume }
        set {
            core.volume = newValue
            didSet(\.volume, to: core.volume)
        }
    }

    /// Whether the player is silent, whatever its volume.
    open var isMuted: Bool {
        get { core.isMuted }
        set {
            core.isMuted = newValue
            didSet(\.isMuted, to: newValue)
        }
    }

    // MARK: Time

    /// The position in the current item; zero without one. After an exact seek it is the time that
    /// was asked for.
    open func currentTime() -> CMTime { CMTime(core.currentTime) }

    /// Moves to a time, or near it where that is faster.
    open func seek(to time: CMTime) {
        seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    /// Moves to a time, and says when that is done.
    ///
    /// - Parameter completionHandler: Called once, on the main thread: with `false` when another
    ///   seek, `AVPlayerItem.cancelPendingSeeks` or another item came first.
    @preconcurrency
    open func seek(
        to time: CMTime, completionHandler: @escaping @Sendable (_ finished: Bool) -> Void
    ) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Moves to a time.
    ///
    /// - Parameters:
    ///   - time: Clamped to what the item has. One that is not numeric ends the program.
    ///   - toleranceBefore: How far before the time the result may lie; zero for exactly.
    ///   - toleranceAfter: How far behind the time it may lie.
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(time, toleranceBefore, toleranceAfter, nil)
    }

    /// Moves to a time, and says when that is done.
    ///
    /// Before the item is ready the seek is kept until it is.
    @preconcurrency
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (_ finished: Bool) -> Void
    ) {
        seek(time, toleranceBefore, toleranceAfter, completionHandler)
    }

    /// Moves to a date of the item; nothing happens for an item without dates.
    open func seek(to date: Date) { currentItem?.seek(to: date, completionHandler: nil) }

    /// Moves to a date of the item.
    ///
    /// - Parameter completionHandler: Called once: with `false` at once for an item without dates.
    @preconcurrency
    open func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        let isBegun = currentItem?.seek(to: date, completionHandler: completionHandler) ?? false
        if !isBegun { app.environment.onMain { completionHandler(false) } }
    }

    // MARK: Starting at a time

    /// Sets the rate so that a time of the item sounds at a time of the host's clock.
    ///
    /// `automaticallyWaitsToMinimizeStalling` has to be false, or the program ends.
    ///
    /// - Parameters:
    ///   - itemTime: Invalid for the present position.
    ///   - hostClockTime: Invalid for at once.
    open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        guard !automaticallyWaitsToMinimizeStalling else {
            return programmerError(
                "AVPlayer.setRate(_:time:atHostTime:)",
                "automaticallyWaitsToMinimizeStalling is false")
        }
        let nanoseconds = CMClock.convertHostTimeToSystemUnits(hostClockTime)
        core.setRate(
            rate, at: MediaTime(itemTime),
            hostTime: hostClockTime.isNumeric
                ? HostTime(nanoseconds: Int64(clamping: nanoseconds)) : nil)
    }

    /// Decodes the first frames, so that the player starts without delay.
    ///
    /// The item has to be ready and the rate 0, or the program ends.
    ///
    /// - Parameter completionHandler: Called once, on the main thread: with `false` when the preroll
    ///   was cancelled.
    @preconcurrency
    open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        guard status == .readyToPlay, self.rate == 0 else {
            return programmerError(
                "AVPlayer.preroll(atRate:completionHandler:)",
                "status is readyToPlay, and rate is 0")
        }
        core.preroll(atRate: rate, completion: completionHandler)
    }

    /// Ends the prerolls that are not done.
    open func cancelPendingPrerolls() { core.cancelPendingPrerolls() }

    // MARK: Observers of the time

    /// Calls a block each time that the item has been played further by an interval, and when
    /// playback starts, stops and jumps.
    ///
    /// - Parameters:
    ///   - interval: In the item's time, more than zero, or the program ends.
    ///   - queue: Where the block is called, one call at a time; `nil` for the main queue.
    ///   - block: Receives the item's time.
    /// - Returns: A token for `removeTimeObserver`. Releasing it ends the observer as well.
    @preconcurrency
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let time = MediaTime(interval)
        let isUsable = time.map { $0 > .zero } ?? false
        if !isUsable {
            programmerError(
                "AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)",
                "the interval is more than zero")
        }
        return core.addPeriodicObserver(
            interval: isUsable ? time ?? .distantFuture : .distantFuture,
            deliver: delivery(on: queue, of: app)
        ) { block(CMTime($0)) }
    }

    /// Calls a block when playback passes one of some times of the item, not when it jumps over it.
    ///
    /// - Parameters:
    ///   - times: Values of `NSValue(time:)`, at least one, or the program ends.
    ///   - queue: Where the block is called, one call at a time; `nil` for the main queue.
    /// - Returns: A token for `removeTimeObserver`. Releasing it ends the observer as well.
    @preconcurrency
    open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?,
        using block: @escaping @Sendable () -> Void
    ) -> Any {
        let boundaries = times.compactMap { MediaTime($0.timeValue) }
        if boundaries.isEmpty {
            programmerError(
                "AVPlayer.addBoundaryTimeObserver(forTimes:queue:using:)", "there is a time")
        }
        return core.addBoundaryObserver(
            at: boundaries, deliver: delivery(on: queue, of: app), block)
    }

    /// Ends an observer of the time: no later call begins. A token of another player ends the
    /// program.
    open func removeTimeObserver(_ observer: Any) {
        guard let token = observer as? MediaTimeObserver, core.removeTimeObserver(token) else {
            return programmerError(
                "AVPlayer.removeTimeObserver(_:)", "the observer was added to this player")
        }
    }
}
