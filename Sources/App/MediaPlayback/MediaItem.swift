import AudioModel
package import MediaSources
import Synchronization

/// Changes samples of an item as it is played: a mix.
package struct MediaProcessing: Sendable {
    /// Changes interleaved frames of the item's format, on a work queue.
    ///
    /// - Parameter frame: The first frame's number, from the media's beginning.
    package typealias Apply =
        @Sendable (
            _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, _ channelCount: Int,
            _ frame: Int64, _ sampleRate: Double
        ) -> Void

    package let apply: Apply

    package init(_ apply: @escaping Apply) {
        self.apply = apply
    }
}

/// A media source and the state of its playback: the core of `AVPlayerItem`.
///
/// It is loaded when its turn in a player comes: as the current item, or as the one behind it. It
/// belongs to one player at a time. Any thread; a lock guards it, which is not held in handlers.
package final class MediaItem: Sendable {
    package let source: any MediaSource
    /// Locked after a player's lock, never before.
    let state = Mutex(State())

    /// - Parameter source: Not loaded yet; the item is its only observer, and closes it when it is
    ///   released.
    package init(_ source: any MediaSource) {
        self.source = source
    }

    deinit {
        source.setObserver(nil)
        source.close()
        state.withLock { $0.seek?.completion }?(false)
    }

    /// The observer of what happens to the item, called on the main thread.
    package func setObserver(_ observer: (@Sendable (MediaItemEvent) -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    // MARK: State

    package var status: MediaStatus { state.withLock { $0.status } }
    /// Why the item has failed; `nil` unless it has.
    package var failure: MediaFailure? { state.withLock { $0.failure } }
    /// The player that has the item.
    package var player: MediaItemPlayer? { state.withLock { $0.player } }
    /// The format and the length, when the item is ready.
    package var contents: MediaContents? { state.withLock { $0.contents } }
    /// The duration; `nil` before the item is ready, and for what has none.
    package var duration: MediaTime? { state.withLock { $0.duration } }
    /// What is loaded: ordered and disjoint.
    package var loadedRanges: [MediaTimeRange] { state.withLock { $0.loadedRanges } }
    /// Where a seek is possible: ordered and disjoint.
    package var seekableRanges: [MediaTimeRange] { state.withLock { $0.seekableRanges } }
    package var isLikelyToKeepUp: Bool { state.withLock { $0.isLikelyToKeepUp } }
    package var isBufferFull: Bool { state.withLock { $0.isBufferFull } }
    package var isBufferEmpty: Bool { state.withLock { $0.isBufferEmpty } }
    /// The metadata that were played last.
    package var timedMetadata: [MediaMetadata] { state.withLock { $0.timedMetadata } }
    /// What has been played so far, for a log.
    package var record: MediaPlaybackRecord { state.withLock { $0.record } }

    /// The position: after an exact seek the time that was asked for, in its own timescale.
    package var currentTime: MediaTime {
        player?.time(of: self) ?? state.withLock { $0.position }
    }

    // MARK: Settings

    /// Where playback ends, unless the media ends before; `nil` for its end.
    package var forwardEndTime: MediaTime? {
        get { state.withLock { $0.forwardEndTime } }
        set { change { $0.forwardEndTime = newValue } }
    }

    /// How the source buffers.
    package var preferences: MediaPreferences {
        get { state.withLock { $0.preferences } }
        set {
            state.withLock { $0.preferences = newValue }
            source.setPreferences(newValue)
        }
    }

    /// How the item sounds at other rates.
    package var pitchAlgorithm: MediaPitchAlgorithm {
        get { state.withLock { $0.pitchAlgorithm } }
        set {
            if newValue != pitchAlgorithm { change { $0.pitchAlgorithm = newValue } }
        }
    }

    /// Changes the samples; `nil` for none. A change is heard at once.
    package var processing: MediaProcessing? {
        get { state.withLock { $0.processing } }
        set { change { $0.processing = newValue } }
    }

    private func change(_ body: (inout State) -> Void) {
        let player = state.withLock { state in
            body(&state)
            return state.player
        }
        player?.soundChanged(of: self)
    }

    // MARK: Seeking

    /// Moves to a time: at once when the item is ready, else as soon as it is.
    ///
    /// - Parameters:
    ///   - time: Clamped to the item.
    ///   - before: Seconds that the result may lie before the time; infinite for any.
    ///   - after: Seconds that the result may lie behind it. Where one of both is finite, the result
    ///     is exact.
    ///   - completion: Called once, on the main thread: with `false` when another seek,
    ///     `cancelPendingSeeks` or a change of the item came first. Without a player an item moves
    ///     when it is given one.
    package func seek(
        to time: MediaTime, before: Double = 0, after: Double = 0,
        completion: (@Sendable (Bool) -> Void)? = nil
    ) {
        let seek = MediaSeek(
            time: max(time, .zero), isExact: before != .infinity || after != .infinity,
            completion: completion)
        if let player { return player.seek(self, seek) }
        let former = state.withLock { state in
            defer {
                state.seek = seek
                state.position =
                    state.status == .ready ? state.clamped(seek.time) ?? .zero : seek.time
            }
            return state.seek
        }
        former?.completion?(false)
    }

    /// Ends the seeks that are not done.
    package func cancelPendingSeeks() {
        if let player { return player.cancelSeek(of: self) }
        let former = state.withLock { state in
            defer { state.seek = nil }
            return state.seek
        }
        former?.completion?(false)
    }
}

/// What has been played of an item.
package struct MediaPlaybackRecord: Hashable, Sendable {
    /// How often the sound has stopped, since what followed had not arrived.
    package var stallCount = 0
    /// Seconds of sound that were played.
    package var playedSeconds = 0.0
    /// Seconds from the wish to play until the first sound; `nil` before it.
    package var startupSeconds: Double?

    package init() {}
}

/// A seek of an item that is not done.
struct MediaSeek: Sendable {
    var time: MediaTime
    var isExact: Bool
    var completion: (@Sendable (Bool) -> Void)?
}

extension MediaItem {
    /// An item's mutable state.
    struct State {
        weak var player: MediaItemPlayer?
        /// The item's number in its player.
        var number = 0
        var observer: (@Sendable (MediaItemEvent) -> Void)?
        var status = MediaStatus.unknown
        var isLoading = false
        var failure: MediaFailure?
        var contents: MediaContents?
        var duration: MediaTime?
        /// Where playback starts next, while no run of a player plays the item.
        var position = MediaTime.zero
        var seek: MediaSeek?
        var loadedRanges: [MediaTimeRange] = []
        var seekableRanges: [MediaTimeRange] = []
        var isLikelyToKeepUp = false
        var isBufferFull = false
        var isBufferEmpty = true
        var timedMetadata: [MediaMetadata] = []
        /// Metadata that have arrived and are not played yet, by their times.
        var comingMetadata: [(frame: Int64, values: [MediaMetadata])] = []
        var record = MediaPlaybackRecord()
        var forwardEndTime: MediaTime?
        var preferences = MediaPreferences()
        var pitchAlgorithm = MediaPitchAlgorithm.timeDomain
        var processing: MediaProcessing?

        var sampleRate: Double { contents?.format.sampleRate ?? 1 }
        /// The frame of `position`.
        var frame: Int64 { max(position.frame(atSampleRate: sampleRate), 0) }
        /// The frame at which the app ends playback; `nil` for the media's own end.
        var forwardFrame: Int64? {
            forwardEndTime.map { max($0.frame(atSampleRate: sampleRate), 0) }
        }
        /// The frame at which playback ends; `nil` while unknown.
        var endFrame: Int64? {
            guard let count = contents?.frameCount else { return forwardFrame }
            return min(forwardFrame ?? count, count)
        }
        /// The time at which playback ends, as it was given.
        var endTime: MediaTime? {
            guard let forward = forwardEndTime.map({ max($0, .zero) }) else { return duration }
            return duration.map { min(forward, $0) } ?? forward
        }

        /// Whether `position` is where playback ends.
        var isAtEnd: Bool { endTime.map { position >= $0 } ?? true }

        /// The time of a frame: that of `position` where it is the same.
        func time(ofFrame frame: Int64) -> MediaTime {
            frame == self.frame ? position : MediaTime(frame: frame, sampleRate: sampleRate)
        }
    }
}
