public import Foundation

/// Key of `AVPlayerItem.failedToPlayToEndTimeNotification`: the error, an `NSError`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension AVPlayer {
    /// Reports that the rate has changed, with the reason; the object is the player. Posted on the
    /// main thread.
    public static let rateDidChangeNotification = Notification.Name(
        "AVPlayerRateDidChangeNotification")
    /// Key of `rateDidChangeNotification`: the reason, a `RateDidChangeReason`.
    public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
    /// Key of `rateDidChangeNotification`: the participant of a group that has set the rate; never
    /// there.
    public static let rateDidChangeOriginatingParticipantKey =
        "AVPlayerRateDidChangeOriginatingParticipantKey"
}

/// The objects of these notifications are items. All are posted on the main thread.
extension AVPlayerItem {
    /// Reports that the item was played to its end.
    public static let didPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification")
    /// Reports that the item broke off; `AVPlayerItemFailedToPlayToEndTimeErrorKey` has the error.
    public static let failedToPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Reports that the sound has stopped, since what follows has not arrived.
    public static let playbackStalledNotification = Notification.Name(
        "AVPlayerItemPlaybackStalledNotification")
    /// Reports that the position has changed otherwise than by playing.
    public static let timeJumpedNotification = Notification.Name(
        "AVPlayerItemTimeJumpedNotification")
    /// Reports that the access log has a new entry.
    public static let newAccessLogEntryNotification = Notification.Name(
        "AVPlayerItemNewAccessLogEntryNotification")
    /// Reports that the error log has a new entry.
    public static let newErrorLogEntryNotification = Notification.Name(
        "AVPlayerItemNewErrorLogEntryNotification")
    /// Never posted: a playlist's distance to the live edge stays.
    public static let recommendedTimeOffsetFromLiveDidChangeNotification = Notification.Name(
        "AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
    /// Never posted: items have no selection of media.
    public static let mediaSelectionDidChangeNotification = Notification.Name(
        "AVPlayerItemMediaSelectionDidChangeNotification")
}

/// The notifications of items by their older names.
extension Notification.Name {
    /// `AVPlayerItem.didPlayToEndTimeNotification`.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// `AVPlayerItem.failedToPlayToEndTimeNotification`.
    public static let AVPlayerItemFailedToPlayToEndTime =
        AVPlayerItem.failedToPlayToEndTimeNotification
    /// `AVPlayerItem.playbackStalledNotification`.
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
    /// `AVPlayerItem.timeJumpedNotification`.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
    /// `AVPlayerItem.newAccessLogEntryNotification`.
    public static let AVPlayerItemNewAccessLogEntry = AVPlayerItem.newAccessLogEntryNotification
    /// `AVPlayerItem.newErrorLogEntryNotification`.
    public static let AVPlayerItemNewErrorLogEntry = AVPlayerItem.newErrorLogEntryNotification
}
