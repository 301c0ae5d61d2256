import AudioModel
public import Foundation
import Playback
import SimulatedTime
package import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// Plays items of the media library: the system's music player, or a player of the app's own.
///
/// The player is an app of the device with a session of its own, so that the app needs none. It
/// pauses when headphones are unplugged, is interrupted by calls and resumes after them, and follows
/// the buttons of headsets and the lock screen. The system's player goes on when the app ends; the
/// app's own players stop when the app enters the background.
///
/// Calls return at once; wait for the notifications before showing what has changed. Main thread
/// only, like Apple's.
open class MPMusicPlayerController: NSObject, MPMediaPlayback {
    let link: PlayerLink

    init(_ link: PlayerLink) {
        self.link = link
        super.init()
        link.serve(self)
    }

    /// Makes a controller of a player that the caller has made, for an app.
    package convenience init(of player: LinkedPlayer, for client: AppSound) {
        self.init(PlayerLink(.given(player), for: client))
    }

    /// The system's music player. All apps share its queue, modes and state.
    open class var systemMusicPlayer: any MPMusicPlayerController & MPSystemMusicPlayerController {
        MusicPlayers.system
    }

    /// The player of the calling app, with a queue and modes of its own.
    open class var applicationMusicPlayer: MPMusicPlayerController {
        MusicPlayers.application
    }

    /// The player of the calling app, with a queue that the app can change.
    open class var applicationQueuePlayer: MPMusicPlayerApplicationController {
        MusicPlayers.application
    }

    /// The system's music player by its first name.
    @available(*, deprecated, renamed: "systemMusicPlayer")
    open class var iPodMusicPlayer: MPMusicPlayerController { systemMusicPlayer }

    // MARK: State

    /// What the player is doing.
    open var playbackState: MPMusicPlaybackState {
        MPMusicPlaybackState(rawValue: link.control.snapshot.state.rawValue) ?? .stopped
    }

    /// What the player does at the end of an item and of its queue.
    open var repeatMode: MPMusicRepeatMode {
        get { link.repeatMode }
        set { link.repeatMode = newValue }
    }

    /// The order in which the player plays its queue.
    open var shuffleMode: MPMusicShuffleMode {
        get { link.shuffleMode }
        set { link.shuffleMode = newValue }
    }

    /// The media volume of the device, 0…1.
    @available(*, deprecated, message: "Use MPVolumeView for volume control.")
    open var volume: Float {
        get { link.app?.connection.session.outputVolume ?? 0 }
        set { try? link.app?.request(.setMediaVolume(newValue)) }
    }

    /// The present item; `nil` when nothing is played.
    ///
    /// Setting it moves to the first entry of the queue with that item, from its beginning; an item
    /// that is not in the queue changes nothing.
    open var nowPlayingItem: MPMediaItem? {
        get { link.control.snapshot.item.map { link.mediaItem($0) } }
        set { if let newValue { link.control.move(toItem: newValue.persistentID) } }
    }

    /// The place of the present item in the queue, from 0 on; `NSNotFound` without one.
    open var indexOfNowPlayingItem: Int { link.control.snapshot.place ?? NSNotFound }

    // MARK: The queue

    /// Replaces the queue by the items that a query finds now. What is playing goes on until the
    /// next `play` or skip.
    open func setQueue(with query: MPMediaQuery) { setQueue(query.items ?? []) }

    /// Replaces the queue by the items of a collection; an empty one is no queue. What is playing
    /// goes on until the next `play` or skip.
    open func setQueue(with itemCollection: MPMediaItemCollection) {
        setQueue(itemCollection.items)
    }

    /// Replaces the queue by items of the library with these store identifiers; others are left out.
    open func setQueue(with storeIDs: [String]) {
        setQueue(with: MPMusicPlayerStoreQueueDescriptor(storeIDs: storeIDs))
    }

    /// Replaces the queue by what a descriptor names, with its first item and its times.
    open func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) {
        link.remember(descriptor.mediaItems, replaces: true)
        let items = descriptor.musicItems
        if let first = descriptor.firstItem {
            link.control.setQueue(items, startingWith: first.persistentID)
        } else {
            link.control.setQueue(items)
        }
    }

    private func setQueue(_ items: [MPMediaItem]) {
        link.remember(items, replaces: true)
        link.control.setQueue(items.map(\.queueEntry))
    }

    /// Adds items behind the present one.
    open func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) {
        link.remember(descriptor.mediaItems, replaces: false)
        link.control.prepend(descriptor.musicItems)
    }

    /// Adds items at the end of the queue.
    open func append(_ descriptor: MPMusicPlayerQueueDescriptor) {
        link.remember(descriptor.mediaItems, replaces: false)
        link.control.append(descriptor.musicItems)
    }

    // MARK: Moving

    /// Goes on to the next item: plays it when the player is playing. Behind the last one playback
    /// ends.
    open func skipToNextItem() { link.control.skipToNext() }

    /// Restarts the present item.
    open func skipToBeginning() {
        let snapshot = link.control.snapshot
        if let item = snapshot.item { link.control.seek(to: item.startSeconds) }
    }

    /// Goes back to the item before. Before the first one playback ends.
    open func skipToPreviousItem() { link.control.skipToPrevious() }

    /// Lets the player post its notifications, until as many calls of
    /// `endGeneratingPlaybackNotifications`.
    open func beginGeneratingPlaybackNotifications() { link.beginGenerating() }

    /// Ends one `beginGeneratingPlaybackNotifications`.
    open func endGeneratingPlaybackNotifications() { link.endGenerating() }

    // MARK: Playing

    /// Prepares the queue for playback. Without a queue nothing happens but a message on standard
    /// error.
    open func prepareToPlay() {
        link.control.prepare { [weak link] isThere in
            if !isThere { link?.logFailure() }
        }
    }

    /// Prepares the queue for playback.
    ///
    /// - Parameter completionHandler: Called once on the main thread, with `nil` when there is
    ///   something to play; otherwise with an error of `MPMusicPlayerControllerErrorDomain`: 1
    ///   without a queue, 6 when no item can be played.
    open func prepareToPlay(completionHandler: @escaping ((any Error)?) -> Void) {
        // Passed on once, to the main thread.
        nonisolated(unsafe) let handler = completionHandler
        let app = link.app
        prepare { error in
            guard let app else { return handler(error?.nsError) }
            app.environment.onMain { handler(error?.nsError) }
        }
    }

    /// Prepares the queue for playback.
    ///
    /// - Throws: As `prepareToPlay(completionHandler:)` reports.
    open func prepareToPlay() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
            prepare { error in
                if let error {
                    continuation.resume(throwing: error.nsError)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    /// - Parameter completion: Called once, on any thread.
    private func prepare(_ completion: @escaping @Sendable (MusicPlayerError?) -> Void) {
        let control = link.control
        control.prepare { isThere in
            completion(isThere ? nil : control.snapshot.itemCount == 0 ? .noQueue : .cannotPrepare)
        }
    }

    /// Whether the next `play` starts without opening a file.
    /// `MPMediaPlaybackIsPreparedToPlayDidChange` reports changes.
    open var isPreparedToPlay: Bool { link.control.snapshot.isPrepared }

    /// Starts or resumes playback. Without a queue nothing happens but a message on standard error.
    open func play() {
        link.control.setRate(1)
        start()
    }

    private func start() {
        link.allowStart()
        link.control.play()
        if link.control.snapshot.itemCount == 0 { link.logFailure() }
    }

    /// Pauses playback; the end of an interruption does not resume it then.
    open func pause() { link.control.pause() }

    /// Ends playback and removes the queue: the next `play` needs a new one.
    open func stop() { link.control.stop() }

    /// The playback position in the present item, in seconds. Setting a position behind the item's
    /// end goes on to the next.
    open var currentPlaybackTime: TimeInterval {
        get { link.control.snapshot.seconds }
        set { link.control.seek(to: newValue) }
    }

    /// The playback speed while the player plays, 1 for normal; 0 while it does not.
    ///
    /// Setting 0 or less pauses the player. Another speed, ¼ to 4, plays at the same pitch, until
    /// `play` returns to the normal one.
    open var currentPlaybackRate: Float {
        get {
            let snapshot = link.control.snapshot
            return snapshot.state == .playing ? Float(snapshot.rate) : 0
        }
        set {
            guard newValue > 0, newValue.isFinite else { return pause() }
            link.control.setRate(Double(newValue))
            start()
        }
    }

    /// Begins to wind forward, until `endSeeking`.
    open func beginSeekingForward() { link.control.beginSeeking(forward: true) }

    /// Begins to wind back, until `endSeeking`.
    open func beginSeekingBackward() { link.control.beginSeeking(forward: false) }

    /// Ends winding; the player continues as before it.
    open func endSeeking() { link.control.endSeeking() }
}

/// What only the system's music player can do.
public protocol MPSystemMusicPlayerController: NSObjectProtocol {
    /// Plays what a descriptor names in the system's music app, which comes to the foreground.
    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor)
}

/// The controller of the system's music player.
final class SystemMusicPlayerController: MPMusicPlayerController, MPSystemMusicPlayerController {
    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor) {
        setQueue(with: queueDescriptor)
        link.showPlayer()
        play()
    }
}

/// The controllers of one app, each made when the app first asks for it.
///
/// Ownership: a lock guards the references; the controllers belong to the app's main thread.
private final class MusicPlayers: Sendable {
    private struct Known {
        nonisolated(unsafe) var system: SystemMusicPlayerController?
        nonisolated(unsafe) var application: MPMusicPlayerApplicationController?
    }

    private let known = Mutex(Known())

    /// The controller of the system's player, for the calling app.
    static var system: SystemMusicPlayerController {
        let app = currentApp()
        let players = app.attachment { MusicPlayers() }
        if let known = players.known.withLock({ $0.system }) { return known }
        // Without the lock: the device may start an app, and deliver notifications meanwhile.
        nonisolated(unsafe) let made = SystemMusicPlayerController(PlayerLink(.system, for: app))
        return players.known.withLock { known in
            nonisolated(unsafe) let first = known.system ?? made
            known.system = first
            return first
        }
    }

    /// The controller of the calling app's own player.
    static var application: MPMusicPlayerApplicationController {
        let app = currentApp()
        let players = app.attachment { MusicPlayers() }
        if let known = players.known.withLock({ $0.application }) { return known }
        nonisolated(unsafe) let made = MPMusicPlayerApplicationController(
            PlayerLink(.application, for: app))
        return players.known.withLock { known in
            nonisolated(unsafe) let first = known.application ?? made
            known.application = first
            return first
        }
    }
}
