import MediaPlayback

extension AVPlayer {
    /// Whether a player can play.
    @frozen
    public enum Status: Int, Sendable {
        /// Nothing was loaded yet.
        case unknown = 0
        /// An item has been ready to play.
        case readyToPlay = 1
        /// The player can play nothing more; see `AVPlayer.error`.
        case failed = 2
    }

    /// Whether a player plays.
    @frozen
    public enum TimeControlStatus: Int, Sendable {
        /// The rate is 0.
        case paused = 0
        /// The player wants to play and waits; see `AVPlayer.reasonForWaitingToPlay`.
        case waitingToPlayAtSpecifiedRate = 1
        /// The player plays.
        case playing = 2
    }

    /// What a player does at the end of an item.
    @frozen
    public enum ActionAtItemEnd: Int, Sendable {
        /// Plays the next item; of queue players only.
        case advance = 0
        /// Sets the rate to 0.
        case pause = 1
        /// Leaves rate and time as they are.
        case none = 2
    }

    /// Why a player waits.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Not enough is buffered to go on without a stall.
        public static let toMinimizeStalls = WaitingReason(
            rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The player measures how fast the media arrives.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// There is no item.
        public static let noItemToPlay = WaitingReason(
            rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    /// Why the rate of a player has changed.
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app has set it.
        public static let setRateCalled = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// The player was not allowed to play.
        public static let setRateFailed = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// The audio session was interrupted.
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        /// The app went to the background.
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }
}

/// What a player of video does in the background; kept without effect.
@frozen
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    /// The system decides.
    case automatic = 1
    /// The player pauses.
    case pauses = 2
    /// The sound goes on, if it can.
    case continuesIfPossible = 3
}

extension AVPlayerItem {
    /// Whether an item can be played.
    @frozen
    public enum Status: Int, Sendable {
        /// Nothing was loaded yet.
        case unknown = 0
        /// The item can be played.
        case readyToPlay = 1
        /// The item cannot be played; see `AVPlayerItem.error`.
        case failed = 2
    }
}

extension AVPlayerLooper {
    /// Whether a looper loops.
    @frozen
    public enum Status: Int, Sendable {
        /// The duration of the item is not known yet.
        case unknown = 0
        /// The looper loops.
        case ready = 1
        /// The item cannot be played; see `AVPlayerLooper.error`.
        case failed = 2
        /// Looping has ended.
        case cancelled = 3
    }

    /// Where a looper's items are inserted among those that the queue has.
    @frozen
    public enum ItemOrdering: Int, Sendable {
        /// Before the others.
        case loopingItemsPrecedeExistingItems = 0
        /// Behind the others.
        case loopingItemsFollowExistingItems = 1
    }
}

// MARK: Apple's values and those of players of media

extension AVPlayer.Status {
    init(_ status: MediaStatus) {
        switch status {
        case .unknown: self = .unknown
        case .ready: self = .readyToPlay
        case .failed: self = .failed
        }
    }
}

extension AVPlayerItem.Status {
    init(_ status: MediaStatus) {
        switch status {
        case .unknown: self = .unknown
        case .ready: self = .readyToPlay
        case .failed: self = .failed
        }
    }
}

extension AVPlayer.TimeControlStatus {
    init(_ status: MediaPlayback.TimeControlStatus) {
        switch status {
        case .paused: self = .paused
        case .waiting: self = .waitingToPlayAtSpecifiedRate
        case .playing: self = .playing
        }
    }
}

extension AVPlayer.ActionAtItemEnd {
    init(_ action: MediaEndAction) {
        switch action {
        case .advance: self = .advance
        case .pause: self = .pause
        case .none: self = .none
        }
    }

    var mediaAction: MediaEndAction {
        switch self {
        case .advance: .advance
        case .pause: .pause
        case .none: .none
        }
    }
}

extension AVPlayer.WaitingReason {
    init(_ reason: MediaWaitingReason) {
        switch reason {
        case .toMinimizeStalls: self = .toMinimizeStalls
        case .evaluatingBufferingRate: self = .evaluatingBufferingRate
        case .noItemToPlay: self = .noItemToPlay
        }
    }
}

extension AVPlayer.RateDidChangeReason {
    init(_ reason: MediaRateChangeReason) {
        switch reason {
        case .setRateCalled: self = .setRateCalled
        case .setRateFailed: self = .setRateFailed
        case .sessionInterrupted: self = .audioSessionInterrupted
        case .appBackgrounded: self = .appBackgrounded
        }
    }
}
