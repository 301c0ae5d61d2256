import AudioModel
public import Foundation

/// A command of the user, as its handlers receive it.
///
/// Ownership: nothing changes after `init`.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    /// The command.
    public let command: MPRemoteCommand
    /// Seconds since the start of the system.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand, at timestamp: TimeInterval) {
        self.command = command
        self.timestamp = timestamp
        super.init()
    }

    /// The event of a command of the phone.
    static func make(
        _ command: RemoteCommand, for target: MPRemoteCommand, at timestamp: TimeInterval
    ) -> MPRemoteCommandEvent {
        switch command {
        case .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack:
            MPRemoteCommandEvent(target, at: timestamp)
        case .skipForward(let seconds), .skipBackward(let seconds):
            MPSkipIntervalCommandEvent(seconds, target, at: timestamp)
        case .seekForward(let phase), .seekBackward(let phase):
            MPSeekCommandEvent(
                phase == .begin ? .beginSeeking : .endSeeking, target, at: timestamp)
        case .changePosition(let seconds):
            MPChangePlaybackPositionCommandEvent(seconds, target, at: timestamp)
        case .changeRate(let rate):
            MPChangePlaybackRateCommandEvent(Float(rate), target, at: timestamp)
        case .changeRepeatMode(let mode):
            MPChangeRepeatModeCommandEvent(MPRepeatType(mode), target, at: timestamp)
        case .changeShuffleMode(let mode):
            MPChangeShuffleModeCommandEvent(MPShuffleType(mode), target, at: timestamp)
        case .rating(let rating): MPRatingCommandEvent(Float(rating), target, at: timestamp)
        case .like(let sign), .dislike(let sign), .bookmark(let sign):
            MPFeedbackCommandEvent(sign == .negative, target, at: timestamp)
        case .enableLanguageOption(let option), .disableLanguageOption(let option):
            MPChangeLanguageOptionCommandEvent(
                MPNowPlayingInfoLanguageOption(option), target, at: timestamp)
        }
    }
}

/// Asks to skip by an interval.
///
/// Ownership: nothing changes after `init`.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The interval in seconds.
    public let interval: TimeInterval

    init(_ interval: TimeInterval, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        self.interval = interval
        super.init(command, at: timestamp)
    }
}

/// Asks to begin or to end a seek.
///
/// Ownership: nothing changes after `init`.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the seek begins or ends.
    public let type: MPSeekCommandEventType

    init(_ type: MPSeekCommandEventType, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        self.type = type
        super.init(command, at: timestamp)
    }
}

/// Asks to continue at another position.
///
/// Ownership: nothing changes after `init`.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The position in seconds from the start.
    public let positionTime: TimeInterval

    init(_ position: TimeInterval, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        positionTime = position
        super.init(command, at: timestamp)
    }
}

/// Asks for another playback rate.
///
/// Ownership: nothing changes after `init`.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The rate; 1 is normal.
    public let playbackRate: Float

    init(_ rate: Float, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        playbackRate = rate
        super.init(command, at: timestamp)
    }
}

/// Rates the current item.
///
/// Ownership: nothing changes after `init`.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The rating, between the command's minimum and maximum.
    public let rating: Float

    init(_ rating: Float, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        self.rating = rating
        super.init(command, at: timestamp)
    }
}

/// Gives or withdraws feedback.
///
/// Ownership: nothing changes after `init`.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the feedback is withdrawn.
    public let isNegative: Bool

    init(_ isNegative: Bool, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        self.isNegative = isNegative
        super.init(command, at: timestamp)
    }
}

/// Asks to enable or to disable a language.
///
/// Ownership: nothing changes after `init`.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The language.
    public let languageOption: MPNowPlayingInfoLanguageOption
    /// How long the change lasts: for the current item.
    public let setting = MPChangeLanguageOptionSetting.nowPlayingItemOnly

    init(
        _ option: MPNowPlayingInfoLanguageOption, _ command: MPRemoteCommand,
        at timestamp: TimeInterval
    ) {
        languageOption = option
        super.init(command, at: timestamp)
    }
}

/// Asks for another repeat mode.
///
/// Ownership: nothing changes after `init`.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What to repeat.
    public let repeatType: MPRepeatType
    /// Whether the mode is kept for later playback; true here.
    public let preservesRepeatMode = true

    init(_ type: MPRepeatType, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        repeatType = type
        super.init(command, at: timestamp)
    }
}

/// Asks for another shuffle mode.
///
/// Ownership: nothing changes after `init`.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What to shuffle.
    public let shuffleType: MPShuffleType
    /// Whether the mode is kept for later playback; true here.
    public let preservesShuffleMode = true

    init(_ type: MPShuffleType, _ command: MPRemoteCommand, at timestamp: TimeInterval) {
        shuffleType = type
        super.init(command, at: timestamp)
    }
}

extension MPRepeatType {
    init(_ mode: RemoteRepeatMode) {
        switch mode {
        case .off: self = .off
        case .one: self = .one
        case .all: self = .all
        }
    }

    var mode: RemoteRepeatMode {
        switch self {
        case .off: .off
        case .one: .one
        case .all: .all
        }
    }
}

extension MPShuffleType {
    init(_ mode: RemoteShuffleMode) {
        switch mode {
        case .off: self = .off
        case .items: self = .items
        case .collections: self = .collections
        }
    }

    var mode: RemoteShuffleMode {
        switch self {
        case .off: .off
        case .items: .items
        case .collections: .collections
        }
    }
}
