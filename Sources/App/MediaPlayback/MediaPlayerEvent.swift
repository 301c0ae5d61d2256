package import MediaSources

/// Whether something can be played.
package enum MediaStatus: Hashable, Sendable {
    case unknown
    case ready
    case failed
}

/// Whether a player plays.
package enum TimeControlStatus: Hashable, Sendable {
    case paused
    case waiting
    case playing
}

/// Why a player waits.
package enum MediaWaitingReason: Hashable, Sendable {
    case toMinimizeStalls
    case evaluatingBufferingRate
    case noItemToPlay
}

/// What a player does at the end of an item.
package enum MediaEndAction: Hashable, Sendable {
    case advance
    case pause
    case none
}

/// How an item is played at another rate.
package enum MediaPitchAlgorithm: Hashable, Sendable {
    /// The pitch stays; the rate is the nearest of ½, ⅔, ⅘, 1, 1¼, 1½ and 2.
    case lowQualityZeroLatency
    case timeDomain
    case spectral
    /// The pitch follows the rate.
    case varispeed
}

/// Why a player's rate has changed.
package enum MediaRateChangeReason: Hashable, Sendable {
    case setRateCalled
    /// The session has refused to play.
    case setRateFailed
    case sessionInterrupted
    case appBackgrounded
}

/// What happens to a player. An event names what has changed or was set; the values are read from
/// the player.
package enum MediaPlayerEvent: Hashable, Sendable {
    /// `MediaItemPlayer.status` and `failure`.
    case status
    /// `currentItem`.
    case currentItem
    /// `items`.
    case items
    /// `rate`.
    case rate
    /// `timeControlStatus`.
    case timeControlStatus
    /// `waitingReason`.
    case waitingReason
    /// The rate has really changed, for a notification: on the main thread. The reason is `nil` at
    /// the end of an item.
    case rateChanged(MediaRateChangeReason?)
}

/// What happens to an item; the values are read from it.
package enum MediaItemEvent: Hashable, Sendable {
    /// `MediaItem.status` and `failure`, once.
    case status
    /// `duration`.
    case duration
    /// `loadedRanges`.
    case loadedRanges
    /// `seekableRanges`.
    case seekableRanges
    /// `isLikelyToKeepUp`.
    case likelyToKeepUp
    /// `isBufferFull`.
    case bufferFull
    /// `isBufferEmpty`.
    case bufferEmpty
    /// Metadata of a time that is played now; they are `timedMetadata` as well.
    case metadata([MediaMetadata], at: MediaTime)
    /// The position was moved, so that metadata that were reported are over.
    case flushed
    /// The item was played to its end.
    case playedToEnd
    /// The item broke off.
    case failedToPlayToEnd(MediaFailure)
    /// The sound has stopped, since what follows has not arrived.
    case stalled
    /// The position has changed otherwise than by playing.
    case timeJumped
    /// `source.transferLog` has grown by a request, or by a failure.
    case log(isError: Bool)
}
