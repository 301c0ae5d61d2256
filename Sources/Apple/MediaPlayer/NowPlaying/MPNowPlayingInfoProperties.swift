// The keys of `MPNowPlayingInfoCenter.nowPlayingInfo`, beside those of `MPMediaItem`. The strings are
// the constants' names, as on Apple's systems.

/// The identifier of the collection that the item belongs to, a `String`.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"

/// The advertisements of the item, as `MPAdTimeRange` values; kept, and not used here.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"

/// The `URL` of the item's sound.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"

/// The languages to choose from, as `MPNowPlayingInfoLanguageOptionGroup` objects.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions =
    "MPNowPlayingInfoPropertyAvailableLanguageOptions"

/// The number of chapters.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"

/// The index of the current chapter, from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"

/// The start of the credits in seconds; kept, and not used here.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"

/// The chosen languages, as `MPNowPlayingInfoLanguageOption` objects.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions =
    "MPNowPlayingInfoPropertyCurrentLanguageOptions"

/// The `Date` of the current position of a broadcast; kept, and not used here.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate =
    "MPNowPlayingInfoPropertyCurrentPlaybackDate"

/// The rate of normal playback; 1 by default.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
    "MPNowPlayingInfoPropertyDefaultPlaybackRate"

/// The position in seconds. The system extrapolates it with the rate.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
    "MPNowPlayingInfoPropertyElapsedPlaybackTime"

/// Whether to leave the item out of suggestions; kept, and not used here.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions =
    "MPNowPlayingInfoPropertyExcludeFromSuggestions"

/// The app's identifier of the item, a `String`.
public let MPNowPlayingInfoPropertyExternalContentIdentifier =
    "MPNowPlayingInfoPropertyExternalContentIdentifier"

/// The app's identifier of the user's profile, a `String`.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"

/// The ISRC of the item, a `String`; kept, and not used here.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"

/// Whether the item is a live stream.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"

/// The raw value of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"

/// The played part of the whole, 0…1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"

/// The number of items in the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"

/// The index of the item in the queue, from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"

/// The playback rate; 1 by default, 0 while paused.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"

/// The identifier of the service that the item comes from, a `String`.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
