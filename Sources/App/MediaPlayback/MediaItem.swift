package import MediaSources
import Synchronization

/// Changes samples of an item as it is played: a mix.
///
/// Called on a work queue with interleaved frames of the item's format.
package struct MediaProcessing: Sendable {
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
/// It is loaded when a player gets it, and belongs to one player at a time. Any thread; a lock guards
/// it, which is not held in handlers.
package final class MediaItem: Sendable {
    package let source: any MediaSource
    let state = Mutex(State())

    /// - Parameter source: Not loaded yet; the item is its only observer and closes it in the end.
    package init(_ source: any MediaSource) {
        self.source = source
    }

    /// The observer of what happens to the item. It is called as that of its player is.
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
    package var seekableRanges: [MediaTimeRange] { state.withLock { $0.seekableRanges } }
    package var isLikelyToKeepUp: Bool { state.withLock { $0.isLikelyToKeepUp } }
    package var isBufferFull: Bool { state.withLock { $0.isBufferFull } }
    package var isBufferEmpty: Bool { state.withLock { $0.isBufferEmpty } }
    /// Metadata that were played last.
    package var timedMetadata: [MediaMetadata] { state.withLock { $0.timedMetadata } }
    /// How often the sound has stopped, since what followed had not arrived.
    package var stallCount: Int { state.withLock { $0.stallCount } }

    /// The position: after a seek that was exact the time that was asked for, in its own timescale.
    package var currentTime: MediaTime { .zero }

    // MARK: Settings

    /// Where playback ends, unless the media ends before; `nil` for its end.
    package var forwardEndTime: MediaTime? {
        get { state.withLock { $0.forwardEndTime } }
        set { state.withLock { $0.forwardEndTime = newValue } }
    }

    /// How the source buffers.
    package var preferences: MediaPreferences {
        get { state.withLock { $0.preferences } }
        set { state.withLock { $0.preferences = newValue } }
    }

    /// How the item sounds at other rates.
    package var pitchAlgorithm: MediaPitchAlgorithm {
        get { state.withLock { $0.pitchAlgorithm } }
        set { state.withLock { $0.pitchAlgorithm = newValue } }
    }

    /// Changes the samples; `nil` for none. A change is heard at once.
    package var processing: MediaProcessing? {
        get { state.withLock { $0.processing } }
        set { state.withLock { $0.processing = newValue } }
    }

    // MARK: Seeking

    /// Moves to a time: at once when the item is ready, else as soon as it is.
    ///
    /// - Parameters:
    ///   - time: Clamped to the item.
    ///   - before: Seconds that the result may lie before the time; infinite for any.
    ///   - after: Seconds that the result may lie behind it.
    ///   - completion: Called once, on the main thread: with `false` when another seek,
    ///     `cancelPendingSeeks` or a change of the item came first.
    package func seek(
        to time: MediaTime, before: Double = 0, after: Double = 0,
        completion: (@Sendable (Bool) -> Void)? = nil
    ) {}

    /// Ends the seeks that are not done.
    package func cancelPendingSeeks() {}
}

extension MediaItem {
    /// An item's mutable state.
    struct State {
        weak var player: MediaItemPlayer?
        var observer: (@Sendable (MediaItemEvent) -> Void)?
        var status = MediaStatus.unknown
        var failure: MediaFailure?
        var contents: MediaContents?
        var duration: MediaTime?
        var loadedRanges: [MediaTimeRange] = []
        var seekableRanges: [MediaTimeRange] = []
        var isLikelyToKeepUp = false
        var isBufferFull = false
        var isBufferEmpty = true
        var timedMetadata: [MediaMetadata] = []
        var stallCount = 0
        var forwardEndTime: MediaTime?
        var preferences = MediaPreferences()
        var pitchAlgorithm = MediaPitchAlgorithm.timeDomain
        var processing: MediaProcessing?
    }
}
