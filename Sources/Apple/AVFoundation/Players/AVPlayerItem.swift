import AVFAudio
public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaPlayback
import MediaSources
import SoundClient
import SoundRuntime
import Synchronization

/// A file, or what a server sends, as a player plays it: its position, what of it is buffered, and what
/// has failed.
///
/// Any thread. An item loads nothing until a player gets it, and belongs to one player at a time. Its
/// properties can be observed by key paths; they are told on the main thread, as notifications are.
///
/// Ownership: the core and the mutex synchronise themselves; all other fields are immutable.
open class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {
    /// The observers of the item's properties.
    public let keyValueObservers = KeyValueObservers()
    let core: MediaItem
    let app: AppSound
    let state: Mutex<State>
    private let playedAsset: AVAsset

    /// What the core does not have.
    struct State {
        weak var player: AVPlayer?
        weak var looper: AVPlayerLooper?
        let loadedKeys: [String]
        var tracks: [AVPlayerItemTrack] = []
        var outputs: [AVPlayerItemOutput] = []
        var kept = Kept()
    }

    /// What the item only keeps.
    struct Kept {
        var reversePlaybackEndTime = CMTime.invalid
        var offsetFromLive = CMTime.invalid
        var preservesOffsetFromLive = false
        var startsOnFirstVariant = false
        var usesNetworkForExternalPlayback = false
        var preferredPeakBitRateForExpensiveNetworks = 0.0
        var externalMetadata: [AVMetadataItem] = []
        var audioMix: AVAudioMix?
    }

    /// Makes an item of what is at an address. It reads nothing yet.
    public convenience init(url URL: URL) {
        self.init(asset: AVURLAsset(url: URL), automaticallyLoadedAssetKeys: nil)
    }

    /// Makes an item of an asset. It reads nothing yet.
    public convenience init(asset: AVAsset) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
    }

    /// Makes an item of an asset. It reads nothing yet.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: Kept only: an asset loads values when they are asked
    ///   for.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        playedAsset = asset
        app = currentApp(isForSound: false)
        core = MediaItem(asset.takeMediaSource())
        state = Mutex(State(loadedKeys: automaticallyLoadedAssetKeys ?? []))
        super.init()
        core.setObserver { [weak self] event in self?.receive(event) }
    }

    deinit {
        core.setObserver(nil)
    }

    /// Makes another item of the same asset, with the settings of this one.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVPlayerItem(
            asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
        copy.core.forwardEndTime = core.forwardEndTime
        copy.core.preferences = core.preferences
        copy.core.pitchAlgorithm = core.pitchAlgorithm
        let kept = state.withLock { $0.kept }
        copy.state.withLock { $0.kept = kept }
        copy.followMix()
        return copy
    }

    // MARK: State

    /// The asset that is played.
    open var asset: AVAsset { playedAsset }
    /// The keys that the item was made with.
    open var automaticallyLoadedAssetKeys: [String] { state.withLock { $0.loadedKeys } }
    /// Unknown until a player has loaded the item.
    open var status: AVPlayerItem.Status { Status(core.status) }
    /// Why the item cannot be played; `nil` unless it has failed.
    open var error: (any Error)? { core.failure.map(playbackError) }
    /// The tracks; empty until the item is ready.
    open var tracks: [AVPlayerItemTrack] { state.withLock { $0.tracks } }
    /// The duration; indefinite until the item is ready, and for a stream without an end.
    open var duration: CMTime { core.duration.map { CMTime($0) } ?? .indefinite }
    /// The position. After an exact seek it is the time that was asked for.
    open func currentTime() -> CMTime { CMTime(core.currentTime) }
    /// The date of the position: `nil` for media without dates.
    open func currentDate() -> Date? {
        core.source.date(at: core.currentTime.seconds).map { Date(timeIntervalSince1970: $0) }
    }

    /// Parts that are loaded: ordered and disjoint ranges of time.
    open var loadedTimeRanges: [NSValue] { rangeValues(of: core.loadedRanges) }
    /// Parts to which a seek is possible.
    open var seekableTimeRanges: [NSValue] { rangeValues(of: core.seekableRanges) }
    /// Whether the item can be played without a stall, as it seems.
    open var isPlaybackLikelyToKeepUp: Bool { core.isLikelyToKeepUp }
    /// Whether no more is loaded ahead at present.
    open var isPlaybackBufferFull: Bool { core.isBufferFull }
    /// Whether nothing is there to be played.
    open var isPlaybackBufferEmpty: Bool { core.isBufferEmpty }
    /// The timeline of the item while a player has it; its rate is 0 while the item does not play.
    open var timebase: CMTimebase? {
        guard let player = core.player else { return nil }
        return CMTimebase { [weak core, weak player] in
            guard let core, let player else { return (.invalid, 0) }
            let isPlayed = player.currentItem === core && player.timeControlStatus == .playing
            return (CMTime(core.currentTime), isPlayed ? Double(player.rate) : 0)
        }
    }

    /// Metadata that are played at present; `nil` for none.
    open var timedMetadata: [AVMetadataItem]? {
        let metadata = core.timedMetadata
        return metadata.isEmpty ? nil : metadataItems(metadata, at: nil)
    }

    // MARK: Settings

    /// Where playback ends before the end; invalid for the end.
    open var forwardPlaybackEndTime: CMTime {
        get { core.forwardEndTime.map { CMTime($0) } ?? .invalid }
        set { core.forwardEndTime = MediaTime(newValue) }
    }

    /// How the item sounds at other rates; `timeDomain` at first.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { AVAudioTimePitchAlgorithm(core.pitchAlgorithm) }
        set { core.pitchAlgorithm = newValue.mediaAlgorithm }
    }

    /// How many seconds are loaded ahead; 0 for the system's choice.
    open var preferredForwardBufferDuration: TimeInterval {
        get { core.preferences.forwardSeconds }
        set { core.preferences.forwardSeconds = newValue.isFinite ? max(0, newValue) : 0 }
    }

    /// The highest bandwidth of a variant in bits a second; 0 for none.
    open var preferredPeakBitRate: Double {
        get { core.preferences.peakBitRate }
        set { core.preferences.peakBitRate = newValue.isFinite ? max(0, newValue) : 0 }
    }

    /// Whether a live stream goes on loading while it is paused.
    open var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { core.preferences.loadsLiveWhilePaused }
        set { core.preferences.loadsLiveWhilePaused = newValue }
    }

    // MARK: Seeking

    /// Moves to a time, or near it where that is faster.
    ///
    /// - Parameter completionHandler: Called once, on the main thread: with `false` when another
    ///   seek, `cancelPendingSeeks` or another item came first. With one, the item has to be ready, or
    ///   the program ends.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(time, .positiveInfinity, .positiveInfinity, completionHandler)
    }

    /// Moves to a time.
    ///
    /// - Parameters:
    ///   - time: Clamped to what the item has. One that is not numeric ends the program.
    ///   - toleranceBefore: How far before the time the result may lie; zero for exactly.
    ///   - toleranceAfter: How far behind the time it may lie.
    ///   - completionHandler: As for `seek(to:completionHandler:)`.
    @preconcurrency
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        seek(time, toleranceBefore, toleranceAfter, completionHandler)
    }

    /// Moves to a date, as the playlist of a stream tells it. Media without dates, and an item that is
    /// not ready, stay where they are.
    ///
    /// - Returns: Whether the seek has begun; without it the handler is not called.
    @preconcurrency
    @discardableResult
    open func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)?) -> Bool {
        guard core.status == .ready,
            let seconds = core.source.seconds(at: date.timeIntervalSince1970), seconds.isFinite
        else { return false }
        let time = CMTime(seconds: max(seconds, 0), preferredTimescale: 1000)
        seek(time, .zero, .zero, completionHandler)
        return true
    }

    /// Ends the seeks that are not done.
    open func cancelPendingSeeks() { core.cancelPendingSeeks() }

    /// The item moves by no frames: it shows no pictures.
    open func step(byCount stepCount: Int) {}

    // MARK: Outputs and logs

    /// What receives the item's metadata as it is played.
    open var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    /// Adds an output. One of another item ends the program.
    open func add(_ output: AVPlayerItemOutput) {
        guard output.attach(to: self) else {
            return programmerError("AVPlayerItem.add(_:)", "the output belongs to no item")
        }
        state.withLock { $0.outputs.append(output) }
    }

    /// Removes an output; one that the item does not have changes nothing.
    open func remove(_ output: AVPlayerItemOutput) {
        let removed = state.withLock { state in
            state.outputs.firstIndex { $0 === output }.map { state.outputs.remove(at: $0) }
        }
        removed?.detach()
    }

    /// What servers have sent so far; `nil` for a file, and before the first answer.
    open func accessLog() -> AVPlayerItemAccessLog? {
        let log = core.source.transferLog
        guard !log.records.isEmpty else { return nil }
        return AVPlayerItemAccessLog(log, core.record, now: app.environment.now)
    }

    /// What has failed so far; `nil` without failures.
    open func errorLog() -> AVPlayerItemErrorLog? {
        let log = core.source.transferLog
        guard !log.failures.isEmpty else { return nil }
        return AVPlayerItemErrorLog(log, now: app.environment.now)
    }
}

extension AVPlayerItem: KeyValueObservable {}

extension KeyValueObservable where Self: AVPlayerItem {
    /// The properties of an item that can be observed, in an order that stays.
    public static var notifyingKeyPaths: [AnyKeyPath] {
        [
            \Self.status, \Self.error, \Self.tracks, \Self.duration, \Self.loadedTimeRanges,
            \Self.seekableTimeRanges, \Self.isPlaybackLikelyToKeepUp, \Self.isPlaybackBufferFull,
            \Self.isPlaybackBufferEmpty, \Self.timedMetadata,
        ]
    }
}
